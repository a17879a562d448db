import CatalogData
import EditorFeatures
import FileSystem
import GitObjects
import JSON
import PrivacyRules
import SourceText
import Workspace

extension Option {
  static let labelDiff = Option(
    name: "diff", value: .file("OLD"), summary: "Show what changed since a git revision, a folder or a built app")
}

extension Command {
  static let label = Command(
    name: "label",
    operands: "[PATH…]",
    completion: .paths,
    summary: "Show the App Store label for privacy manifests",
    details: """
      A PATH is a manifest, a folder to search for manifests, or “-” for standard input; the default
      is the current folder. Several manifests, such as an app’s and its SDKs’, are merged into one
      label: a data type is linked, or used for tracking, if any of them says so, and the label shows
      where each comes from. The search includes dependencies but not build products.

      “html” prints a self-contained page: privacy-lsp label --format html . > label.html

      With --diff it says what changed on the label since OLD, for people or, with --format markdown,
      for a pull request. OLD and PATH are a git revision and files or folders of its work tree, or
      two folders, or two built apps. With a revision, only files that git tracks or would add are
      compared.

      Exit status: 0, or 2 if there is no manifest, one could not be read completely, or the command
      line is wrong.
      """,
    options: [.format("text", "markdown", "html", "json"), .labelDiff, .color]
  ) { arguments, console in
    LabelRun(arguments: arguments, console: console).run()
  }
}

private struct LabelRun {
  let arguments: Arguments
  let console: Console
  private let disk = LocalFileSystem()
  private let linter = Linter(catalog: .bundled)

  /// The result of reading one file.
  private enum Reading {
    case manifest(PrivacyLabel.Source)
    /// Why it isn’t a manifest, in words that come after the path.
    case failure(String)
  }

  /// Returns the exit status.
  func run() -> Int32 {
    if let problem = arguments.problemWithInput {
      console.note(problem)
      return 2
    }
    guard let folder = console.workingFolder() else { return 2 }
    if let old = arguments[.labelDiff] { return compare(with: old, in: folder) }
    let readings = arguments.paths == ["-"] ? readInput() : readFiles(arguments.paths, in: folder)
    guard let readings, let (sources, isComplete) = sources(of: readings, from: arguments.paths) else { return 2 }
    print(linter.label(of: sources))
    return isComplete ? 0 : 2
  }

  /// The manifests that were read, and whether all files could be read; prints an error and returns nil if there are none.
  private func sources(
    of readings: [(path: String, reading: Reading)], from operands: [String], mayBeNone: Bool = false
  ) -> (sources: [PrivacyLabel.Source], isComplete: Bool)? {
    var sources: [PrivacyLabel.Source] = []
    var isComplete = true
    for (path, reading) in readings {
      switch reading {
      case .manifest(let source):
        if source.isBroken {
          isComplete = false
          console.note("\(path) has broken syntax, so the label may be incomplete; run “privacy-lsp lint”")
        }
        sources.append(source)
      case .failure(let words):
        isComplete = false
        console.note("\(path) \(words)")
      }
    }
    guard !sources.isEmpty || mayBeNone else {
      if readings.isEmpty {
        console.note("no privacy manifests found in \(operands.joined(separator: ", "))")
      }
      return nil
    }
    return (sources, isComplete)
  }

  // MARK: - Differences

  /// Prints what changed on the label since `old`, and returns the exit status.
  private func compare(with old: String, in folder: String) -> Int32 {
    guard !arguments.readsInput, ["text", "markdown", nil].contains(arguments.format) else {
      console.note("--diff takes paths, and has the formats text and markdown")
      return 2
    }
    let isPath = (try? disk.status(of: old)) != nil
    if isPath, !old.utf8.contains(UInt8(ascii: "/")), old != ".", old != "..",
      (try? ChangedFiles(since: old, around: disk.resolvedIfPossible(folder))) != nil
    {
      console.note(
        "“\(old)” is a file or folder and a git revision; write “./\(old)” or “\(old)~0”")
      return 2
    }
    let labels = isPath ? labels(ofPath: old, in: folder) : labels(ofRevision: old, in: folder)
    guard let (before, after, isComplete) = labels else { return 2 }
    let names = (old, isPath ? arguments.paths.joined(separator: ", ") : "work tree")
    let difference = LabelDifference(from: before, to: after, names: names)
    console.print(
      arguments.format == "markdown" ? difference.markdown : difference.text(console.style(arguments[.color])))
    return isComplete ? 0 : 2
  }

  private typealias Labels = (before: PrivacyLabel, after: PrivacyLabel, isComplete: Bool)

  private func labels(ofPath old: String, in folder: String) -> Labels? {
    func label(_ paths: [String]) -> (PrivacyLabel, Bool)? {
      let built = paths.filter { BuiltFiles.isBuiltFile($0) || BuiltFiles.isBuiltFolder($0) }
      if built.isEmpty {
        return sources(of: readFiles(paths, in: folder), from: paths, mayBeNone: true)
          .map { (linter.label(of: shortened($0.sources, below: paths)), $0.isComplete) }
      }
      let check = AppCheck(paths, linter: linter)
      for failure in check.failures { console.note(failure.message) }
      let found = check.manifests.map { linter.labelSource($0.manifest.document, shownAs: $0.manifest.path) }
      return (linter.label(of: shortened(found, below: paths)), check.failures.isEmpty)
    }
    guard let (before, first) = label([old]), let (after, second) = label(arguments.paths) else { return nil }
    return (before, after, first && second)
  }

  /// The manifests with paths relative to the folder that was named, so that two builds have the same paths.
  private func shortened(_ sources: [PrivacyLabel.Source], below paths: [String]) -> [PrivacyLabel.Source] {
    guard paths.count == 1, let folder = paths.first else { return sources }
    return sources.map { source in
      guard isInside(source.path, folder), source.path != folder else { return source }
      return PrivacyLabel.Source(
        path: innerPath(of: source.path, in: folder), manifest: source.manifest, isBroken: source.isBroken)
    }
  }

  private func labels(ofRevision revision: String, in folder: String) -> Labels? {
    let search = FileSearch(files: disk, currentFolder: folder, reach: .ours)
    search.add(arguments.paths)
    var old: [PrivacyLabel.Source] = []
    var notCheckedOut: [PrivacyLabel.Source] = []
    var deleted: Set<String> = []
    var repositories: [ChangedFiles] = []
    do throws(GitRepository.Failure) {
      for operand in arguments.paths {
        let absolute = absolutePath(operand, in: folder)
        let path = disk.resolvedIfPossible(absolute)
        let isFolder = (try? disk.status(of: path))?.type == .folder
        let changes = try ChangedFiles(since: revision, around: isFolder ? path : parentFolder(of: path))
        repositories.append(changes)
        func sources(
          _ files: [(path: String, id: ObjectID)]
        ) throws(GitRepository.Failure) -> [PrivacyLabel.Source] {
          var sources: [PrivacyLabel.Source] = []
          for (inner, id) in files {
            let shown = inner.isEmpty ? operand : operand == "." ? inner : joinedPath(operand, inner)
            let document = SourceFile(try changes.content(of: id)).document(path: shown, kind: .privacyManifest)
            sources.append(linter.labelSource(document, shownAs: shown))
          }
          return sources
        }
        // The same folders as the search for the label.
        func entersFolder(_ name: String) -> Bool { !FileSearch.isBuildFolder(name) }
        func isManifest(_ name: String) -> Bool { name.lowercased().hasSuffix(".xcprivacy") }
        let former = try changes.oldFiles(below: path, entersFolder: entersFolder, isWanted: isManifest)
        old += try sources(former)
        let left = try changes.filesNotCheckedOut(below: path, entersFolder: entersFolder, isWanted: isManifest)
        notCheckedOut += try sources(left)
        if !former.isEmpty || !left.isEmpty, (try? disk.status(of: path, followingLinks: false)) == nil {
          deleted.insert(operand)
        }
      }
    } catch {
      console.note("--diff \(revision): \(error.message)")
      return nil
    }
    // Files that git ignores are in no revision, so all of them would be new.
    let own = Set(search.found.map(\.resolvedPath))
    var leftOut: [String] = []
    var inSubmodules: [String] = []
    let readings = readFiles(arguments.paths.filter { !deleted.contains($0) }, in: folder) { file in
      // Files in submodules are not in the repository’s trees.
      if repositories.contains(where: { $0.isInSubmodule(file.resolvedPath) }) {
        if file.kind == .privacyManifest { inSubmodules.append(file.resolvedPath) }
        return false
      }
      let isTracked =
        own.contains(file.resolvedPath)
        || repositories.contains { $0.relative(file.resolvedPath).map($0.tracks) ?? false }
      if !isTracked, file.kind == .privacyManifest { leftOut.append(file.shownPath) }
      return isTracked
    }
    if !leftOut.isEmpty {
      let most = 3
      let more = leftOut.count > most ? " and \(leftOut.count - most) more" : ""
      console.note(
        "skipped, as git doesn’t track them: \(leftOut.prefix(most).joined(separator: ", "))\(more)")
    }
    for note in Set(repositories.flatMap { $0.notes(onSubmodulesWith: inSubmodules) }).sorted() { console.note(note) }
    guard let (new, isComplete) = sources(of: readings, from: arguments.paths, mayBeNone: true) else { return nil }
    return (linter.label(of: old), linter.label(of: new + notCheckedOut), isComplete)
  }

  private func print(_ label: PrivacyLabel) {
    switch arguments.format {
    case "markdown": console.print(label.markdown)
    case "html": console.print(label.page)
    case "json":
      let object = ["version": productVersion] + label.json
      console.writeOutput(JSONWriter.indented(object) + [0x0A])
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

  private func readFiles(
    _ paths: [String], in folder: String, where isWanted: (FoundFile) -> Bool = { _ in true }
  ) -> [(path: String, reading: Reading)] {
    // The label covers everything that ships, including dependencies.
    let search = FileSearch(files: disk, currentFolder: folder, reach: .dependencies)
    search.add(paths)
    for note in search.notes { console.note(note) }
    let named = Set(paths.map(withoutDotSlash))
    let found = search.found.filter(isWanted).filter { file in
      // Skip other files unless the user named them.
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

  /// - Parameter kind: Nil to detect it from the content.
  private func reading(of file: SourceFile, path: String, kind: FileKind?) -> Reading {
    switch kind ?? linter.kind(byContentOf: file.document(path: "", kind: .privacyManifest)) {
    case .infoPlist: return .failure("is an Info.plist, not a privacy manifest")
    case .privacyManifest:
      let document = file.document(path: path, kind: .privacyManifest)
      let source = linter.labelSource(document, shownAs: path)
      guard source.manifest != nil else {
        return .failure("can’t be read as a privacy manifest; run “privacy-lsp lint” to see why")
      }
      return .manifest(source)
    case nil, .stringsTable, .stringCatalog, .entitlements, .xcodeProject, .buildSettings, .lockFile, .source:
      return .failure("is not recognized as a privacy manifest")
    }
  }
}
