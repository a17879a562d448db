import BuildFiles
import BuildTargets
import CatalogData
import FileSystem
import SourceScan
import SourceText
import Workspace

extension Command {
  static let uses = Command(
    name: "uses",
    operands: "[PATH…]",
    completion: .paths,
    summary: "List the APIs in source code that need a declared reason or a purpose string",
    details: """
      A PATH is a source file in Swift, Objective-C, C or C++, or a folder to search for them; the
      default is the current folder.
      Dependencies, build products and what git ignores are skipped; links that lead out of a folder
      aren’t followed. Nothing is compiled: code for other platforms and the simulator is skipped, and
      code in debug builds and previews counts as a hint. Tests, samples and Mac apps are skipped if
      the project says what they are.

      The reasons are suggestions, each with its evidence; the choice is yours.

      Exit status: 0, or 2 if a file could not be read or the command line is wrong.
      """,
    options: [.format("text", "json"), .color]
  ) { arguments, console in
    UsesRun(arguments: arguments, console: console).run()
  }
}

private struct UsesRun {
  let arguments: Arguments
  let console: Console
  private let disk = LocalFileSystem()

  /// Returns the exit status.
  func run() -> Int32 {
    guard let folder = console.workingFolder() else { return 2 }
    // Build the scanner’s tables while the folders are read.
    let scanner = Background { SourceScanner(.bundled) }
    var trees: [UsesOfTree] = []
    var seen: Set<String> = []
    var isComplete = true
    // A folder gives more context for a file than the file alone, so folders come first.
    let paths = arguments.paths.sorted { isFolder($0) && !isFolder($1) }
    for path in paths {
      let tree = SourceTree(path, files: disk, currentFolder: folder) { parallelMap($0, $1) }
      for note in tree.notes { console.note(note) }
      // Skip other files unless the user named them.
      for file in tree.failed where file.kind == nil { tell(file.shownPath, file.error, &isComplete) }
      let found = tree.found.filter { SourceLanguage(path: $0.shownPath) != nil }
      if found.isEmpty, isComplete { console.note("no source files found in \(path)") }
      let sources = found.filter { seen.insert($0.resolvedPath).inserted }
      // Scan the sources while the build model is read, which uses one thread.
      let scan = Background { [disk] in SourceTreeScan(files: disk, scanner: scanner.value).files(sources) }
      let model = BuildModel(tree.project)
      let owned = tree.compiled.filter { !model.targets(of: $0.resolvedPath).isEmpty }
      let compiled = owned.filter { SourceLanguage(path: $0.shownPath) != nil && seen.insert($0.resolvedPath).inserted }
      let files = scan.value + SourceTreeScan(files: disk, scanner: scanner.value).files(compiled)
      for file in files where file.error != nil { tell(file.path, file.error, &isComplete) }
      let uses = UsesOfTree(tree, model, files)
      for part in uses.unread { console.note(part) }
      trees.append(uses)
    }
    let report = UsesReport(trees: trees, catalog: .bundled)
    if arguments.format == "json" {
      console.writeOutput(report.json)
    } else if isComplete || trees.contains(where: { !$0.files.isEmpty }) {
      console.print(report.text(console.style(arguments[.color])))
    }
    return isComplete ? 0 : 2
  }

  private func isFolder(_ path: String) -> Bool { (try? disk.status(of: path))?.type == .folder }

  private func tell(_ path: String, _ error: String?, _ isComplete: inout Bool) {
    console.note("\(path) \(error ?? "")")
    isComplete = false
  }
}
