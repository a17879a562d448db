import BuildFiles
import BuildTargets
public import FileSystem
public import PrivacyRules
import SourceScan
public import SourceText

/// What the sources below a folder use and what the files of its targets declare, for an editor: found out a piece at a
/// time, and kept up with what changes a file at a time.
///
/// What an editor has open counts in the place of what is on disk. Nothing is told before all is known.
public final class SourceIndex {
  /// The folder, absolute and without links.
  public let root: String
  /// What is known; nil before all is, and where nothing is built from sources.
  public private(set) var evidence: SourceEvidence?
  /// Tells ``evidence`` from what it was before.
  public private(set) var generation: Int
  /// Whether all that there is was looked at.
  public private(set) var isComplete = false

  private let files: any FileSystem
  private let linter: Linter
  /// What settings say of what is ours where no settings file does, from the next walk on.
  public var defaults: IgnoreScope.Defaults
  private let encoding: PositionEncoding
  /// Made with the first step: its tables take longer than a file is to be opened.
  private lazy var scan = SourceTreeScan(
    files: files, scanner: SourceScanner(linter.catalog), encoding: encoding)
  private var phase = Phase.waiting
  /// Whether files came or went since the walk began.
  private var isOutdated = false
  /// The files that say something else than ``evidence`` has, and whether it is to be made from all of them.
  private var news: Set<String> = []
  private var isAllNew = true
  /// Whether it is to be made with what descriptions say now, though the targets have the same code.
  private var isDescribedAnew = false
  /// What ``evidence`` was made from.
  private var scanned: [String: ScannedSource] = [:]

  private var tree: SourceTree?
  /// What the tree has, for quick answers.
  private var paths: Set<String> = []
  private var model: BuildModel?
  /// The files that the model was made of, with the versions that were read.
  private var descriptions: [String: Version] = [:]
  /// The sources of the targets that have to declare what they use.
  private var sources: [String: Source] = [:]
  /// The macros in whose definitions some of them have uses.
  private var macros: MacroSearch?
  private var macroNames: Set<String> = []
  /// Manifests, property lists and entitlements of the targets, as far as they were asked for.
  private var declared: [String: Declared] = [:]
  /// Files that may have changed since they were read.
  private var touched: Set<String> = []
  /// When files that no client tells of were last asked for.
  private var lookedAtDisk = Int.min

  private enum Phase {
    case waiting
    case walking(FileSearch)
    /// The paths of sources, and how many of them are done.
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
    /// Nil for what can’t be read.
    var file: ProjectFile?
  }

  private struct Source {
    let found: FoundFile
    /// The version that was read; nil before one was.
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

  /// So many files are listed; of a larger folder nothing is told.
  private static let mostFiles = 200_000
  /// One piece of work ends after this many bytes of sources, or folders.
  private static let bytesAtOnce = 64 << 10
  private static let foldersAtOnce = 8
  /// And after this many files, each of which the system is asked for.
  private static let filesAtOnce = 64
  /// In milliseconds.
  private static let statusAge = 1_000

  /// - Parameters:
  ///   - root: Absolute and without links.
  ///   - files: Reads the files.
  ///   - defaults: What settings say of what is ours where no settings file does.
  ///   - encoding: The units of columns.
  ///   - generation: The first one; above all of any index before, so that no two pieces of evidence share one.
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

  // MARK: - The work

  /// Whether there is work for ``step(open:)``.
  public var hasWork: Bool { if case .done = phase { isOutdated } else { true } }

  /// How many sources there are, and how many of them were looked at.
  public var progress: (done: Int, count: Int) {
    switch phase {
    case .waiting, .walking: (0, 0)
    case .scanning(let paths, let next): (next, paths.count)
    case .expanding, .done: (sources.count, sources.count)
    }
  }

  /// Does one piece of the work.
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
    let isSame = self.tree?.found.map(\.resolvedPath) == tree.found.map(\.resolvedPath)
    self.tree = tree
    paths = Set(tree.found.lazy.map(\.resolvedPath))
    if !isSame { model = nil }
    if !isSame || descriptions.contains(where: { version(of: $0.key, open) != $0.value }) { makeModel(open) }
    for path in declared.keys { lookAtDeclarations(in: path, open) }
    phase = .scanning(sources.keys.sorted(), 0)
  }

  private func makeModel(_ open: ProjectFinder.OpenFiles) {
    guard let tree else { return }
    guard tree.found.contains(where: \.isSource) else {
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
    // What nothing ships needs no reading.
    var wanted: Set<String> = []
    for target in model.targets where target.needsDeclarations { wanted.formUnion(target.sources + target.headers) }
    var sources: [String: Source] = [:]
    for file in tree.found where file.isSource && wanted.contains(file.resolvedPath) {
      sources[file.resolvedPath] = self.sources[file.resolvedPath] ?? Source(found: file)
    }
    self.sources = sources
  }

  private final class Reads {
    var versions: [String: Version] = [:]
  }

  private func version(of path: String, _ open: ProjectFinder.OpenFiles) -> Version {
    if let file = open.file(path) { return .open(file.revision) }
    // A link that has taken the file’s place since it was found is not followed.
    guard let status = try? files.status(of: path, followingLinks: false), status.type == .file else { return .gone }
    return .onDisk(status)
  }

  // MARK: - Sources

  /// Reads a source if it has another version than was read.
  ///
  /// - Returns: How many bytes that took.
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

  /// The macros in whose definitions there are uses.
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

  /// Reads a manifest, property list or entitlements file if it has another version than was read.
  private func lookAtDeclarations(in path: String, _ open: ProjectFinder.OpenFiles) {
    guard let known = declared[path] else { return }
    let version = version(of: path, open)
    guard known.version != version else { return }
    declared[path]?.version = version
    let document = document(path, known.kind, open)
    // A file that is opened as it is on disk says nothing new.
    if let document, let file = known.file, file.document.isSameVersion(as: document) { return }
    declared[path]?.file = document.map { linter.read($0) }
    news.insert(path)
  }

  // MARK: - What changes

  /// Whether a file was there when the folder was looked at.
  public func knows(_ path: String) -> Bool { paths.contains(path) }

  /// Takes note that a file may have changed, be it in an editor.
  public func touch(_ path: String) {
    if sources[path] != nil || declared[path] != nil || descriptions[path] != nil { touched.insert(path) }
  }

  /// Takes note of those of some files on disk that have changed since they were read.
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

  /// The same for all that describes targets and that they declare, no more often than once a second: for a client that
  /// tells of no changes.
  ///
  /// - Parameter now: In milliseconds.
  public func touchChanged(now: Int) {
    guard isComplete, lookedAtDisk == .min || now - lookedAtDisk >= Self.statusAge else { return }
    lookedAtDisk = now
    _ = touchChanged(declared.keys)
    _ = touchChanged(descriptions.keys)
  }

  /// Whether a file that was read from disk is as it was.
  private func isAsRead(_ path: String) -> Bool {
    [declared[path]?.version, descriptions[path], sources[path]?.version].allSatisfy { version in
      guard case .onDisk(let status) = version else { return true }
      return (try? files.status(of: path, followingLinks: false)) == status
    }
  }

  /// Takes note that files may have come or gone, so that all is looked at again by ``step(open:)``.
  public func filesChanged() { isOutdated = true }

  /// Whether ``refresh(open:)`` has something to do.
  public var isStale: Bool { isComplete && !touched.isEmpty }

  /// Looks at the files that may have changed. May leave more work for ``step(open:)``.
  public func refresh(open: ProjectFinder.OpenFiles) {
    guard isStale else { return }
    var paths = touched
    touched = []
    if paths.count > Self.filesAtOnce {
      // After a change of branch: the next walk reads them, a piece at a time.
      filesChanged()
      paths = paths.filter { open.file($0) != nil }
    }
    if paths.contains(where: { path in descriptions[path].map { $0 != version(of: path, open) } ?? false }) {
      makeModel(open)
      if sources.values.contains(where: { $0.version == nil }) {
        // What has joined a target is read first; till then nothing is known.
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

  /// Has ``step(open:)`` read the sources that are new, and look for macros again.
  private func continueScan() {
    if case .done = phase {} else { isOutdated = true }
    phase = .scanning([], 0)
  }

  // MARK: - Files on disk

  /// What is known of a file that no editor has open; nil where that rests on another version than is there.
  public func evidence(ofFileOnDisk path: String) -> FileEvidence? {
    guard !isStale, let found = evidence?.file(path), !touchChanged([path]) else { return nil }
    return found
  }

  /// The sources and descriptions of targets in which something may be found.
  public var sourceFiles: [FoundFile] {
    guard let evidence, let tree else { return [] }
    let paths = Set(evidence.sourcePaths)
    return tree.found.filter { paths.contains($0.resolvedPath) }.map { file in
      var file = file
      file.kind = .source
      return file
    }
  }

  // MARK: - Places

  /// The start and end of a use in a source.
  public func place(of range: ByteRange, in path: String) -> (start: Position, end: Position)? {
    sources[path]?.uses?.uses.first { $0.use.range == range }.map { ($0.start, $0.end) }
  }

  /// A manifest, property list or entitlements file as it was compared with sources.
  public func document(at path: String) -> Document? { declared[path]?.file?.document }
}
