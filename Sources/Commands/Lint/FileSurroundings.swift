import FileSystem
import PrivacyRules
import Synchronization
import Workspace

/// The settings and the projects of files, from the folders around them. Threads may ask at once: they are answered one
/// after the other.
final class FileSurroundings: Sendable {
  private let files: any FileSystem
  /// The file that the user named; no other is looked for then.
  private let named: ConfigurationFile?
  private let narrowing: Narrowing
  private let state: Mutex<State>

  /// What the command line leaves of what settings say.
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
    /// What the settings in each file come to, by its path; under an empty one what holds without any.
    var narrowed: [String: Configuration] = [:]
    private var surroundings: [String: Surroundings] = [:]
    /// The files with settings that were met, each once.
    private(set) var met: [ConfigurationFile] = []
    private var metPaths: Set<String> = []
    /// The folders from which settings were looked for up to the folder that the search began in.
    var walked: Set<String> = []
    /// The Xcode projects whose targets were counted.
    var counted: Set<String> = []
    let projects: ProjectFinder
    /// The targets of the Xcode projects that were asked about that make an app and have no manifest.
    var appsWithoutManifest = 0
    /// What was read of the files that targets are made of, by absolute path without links.
    var read: [String: ReadFile] = [:]
    /// The size of ``read``, in bytes.
    var bytesRead = 0
    /// The files that the command has written, each once.
    var written: Set<String> = []
    /// While the command runs nothing changes but what it writes, and no time passes.
    var now: ProjectFinder.Moment { ProjectFinder.Moment(0, written.count) }
    /// The files that were read, for their projects.
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
    files: any FileSystem, named: ConfigurationFile?, narrowing: Narrowing = Narrowing(), linter: Linter
  ) {
    self.files = files
    self.named = named
    self.narrowing = narrowing
    var first = State(projects: ProjectFinder(files: files, linter: linter, standsStill: true))
    if let named { first.meet(named) }
    state = Mutex(first)
  }

  /// Takes note of the files that are linted, and by which settings: a finding about several is told in one of them.
  ///
  /// - Parameter configurations: By the paths of the files, absolute and without links.
  func lints(_ configurations: [String: Configuration]) {
    state.withLock { $0.projects.tell { path in configurations[path].map { .reported($0) } ?? .leftOut } }
  }

  /// What is wrong with the files that were met, each once.
  var problems: [String] { state.withLock { $0.met.flatMap(\.problems) } }
  var areUsable: Bool { state.withLock { $0.met.allSatisfy(\.isUsable) } }

  /// What a search goes by that begins in a folder: the settings that the user named, whose patterns begin where they lie.
  func defaults(in folder: String) -> IgnoreScope.Defaults {
    guard let named else { return IgnoreScope.Defaults() }
    let path = named.path.hasPrefix("/") ? named.path : joinedPath(folder, named.path)
    let around = parentFolder(of: path)
    return IgnoreScope.Defaults(
      named.configuration, folder: (try? files.resolve(around)) ?? around, areFinal: true)
  }

  func configuration(of file: FoundFile?) -> Configuration {
    state.withLock { state in
      var settings = named
      if named == nil, let file {
        let surroundings = state.surroundings(of: file, files)
        settings = surroundings.configurationFile(of: file.folder)
        if let settings { state.meet(settings) }
        // What was found would perhaps be left out by broken settings between it and where the search began.
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
      var project = state.projects.project(
        ofFileAt: file.resolvedPath, root: file.root, folders: folders, open: state.reader, now: state.now)
      // Who names a file wants to hear of it.
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

  /// The file, if it was read as a part of a target.
  func read(_ file: FoundFile) -> ReadFile? {
    state.withLock { $0.read[file.resolvedPath] }
  }

  /// A file of a target, as it was read, or else from disk.
  func read(_ path: String, _ kind: FileKind, _ linter: FileLinter) -> ReadFile? {
    let known = state.withLock { $0.read[path] }
    return known?.file.document.kind == kind ? known : linter.read(path, kind)
  }

  /// Reads what the targets of some files are made of, on all processors. Manifests are left out: of the few whose
  /// findings go by their project, the project is found when one asks.
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

  /// The files that the projects of found ones name under other names.
  func filesNamed(by found: [FoundFile], _ linter: FileLinter) -> [FoundFile] {
    let projects = found.filter { $0.kind == .xcodeProject && $0.error == nil }
    guard !projects.isEmpty else { return [] }
    var seen = Set(found.map(\.resolvedPath))
    var result: [FoundFile] = []
    // Some projects at a time, so that the texts of no more are held.
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

  /// Takes note of a file that the command has written.
  func wrote(_ path: String) {
    state.withLock { state in
      state.keep(nil, at: path)
      state.written.insert(path)
    }
  }

  /// Lets go of what was read once that is more than a number of bytes.
  func forget(beyond limit: Int) {
    state.withLock { state in
      // What was read ahead counts also where no rule has asked for the project.
      guard max(state.bytesRead, state.projects.bytesRead) > limit else { return }
      state.projects.forgetFiles()
      state.read = [:]
      state.bytesRead = 0
    }
  }
}
