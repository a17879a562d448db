import PrivacyRules
import SourceText

/// The result of `lint` for one file.
struct FileReport: Sendable {
  /// As it is shown.
  var path: String
  /// The file as it was read, or written; nil if it couldn’t be read.
  var file: SourceFile?
  /// Nil if the file couldn’t be read or is not a privacy file.
  var kind: FileKind?
  /// Whether it is the first of the reports of a built app, which may have several.
  var isFirstOfBuiltApp = false
  /// Whether the rules could read the file’s format.
  var isChecked = true
  /// The findings that remain after fixing, in the order of their ranges; if there are too many, the last is a note that
  /// says so.
  var diagnostics: [Diagnostic] = []
  /// The number of findings that are not reported, by severity.
  var omitted: [Severity: Int] = [:]
  /// The number of findings that the baseline suppresses, and of those in the baseline that no longer occur.
  var known = 0
  var solved = 0
  /// The findings that were fixed, with their lines before the fix.
  var fixed: [(line: Int, diagnostic: Diagnostic)] = []
  /// The number of fixed findings that are not listed in ``fixed``, because the file had too many.
  var fixedBesides = 0
  var fixedCount: Int { fixed.count + fixedBesides }
  /// The other files that findings refer to, by the paths in the findings.
  var others: [String: OtherFile] = [:]
  /// Why the file couldn’t be linted or written, in words that come after the path.
  var error: String?

  /// Removes the findings that don’t refer to any of some files.
  ///
  /// - Parameters:
  ///   - paths: Absolute and without links.
  ///   - rules: The ids of rules whose findings are kept anyway.
  mutating func keepFindings(about paths: Set<String>, andOf rules: Set<String>) {
    diagnostics.removeAll { diagnostic in
      !rules.contains(diagnostic.rule) && !diagnostic.related.contains { $0.path.map(paths.contains) ?? false }
    }
    omitted = [:]
  }

  /// Drops what a source lacks and one of some other files is told to lack as well.
  ///
  /// - Parameter paths: Those of manifests and Info.plist files, absolute and without links.
  mutating func dropFindingsTold(in paths: Set<String>) {
    diagnostics.removeAll { diagnostic in
      SourceEvidence.rulesOfMissingDeclarations.contains(diagnostic.rule)
        && diagnostic.related.contains { $0.path.map(paths.contains) ?? false }
    }
  }

  /// Removes the findings beyond a limit, and counts them.
  mutating func omitBeyond(_ most: Int) {
    guard diagnostics.count(where: { !$0.isNote }) > most else { return }
    diagnostics.removeAll(where: \.isNote)
    let first = diagnostics[most].range
    for diagnostic in diagnostics[most...] { omitted[diagnostic.severity, default: 0] += 1 }
    diagnostics.removeSubrange(most...)
    diagnostics.append(LintResult.note(of: omitted.values.reduce(0, +), at: first))
  }

  /// The positions of the findings and of what their fixes change, in UTF-16 as editors count.
  func positions(in text: SourceText) -> PositionMap {
    var offsets: [Int] = []
    offsets.reserveCapacity(diagnostics.count * 2)
    for diagnostic in diagnostics where diagnostic.keyPath == nil {
      offsets += [diagnostic.range.lower, diagnostic.range.upper]
      let others =
        diagnostic.related.filter { $0.path == nil }.map(\.range) + diagnostic.fixes.flatMap { $0.edits.map(\.range) }
      for range in others { offsets += [range.lower, range.upper] }
    }
    return PositionMap(offsets, in: text, encoding: .utf16)
  }

  /// Where something is that a finding refers to: the path as it is shown, the file, and the positions in it; nil if it
  /// has none.
  func place(
    of related: Diagnostic.Related, in diagnostic: Diagnostic, _ positions: PositionMap
  ) -> (path: String, file: SourceFile?, positions: PositionMap?) {
    guard let path = related.path else { return (self.path, file, diagnostic.keyPath == nil ? positions : nil) }
    let other = others[path]
    return (other?.shownPath ?? path, other?.file, other?.positions(of: [related.range]))
  }
}

/// A file that a finding in another file refers to.
struct OtherFile: Sendable {
  /// The path as it is shown.
  let shownPath: String
  /// Nil if it couldn’t be read.
  let file: SourceFile?

  /// The positions of ranges in it; nil if it couldn’t be read or is binary.
  func positions(of ranges: [ByteRange]) -> PositionMap? {
    guard let file, !file.isBinary else { return nil }
    return PositionMap(ranges.flatMap { [$0.lower, $0.upper] }, in: file.text, encoding: .utf16)
  }
}

/// The totals of all reports.
struct Tally: Sendable {
  /// The number of all files, of those that could be linted, and of those that have findings.
  private(set) var files = 0
  private(set) var linted = 0
  private(set) var affected = 0
  /// The number of files of each kind that the rules could read, and of those that they couldn’t.
  private(set) var kinds: [FileKind: Int] = [:]
  private(set) var unchecked = 0
  /// The numbers of targets without a privacy manifest: "1 app target".
  var lackingManifest: [String] = []
  /// The number of built apps, frameworks and libraries that were read.
  private(set) var builtApps = 0
  /// The number of source files that were scanned.
  var sources = 0
  /// What was not checked, in words: "Dart code".
  var unread: [String] = []
  /// The number of findings of each severity.
  private(set) var findings: [Severity: Int] = [:]
  /// The number of reported findings of each rule, and their highest severity.
  private(set) var rules: [String: (count: Int, severity: Severity)] = [:]
  /// The number of findings that the baseline suppresses, and of those in the baseline that no longer occur.
  private(set) var known = 0
  private(set) var solved = 0
  /// The number of findings that were fixed, and of those that `--fix` can fix.
  private(set) var fixed = 0
  private(set) var fixable = 0
  /// Whether all files could be read and written.
  private(set) var isComplete = true

  mutating func add(_ report: FileReport) {
    files += 1
    if report.error != nil { isComplete = false }
    for diagnostic in report.diagnostics where !diagnostic.isNote { findings[diagnostic.severity, default: 0] += 1 }
    findings.merge(report.omitted, uniquingKeysWith: +)
    for diagnostic in report.diagnostics { count(diagnostic.rule, 1, diagnostic.severity) }
    known += report.known
    solved += report.solved
    guard report.file != nil else { return }
    linted += 1
    if report.isFirstOfBuiltApp { builtApps += 1 }
    if !report.isChecked { unchecked += 1 } else if let kind = report.kind { kinds[kind, default: 0] += 1 }
    if !report.diagnostics.isEmpty { affected += 1 }
    fixed += report.fixedCount
    fixable += report.diagnostics.count(where: \.isFixable)
  }

  mutating func add(_ other: Tally) {
    files += other.files
    linted += other.linted
    affected += other.affected
    kinds.merge(other.kinds, uniquingKeysWith: +)
    unchecked += other.unchecked
    builtApps += other.builtApps
    sources += other.sources
    findings.merge(other.findings, uniquingKeysWith: +)
    for (rule, (count, severity)) in other.rules { self.count(rule, count, severity) }
    known += other.known
    solved += other.solved
    fixed += other.fixed
    fixable += other.fixable
    isComplete = isComplete && other.isComplete
  }

  private mutating func count(_ rule: String, _ count: Int, _ severity: Severity) {
    let before = rules[rule] ?? (0, severity)
    rules[rule] = (before.count + count, max(before.severity, severity))
  }

  /// Whether any finding has at least this severity.
  func hasFindings(atLeast severity: Severity) -> Bool {
    findings.contains { $0.key >= severity && $0.value > 0 }
  }
}
