import Catalog
import CatalogData
import FileSystem
import GitObjects
import PrivacyRules
import SourceText
import Workspace

extension Option {
  static let fix = Option(name: "fix", summary: "Apply the safe fixes and print what remains")
  static let failOn = Option(
    name: "fail-on", value: .choice(Severity.allCases.reversed().map(\.rawValue)),
    summary: "Exit with 1 at this severity or above (default: error)")
  static let select = Option(
    name: "select", value: .list("RULES"), summary: "Report only these rules and groups, separated by commas")
  static let ignore = Option(
    name: "ignore", value: .list("RULES"), summary: "Skip these rules and groups, separated by commas")
  static let minimumSeverity = Option(
    name: "min-severity", value: .choice(Severity.allCases.reversed().map(\.rawValue)),
    summary: "Report only findings of this severity or above")
  static let noIgnore = Option(
    name: "no-ignore", summary: "Include dependencies and what git ignores or the settings exclude")
  static let config = Option(
    name: "config", value: .file("FILE"), summary: "Use only the settings in this file")
  static let baseline = Option(
    name: "baseline", value: .file("FILE"), summary: "Suppress the findings in this file, and count them")
  static let baselineAdd = Option(
    name: "baseline-add", summary: "Add the findings of this run to the baseline, and create it if it’s missing")
  static let baselinePrune = Option(
    name: "baseline-prune", summary: "Remove from the baseline what this run no longer finds")
  static let changedSince = Option(
    name: "changed-since", value: .text("REVISION"),
    summary: "Report only findings related to files that differ from this git revision")
  static let statistics = Option(
    name: "statistics", summary: "Print the number of findings per rule instead of the findings")
  static let stdinPath = Option(
    name: "stdin-path", value: .text("NAME"),
    summary: "The path to assume for standard input; it determines the file kind")
  static let color = Option(
    name: "color", value: .choice(["auto", "always", "never"]), summary: "Use colors; “auto” does so on a terminal")
  static let quiet = Option(
    name: "quiet", short: "q", summary: "Print one line per finding: no source, fixes or summary")
}

extension Command {
  static let lint = Command(
    name: "lint",
    operands: "[PATH…]",
    completion: .paths,
    summary: "Check files, or the privacy files in folders",
    details: """
      A PATH is a file or a folder, or “-” for standard input; the default is the current folder.
      In folders, it checks privacy manifests, Info.plist files and their translations, entitlements,
      Xcode projects, .xcconfig files and the lock files of package managers (Package.resolved,
      Podfile.lock, Cartfile.resolved, pubspec.lock, package-lock.json, yarn.lock), and compares the
      files of each target with each other and with what its source code uses. It skips
      dependencies and build products (node_modules, Pods, Carthage, SourcePackages, vendor, build,
      DerivedData, *.framework, *.xcframework), hidden folders (.build), what git ignores and what the
      settings exclude.
      It always checks a file that you name, wherever it is and whatever it is called.

      --select, --ignore and --min-severity apply on top of the settings. What they exclude is neither
      printed nor fixed, and doesn’t affect the exit status. Given several times, --select and --ignore
      add up.

      With --changed-since, a finding is reported if its file differs from the revision, or if a file
      that it refers to does, such as a translation of a changed text or a manifest that lacks what
      new code uses. If a declaration is removed, what its target lacks is reported too.

      A baseline lists known findings by file, rule and message, so moving lines doesn’t
      bring them back. Start with --baseline FILE --baseline-add.

      Exit status: 0 if no finding reaches --fail-on, 1 if one does, 2 if a file could not be read
      or written or the command line is wrong.
      """,
    options: [
      .format("text", "json", "sarif", "junit", "xcode", "github"), .fix, .failOn, .select, .ignore, .minimumSeverity,
      .baseline, .baselineAdd, .baselinePrune, .changedSince, .statistics, .noIgnore, .config, .stdinPath, .color,
      .quiet,
    ]
  ) { arguments, console in
    LintRun(arguments: arguments, console: console).run()
  }
}

/// One run of `lint`.
struct LintRun {
  let arguments: Arguments
  let console: Console
  private let disk = ListedFileSystem(LocalFileSystem())
  private var fixes: Bool { arguments.has(.fix) }

  /// Returns the exit status.
  func run() -> Int32 {
    let readsInput = arguments.readsInput
    if let problem = readsInput && fixes
      ? "--fix can’t write to standard input" : arguments.problemWithInput ?? problemWithOptions()
    {
      console.note(problem)
      return 2
    }
    guard let folder = console.workingFolder(), let narrowing = narrowing() else { return 2 }
    var baseline: Baseline?
    if let path = arguments[.baseline] {
      guard let read = readBaseline(path, in: folder) else { return 2 }
      baseline = read
    }
    let rules = Linter(catalog: .bundled)
    let linter = FileLinter(linter: rules)
    let surroundings = FileSurroundings(
      files: disk, named: arguments[.config].map { ConfigurationFile(path: $0, files: disk) }, narrowing: narrowing,
      linter: rules, currentFolder: folder)
    if readsInput {
      guard var report = lintInput(linter, surroundings, in: folder) else { return 2 }
      _ = baseline?.takeKnown(from: &report, at: arguments[.stdinPath].map { absolutePath($0, in: folder) } ?? "")
      guard surroundings.areUsable(console) else { return 2 }
      var stream = ReportStream(reporter, to: console)
      stream.add([reporter.reported(report)])
      return end(&stream, surroundings)
    }
    return lintFiles(linter, surroundings, baseline, in: folder)
  }

  /// What is wrong with the combination of options; nil if nothing is.
  private func problemWithOptions() -> String? {
    let adds = arguments.has(.baselineAdd)
    let prunes = arguments.has(.baselinePrune)
    if adds || prunes {
      let name = adds ? "--baseline-add" : "--baseline-prune"
      if !arguments.has(.baseline) { return "\(name) needs --baseline" }
      if arguments.readsInput { return "\(name) needs files, not standard input" }
    }
    if arguments.has(.changedSince), arguments.readsInput { return "--changed-since needs files, not standard input" }
    let narrowed = [Option.select, .ignore, .minimumSeverity, .changedSince].first(where: arguments.has)
    if prunes, let narrowed { return "--baseline-prune needs all findings; leave out --\(narrowed.name)" }
    if arguments.has(.statistics), let format = arguments.format, format != "text" {
      return "--statistics can’t be combined with --format \(format)"
    }
    return nil
  }

  /// Reads a baseline; prints an error and returns nil if it can’t be read.
  private func readBaseline(_ path: String, in folder: String) -> Baseline? {
    let whole = absolutePath(path, in: folder)
    let home = disk.resolvedIfPossible(parentFolder(of: whole))
    do throws(FileError) {
      let bytes = try disk.read(whole, limit: Baseline.largestFile)
      do throws(Baseline.Failure) { return try Baseline(bytes, folder: home, path: path) } catch {
        console.note(error.message)
      }
    } catch {
      if error.reason == .notFound, arguments.has(.baselineAdd) { return Baseline(folder: home) }
      let advice = error.reason == .notFound ? "; --baseline-add creates it" : ""
      console.note("\(path) \(error.words)\(advice)")
    }
    return nil
  }

  /// Writes the updated baseline.
  ///
  /// - Returns: Whether it could be written.
  private func write(_ baseline: Baseline, to path: String, in folder: String) -> Bool {
    let whole = absolutePath(path, in: folder)
    let local = LocalFileSystem()
    do throws(FileError) {
      let isNew = (try? local.status(of: whole)) == nil
      if isNew { try local.create(whole) }
      let old = try local.read(whole, limit: Baseline.largestFile)
      if old != baseline.bytes { try local.replace(whole, old: old, new: baseline.bytes) }
      return true
    } catch {
      console.note("\(path) is not written: \(error.wordsBehindColon)")
      return false
    }
  }

  /// The rules that the command line selects; prints an error and returns nil if it names an unknown rule.
  private func narrowing() -> FileSurroundings.Narrowing? {
    var isRight = true
    func names(_ option: Option) -> Set<String>? {
      arguments[option].map { list in
        Set(
          list.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init).compactMap { name in
            guard let problem = Configuration.problem(withRuleOrGroup: name) else {
              return Rule.withID(name)?.id ?? name
            }
            console.note("--\(option.name): \(problem)")
            isRight = false
            return nil
          })
      }
    }
    let choice = Configuration.RuleChoice(select: names(.select), ignore: names(.ignore) ?? [])
    if isRight, choice.select?.isEmpty ?? false {
      console.note("--select names no rule")
      isRight = false
    }
    return isRight
      ? FileSurroundings.Narrowing(
        choice: choice, minimumSeverity: arguments[.minimumSeverity].flatMap(Severity.init(rawValue:))) : nil
  }

  /// The number of files that are linted before their part of the report is written: enough to keep all processors busy,
  /// and few enough to hold their texts in memory.
  private static let batch = 2_048
  /// The most to keep in memory of the files of projects, in bytes.
  static let mostOfProjects = 64 << 20

  /// A hint at files that `--no-ignore` would include; empty if there are none.
  private func leftOut(_ paths: [String], _ folder: String) -> String {
    guard !arguments.has(.noIgnore) else { return "" }
    let search = FileSearch(files: disk, currentFolder: folder, reach: .everything)
    search.add(paths) { parallelMap($0, $1) }
    let count = search.found.count { $0.kind != nil }
    return count == 0 ? "" : "; “--no-ignore” would check \(counted(count, "file")) left out there"
  }

  private func lintFiles(
    _ linter: FileLinter, _ surroundings: FileSurroundings, _ baseline: Baseline?, in folder: String
  ) -> Int32 {
    let search = FileSearch(
      files: disk, currentFolder: folder, reach: arguments.has(.noIgnore) ? .everything : .ours,
      defaults: surroundings.defaults(in: folder), alsoFinds: LintedSources.finds)
    let paths = arguments.paths
    let built = paths.filter(BuiltFiles.isBuiltFile)
    search.add(paths.filter { !built.contains($0) }) { parallelMap($0, $1) }
    for note in search.notes { console.note(note) }
    let privacyFiles = search.found.filter { $0.kind != nil || $0.isNamed || $0.error != nil && !$0.isSource }
      .map { $0.kind == nil && $0.isNamed && $0.isSourceOrDescription ? $0.asSource : $0 }
    let named = surroundings.filesNamed(by: privacyFiles + search.foreignProjects, linter).filter {
      !search.leavesOut($0.resolvedPath, isFolder: false, below: $0.root)
    }
    let start = search.place(of: joinedPath(paths.first ?? ".", "."))
    let found = (privacyFiles + named).sorted { $0.shownPath < $1.shownPath }
    var changes: ChangedFiles?
    if let revision = arguments[.changedSince] {
      guard let read = readChanges(since: revision, around: start) else { return 2 }
      changes = read
    }
    guard var changed = changedPaths(among: found, changes) else { return 2 }
    for note in changes?.notes(onSubmodulesWith: found.map(\.resolvedPath)) ?? [] { console.note(note) }
    let expected = mailsAboutBuiltApps(built, in: paths, besides: Set(found.map(\.shownPath))) { path in
      surroundings.configuration(of: search.place(of: path))
    }
    var linter = linter
    if baseline != nil { linter.mostFindings = Baseline.mostFindings }
    let isRelative = !paths.contains { $0.hasPrefix("/") }
    let shown = ShownPaths(
      search.found + named, search.others, from: isRelative ? disk.resolvedIfPossible(folder) : nil)
    linter.shownPath = { shown.shownPath(of: $0) }
    if fixes {
      removeTemporaryFilesWhenInterrupted()
      for folder in Set(found.map { parentFolder(of: $0.resolvedPath) }) {
        LocalFileSystem().removeLeftovers(in: folder)
      }
    }
    // Unless the settings are what the user meant, nothing is written or linted.
    let configurations = found.map { surroundings.configuration(of: $0) }
    guard surroundings.areUsable(console) else { return 2 }
    surroundings.lints(
      Dictionary(firstOf: zip(found.lazy.map(\.resolvedPath), configurations)))

    let fixed =
      fixes
      ? linter.fix(
        zip(found, configurations).filter { changed.contains($0.0.resolvedPath) }, surroundings, batch: Self.batch)
      : [:]
    surroundings.readCompanions(of: found.prefix(Self.batch), linter)
    let sources = LintedSources(search, disk) { [linter] in surroundings.read($0, $1, linter) }
    if found.isEmpty, built.isEmpty, sources.count == 0, !arguments.has(.changedSince) {
      console.note("no privacy files found in \(paths.joined(separator: ", "))\(leftOut(paths, folder))")
    }
    guard let changedSources = changedPaths(among: sources.found, changes),
      let concerned = told({ () throws(GitRepository.Failure) -> Set<String> in
        if let changes { try sources.paths(concernedBy: changes, disk) } else { [] }
      })
    else { return 2 }
    changed.formUnion(changedSources)
    let all =
      (zip(found, configurations).map { ($0, $1) }
      + sources.found.map { ($0, surroundings.configuration(of: $0)) }).sorted { $0.0.shownPath < $1.0.shownPath }
    let reporter = reporter
    var stream = ReportStream(reporter, to: console)
    var comparisons: [Baseline.Comparison] = []
    // One mistake is told once, where it is mended; an editor marks the calls as well.
    let declaring = Set(found.lazy.filter { $0.kind == .infoPlist || $0.kind == .privacyManifest }.map(\.resolvedPath))
    let (adds, prunes) = (arguments.has(.baselineAdd), arguments.has(.baselinePrune))
    for start in stride(from: 0, to: all.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, all.count)
      surroundings.readCompanions(of: all[range].lazy.map(\.0), linter)
      // Only one thread at a time looks at the surroundings of files; the results are cached.
      let reports = parallelMap(Array(range)) { [linter, changed] place in
        let (file, configuration) = all[place]
        var report = linter.lint(
          file, read: surroundings.read(file), project: OnDemand { surroundings.project(of: file) },
          configuration: configuration, evidence: sources.evidence(of: file))
        fixed[file.resolvedPath]?.add(to: &report)
        if file.kind == .source { report.dropFindingsTold(in: declaring) }
        let isChanged = changed.contains(file.resolvedPath)
        if !isChanged {
          let isConcerned = concerned.contains(file.resolvedPath)
          report.keepFindings(
            about: changed, andOf: isConcerned ? SourceEvidence.rulesOfMissingDeclarations : [])
        }
        // Most of the thousands of sources have no findings. Report only those that have, and those that the user named.
        let isTold =
          (file.kind != .source || file.isNamed) && isChanged || !report.diagnostics.isEmpty || report.error != nil
        let comparison = baseline?.takeKnown(from: &report, at: file.resolvedPath, adds: adds, prunes: prunes)
        if !isChanged { report.solved = 0 }
        report.omitBeyond(Linter.mostFindings)
        // If a file couldn’t be read, nothing is known about its findings.
        return (isTold ? reporter.reported(report) : nil, report.error == nil ? comparison : nil)
      }
      stream.add(reports.compactMap(\.0))
      comparisons += reports.compactMap(\.1)
      surroundings.forget(beyond: Self.mostOfProjects)
    }
    for var report in expected {
      if let baseline {
        comparisons.append(baseline.takeKnown(from: &report, at: absolutePath(report.path, in: folder), adds: adds))
      }
      stream.add([reporter.reported(report)])
    }
    let status = end(&stream, surroundings, sources: sources)
    guard var baseline, let path = arguments[.baseline], adds || prunes else { return status }
    baseline.update(comparisons, adds: adds, prunes: prunes) { path in
      do throws(FileError) {
        return try LocalFileSystem().status(of: path).size >= 0
      } catch {
        return error.reason != .notFound
      }
    }
    return write(baseline, to: path, in: folder) ? status : 2
  }

  /// The changes since a revision; prints an error and returns nil if the repository can’t be read.
  private func readChanges(since revision: String, around place: FoundFile) -> ChangedFiles? {
    do throws(GitRepository.Failure) {
      // For a file, use its folder.
      let isFolder = (try? disk.status(of: place.folder))?.type == .folder
      return try ChangedFiles(since: revision, around: isFolder ? place.folder : parentFolder(of: place.folder))
    } catch {
      console.note("--changed-since \(revision): \(error.message)")
      return nil
    }
  }

  /// The paths of the changed files, or of all files without `--changed-since`; prints an error and returns nil if the
  /// repository can’t be read.
  private func changedPaths(among found: [FoundFile], _ changes: ChangedFiles?) -> Set<String>? {
    guard let changes else { return Set(found.map(\.resolvedPath)) }
    return told { () throws(GitRepository.Failure) in
      var result: Set<String> = []
      for file in found {
        let isChanged = try changes.contains(file.resolvedPath)
        if isChanged || file.error != nil { result.insert(file.resolvedPath) }
      }
      return result
    }
  }

  /// What `read` returns; prints an error and returns nil if the repository can’t be read.
  private func told<Answer>(_ read: () throws(GitRepository.Failure) -> Answer) -> Answer? {
    do throws(GitRepository.Failure) { return try read() } catch {
      console.note("--changed-since: \(error.message)")
      return nil
    }
  }

  /// The mails to expect about the built apps, frameworks and libraries among the paths. Property lists in folders are
  /// linted like all others, so for folders, only the mails about binaries are added.
  ///
  /// - Parameters:
  ///   - found: The shown paths of the files that are linted anyway.
  ///   - configuration: Returns the settings for a path.
  private func mailsAboutBuiltApps(
    _ files: [String], in paths: [String], besides found: Set<String>, configuration: (String) -> Configuration
  ) -> [FileReport] {
    let folders = paths.filter(BuiltFiles.isBuiltFolder)
    guard !files.isEmpty || !folders.isEmpty else { return [] }
    var reports: [FileReport] = []
    for path in files + folders {
      let check = AppCheck([path], linter: Linter(catalog: .bundled))
      var failures = check.failures
      if check.binaries.isEmpty, check.bundles.isEmpty, failures.isEmpty {
        failures.append(BuiltFileFailure(path, "has no built app or binary"))
      }
      for failure in failures where !found.contains(failure.path) {
        var report = FileReport(path: failure.path)
        report.error = failure.words
        reports.append(report)
      }
      let configuration = configuration(path)
      let own = configuration.severity[Rule.uploadCheck.id]
      if case .some(.none) = own { continue }
      func severity(_ mail: ExpectedMail) -> Severity { own.flatMap(\.self) ?? mail.severity }
      let mails = check.mails.filter { mail in
        (mail.file == nil || files.contains(path)) && severity(mail) >= configuration.minimumSeverity
      }
      var places = Dictionary(grouping: mails, by: \.place).sorted { $0.key < $1.key }
      if places.isEmpty, failures.isEmpty { places = [(path, [])] }
      for (number, (place, mails)) in places.enumerated() {
        var report = FileReport(path: place)
        report.file = SourceFile([])
        report.isFirstOfBuiltApp = number == 0
        report.diagnostics = mails.map { mail in
          var diagnostic = Diagnostic(
            rule: Rule.uploadCheck.id, severity: severity(mail), range: ByteRange(at: 0),
            message: mail.itms.map { "\(mail.message) (\($0))" } ?? mail.message)
          diagnostic.itms = mail.itms
          // A binary has no lines.
          diagnostic.keyPath = ""
          return diagnostic
        }
        reports.append(report)
      }
    }
    return reports
  }

  private func lintInput(_ linter: FileLinter, _ surroundings: FileSurroundings, in folder: String) -> FileReport? {
    guard let bytes = readStandardInput(limit: FileLinter.largestFile) else {
      console.note("standard input \(FileLinter.unreadableInput)")
      return nil
    }
    guard let path = arguments[.stdinPath] else {
      return linter.lint(
        SourceFile(bytes), path: FileLinter.nameless, kind: nil, project: OnDemand { Project() },
        configuration: surroundings.configuration(of: nil))
    }
    let search = FileSearch(files: disk, currentFolder: folder)
    let file = search.place(of: path)
    let configuration = surroundings.configuration(of: file)
    surroundings.lints([file.resolvedPath: configuration])
    return linter.lint(
      SourceFile(bytes), path: path, kind: file.kind, project: OnDemand { surroundings.project(of: file) },
      configuration: configuration)
  }

  private var reporter: Reporter {
    if arguments.has(.statistics) { return .statistics(console.style(arguments[.color])) }
    return switch arguments.format {
    case "json": .json(fixes: fixes)
    case "sarif": .sarif()
    case "junit": .junit()
    case "xcode": .lines { xcodeLine($0, $1, $2) }
    case "github": .lines { gitHubLine($0, $1, $2) }
    default: .text(console.style(arguments[.color]), isQuiet: arguments.has(.quiet))
    }
  }

  /// Ends a report and returns the exit status.
  private func end(
    _ stream: inout ReportStream, _ surroundings: FileSurroundings, sources: LintedSources? = nil
  ) -> Int32 {
    var apps = surroundings.appsWithoutManifest
    var frameworks = 0
    if let sources, sources.count > 0 {
      let lacking = sources.targetsWithoutManifest
      // If the targets are known, missing manifests are findings, unless the rule is off.
      apps = stream.tally.rules["missing-manifest"] == nil ? lacking.apps : 0
      frameworks = lacking.frameworks
    }
    stream.end(
      lackingManifest: [(apps, "app target"), (frameworks, "framework")].filter { $0.0 > 0 }.map { counted($0, $1) },
      sources: sources?.count ?? 0, unread: (sources?.unread ?? []) + surroundings.narrowedTo)
    if !stream.tally.isComplete { return 2 }
    let limit = arguments[.failOn].flatMap(Severity.init(rawValue:)) ?? .error
    return stream.tally.hasFindings(atLeast: limit) ? 1 : 0
  }
}

/// How the paths of files are shown; built only when a finding refers to another file.
private final class ShownPaths: Sendable {
  private let shown: OnDemand<[String: String]>
  private let folder: String?

  /// - Parameter folder: Files that were not found are shown relative to it; nil to show absolute paths.
  init(_ found: [FoundFile], _ others: [FileSearch.OtherFile], from folder: String?) {
    self.folder = folder
    shown = OnDemand {
      Dictionary(firstOf: (found + others.map(\.file)).map { ($0.resolvedPath, $0.shownPath) })
    }
  }

  func shownPath(of path: String) -> String {
    if let known = shown.value[path] { return known }
    guard let folder, folder != "/", isInside(path, folder), path != folder else { return path }
    return innerPath(of: path, in: folder)
  }
}
