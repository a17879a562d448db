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
  private let disk = LocalFileSystem()
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
    let reports: [FileReport]
    if readsInput {
      guard let report = lintInput(linter, &settings) else { return 2 }
      reports = [report]
    } else {
      reports = lintFiles(linter, &settings)
    }
    for problem in settings.problems { console.note(problem) }
    guard settings.areUsable else { return 2 }
    return conclude(LintReport(files: reports))
  }

  private func lintFiles(_ linter: FileLinter, _ settings: inout FileSettings) -> [FileReport] {
    var search = FileSearch(files: disk, currentFolder: currentFolder())
    for path in arguments.operands.isEmpty ? ["."] : arguments.operands { search.add(path) }
    for note in search.notes { console.note(note) }
    if search.found.isEmpty { console.note("there are no privacy files here") }
    let found = settings.withFilesNamed(by: search.found).sorted { $0.shownPath < $1.shownPath }
    var linter = linter
    let shown = Dictionary(found.map { ($0.resolvedPath, $0.shownPath) }, uniquingKeysWith: { first, _ in first })
    linter.shownPath = { shown[$0] ?? $0 }
    if fixes {
      for folder in Set(found.map { parentFolder(of: $0.resolvedPath) }) { disk.removeLeftovers(in: folder) }
    }
    // The folders are looked at one after the other; what they say is remembered, not shared.
    let work = found.map { file in
      (file: file, project: settings.project(of: file), configuration: settings.configuration(of: file))
    }
    // Nothing is written, and nothing judged, by settings that are not what the user wrote.
    guard settings.areUsable else { return [] }
    return parallelMap(work) { [linter] in linter.lint($0.file, project: $0.project, configuration: $0.configuration) }
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

  private func conclude(_ report: LintReport) -> Int32 {
    for file in report.files {
      if let error = file.error { console.note("\(printable(file.path)) \(printable(error))") }
    }
    let isQuiet = arguments.has(.quiet)
    let style = console.style(arguments[.color])
    let output: [UInt8] =
      switch arguments[.format] {
      case "json": jsonReport(report, fixes: fixes)
      case "xcode": lineReport(report) { xcodeLine($0, $1, $2) }
      case "github": lineReport(report) { gitHubLine($0, $1, $2) }
      default: textReport(report, style: style, isQuiet: isQuiet)
      }
    console.writeOutput(output)
    if !report.isComplete { return 2 }
    let limit = arguments[.failOn].flatMap(Severity.init(rawValue:)) ?? .error
    return report.hasFindings(atLeast: limit) ? 1 : 0
  }
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

  mutating func project(of file: FoundFile) -> Project {
    var around = surroundings.removeValue(forKey: file.root) ?? Surroundings(root: file.root, files: files)
    defer { surroundings[file.root] = around }
    let folders = around.project(of: joinedPath(file.folder, fileName(of: file.shownPath)))
    // Nothing changes while the command runs, so that no time passes either.
    return projects?.project(ofFileAt: file.resolvedPath, root: file.root, folders: folders, now: .init(0)) ?? folders
  }

  /// The files that were found, and those that their projects name under other names.
  mutating func withFilesNamed(by found: [FoundFile]) -> [FoundFile] {
    found + (projects?.filesNamed(beside: found, now: .init(0)) ?? [])
  }
}
