import PrivacyRules
import SourceText

/// What `lint` has to say about one file.
struct FileReport: Sendable {
  /// As it is shown.
  var path: String
  /// The file as it was read, or as it was written; nil if it could not be read.
  var file: SourceFile?
  /// What the file is; nil if it could not be read or is none of ours.
  var kind: FileKind?
  /// Whether a built app begins with it; what is found in one has several reports.
  var isFirstOfBuiltApp = false
  /// Whether the rules see what it says.
  var isChecked = true
  /// What is left after fixing, in the order of the ranges; where there is too much of it, the last tells so.
  var diagnostics: [Diagnostic] = []
  /// How many findings there are besides, by their severity.
  var omitted: [Severity: Int] = [:]
  /// How many findings the baseline keeps quiet, and how many it has that were not found.
  var known = 0
  var solved = 0
  /// The findings that were fixed, with their places before.
  var fixed: [(line: Int, diagnostic: Diagnostic)] = []
  /// How many were fixed besides, of a file with too many to tell them all.
  var fixedBesides = 0
  var fixedCount: Int { fixed.count + fixedBesides }
  /// The number of all findings that are left.
  var count: Int { omitted.values.reduce(diagnostics.count { !$0.isNote }, +) }
  /// The other files that findings speak of, by the paths that they have there.
  var others: [String: OtherFile] = [:]
  /// Why the file could not be linted, or not be written, in words that follow the path.
  var error: String?

  /// Drops what has nothing to do with some files: the findings that refer to none of them.
  ///
  /// - Parameters:
  ///   - paths: Absolute and without links.
  ///   - rules: The ids of rules whose findings are kept all the same.
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

  /// Counts the findings beyond a number, and no longer shows them.
  mutating func omitBeyond(_ most: Int) {
    guard diagnostics.count(where: { !$0.isNote }) > most else { return }
    diagnostics.removeAll(where: \.isNote)
    let first = diagnostics[most].range
    for diagnostic in diagnostics[most...] { omitted[diagnostic.severity, default: 0] += 1 }
    diagnostics.removeSubrange(most...)
    diagnostics.append(LintResult.note(of: omitted.values.reduce(0, +), at: first))
  }

  /// The places that the findings speak of, in UTF-16 as editors count.
  func positions(in text: SourceText) -> PositionMap {
    var offsets: [Int] = []
    offsets.reserveCapacity(diagnostics.count * 2)
    for diagnostic in diagnostics where diagnostic.keyPath == nil {
      offsets += [diagnostic.range.lower, diagnostic.range.upper]
      for related in diagnostic.related where related.path == nil {
        offsets += [related.range.lower, related.range.upper]
      }
    }
    return PositionMap(offsets, in: text, encoding: .utf16)
  }
}

/// A file that a finding in another one speaks of.
struct OtherFile: Sendable {
  /// The path as it is shown.
  let shownPath: String
  /// Nil for one that could not be read.
  let file: SourceFile?

  /// The positions of places in it; nil where there are none.
  func positions(of ranges: [ByteRange]) -> PositionMap? {
    guard let file, !file.isBinary else { return nil }
    return PositionMap(ranges.flatMap { [$0.lower, $0.upper] }, in: file.text, encoding: .utf16)
  }
}

/// What the reports of files add up to.
struct Tally: Sendable {
  /// All files, and those of them that could be linted and that have findings.
  private(set) var files = 0
  private(set) var linted = 0
  private(set) var affected = 0
  /// How many files of each kind the rules could look into, and how many they could not.
  private(set) var kinds: [FileKind: Int] = [:]
  private(set) var unchecked = 0
  /// How many targets make an app and have no privacy manifest.
  var appsWithoutManifest = 0
  /// How many built apps, frameworks and libraries were looked into.
  private(set) var builtApps = 0
  /// How many source files were looked at for what they use.
  var sources = 0
  /// What there is besides and nothing looks into, in words.
  var unread: [String] = []
  /// The findings of each severity.
  private(set) var findings: [Severity: Int] = [:]
  /// The findings that are reported by their rule, with the worst severity of each.
  private(set) var rules: [String: (count: Int, severity: Severity)] = [:]
  /// What the baseline keeps quiet, and what it has that was not found.
  private(set) var known = 0
  private(set) var solved = 0
  /// The findings that were fixed, and that can be.
  private(set) var fixed = 0
  private(set) var fixable = 0
  /// Whether all could be done.
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
    appsWithoutManifest += other.appsWithoutManifest
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

  /// Whether any finding weighs at least this much.
  func hasFindings(atLeast severity: Severity) -> Bool {
    findings.contains { $0.key >= severity && $0.value > 0 }
  }
}
