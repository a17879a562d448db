import CLibrary
import JSON
import LanguageServer
import ServerLoop

private let usage = """
  Usage: benchmarks [--quick] [--filter TEXT] [--json FILE]
         benchmarks generate KIND BYTES
         benchmarks generate tree FOLDER COUNT
         benchmarks echo [--diagnostics BYTES]

  Measures the package in this process, each thing at four sizes, beside memchr, xmllint and plutil.

    --quick              A few seconds, without the largest size; shows that all works, and measures little
    --filter TEXT        Only what has TEXT in its name, such as “parse” or “hover.info/2k”; may be given again
    --json FILE          Writes the results there too
    --list               Prints the names, and measures nothing

  “generate” writes a document to standard output: \(DocumentKind.allCases.map(\.rawValue).joined(separator: ", ")).
  “generate tree” makes a folder of privacy manifests. “echo” is a language server that only sends frames back.

  """

@main struct Main {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    switch words.first {
    case "generate": generate(words.dropFirst())
    case "echo": echo(words.dropFirst())
    case "--help", "-h", "help": printed(usage)
    default: measure(words)
    }
  }

  private static func generate(_ words: ArraySlice<String>) -> Int32 {
    let words = Array(words)
    if words.count == 3, words[0] == "tree", let count = Int(words[2]), count >= 0 {
      return writeTree(words[1], count: count) ? 0 : refused("\(words[1]) could not be written")
    }
    guard words.count == 2, let kind = DocumentKind(rawValue: words[0]), let size = Int(words[1]), size >= 0 else {
      return refused("“generate” takes a kind and a number of bytes")
    }
    return writeAll(kind.document(size: size), to: 1) ? 0 : 1
  }

  private static func echo(_ words: ArraySlice<String>) -> Int32 {
    func serve(diagnostics: Int) -> Int32 {
      resetSignals()
      var loop = EventLoop(EchoServer(diagnostics: diagnostics), input: 0, output: claimStandardOutput())
      return loop.run()
    }
    let words = Array(words)
    if words.isEmpty { return serve(diagnostics: 300) }
    guard words.count == 2, words[0] == "--diagnostics", let size = Int(words[1]) else {
      return refused("“echo” takes nothing but --diagnostics and a number of bytes")
    }
    return serve(diagnostics: size)
  }

  private static func measure(_ words: [String]) -> Int32 {
    var run = Run(benchmarks: Benchmark.all)
    var filters: [String] = []
    var file: String?
    var isList = false
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quick":
        run.budget = 0.03e9
        run.rounds = 1
        run.sizes.removeAll { $0.bytes > 1_000_000 }
      case "--filter": rest.popFirst().map { filters.append($0) }
      case "--json": file = rest.popFirst()
      case "--list": isList = true
      default: return refused("“\(word)” is not known")
      }
    }
    run.names = filters
    if isList { return printed(run.all.map { "\($0)\n" }.joined()) }
    if run.all.isEmpty { return refused("no benchmark has such a name") }
    let report = Report()
    var results: [Outcome] = []
    report.begin()
    run.run { result in
      report.line(result)
      results.append(result)
    }
    guard let file else { return 0 }
    var json = JSONWriter(indented: true)
    results.write(to: &json)
    return writeFile(file, json.bytes + [0x0A]) ? 0 : refused("\(file) could not be written")
  }

  private static func printed(_ text: String) -> Int32 {
    writeAll(Array(text.utf8), to: 1) ? 0 : 1
  }

  private static func refused(_ words: String) -> Int32 {
    writeAll(Array("benchmarks: \(words); see “benchmarks --help”\n".utf8), to: 2)
    return 2
  }
}
