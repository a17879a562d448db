import CatalogData
import EditorFeatures
import FileSystem
import JSON
import PrivacyRules
import SourceText
import Workspace

extension Option {
  static let labelFormat = Option(
    name: "format", value: .choice(["text", "markdown", "html", "json"]), summary: "Output format")
}

extension Command {
  static let label = Command(
    name: "label",
    operands: "PATH…",
    operandCount: 1...Int.max,
    completion: .paths,
    summary: "Show the App Store label for privacy manifests",
    details: """
      A PATH is a manifest, a folder to search for manifests, or “-” for standard input. Several
      manifests, such as an app’s and its SDKs’, are merged into one label: a data type is linked, or
      used for tracking, if any of them says so, and the label shows where each comes from. The
      search includes dependencies but not build products.

      “html” prints a self-contained page: privacy-lsp label --format html . > label.html

      Exit status: 0, or 2 if there is no manifest, one could not be read completely, or the command
      line is wrong.
      """,
    options: [.labelFormat, .color]
  ) { arguments, console in
    LabelRun(arguments, console).run()
  }
}

/// One run of `label`.
private struct LabelRun {
  private let arguments: Arguments
  private let console: Console
  private let disk = LocalFileSystem()
  private let linter = Linter(catalog: .bundled)

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// What became of one file.
  private enum Reading {
    case manifest(PrivacyLabel.Source)
    /// Why there is none, in words that follow the path.
    case failure(String)
  }

  /// Does it, and returns the status to exit with.
  func run() -> Int32 {
    if arguments.operands.contains("-"), arguments.operands.count > 1 {
      console.note("“-” can’t be combined with other paths")
      return 2
    }
    guard let folder = console.workingFolder() else { return 2 }
    let readings = arguments.operands == ["-"] ? readInput() : readFiles(in: folder)
    guard let readings else { return 2 }
    var sources: [PrivacyLabel.Source] = []
    var isComplete = true
    for (path, reading) in readings {
      switch reading {
      case .manifest(let source):
        if source.isBroken {
          isComplete = false
          console.note("\(printable(path)) has broken syntax, so the label may be incomplete; run “privacy-lsp lint”")
        }
        sources.append(source)
      case .failure(let words):
        isComplete = false
        console.note("\(printable(path)) \(printable(words))")
      }
    }
    guard !sources.isEmpty else {
      if readings.isEmpty {
        console.note(printable("no privacy manifests found in \(arguments.operands.joined(separator: ", "))"))
      }
      return 2
    }
    print(linter.label(of: sources))
    return isComplete ? 0 : 2
  }

  private func print(_ label: PrivacyLabel) {
    switch arguments[.labelFormat] {
    case "markdown": console.print(label.markdown)
    case "html": console.print(label.page)
    case "json":
      var json = JSONWriter(indented: true)
      json.object { json in
        json.member("version", productVersion)
        label.writeMembers(to: &json)
      }
      console.writeOutput(json.bytes + [0x0A])
    default:
      let style = console.style(arguments[.color])
      console.print(
        label.text { part, text in
          let text = printable(text)
          return switch part {
          case .title, .card: style(text, .heading)
          case .category: style(text, .name)
          case .origin: style(text, .dim)
          case .dataType, .note: text
          }
        })
    }
  }

  // MARK: - Files

  private func readFiles(in folder: String) -> [(path: String, reading: Reading)] {
    // What is shipped makes the label, whoever wrote it.
    let search = FileSearch(files: disk, currentFolder: folder, reach: .dependencies)
    for path in arguments.operands { search.add(path) }
    for note in search.notes { console.note(note) }
    let named = Set(arguments.operands.map(withoutDotSlash))
    let found = search.found.filter { file in
      // Other files are no business of the label's, unless they were named.
      file.error != nil || file.kind == .privacyManifest || named.contains(file.shownPath)
    }.sorted { $0.shownPath < $1.shownPath }
    return zip(found, parallelMap(found) { reading(of: $0) }).map { ($0.shownPath, $1) }
  }

  private func readInput() -> [(path: String, reading: Reading)]? {
    guard let bytes = readStandardInput(limit: FileLinter.largestFile) else {
      console.note("standard input \(FileLinter.unreadableInput)")
      return nil
    }
    return [(FileLinter.nameless, reading(of: SourceFile(bytes), path: FileLinter.nameless, kind: nil))]
  }

  private func reading(of file: FoundFile) -> Reading {
    if let error = file.error { return .failure(error) }
    do throws(FileError) {
      let bytes = try disk.read(file.resolvedPath, limit: FileLinter.largestFile)
      return reading(of: SourceFile(bytes), path: file.shownPath, kind: file.kind)
    } catch {
      return .failure(error.words)
    }
  }

  /// - Parameter kind: Nil where the content has to tell.
  private func reading(of file: SourceFile, path: String, kind: FileKind?) -> Reading {
    switch kind ?? linter.kind(byContentOf: file.document(path: "", kind: .privacyManifest)) {
    case .infoPlist: return .failure("is an Info.plist, not a privacy manifest")
    case .privacyManifest:
      let document = file.document(path: path, kind: .privacyManifest)
      let source = linter.labelSource(document, shownAs: path)
      guard source.manifest != nil else {
        return .failure("cannot be read as a privacy manifest; run “privacy-lsp lint” to see why")
      }
      return .manifest(source)
    case nil, .stringsTable, .stringCatalog, .entitlements, .xcodeProject, .buildSettings, .lockFile, .source:
      return .failure("is not recognized as a privacy manifest")
    }
  }
}
