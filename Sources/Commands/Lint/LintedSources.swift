import BuildFiles
import BuildTargets
import Catalog
import CatalogData
import FileSystem
import GitObjects
import PrivacyRules
import ProjectFiles
import SourceScan
import SourceText
import Workspace

/// What source code uses, in the folders that are linted and in the projects of the files that the user named.
struct LintedSources: Sendable {
  /// The sources and target descriptions in which there may be findings.
  private(set) var found: [FoundFile] = []
  /// The number of sources that were read.
  private(set) var count = 0
  private var evidence: [(root: String, evidence: SourceEvidence)] = []
  /// With the number of sources that were read.
  private typealias Evidence = (evidence: SourceEvidence, count: Int)
  /// What was not checked in the folders, in words: "Dart code".
  private(set) var unread: [String] = []

  /// The number of apps and of frameworks without a privacy manifest.
  var targetsWithoutManifest: (apps: Int, frameworks: Int) {
    evidence.map(\.evidence.targetsWithoutManifest).reduce((0, 0)) { ($0.0 + $1.apps, $0.1 + $1.frameworks) }
  }

  /// - Parameters:
  ///   - search: A search that also finds what ``finds(_:)`` returns true for.
  ///   - read: Reads a file of a target.
  init(
    _ search: FileSearch, _ disk: any FileSystem, reading read: @escaping (String, FileKind) -> ReadFile?
  ) {
    let trees = search.walkedFolders.sorted().map { SourceTree($0, of: search, files: disk) }
    var around: [String: Evidence?] = [:]
    /// The evidence of the project around a folder; nil if that is walked anyway.
    func whole(around folder: String) -> (root: String, evidence: Evidence)? {
      guard let root = Self.project(around: folder, search, disk), !search.walkedFolders.contains(root) else {
        return nil
      }
      if around[root] == nil {
        let whole = FileSearch(like: search)
        whole.add([root]) { parallelMap($0, $1) }
        around[root] = .some(Self.evidence(of: SourceTree(root, of: whole, files: disk), disk, read))
      }
      return around[root]?.map { (root, $0) }
    }
    var wholes: [String: Evidence] = [:]
    // A folder in which nothing says what is built may be a part of the project around it, if a target has its files.
    for tree in trees where !tree.describesTargets && tree.found.contains(where: \.isComparedWithSources) {
      guard let (root, whole) = whole(around: tree.root),
        tree.found.contains(where: { whole.evidence.isOfTarget($0.resolvedPath) })
      else { continue }
      wholes[root] = whole
    }
    // A file that the user named is compared with all sources of its project.
    for file in search.found where file.isNamed && file.error == nil && file.isComparedWithSources {
      guard !search.walkedFolders.contains(where: { isInside(file.resolvedPath, $0) }),
        let (root, whole) = whole(around: parentFolder(of: file.resolvedPath))
      else { continue }
      wholes[root] = whole
    }
    var all = wholes
    for tree in trees {
      var candidates = Set(
        tree.found.lazy.filter { $0.kind == nil && ProjectTree.describesTargets(fileName(of: $0.resolvedPath)) }
          .map(\.resolvedPath).filter { Self.isHalfMerged($0, disk) })
      // The walk of a project around it may have left the folder out.
      let root = foldersUp(from: tree.root, to: "/").first {
        wholes[$0] != nil && !search.leavesOut(tree.root, isFolder: true, below: $0)
      }
      if let whole = root.flatMap({ wholes[$0] }) {
        candidates.formUnion(whole.evidence.sourcePaths)
      } else if tree.describesTargets, let own = Self.evidence(of: tree, disk, read) {
        all[tree.root] = own
        candidates.formUnion(own.evidence.sourcePaths)
      }
      found += tree.found.filter { candidates.contains($0.resolvedPath) && !$0.isNamed }.map(\.asSource)
    }
    // Of a folder inside of another one, its own evidence comes first.
    evidence = all.map { ($0, $1.evidence) }.sorted { $0.root > $1.root }
    count = all.values.reduce(0) { $0 + $1.count }
    unread = Self.unread(in: search.others, disk, isCodeRead: count > 0)
  }

  /// Whether a file with this name describes what is built or is source code, even in a language that is not read.
  static func finds(_ name: String) -> Bool {
    ProjectTree.isRead(name) || unreadLanguages[fileEnding(of: name)] != nil
  }

  private static let unreadLanguages = [
    "dart": "Dart", "js": "JavaScript", "jsx": "JavaScript", "kt": "Kotlin", "ts": "TypeScript", "tsx": "TypeScript",
  ]

  private static let wordsOfExpo = ["expo", "infoPlist", "bundleIdentifier"]

  /// - Parameter isCodeRead: Whether any code is read; otherwise it is obvious that other code isn’t.
  private static func unread(
    in others: [FileSearch.OtherFile], _ disk: any FileSystem, isCodeRead: Bool
  ) -> [String] {
    var result: Set<String> = []
    for other in others {
      if isCodeRead, let language = unreadLanguages[fileEnding(of: other.name)] {
        result.insert("\(language) code")
      }
      let isTuist = other.name == "Project.swift"
      let isExpo = other.name == "app.config.js" || other.name == "app.config.ts"
      guard isTuist || isExpo || ["project.yml", "project.yaml", "app.json"].contains(other.name),
        let bytes = try? disk.read(other.file.resolvedPath, limit: ProjectFinder.largestFile)
      else { continue }
      if isTuist, bytes.split(separator: 0x0A).contains(where: { $0.starts(with: "import ProjectDescription".utf8) }) {
        result.insert(other.name)
      }
      // Other frameworks have files with this name.
      if isExpo {
        let words = Set(bytes.split { !isPartOfName($0) }.map { String(decoding: $0, as: UTF8.self) })
        if !words.isDisjoint(with: wordsOfExpo) { result.insert(other.name) }
      }
      // These keys are recognized, but their values are not read.
      if !isTuist, !isExpo, declarations(in: bytes).keys.contains(where: { Catalog.bundled.purposeKey($0) != nil }) {
        result.insert("purpose strings in \(other.name)")
      }
    }
    return result.sorted()
  }

  private static func isHalfMerged(_ path: String, _ disk: any FileSystem) -> Bool {
    guard let bytes = try? disk.read(path, limit: ProjectFinder.largestFile) else { return false }
    return !MergeConflict.all(in: SourceText(bytes)).isEmpty
  }

  /// The outermost folder from a folder upward, up to the root of its repository, that describes targets, and whose walk
  /// reaches the folder if there is such a one; without a repository, the innermost. Nil if there is none.
  private static func project(around folder: String, _ search: FileSearch, _ disk: any FileSystem) -> String? {
    func isProject(_ folder: String) -> Bool {
      folder != "/"
        && disk.names(in: folder).contains { $0.hasSuffix(".xcodeproj") || ProjectTree.describesTargets($0) }
    }
    guard let repository = repository(around: folder, disk) else {
      return foldersUp(from: folder, to: "/").first(where: isProject)
    }
    let projects = foldersUp(from: folder, to: repository).filter(isProject)
    return projects.last { !search.leavesOut(folder, isFolder: true, below: $0) } ?? projects.last
  }

  /// The evidence of the sources in a tree, and the number of sources; nil if no target is known that is
  /// built from any.
  private static func evidence(
    of tree: SourceTree, _ disk: any FileSystem, _ read: @escaping (String, FileKind) -> ReadFile?
  ) -> Evidence? {
    guard tree.mayHaveSources else { return nil }
    // Build the scanner’s tables while the project is read.
    let scanner = Background { SourceScanner(.bundled) }
    let model = BuildModel(
      tree.project { path in
        FileKind.of(path: path) == .xcodeProject ? read(path, .xcodeProject)?.file.document : nil
      })
    // Read only the sources of targets that ship.
    var wanted: Set<String> = []
    for target in model.targets where target.needsDeclarations { wanted.formUnion(target.sources + target.headers) }
    let sources = (tree.found + tree.compiled).filter { $0.isSource && wanted.contains($0.resolvedPath) }
    // Of a collection of samples, that nothing ships is all there is to know.
    guard !sources.isEmpty || model.targets.contains(where: { !$0.ships && $0.kind.isProgram }) else { return nil }
    let files = SourceTreeScan(files: disk, scanner: scanner.value).files(sources)
    var scanned = Dictionary(firstOf: sources.map { ($0.resolvedPath, ScannedSource()) })
    for file in files {
      scanned[file.resolvedPath] = file.error == nil ? file.scanned : nil
    }
    let evidence = SourceEvidence(
      model, sources: scanned,
      isComplete: tree.failed.isEmpty && files.allSatisfy { $0.error == nil }, catalog: .bundled
    ) { path, kind in read(path, kind)?.file }
    return (evidence, sources.count)
  }

  /// The files whose targets may lack a declaration since a revision, because a declaring file was deleted or lost a
  /// declaration.
  func paths(concernedBy changes: ChangedFiles, _ disk: any FileSystem) throws(GitRepository.Failure) -> Set<String> {
    var result: Set<String> = []
    for (root, evidence) in evidence {
      var changed: Set<String> = []
      for path in evidence.declaringPaths where try changes.contains(path) {
        if try Self.hasLostDeclaration(path, changes, disk) { changed.insert(path) }
      }
      let deleted = try changes.deletedFiles(below: root)
      result.formUnion(
        evidence.paths { declaredIn, files in
          var project = parentFolder(of: declaredIn)
          if project.hasSuffix(".xcodeproj") { project = parentFolder(of: project) }
          return !changed.isDisjoint(with: files)
            || deleted.contains { path in
              // A manifest can be in a target without being named there.
              FileKind.of(path: path) == .privacyManifest ? isInside(path, project) : files.contains(path)
            }
        })
    }
    return result
  }

  /// Whether a declaration occurs less often in a file than in the revision.
  private static func hasLostDeclaration(
    _ path: String, _ changes: ChangedFiles, _ disk: any FileSystem
  ) throws(GitRepository.Failure) -> Bool {
    guard let old = try changes.oldContent(of: path) else { return false }
    let new = declarations(in: (try? disk.read(path, limit: ProjectFinder.largestFile)) ?? [])
    return declarations(in: old).contains { name, count in new[name, default: 0] < count }
  }

  /// The purpose string keys, required reason API categories and property list names in a file, with the number of times
  /// that each occurs.
  private static func declarations(in bytes: [UInt8]) -> [String: Int] {
    let known = Set(Catalog.bundled.purposeKeys.map(\.name) + Catalog.bundled.categories.map(\.id))
    let kinds: [FileKind] = [.privacyManifest, .infoPlist, .entitlements]
    var result: [String: Int] = [:]
    for part in bytes.split(whereSeparator: { !isPartOfName($0) }) {
      var name = String(decoding: part, as: UTF8.self)
      if name.hasPrefix(infoPlistSettingPrefix) { name = String(name.dropFirst(infoPlistSettingPrefix.count)) }
      if known.contains(name) || FileKind.of(path: name).map(kinds.contains) ?? false { result[name, default: 0] += 1 }
    }
    return result
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), "_", "-", ".", 0x80...:
      true
    default: false
    }
  }

  /// The evidence of each folder.
  var all: [SourceEvidence] { evidence.map(\.evidence) }

  /// The evidence about a file; nil if there is none.
  func evidence(of file: FoundFile) -> FileEvidence? {
    for (root, evidence) in evidence where isInside(file.resolvedPath, root) {
      if let found = evidence.file(file.resolvedPath) { return found }
    }
    return nil
  }
}

extension FoundFile {
  /// The same file with the kind `source`.
  var asSource: FoundFile {
    var file = self
    file.kind = .source
    return file
  }

  /// Whether it is source code or describes targets, by its name.
  var isSourceOrDescription: Bool { Workspace.isSourceOrDescription(resolvedPath) }

  /// Whether its findings may depend on source code.
  fileprivate var isComparedWithSources: Bool { kind?.isComparedWithSources ?? isSourceOrDescription }
}
