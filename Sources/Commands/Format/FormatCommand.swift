import CatalogData
import EditorFeatures
import FileSystem
import PrivacyRules
import SourceText
import Workspace

extension Option {
  static let check = Option(
    name: "check", summary: "List the files that would change, write nothing, and exit with 1 if any would")
  static let diff = Option(name: "diff", summary: "Print the changes as a patch and write nothing")
}

extension Command {
  static let format = Command(
    name: "format",
    operands: "PATH…",
    operandCount: 1...Int.max,
    completion: .paths,
    summary: "Format property lists as Xcode does",
    details: """
      A PATH is a file or a folder; “-” reads standard input and writes standard output. In folders,
      it formats privacy manifests, Info.plist files and entitlements, and skips what “lint” skips.
      It formats any property list that you name, wherever it is and whatever it is called.

      Only whitespace between elements and the spelling of empty tags change. Comments, the order of
      the keys, line endings and the encoding stay. A file that is broken, binary or in another
      format is left as it is and reported with the reason.

      Exit status: 0 on success, 1 if --check found files that would change, 2 if a file was left as
      it is or could not be read or written, or if the settings or the command line are wrong.
      """,
    options: [.check, .diff, .noIgnore, .config, .stdinPath]
  ) { arguments, console in
    FormatRun(arguments: arguments, console: console).run()
  }
}

/// One run of `format`.
struct FormatRun {
  let arguments: Arguments
  let console: Console
  private let disk = LocalFileSystem()
  private var writes: Bool { !arguments.has(.check) && !arguments.has(.diff) }

  /// The result for one file.
  private struct Outcome: Sendable {
    /// As it is shown.
    var path: String
    /// Whether formatting changes the file, or has changed it.
    var changes = false
    /// Why the file is left as it is, in words that come after the path.
    var failure: String?
  }

  /// Returns the exit status.
  func run() -> Int32 {
    if let problem = arguments.problemWithInput {
      console.note(problem)
      return 2
    }
    let readsInput = arguments.readsInput
    guard let folder = console.workingFolder() else { return 2 }
    guard let outcomes = readsInput ? formatInput() : formatFiles(in: folder) else { return 2 }
    for outcome in outcomes {
      if let failure = outcome.failure { console.note(outcome.path + failure) }
    }
    for outcome in outcomes where outcome.changes && !arguments.has(.diff) {
      if arguments.has(.check) {
        console.print("\(printable(outcome.path))\n")
      } else if !readsInput, outcome.failure == nil {
        console.print("formatted \(printable(outcome.path))\n")
      }
    }
    if outcomes.contains(where: { $0.failure != nil }) { return 2 }
    return arguments.has(.check) && outcomes.contains(where: \.changes) ? 1 : 0
  }

  private func formatInput() -> [Outcome] {
    let path = arguments[.stdinPath] ?? FileLinter.nameless
    guard let bytes = readStandardInput(limit: FileLinter.largestFile) else {
      return [Outcome(path: path, failure: " \(FileLinter.unreadableInput)")]
    }
    var new = bytes
    let outcome = format(SourceFile(bytes), path: path) { new = $0 }
    if writes, outcome.failure == nil { console.writeOutput(new) }
    return [outcome]
  }

  /// Prints an error and returns nil if settings are broken.
  private func formatFiles(in folder: String) -> [Outcome]? {
    let surroundings = FileSurroundings(
      files: disk, named: arguments[.config].map { ConfigurationFile(path: $0, files: disk) },
      linter: Linter(catalog: .bundled), currentFolder: folder)
    let search = FileSearch(
      files: disk, currentFolder: folder, reach: arguments.has(.noIgnore) ? .everything : .ours,
      defaults: surroundings.defaults(in: folder))
    search.add(arguments.operands)
    for note in search.notes { console.note(note) }
    // In folders, only property lists are formatted. A file that the user named is always reported on.
    let formatted = search.found.filter { isPropertyList($0) || arguments.operands.contains($0.shownPath) }
    if formatted.isEmpty {
      console.note("no privacy files found in \(arguments.operands.joined(separator: ", "))")
    }
    let found = formatted.sorted { $0.shownPath < $1.shownPath }
    if !arguments.has(.noIgnore) {
      for file in found { _ = surroundings.configuration(of: file) }
      guard surroundings.areUsable(console) else { return nil }
    }
    if writes {
      removeTemporaryFilesWhenInterrupted()
      for folder in Set(found.map { parentFolder(of: $0.resolvedPath) }) { disk.removeLeftovers(in: folder) }
    }
    // Differences are printed one by one, so that memory holds only one.
    return arguments.has(.diff) ? found.map { format($0) } : parallelMap(found) { format($0) }
  }

  private func isPropertyList(_ found: FoundFile) -> Bool { found.kind?.isPropertyList ?? true }

  private func format(_ found: FoundFile) -> Outcome {
    if let error = found.error { return Outcome(path: found.shownPath, failure: " \(error)") }
    guard isPropertyList(found) else {
      return Outcome(path: found.shownPath, failure: ": only property lists are formatted; the file is left as it is")
    }
    var outcome = Outcome(path: found.shownPath)
    do throws(FileError) {
      let bytes = try disk.read(found.resolvedPath, limit: FileLinter.largestFile)
      var new: [UInt8]?
      outcome = format(SourceFile(bytes), path: found.shownPath) { new = $0 }
      if writes, let new { try disk.replace(found.resolvedPath, old: bytes, new: new) }
    } catch {
      outcome.failure = outcome.changes ? " is not formatted: \(error.wordsBehindColon)" : " \(error.words)"
    }
    return outcome
  }

  /// Formats a file that was read, and prints the difference with `--diff`.
  ///
  /// - Parameter body: Called with the new bytes, if the file changes.
  private func format(_ file: SourceFile, path: String, body: ([UInt8]) -> Void) -> Outcome {
    var outcome = Outcome(path: path)
    let document = file.document(path: path, kind: FileKind.of(path: path) ?? .infoPlist)
    do throws(FormattingRefusal) {
      let edits = try formattingEdits(in: document)
      guard !edits.isEmpty else { return outcome }
      // Encoding the text again would change more than the layout.
      guard file.isWritable else {
        outcome.failure = " is not formatted: some of its bytes are invalid in its encoding"
        return outcome
      }
      outcome.changes = true
      if arguments.has(.diff), !UnifiedDifference(file.text, edits).print(path: path, to: console.writeOutput) {
        console.note("\(path): control characters are shown as symbols, so “patch” can’t apply this")
      }
      if writes { body(file.encode(file.text.applying(edits))) }
    } catch {
      let place = error.offset.map { ":\(file.text.position(at: $0, in: .utf16).shown)" }
      outcome.failure = "\(place ?? ""): \(error.reason); the file is left as it is"
    }
    return outcome
  }
}
