import BuildTargets
import CatalogData
import FileSystem
import PrivacyRules
import SourceScan
import Workspace

/// What the source code in the folders that are linted uses.
struct LintedSources: Sendable {
  /// The sources and descriptions of targets in which something may be found.
  private(set) var found: [FoundFile] = []
  /// How many sources were read.
  private(set) var count = 0
  private var evidence: [(root: String, evidence: SourceEvidence)] = []

  /// - Parameter search: One that also finds what ``ProjectTree/isRead(_:)`` names.
  init(_ search: FileSearch, _ disk: any FileSystem, _ linter: FileLinter) {
    for root in Set(search.found.lazy.filter { !$0.isNamed }.map(\.root)).sorted() {
      add(SourceTree(root, of: search, files: disk), disk, linter)
    }
  }

  private mutating func add(_ tree: SourceTree, _ disk: any FileSystem, _ linter: FileLinter) {
    guard tree.found.contains(where: \.isSource) else { return }
    let model = BuildModel(tree.project)
    // What nothing ships needs no reading.
    var wanted: Set<String> = []
    for target in model.targets where target.needsDeclarations { wanted.formUnion(target.sources + target.headers) }
    let sources = tree.found.filter { $0.isSource && wanted.contains($0.resolvedPath) }
    guard !sources.isEmpty else { return }
    let files = SourceTreeScan(files: disk, scanner: SourceScanner(.bundled)).files(sources)
    var scanned = Dictionary(
      sources.map { ($0.resolvedPath, ScannedSource()) }, uniquingKeysWith: { first, _ in first })
    for file in files {
      scanned[file.resolvedPath] = file.error == nil ? file.scanned : nil
    }
    let new = SourceEvidence(
      model, sources: scanned,
      isComplete: tree.failed.isEmpty && files.allSatisfy { $0.error == nil }, catalog: .bundled
    ) { path, kind in linter.read(path, kind)?.file }
    evidence.append((tree.root, new))
    count += sources.count
    let candidates = Set(new.sourcePaths)
    found += tree.found.filter { candidates.contains($0.resolvedPath) }.map { file in
      var file = file
      file.kind = .source
      return file
    }
  }

  /// What was found in each folder.
  var all: [SourceEvidence] { evidence.map(\.evidence) }

  /// What sources say of a file; nil for one that has nothing to do with any.
  func evidence(of file: FoundFile) -> FileEvidence? {
    for (root, evidence) in evidence where isInside(file.resolvedPath, root) {
      if let found = evidence.file(file.resolvedPath) { return found }
    }
    return nil
  }
}
