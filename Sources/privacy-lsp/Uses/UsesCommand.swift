import Catalog
import CatalogData
import FileSystem
import JSON
import PrivacyRules
import SourceScan
import SourceText
import Workspace

extension Option {
  static let usesFormat = Option(name: "format", value: .choice(["text", "json"]), summary: "Output format")
}

extension Command {
  static let uses = Command(
    name: "uses",
    operands: "PATH…",
    operandCount: 1...Int.max,
    completion: .paths,
    summary: "List what source code uses that privacy manifests and purpose strings declare",
    details: """
      A PATH is a source file in Swift, Objective-C, C or C++, or a folder to search for them.
      Dependencies, build products and what git ignores are left out; links that lead out of a folder
      aren’t followed. Nothing is compiled: code for other platforms and the simulator is left out,
      code of debug builds and previews is a hint.

      The reasons are suggestions with what speaks for them; which one is right is yours to say.

      Exit status: 0, or 2 if a file could not be read or the command line is wrong.
      """,
    options: [.usesFormat, .color]
  ) { arguments, console in
    UsesRun(arguments, console).run()
  }
}

/// One run of `uses`.
private struct UsesRun {
  private let arguments: Arguments
  private let console: Console
  private let disk = LocalFileSystem()

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// Does it, and returns the status to exit with.
  func run() -> Int32 {
    guard let folder = console.workingFolder() else { return 2 }
    let search = FileSearch(
      files: disk, currentFolder: folder, alsoFinds: { SourceLanguage(path: $0) != nil })
    for path in arguments.operands { search.add(path) { parallelMap($0, $1) } }
    for note in search.notes { console.note(note) }
    let found = search.found.filter { $0.error != nil && $0.kind == nil || SourceLanguage(path: $0.shownPath) != nil }
      .sorted { $0.shownPath < $1.shownPath }
    if found.isEmpty {
      console.note(printable("no source files found in \(arguments.operands.joined(separator: ", "))"))
    }
    let scan = SourceTreeScan(files: disk, scanner: SourceScanner(.bundled))
    let files = scan.files(found)
    for file in files {
      if let error = file.error { console.note("\(printable(file.path)) \(printable(error))") }
    }
    let report = UsesReport(files: files, catalog: .bundled)
    if arguments[.usesFormat] == "json" {
      console.writeOutput(report.json)
    } else {
      console.print(report.text(console.style(arguments[.color])))
    }
    return files.contains { $0.error != nil } ? 2 : 0
  }
}
