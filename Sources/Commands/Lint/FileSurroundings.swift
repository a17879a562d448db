import FileSystem
import PrivacyRules
import Synchronization
import Workspace

/// The settings and projects of files, from the folders around them. Threads may call it at the same time; a lock
/// serializes the calls.
final class FileSurroundings: Sendable {
  private let files: any FileSystem
  /// The settings file of `--config`; if given, no other is used.
  private let named: ConfigurationFile?
  private let narrowing: Narrowing
  /// Absolute and without links.
  private let currentFolder: String
  private let state: Mutex<State>

  /// How options of the command line narrow the settings.
  struct Narrowing: Sendable {
    var choice = Configuration.RuleChoice()
    var minimumSeverity: Severity?

    func narrowed(_ configuration: Configuration) -> Configuration {
      var result = configuration
      result.choose(choice)
      if let minimumSeverity { result.minimumSeverity = max(result.minimumSeverity, minimumSeverity) }
      return result
    }
  }

  private struct State {
    /// The narrowed settings of each settings file by its path; the empty path is for the defaults.
    var narrowed: [String: Configuration] = [:]
    private var surroundings: [String: Surroundings] = [:]
    /// The settings files that were found, without repetitions.
    private(set) var met: [ConfigurationFile] = []
    private var metPaths: Set<String> = []
    /// The folders whose parents, up to the folder of the search, were looked through for settings.
    var walked: Set<String> = []
    /// The Xcode projects whose targets have been counted.
    var counted: Set<String> = []
    let projects: ProjectFinder
    /// The number of app targets without a manifest in these projects.
    var appsWithoutManifest = 0
    /// The files of targets that were read, by absolute path without links.
    var read: [String: ReadFile] = [:]
    /// The size of ``read``, in bytes.
    var bytesRead = 0
    /// The files that the command has written.
    var written: Set<String> = []
    /// Only what the command itself writes changes during a run, so the moment depends on nothing else.
    var now: ProjectFinder.Moment { ProjectFinder.Moment(0, written.count) }
    /// Hands the files that were read to the project finder.
    var reader: ProjectFinder.OpenFiles {
      ProjectFinder.OpenFiles(
        paths: { [written] in written },
        file: { [read, written] path in
          read[path].map { ProjectFinder.OpenFile($0.file, isWritten: written.contains(path)) }
        })
    }

    init(projects: ProjectFinder) { self.projects = projects }

    mutating func surroundings(of file: FoundFile, _ files: any FileSystem) -> Surroundings {
      if let known = surroundings[file.root] { return known }
      let new = Surroundings(root: file.root, files: files)
      surroundings[file.root] = new
      return new
    }

    mutating func meet(_ file: ConfigurationFile) {
      if metPaths.insert(file.path).inserted { met.append(file) }
    }

    mutating func keep(_ file: ReadFile?, at path: String) {
      bytesRead += (file?.source.bytes.count ?? 0) - (read[path]?.source.bytes.count ?? 0)
      read[path] = file
    }
  }

  init(
    files: any FileSystem, named: ConfigurationFile?, narrowing: Narrowing = Narrowing(), linter: Linter,
    currentFolder: String
  ) {
    self.files = files
    self.named = named
    self.narrowing = narrowing
    self.currentFolder = files.resolvedIfPossible(currentFolder)
    var first = State(projects: ProjectFinder(files: files, linter: linter, standsStill: true))
    if let named { first.meet(named) }
    state = Mutex(first)
  }

  /// Registers the linted files and their settings, since a finding about several files is reported in one of them.
  ///
  /// - Parameter configurations: By the paths of the files, absolute and without links.
  func lints(_ configurations: [String: Configuration]) {
    state.withLock { $0.projects.tell { path in configurations[path].map { .reported($0) } ?? .leftOut } }
  }

  /// Prints the problems of the settings files that were found, and returns whether all of these files are usable.
  func areUsable(_ console: Console) -> Bool {
    let met = state.withLock { $0.met }
    for problem in met.flatMap(\.problems) { console.note(problem) }
    return met.allSatisfy(\.isUsable)
  }

  /// What settings and options leave out of the report, in words: "3 of 120 rules", "2 of 120 rules in some files".
  var narrowedTo: [String] {
    let used = state.withLock { Array($0.narrowed.values) }
    let rules = Rule.all.filter(\.isOnByDefault)
    let counts = rules.map { rule in used.count { $0.severity[rule.id] == .some(nil) } }
    let (some, all) = (counts.count { $0 > 0 && $0 < used.count }, counts.count { $0 > 0 && $0 == used.count })
    let severities = used.map(\.minimumSeverity)
    let (least, most) = (severities.min() ?? .hint, severities.max() ?? .hint)
    return (all > 0 ? ["\(all) of \(rules.count) rules"] : [])
      + (some > 0 ? ["\(some) \(all > 0 ? "more" : "of \(rules.count) rules") in some files"] : [])
      + (least > .hint ? ["anything below “\(least.rawValue)”"] : [])
      + (most > least ? ["anything below “\(most.rawValue)” in some files"] : [])
  }

  /// The default settings of a search in a folder: those of `--config`, whose patterns are relative to that file.
  func defaults(in folder: String) -> IgnoreScope.Defaults {
    guard let named else { return IgnoreScope.Defaults() }
    let around = files.resolvedIfPossible(parentFolder(of: absolutePath(named.path, in: folder)))
    return IgnoreScope.Defaults(named.configuration, folder: around, areFinal: true)
  }

  func configuration(of file: FoundFile?) -> Configuration {
    state.withLock { state in
      var settings = named
      if named == nil, let file {
        let surroundings = state.surroundings(of: file, files)
        settings = surroundings.configurationFile(of: file.folder)
        if let settings { state.meet(settings) }
        // Broken settings in a folder between the file and the start of the search might have excluded the file.
        var folder = file.folder
        while !file.isNamed, state.walked.insert(folder).inserted, folder != file.root, isInside(folder, file.root) {
          folder = parentFolder(of: folder)
          let outer = surroundings.configurationFile(of: folder)
          if let outer, !outer.isUsable { state.meet(outer) }
        }
      }
      let path = settings?.path ?? ""
      if let known = state.narrowed[path] { return known }
      let configuration = narrowing.narrowed(settings?.configuration ?? Configuration())
      state.narrowed[path] = configuration
      return configuration
    }
  }

  func project(of file: FoundFile) -> Project {
    state.withLock { state in
      let folders = state.surroundings(of: file, files).project(
        of: joinedPath(file.folder, fileName(of: file.shownPath)))
      func found(below root: String) -> Project {
        state.projects.project(
          ofFileAt: file.resolvedPath, root: root, folders: folders, open: state.reader, now: state.now)
      }
      var project = found(below: file.root)
      // A folder without a project may be a part of the one around it.
      if file.root != currentFolder, isInside(file.root, currentFolder),
        !project.targets.contains(where: { $0.name != nil })
      {
        let outer = found(below: currentFolder)
        if outer.targets.contains(where: { $0.name != nil || project.targets.isEmpty }) { project = outer }
      }
      // A file that the user named is always reported on.
      if file.isNamed { project.isLeftOver = false }
      if file.kind == .xcodeProject, state.counted.insert(file.resolvedPath).inserted {
        state.appsWithoutManifest += project.targets.count { target in
          target.name != nil && target.product == .app && !target.isTest && target.files(.privacyManifest).isEmpty
        }
      }
      return project
    }
  }

  var appsWithoutManifest: Int { state.withLock { $0.appsWithoutManifest } }

  /// The file, if it was read as part of a target.
  func read(_ file: FoundFile) -> ReadFile? {
    state.withLock { $0.read[file.resolvedPath] }
  }

  /// A file of a target, as it was read before, or from disk.
  func read(_ path: String, _ kind: FileKind, _ linter: FileLinter) -> ReadFile? {
    let known = state.withLock { $0.read[path] }
    return known?.file.document.kind == kind ? known : linter.read(path, kind)
  }

  /// Reads the files of the targets of some files, on all processors. Manifests are skipped: few of their findings depend
  /// on the project, and for these it is found on demand.
  func readCompanions(of found: some Sequence<FoundFile>, _ linter: FileLinter) {
    let concerned = found.filter { $0.kind != .privacyManifest && $0.kind != .lockFile }
    let companions = state.withLock { state in
      state.projects.companions(of: concerned, now: state.now).filter { state.read[$0.path] == nil }
    }
    let read = parallelMap(companions) { linter.read($0.path, $0.kind) }
    state.withLock { state in
      for (companion, file) in zip(companions, read) { state.keep(file, at: companion.path) }
    }
  }

  /// The files with unusual names that Xcode projects among the found files refer to.
  func filesNamed(by found: [FoundFile], _ linter: FileLinter) -> [FoundFile] {
    let projects = found.filter { $0.kind == .xcodeProject && $0.error == nil }
    guard !projects.isEmpty else { return [] }
    var seen = Set(found.map(\.resolvedPath))
    var result: [FoundFile] = []
    // A few projects at a time, to bound the memory for their texts.
    for start in stride(from: 0, to: projects.count, by: 32) {
      let some = Array(projects[start..<min(start + 32, projects.count)])
      readCompanions(of: some, linter)
      result += state.withLock { state in
        state.projects.filesNamed(by: some, besides: &seen, open: state.reader, now: state.now)
      }
      forget(beyond: LintRun.mostOfProjects)
    }
    return result
  }

  /// Registers a file that the command has written.
  func wrote(_ path: String) {
    state.withLock { state in
      state.keep(nil, at: path)
      state.written.insert(path)
    }
  }

  /// Drops what was read once it exceeds a number of bytes.
  func forget(beyond limit: Int) {
    state.withLock { state in
      // Files that were read ahead count even if no rule has asked for the project.
      guard max(state.bytesRead, state.projects.bytesRead) > limit else { return }
      state.projects.forgetFiles()
      state.read = [:]
      state.bytesRead = 0
    }
  }
}
