import Catalog
import CatalogData
import FileSystem
import LanguageServer
import PrivacyRules

extension Option {
  static let format = Option(
    name: "format", value: .choice(["text", "json", "xcode", "github"]), summary: "How findings are printed")
  static let fix = Option(name: "fix", summary: "Write the fixes that leave nothing to decide, and print what remains")
  static let failOn = Option(
    name: "fail-on", value: .choice(Severity.allCases.reversed().map(\.rawValue)),
    summary: "Exit with 1 from this severity on; “error” if not given")
  static let config = Option(
    name: "config", value: .text("FILE"), summary: "Take the settings from this file, and from no other")
  static let stdinPath = Option(
    name: "stdin-path", value: .text("NAME"), summary: "The path of what “-” reads: it decides what kind of file it is")
  static let color = Option(
    name: "color", value: .choice(["auto", "always", "never"]), summary: "Use colors; “auto” does on a terminal")
  static let quiet = Option(
    name: "quiet", short: "q", summary: "Print one line a finding: no source, no fixes, no summary")
}

extension Command {
  static let lint = Command(
    name: "lint",
    operands: "[PATH…]",
    summary: "Report the mistakes in files, or in the privacy files of folders",
    details: """
      A PATH is a file or a folder; “-” is standard input; without one, the current folder is taken.
      Folders are searched for privacy manifests, Info.plist files and their translations,
      entitlements, Xcode projects and .xcconfig files; .git, .build, build and DerivedData are left
      out. What the files of one target say is compared. A file that is named is linted whatever it
      is called.

      Exit status: 0 if there is no finding from --fail-on on, 1 if there is one, 2 if a file could
      not be read or written or the command line is wrong.
      """,
    options: [.format, .fix, .failOn, .config, .stdinPath, .color, .quiet]
  ) { arguments, console in
    LintRun(arguments, console).run()
  }
}

/// One run of `lint`.
struct LintRun {
  private let arguments: Arguments
  private let console: Console
  private let disk = ListedFileSystem(LocalFileSystem())
  private let fixes: Bool

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
    fixes = arguments.has(.fix)
  }

  /// Does it, and returns the status to exit with.
  func run() -> Int32 {
    let readsInput = arguments.operands.contains("-")
    if readsInput, arguments.operands.count > 1 || fixes {
      console.note(fixes ? "--fix cannot write standard input" : "“-” goes with no other path")
      return 2
    }
    if arguments.has(.stdinPath), !readsInput {
      console.note("--stdin-path goes with “-”, which reads standard input")
      return 2
    }
    var settings = FileSettings(files: disk)
    if let path = arguments[.config] { settings.setFile(ConfigurationFile(path: path, files: disk)) }

    let rules = Linter(catalog: .bundled)
    settings.projects = ProjectFinder(files: disk, linter: rules)
    let linter = FileLinter(linter: rules, fixes: fixes)
    if readsInput {
      guard let report = lintInput(linter, &settings) else { return 2 }
      guard tellProblems(of: settings) else { return 2 }
      var stream = ReportStream(reporter, to: console)
      stream.add([reporter.reported(report)])
      return end(&stream)
    }
    return lintFiles(linter, &settings)
  }

  /// Says what is wrong with settings.
  ///
  /// - Returns: Whether they are what the user wrote.
  private func tellProblems(of settings: FileSettings) -> Bool {
    for problem in settings.problems { console.note(problem) }
    return settings.areUsable
  }

  /// So many files are linted before their part of the report is written: enough to keep all processors busy, and so
  /// few that their texts may be held.
  private static let batch = 2_048
  /// So much of the files of projects is held, in bytes.
  fileprivate static let mostOfProjects = 64 << 20

  private func lintFiles(_ linter: FileLinter, _ settings: inout FileSettings) -> Int32 {
    var search = FileSearch(files: disk, currentFolder: currentFolder())
    for path in arguments.operands.isEmpty ? ["."] : arguments.operands { search.add(path) }
    for note in search.notes { console.note(note) }
    if search.found.isEmpty { console.note("there are no privacy files here") }
    let found = (search.found + settings.filesNamed(by: search.found, linter)).sorted { $0.shownPath < $1.shownPath }
    var linter = linter
    let shown = ShownPaths(found)
    linter.shownPath = { shown.shownPath(of: $0) }
    if fixes {
      for folder in Set(found.map { parentFolder(of: $0.resolvedPath) }) {
        LocalFileSystem().removeLeftovers(in: folder)
      }
    }
    // Nothing is written, and nothing judged, by settings that are not what the user wrote.
    let configurations = found.map { settings.configuration(of: $0) }
    guard tellProblems(of: settings) else { return 2 }

    let reporter = reporter
    var stream = ReportStream(reporter, to: console)
    for start in stride(from: 0, to: found.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, found.count)
      let read = settings.read(Array(found[range]), linter)
      // The folders are looked at one after the other; what they say is remembered, not shared.
      let work = range.map { place in
        (
          file: found[place], read: read[found[place].resolvedPath],
          project: settings.project(of: found[place], read), configuration: configurations[place]
        )
      }
      stream.add(
        parallelMap(work) { [linter] in
          reporter.reported(
            linter.lint($0.file, read: $0.read, project: $0.project, configuration: $0.configuration))
        })
      settings.projects?.forgetFiles(beyond: Self.mostOfProjects)
    }
    return end(&stream)
  }

  private func lintInput(_ linter: FileLinter, _ settings: inout FileSettings) -> FileReport? {
    guard let bytes = readStandardInput(limit: FileLinter.largestFile) else {
      console.note("standard input \(FileLinter.unreadableInput)")
      return nil
    }
    guard let path = arguments[.stdinPath] else {
      return linter.lint(
        SourceFile(bytes), path: FileLinter.nameless, kind: nil, project: Project(),
        configuration: settings.configuration(of: nil))
    }
    let search = FileSearch(files: disk, currentFolder: currentFolder())
    let file = search.place(of: path)
    return linter.lint(
      SourceFile(bytes), path: path, kind: file.kind, project: settings.project(of: file),
      configuration: settings.configuration(of: file))
  }

  private var reporter: Reporter {
    switch arguments[.format] {
    case "json": .json(fixes: fixes)
    case "xcode": .lines { xcodeLine($0, $1, $2) }
    case "github": .lines { gitHubLine($0, $1, $2) }
    default: .text(console.style(arguments[.color]), isQuiet: arguments.has(.quiet))
    }
  }

  /// Ends a report, and returns the status to exit with.
  private func end(_ stream: inout ReportStream) -> Int32 {
    stream.end()
    if !stream.tally.isComplete { return 2 }
    let limit = arguments[.failOn].flatMap(Severity.init(rawValue:)) ?? .error
    return stream.tally.hasFindings(atLeast: limit) ? 1 : 0
  }
}

/// How the paths of files are shown; looked through only when a finding speaks of another file.
private final class ShownPaths: Sendable {
  private let shown: OnDemand<[String: String]>

  init(_ found: [FoundFile]) {
    shown = OnDemand {
      Dictionary(found.map { ($0.resolvedPath, $0.shownPath) }, uniquingKeysWith: { first, _ in first })
    }
  }

  func shownPath(of path: String) -> String { shown.value[path] ?? path }
}

/// The settings and the projects of files, from the folders around them.
private struct FileSettings {
  private let files: any FileSystem
  private var surroundings: [String: Surroundings] = [:]
  /// The file that the user named; no other is looked for then.
  private var named: ConfigurationFile?
  private var met: [ConfigurationFile] = []
  /// What lies around the files.
  var projects: ProjectFinder?

  init(files: any FileSystem) {
    self.files = files
  }

  /// What is wrong with the files that were met, each once.
  var problems: [String] { met.flatMap(\.problems) }
  var areUsable: Bool { met.allSatisfy(\.isUsable) }

  mutating func setFile(_ file: ConfigurationFile) {
    named = file
    met.append(file)
  }

  mutating func configuration(of file: FoundFile?) -> Configuration {
    if let named { return named.configuration }
    guard let file else { return Configuration() }
    // Taken out while it changes: what stands in two places would be copied with every change.
    var around = surroundings.removeValue(forKey: file.root) ?? Surroundings(root: file.root, files: files)
    defer { surroundings[file.root] = around }
    guard let settings = around.configurationFile(of: file.folder) else { return Configuration() }
    if !met.contains(settings) { met.append(settings) }
    return settings.configuration
  }

  /// - Parameter read: What was read of the files of projects, by path.
  mutating func project(of file: FoundFile, _ read: [String: ReadFile] = [:]) -> Project {
    var around = surroundings.removeValue(forKey: file.root) ?? Surroundings(root: file.root, files: files)
    defer { surroundings[file.root] = around }
    let folders = around.project(of: joinedPath(file.folder, fileName(of: file.shownPath)))
    return projects?.project(
      ofFileAt: file.resolvedPath, root: file.root, folders: folders, open: Self.reader(read), now: Self.now)
      ?? folders
  }

  /// Reads what the targets of some files are made of, on all processors.
  ///
  /// - Returns: The files by path. Where there is no target, none.
  mutating func read(_ found: [FoundFile], _ linter: FileLinter) -> [String: ReadFile] {
    let companions = projects?.companions(of: found, now: Self.now) ?? []
    let read = parallelMap(companions) { linter.read($0.path, $0.kind) }
    var result: [String: ReadFile] = [:]
    for (companion, file) in zip(companions, read) { result[companion.path] = file }
    return result
  }

  /// The files that the projects of found ones name under other names.
  mutating func filesNamed(by found: [FoundFile], _ linter: FileLinter) -> [FoundFile] {
    let files = found.filter { $0.kind == .xcodeProject && $0.error == nil }
    guard !files.isEmpty else { return [] }
    var seen = Set(found.map(\.resolvedPath))
    var result: [FoundFile] = []
    // Some projects at a time, so that the texts of no more are held.
    for start in stride(from: 0, to: files.count, by: 32) {
      let some = Array(files[start..<min(start + 32, files.count)])
      let read = read(some, linter)
      result += projects?.filesNamed(by: some, besides: &seen, open: Self.reader(read), now: Self.now) ?? []
      projects?.forgetFiles(beyond: LintRun.mostOfProjects)
    }
    return result
  }

  /// Nothing changes while the command runs, so that no time passes either.
  private static let now = ProjectFinder.Moment(0)

  private static func reader(_ read: [String: ReadFile]) -> (String) -> ProjectFinder.OpenFile? {
    { path in read[path].map { ProjectFinder.OpenFile($0.file) } }
  }
}
