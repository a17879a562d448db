import BuildFiles
import BuildTargets
public import FileSystem
public import PrivacyRules
import SourceScan
public import SourceText

/// What the sources in a folder use and what the files of its targets declare, for an editor. It is built in small steps
/// and updated file by file.
///
/// Open documents replace files on disk. There is no evidence until the index is complete.
public final class SourceIndex {
  /// The folder, absolute and without links.
  public let root: String
  /// Nil until the index is complete, and if nothing is built from sources.
  public private(set) var evidence: SourceEvidence?
  /// Changes with ``evidence``.
  public private(set) var generation: Int
  /// Whether everything has been read.
  public private(set) var isComplete = false

  private let files: any FileSystem
  private let linter: Linter
  /// The settings where no settings file applies; used from the next walk on.
  public var defaults: IgnoreScope.Defaults
  private let encoding: PositionEncoding
  /// Made on the first step, because building its tables would delay the opening of a file.
  private lazy var scan = SourceTreeScan(
    files: files, scanner: SourceScanner(linter.catalog), encoding: encoding)
  private var phase = Phase.waiting
  /// Whether files were added or removed since the walk began.
  private var isOutdated = false
  /// The files that changed since ``evidence`` was made, and whether to make it from scratch.
  private var news: Set<String> = []
  private var isAllNew = true
  /// Whether target descriptions changed, but not the code of the targets.
  private var isDescribedAnew = false
  /// The input of ``evidence``.
  private var scanned: [String: ScannedSource] = [:]

  private var tree: SourceTree?
  /// The paths in the tree.
  private var paths: Set<String> = []
  private var model: BuildModel?
  /// The files that the model was made from, with the versions that were read.
  private var descriptions: [String: Version] = [:]
  /// The sources of the targets that must declare what they use.
  private var sources: [String: Source] = [:]
  /// The macros whose definitions contain uses.
  private var macros: MacroSearch?
  private var macroNames: Set<String> = []
  /// The manifests, property lists and entitlements of targets that were requested so far.
  private var declared: [String: Declared] = [:]
  /// Files that may have changed since they were read.
  private var touched: Set<String> = []
  /// When files without change notifications were last checked.
  private var lookedAtDisk = Int.min

  private enum Phase {
    case waiting
    case walking(FileSearch)
    /// The paths of sources, and the number of finished ones.
    case scanning([String], Int)
    case expanding([String], Int)
    case done
  }

  private enum Version: Hashable {
    case open(Int), onDisk(FileStatus), gone
  }

  private struct Declared {
    let kind: FileKind
    var version: Version
    /// Nil if it can’t be read.
    var file: ProjectFile?
  }

  private struct Source {
    let found: FoundFile
    /// The version that was read; nil before the first read.
    var version: Version?
    var isRead = false
    /// Nil for a file without uses.
    var uses: UsesOfFile?
    /// The macros that it expands.
    var expanded: Set<String> = []

    init(found: FoundFile, version: Version? = nil) {
      self.found = found
      self.version = version
    }
  }

  /// The most files in a folder; there is no evidence for a larger one.
  private static let mostFiles = 200_000
  /// The most bytes of sources, folders and files per step.
  private static let bytesAtOnce = 64 << 10
  private static let foldersAtOnce = 8
  private static let filesAtOnce = 64
  /// How long the status of files stays valid, in milliseconds.
  private static let statusAge = 1_000

  /// - Parameters:
  ///   - root: Absolute and without links.
  ///   - defaults: The settings where no settings file applies.
  ///   - encoding: The units of columns.
  ///   - generation: The first generation; must be above those of earlier indexes, so that each is unique.
  public init(
    root: String, files: any FileSystem, linter: Linter, defaults: IgnoreScope.Defaults, encoding: PositionEncoding,
    generation: Int = 0
  ) {
    self.root = root
    self.files = files
    self.linter = linter
    self.defaults = defaults
    self.encoding = encoding
    self.generation = generation
  }

  // MARK: - Steps

  /// Whether there is work for ``step(open:)``.
  public var hasWork: Bool { if case .done = phase { isOutdated } else { true } }

  /// The number of sources, and of those that have been scanned.
  public var progress: (done: Int, count: Int) {
    switch phase {
    case .waiting, .walking: (0, 0)
    case .scanning(let paths, let next): (next, paths.count)
    case .expanding, .done: (sources.count, sources.count)
    }
  }

  /// Does one step of the work.
  public func step(open: ProjectFinder.OpenFiles) {
    switch phase {
    case .waiting, .done:
      isOutdated = false
      let search = FileSearch(files: files, currentFolder: "/", defaults: defaults, alsoFinds: ProjectTree.isRead)
      search.begin(root)
      phase = .walking(search)
    case .walking(let search):
      for _ in 0..<Self.foldersAtOnce where search.count <= Self.mostFiles {
        if !search.step() { return take(search, open) }
      }
      if search.count > Self.mostFiles { take(FileSearch(files: files, currentFolder: "/"), open) }
    case .scanning(let paths, var next):
      var left = Self.bytesAtOnce
      for path in paths[next...].prefix(Self.filesAtOnce) where left > 0 {
        left -= look(at: path, open)
        next += 1
      }
      phase = .scanning(paths, next)
      if next == paths.count { finishScan(open) }
    case .expanding(let paths, let next):
      let upper = min(next + Self.foldersAtOnce, paths.count)
      for path in paths[next..<upper] { findMacros(in: path, open) }
      phase = .expanding(paths, upper)
      if upper == paths.count { finish(open) }
    }
  }

  private func take(_ search: FileSearch, _ open: ProjectFinder.OpenFiles) {
    let tree = SourceTree(root, of: search, files: files)
    if let old = self.tree { tree.readSkipped(as: old) }
    let isSame = self.tree.map { $0.hasSameFiles(as: tree) } ?? false
    self.tree = tree
    if !isSame { model = nil }
    if !isSame || descriptions.contains(where: { version(of: $0.key, open) != $0.value }) { makeModel(open) }
    paths = Set((tree.found + tree.compiled).lazy.map(\.resolvedPath))
    for path in declared.keys { lookAtDeclarations(in: path, open) }
    phase = .scanning(sources.keys.sorted(), 0)
  }

  private func makeModel(_ open: ProjectFinder.OpenFiles) {
    guard let tree else { return }
    guard tree.mayHaveSources else {
      (model, sources, isAllNew) = (nil, [:], true)
      return
    }
    let reads = Reads()
    let project = tree.project { [self] path in
      reads.versions[path] = version(of: path, open)
      return open.file(path)?.document
    }
    let old = model
    let model = BuildModel(project, after: old)
    descriptions = reads.versions
    self.model = model
    if let old, model.hasSameCode(as: old) {
      isDescribedAnew = true
      return
    }
    isAllNew = true
    // Only sources of shipping targets are needed.
    var wanted: Set<String> = []
    for target in model.targets where target.needsDeclarations { wanted.formUnion(target.sources + target.headers) }
    var sources: [String: Source] = [:]
    for file in tree.found + tree.compiled where file.isSource && wanted.contains(file.resolvedPath) {
      sources[file.resolvedPath] = self.sources[file.resolvedPath] ?? Source(found: file)
    }
    self.sources = sources
  }

  private final class Reads {
    var versions: [String: Version] = [:]
  }

  private func version(of path: String, _ open: ProjectFinder.OpenFiles) -> Version {
    if let file = open.file(path) { return .open(file.revision) }
    // Don’t follow a link that has replaced the file since it was found.
    guard let status = try? files.status(of: path, followingLinks: false), status.type == .file else { return .gone }
    return .onDisk(status)
  }

  // MARK: - Sources

  /// Reads a source if it has changed.
  ///
  /// - Returns: The number of bytes that were scanned.
  @discardableResult
  private func look(at path: String, _ open: ProjectFinder.OpenFiles) -> Int {
    guard let known = sources[path] else { return 0 }
    let version = version(of: path, open)
    guard known.version != version else { return 0 }
    var source = Source(found: known.found, version: version)
    var bytes: [UInt8]?
    if let opened = open.file(path) {
      if let text = opened.document?.text {
        bytes = text.bytes
        source.uses = scan.scan(text, of: source.found)
      }
    } else if let read = try? scan.read(path) {
      bytes = read
      source.uses = scan.scan(read, of: source.found)
    }
    source.isRead = bytes != nil
    if let macros, let bytes, let language = SourceLanguage(path: path) {
      source.expanded = macros.expanded(in: bytes, language)
    }
    sources[path] = source
    if source.expanded != known.expanded { isAllNew = true }
    if source.isRead != known.isRead || source.uses != known.uses { news.insert(path) }
    return bytes?.count ?? 0
  }

  /// The macros whose definitions contain uses.
  private var macrosWithUses: Set<String> {
    sources.values.reduce(into: []) { if let uses = $1.uses { $0.formUnion(uses.macros) } }
  }

  private func finishScan(_ open: ProjectFinder.OpenFiles) {
    let new = sources.filter { $0.value.version == nil }.keys
    if !new.isEmpty {
      phase = .scanning(new.sorted(), 0)
      return
    }
    let names = macrosWithUses
    if names == macroNames { return finish(open) }
    (macroNames, isAllNew) = (names, true)
    macros = names.isEmpty ? nil : scan.search(forMacros: names)
    phase = .expanding(sources.keys.sorted(), 0)
  }

  private func findMacros(in path: String, _ open: ProjectFinder.OpenFiles) {
    sources[path]?.expanded = []
    guard let macros, let language = SourceLanguage(path: path), sources[path]?.isRead ?? false else { return }
    let bytes = open.file(path).map { $0.document?.text.bytes } ?? (try? scan.read(path))
    if let bytes { sources[path]?.expanded = macros.expanded(in: bytes, language) }
  }

  // MARK: - Evidence

  private func finish(_ open: ProjectFinder.OpenFiles) {
    phase = .done
    makeEvidence(open)
    isComplete = true
  }

  private func makeEvidence(_ open: ProjectFinder.OpenFiles) {
    guard isAllNew || isDescribedAnew || !news.isEmpty else { return }
    defer { (isAllNew, isDescribedAnew, news) = (false, false, []) }
    let old = evidence
    generation += 1
    guard let model, let tree, !sources.isEmpty else {
      if old == nil { generation -= 1 }
      (evidence, scanned) = (nil, [:])
      return
    }
    let expanded = macros == nil ? [] : sources.values.reduce(into: Set<String>()) { $0.formUnion($1.expanded) }
    func take(_ path: String, _ source: Source) {
      var uses = source.uses
      if !expanded.isEmpty { uses?.expand(expanded) }
      scanned[path] = source.isRead ? uses?.scanned ?? ScannedSource() : nil
    }
    if let old, !isAllNew {
      for path in news { if let source = sources[path] { take(path, source) } }
      evidence = SourceEvidence(
        old, model: isDescribedAnew ? model : nil, sources: scanned, changed: news,
        isComplete: tree.failed.isEmpty && scanned.count == sources.count, generation: generation
      ) { path, kind in read(path, kind, open) }
    } else {
      scanned = [:]
      for (path, source) in sources { take(path, source) }
      evidence = SourceEvidence(
        model, sources: scanned, isComplete: tree.failed.isEmpty && scanned.count == sources.count,
        catalog: linter.catalog, generation: generation
      ) { path, kind in read(path, kind, open) }
    }
  }

  /// A manifest, property list or entitlements file.
  private func read(_ path: String, _ kind: FileKind, _ open: ProjectFinder.OpenFiles) -> ProjectFile? {
    if let known = declared[path] { return known.file }
    let file = document(path, kind, open).map { linter.read($0) }
    declared[path] = Declared(kind: kind, version: version(of: path, open), file: file)
    return file
  }

  private func document(_ path: String, _ kind: FileKind, _ open: ProjectFinder.OpenFiles) -> Document? {
    if let opened = open.file(path) { return opened.document?.moved(to: path) }
    return (try? files.read(path, limit: ProjectFinder.largestFile)).map { Document(path: path, kind: kind, bytes: $0) }
  }

  /// Reads a manifest, property list or entitlements file if it has changed.
  private func lookAtDeclarations(in path: String, _ open: ProjectFinder.OpenFiles) {
    guard let known = declared[path] else { return }
    let version = version(of: path, open)
    guard known.version != version else { return }
    declared[path]?.version = version
    let document = document(path, known.kind, open)
    // Opening a file without changes changes nothing.
    if let document, let file = known.file, file.document.isSameVersion(as: document) { return }
    declared[path]?.file = document.map { linter.read($0) }
    news.insert(path)
  }

  // MARK: - Changes

  /// Whether the last walk found a file.
  public func knows(_ path: String) -> Bool { paths.contains(path) }

  /// Call this when a file may have changed, on disk or in an editor.
  public func touch(_ path: String) {
    if sources[path] != nil || declared[path] != nil || descriptions[path] != nil { touched.insert(path) }
  }

  /// Touches the files on disk that have changed since they were read.
  ///
  /// - Returns: Whether there are any.
  public func touchChanged(_ paths: some Sequence<String>) -> Bool {
    var isAny = false
    for path in paths where !isAsRead(path) {
      touch(path)
      isAny = true
    }
    return isAny
  }

  /// Does the same for target descriptions and declarations, at most once a second, for clients that don’t report changes.
  ///
  /// - Parameter now: In milliseconds.
  public func touchChanged(now: Int) {
    guard isComplete, lookedAtDisk == .min || now - lookedAtDisk >= Self.statusAge else { return }
    lookedAtDisk = now
    _ = touchChanged(declared.keys)
    _ = touchChanged(descriptions.keys)
  }

  /// Whether a file that was read from disk is unchanged.
  private func isAsRead(_ path: String) -> Bool {
    [declared[path]?.version, descriptions[path], sources[path]?.version].allSatisfy { version in
      guard case .onDisk(let status) = version else { return true }
      return (try? files.status(of: path, followingLinks: false)) == status
    }
  }

  /// Call this when files may have been added or removed, so that ``step(open:)`` walks the folder again.
  public func filesChanged() { isOutdated = true }

  /// Whether ``refresh(open:)`` has work.
  public var isStale: Bool { isComplete && !touched.isEmpty }

  /// Reads the files that may have changed. This may leave more work for ``step(open:)``.
  public func refresh(open: ProjectFinder.OpenFiles) {
    guard isStale else { return }
    var paths = touched
    touched = []
    if paths.count > Self.filesAtOnce {
      // After switching branches, for example: the next walk reads them in steps.
      filesChanged()
      paths = paths.filter { open.file($0) != nil }
    }
    if paths.contains(where: { path in descriptions[path].map { $0 != version(of: path, open) } ?? false }) {
      makeModel(open)
      if sources.values.contains(where: { $0.version == nil }) {
        // New sources of a target are read first; until then there is no evidence.
        if evidence != nil { generation += 1 }
        (evidence, isComplete, isAllNew) = (nil, false, true)
        continueScan()
        return
      }
    }
    for path in paths {
      look(at: path, open)
      lookAtDeclarations(in: path, open)
    }
    if paths.contains(where: { !(sources[$0]?.uses?.macros ?? []).isSubset(of: macroNames) }) { continueScan() }
    makeEvidence(open)
  }

  /// Makes ``step(open:)`` read new sources and search for macros again.
  private func continueScan() {
    if case .done = phase {} else { isOutdated = true }
    phase = .scanning([], 0)
  }

  // MARK: - Files on disk

  /// The evidence about a file that is not open; nil if it is based on an older version of the file.
  public func evidence(ofFileOnDisk path: String) -> FileEvidence? {
    guard !isStale, let found = evidence?.file(path), !touchChanged([path]) else { return nil }
    return found
  }

  /// The sources and target descriptions in which there may be findings.
  public var sourceFiles: [FoundFile] {
    guard let evidence, let tree else { return [] }
    let paths = Set(evidence.sourcePaths)
    return tree.found.filter { paths.contains($0.resolvedPath) }.map { file in
      var file = file
      file.kind = .source
      return file
    }
  }

  // MARK: - Positions

  /// The start and end of a use in a source.
  public func place(of range: ByteRange, in path: String) -> (start: Position, end: Position)? {
    sources[path]?.uses?.uses.first { $0.use.range == range }.map { ($0.start, $0.end) }
  }

  /// The version of a manifest, property list or entitlements file that was compared with the sources.
  public func document(at path: String) -> Document? { declared[path]?.file?.document }
}
