import Catalog
import ProjectFiles
public import SourceText

/// Collects findings: keeps the first ones of a document and counts the rest.
///
/// A broken file of megabytes has hundreds of thousands of findings, so at most twice the number to report is held in
/// memory.
struct Findings {
  private(set) var rule: Rule
  private var configured: Severity?
  private let catalog: Catalog
  private let fixes: FixRequest
  private let most: Int
  /// False for a file that goes through the C preprocessor: an edit that suits one branch may break another.
  private let mayEdit: Bool
  /// How many more findings get fixes. Nobody chooses among thousands in one place.
  private var fixesLeft: Int
  private var suppressions: Suppressions
  /// Findings below this severity aren't reported.
  private let minimumSeverity: Severity
  /// The rules that are off: whether a comment suppresses any of their findings is unknown.
  private var rulesOff: Set<String> = []
  /// The names of purpose keys that are reported as not needed, so that the style of their texts doesn’t matter.
  private var unneededKeys: Set<ByteRange> = []
  /// Whether rules that need source evidence ran.
  var hasEvidence = true
  /// Whether a file that contributes to Info.plist is broken, so that nothing can be called missing.
  var isTargetBroken: () -> Bool = { false }
  /// Whether the document is a manifest that is in no uploaded bundle, so that Apple can't reject it.
  var reachesNoBundle = false
  /// Whether no app that ships has the document: App Review reads none of its texts. Asked only for a finding, as it may
  /// mean looking for the project.
  var isOfNoApp: () -> Bool = { false }

  private var collected: [Collected] = []
  /// How many findings were dropped, by severity, and the range of the first.
  private var omitted: [Severity: Int] = [:]
  private var firstOmitted: ByteRange?
  /// Findings at or after this range are dropped; nil while there is room.
  private var end: ByteRange?

  /// How a finding about the wording of a text relates to others about the same text.
  enum Concern {
    /// The text has to be rewritten, which makes other findings about it moot.
    case content
    /// The style of the text; all style findings are joined into one.
    case style
    /// Anything else that is moot once the text is rewritten.
    case other
  }

  /// A finding before those about one text are joined.
  private struct Collected {
    var diagnostic: Diagnostic
    var concern: Concern?
    /// The range of the text, for a finding about wording.
    var text: ByteRange?

    /// The range that decides whether the finding is wanted.
    var scope: ByteRange { text ?? diagnostic.range }
  }

  /// Ranges in which only syntax problems are reported, and ranges in which not even those are.
  private let unclear: [ByteRange]
  private let conflicts: [ByteRange]

  /// Whether the document's meaning is a guess, so that only syntax fixes are safe.
  private let isUncertain: Bool

  init(
    in linted: LintedDocument, isUncertain: Bool, catalog: Catalog, fixes: FixRequest, most: Int,
    minimumSeverity: Severity = .hint
  ) {
    self.isUncertain = isUncertain
    self.minimumSeverity = minimumSeverity
    conflicts = linted.silenced
    unclear = linted.document.unclear
    let document = linted.document
    rule = .malformedPropertyList
    self.catalog = catalog
    self.fixes = fixes
    self.most = most
    mayEdit = document.preprocessorLines.isEmpty
    suppressions = Suppressions(document)
    if case .touching = fixes { fixesLeft = 100 } else { fixesLeft = .max }
  }

  /// Attributes the findings that follow to this rule.
  mutating func begin(_ rule: Rule, configured: Severity?) {
    self.rule = rule
    self.configured = configured
    if case .touching = fixes { fixesLeft = 100 }
  }

  /// Notes that a rule is off.
  mutating func leaveOut(_ rule: Rule) { rulesOff.insert(rule.id) }

  /// Whether a rule is off.
  func isOff(_ rule: Rule) -> Bool { !hasEvidence && rule.needsEvidence || rulesOff.contains(rule.id) }

  /// The link of the rule's most relevant source; looked up only for a finding.
  private var link: String? {
    let known = catalog.sources
    return rule.sources.lazy.compactMap { known[$0]?.link }.first
  }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - range: What is underlined: a value’s `highlight` if its text is wrong, its `range` with the tags if the element is.
  ///   - severity: The severity, if it isn't the rule's.
  ///   - itms: Apple's code, if it isn't the rule's; empty for none.
  ///   - fixes: Called only if fixes are requested.
  // Not inlined into the rules, which would duplicate it eighty times.
  @inline(never)
  mutating func report(
    _ message: @autoclosure () -> String, at range: ByteRange, severity: Severity? = nil, itms: String? = nil,
    related: @autoclosure () -> [Diagnostic.Related] = [], tags: Set<Diagnostic.Tag> = [], fixes: () -> [Fix] = { [] }
  ) {
    guard !isCovered(range) else { return }
    add(message(), at: range, severity: severity, itms: itms, related: related(), tags: tags, fixes: fixes)
  }

  /// Adds a finding about the wording of a text.
  @inline(never)
  mutating func report(
    _ message: @autoclosure () -> String, about text: ReviewedText, as concern: Concern, at range: ByteRange,
    severity: Severity? = nil, related: @autoclosure () -> [Diagnostic.Related] = [], fixes: () -> [Fix] = { [] }
  ) {
    guard !isCovered(range), !isCovered(text.string.highlight), !text.copies.areReported(rule),
      !(text.isMoot && concern == .other),
      !(concern == .style && isOfUnneededKey(text))
    else { return }
    add(
      message(), at: range, severity: severity, related: related() + text.copies.related,
      text: text.string.highlight, concern: concern, fixes: fixes)
  }

  /// Notes the names of keys that the current rule reports as not needed.
  mutating func noteUnneededKeys(_ names: some Sequence<ByteRange>) {
    if configured ?? rule.severity >= minimumSeverity { unneededKeys.formUnion(names) }
  }

  /// Whether a text goes with its key, which is reported as not needed. Another target may need a copy in its file, and a
  /// comment that suppresses its findings is used.
  private func isOfUnneededKey(_ text: ReviewedText) -> Bool {
    unneededKeys.contains(text.string.mention.nameRange) && text.copies.related.allSatisfy { $0.path == nil }
      && suppressions.directives.isEmpty
  }

  /// Reports each conflict left over from a merge.
  mutating func reportConflicts(_ context: LintContext, itms: String? = nil) {
    report(context.conflicts.hunks, isRefused: context.conflicts.isRefused, in: context.document.text, itms: itms)
  }

  /// Reports conflicts left over from a merge.
  mutating func report(_ conflicts: [MergeConflict], isRefused: Bool, in text: SourceText, itms: String? = nil) {
    for conflict in conflicts {
      let message =
        conflict.ours != nil && conflict.theirs != nil
        ? "Unresolved merge conflict; keep one side and remove the markers"
        : "Markers left over from a merge; remove them"
      add(message, at: conflict.range, severity: isRefused ? .error : .warning, itms: itms) {
        PrivacyRules.fixes(for: conflict, in: text)
      }
    }
  }

  /// Reports that a file contains something other than its text.
  mutating func report(_ content: ForeignContent, in document: Document) {
    let line = document.text.contents(ofLine: 0)
    switch content {
    case .encrypted:
      add(
        "This file is encrypted with git-crypt; unlock it to check it", at: ByteRange(at: 0),
        severity: .information, itms: "")
    case .pointer:
      add("This is a Git LFS pointer, not the file; run “git lfs pull”", at: line, severity: .warning, itms: "")
    case .data:
      add(
        "This file is not text", at: ByteRange(at: 0),
        severity: document.kind == .buildSettings || document.kind == .lockFile ? .warning : .error,
        itms: document.kind == .privacyManifest ? nil : "")
    }
  }

  /// Whether a range is inside broken syntax that is reported already.
  private func isCovered(_ range: ByteRange) -> Bool {
    if conflicts.contains(where: { $0.touches(range) }) { return true }
    if unclear.isEmpty || rule === Rule.malformedPropertyList || rule === Rule.malformedFile { return false }
    return unclear.contains { $0.contains(range) || !$0.isEmpty && range.contains($0) && range.count < 4_096 }
  }

  @inline(never)
  private mutating func add(
    _ message: @autoclosure () -> String, at range: ByteRange, severity: Severity? = nil, itms: String? = nil,
    related: @autoclosure () -> [Diagnostic.Related] = [], tags: Set<Diagnostic.Tag> = [], text: ByteRange? = nil,
    concern: Concern? = nil, fixes: () -> [Fix] = { [] }
  ) {
    if rule.restsOnWholeTarget, isTargetBroken() {
      rulesOff.insert(rule.id)
      return
    }
    let scope = text ?? range
    var severity = configured ?? severity ?? rule.severity
    let isHarmless = reachesNoBundle && !rule.needsEvidence
    if isHarmless, configured == nil { severity = min(severity, .warning) }
    if configured == nil, concern != nil || severity == .warning, isOfNoApp() {
      // Nobody reviews the wording of what doesn’t ship, or reads its translations.
      if concern != nil || rule === Rule.missingTranslation {
        rulesOff.insert(rule.id)
        return
      }
      severity = .information
    }
    // A suppressed finding has to be collected, because it shows that the comment is used.
    if suppressions.directives.isEmpty {
      if severity < minimumSeverity { return }
      if case .touching = self.fixes, !self.fixes.wants(scope) { return }
      if let end, range >= end {
        omit(severity, range)
        return
      }
    }
    let code = isHarmless ? nil : (itms ?? rule.itms).flatMap { $0.isEmpty ? nil : $0 }
    var diagnostic = Diagnostic(
      rule: rule.id, severity: severity, range: range, message: code.map { "\(message()) (\($0))" } ?? message())
    diagnostic.itms = code
    diagnostic.link = link
    // Several targets may name the same file.
    var seen: Set<Diagnostic.Related> = []
    diagnostic.related = related().filter { seen.insert($0).inserted }
    diagnostic.tags = tags
    if mayEdit, fixesLeft > 0, self.fixes.wants(scope) {
      fixesLeft -= 1
      diagnostic.fixes = fixes()
      if isUncertain, !rule.isOfSyntax {
        for index in diagnostic.fixes.indices { diagnostic.fixes[index].isSafe = false }
      }
    }
    collected.append(Collected(diagnostic: diagnostic, concern: concern, text: text))
    if collected.count / 2 >= most { compact() }
  }

  private mutating func omit(_ severity: Severity, _ range: ByteRange) {
    omitted[severity, default: 0] += 1
    if firstOmitted.map({ range < $0 }) ?? true { firstOmitted = range }
  }

  /// Sorts the collected findings by range, removes the suppressed ones, and drops those beyond the limit. Findings in
  /// the same range keep the order of the rules.
  private mutating func compact() {
    collected.sort { $0.diagnostic.range < $1.diagnostic.range }
    collected = suppressions.filter(collected, by: \.diagnostic)
    if minimumSeverity > .hint { collected.removeAll { $0.diagnostic.severity < minimumSeverity } }
    if case .touching = fixes { collected.removeAll { !fixes.wants($0.scope) } }
    guard collected.count > most else { return }
    for entry in collected[most...] { omit(entry.diagnostic.severity, entry.diagnostic.range) }
    collected.removeSubrange(most...)
    end = collected.last?.diagnostic.range ?? ByteRange(at: 0)
  }

  /// The findings, with those about one text joined: one for its content if it has to be rewritten, otherwise one for
  /// its style.
  private func joined() -> [Diagnostic] {
    let ofTexts = Dictionary(
      grouping: collected.indices.filter { collected[$0].text != nil }, by: { collected[$0].text })
    var result: [(place: Int, diagnostic: Diagnostic)] = []
    for (place, entry) in collected.enumerated() where entry.text == nil { result.append((place, entry.diagnostic)) }
    for (text, places) in ofTexts {
      let mustBeRewritten = places.contains { collected[$0].concern == .content }
      var wording: [Diagnostic] = []
      for place in places {
        let entry = collected[place]
        switch entry.concern {
        case .content: wording.append(entry.diagnostic)
        case .style where !mustBeRewritten: wording.append(entry.diagnostic)
        case .style: continue
        case .other where mustBeRewritten: continue
        default: result.append((place, entry.diagnostic))
        }
      }
      if let text, let first = places.first, let one = Self.joined(wording, text) { result.append((first, one)) }
    }
    let diagnostics = result.sorted { ($0.diagnostic.range, $0.place) < ($1.diagnostic.range, $1.place) }
      .map(\.diagnostic)
    guard case .touching = fixes else { return diagnostics }
    return diagnostics.filter { fixes.wants($0.range) }
  }

  /// Joins findings about the content or the style of a text into the most severe one, which names the others and takes
  /// over their ranges and fixes.
  private static func joined(_ wording: [Diagnostic], _ text: ByteRange) -> Diagnostic? {
    let order = Dictionary(firstOf: Rule.all.enumerated().map { ($1.id, $0) })
    let sorted = wording.sorted {
      ($1.severity, order[$0.rule] ?? .max, $0.range.lower) < ($0.severity, order[$1.rule] ?? .max, $1.range.lower)
    }
    guard var result = sorted.first, sorted.count > 1 else { return sorted.first }
    var names: [String] = []
    // The finding spans the whole text; a place that begins with it says nothing more.
    var related: [Diagnostic.Related] = []
    func name(of finding: Diagnostic) -> String { Rule.withID(finding.rule)?.style ?? finding.rule }
    func note(at finding: Diagnostic) -> Diagnostic.Related {
      let name = name(of: finding)
      return Diagnostic.Related(range: finding.range, message: name.prefix(1).uppercased() + name.dropFirst())
    }
    if result.range.lower > text.lower { related.append(note(at: result)) }
    // What to do is said once.
    func advice(in message: String) -> Substring? { message.lastIndex(of: ":").map { message[$0...] } }
    var said = Set([advice(in: result.message)].compactMap(\.self))
    for other in sorted.dropFirst() {
      if other.rule != result.rule, !names.contains(name(of: other)) { names.append(name(of: other)) }
      var message = other.message
      if let advice = advice(in: message), !said.insert(advice).inserted { message.removeLast(advice.count) }
      related.append(
        other.message == result.message ? note(at: other) : Diagnostic.Related(range: other.range, message: message))
      if other.rule != result.rule, !result.alsoRules.contains(other.rule) { result.alsoRules.append(other.rule) }
      // One new sentence may fix both.
      result.fixes += other.fixes.filter { !result.fixes.contains($0) }
    }
    if !names.isEmpty { result.message += "; also: \(names.joined(separator: ", "))" }
    result.related = related + result.related
    result.range = text
    return result
  }

  /// Reports problems with suppression comments; called after all rules.
  mutating func reportSuppressions(_ context: LintContext) {
    compact()
    reportSuppressions(suppressions, context)
  }

  /// Reports that the document has more values than are read.
  mutating func reportCut(at offset: Int) {
    add("The file has too many values; nothing after this is checked", at: ByteRange(at: offset))
  }

  /// Reports the build settings that are too long to expand.
  mutating func reportCutSettings(_ context: LintContext) {
    guard context.document.kind == .xcodeProject || context.document.kind == .buildSettings else { return }
    var names = context.project.targets.reduce(into: Set<String>()) { $0.formUnion($1.cutSettings) }
    guard !names.isEmpty else { return }
    for setting in context.document.buildSettings where names.remove(setting.name) != nil {
      let name = quoted(setting.name)
      add("\(name) is too long with its variables expanded, so it counts as unknown", at: setting.nameRange)
    }
  }

  /// All findings, sorted.
  mutating func finish() -> LintResult {
    compact()
    return LintResult(diagnostics: joined(), omitted: omitted, firstOmitted: firstOmitted)
  }

  /// The safe fixes that change no other file, in the order of their findings.
  mutating func safeFixes() -> [(rule: String, edits: [TextEdit])] {
    compact()
    return collected.compactMap { entry in
      let fix = entry.diagnostic.fixes.first { $0.isSafe && $0.otherFiles.isEmpty }
      guard let fix, !fix.edits.contains(where: leavesCommentBehind) else { return nil }
      return (entry.diagnostic.rule, fix.edits)
    }
  }

  /// Whether an edit deletes an element but leaves its suppression comment, which would then apply to the next element.
  private func leavesCommentBehind(_ edit: TextEdit) -> Bool {
    guard edit.replacement.isEmpty else { return false }
    return suppressions.directives.contains { directive in
      guard let target = directive.target, let comment = directive.comment else { return false }
      return edit.range.lower <= target.lower && target.lower < edit.range.upper && !edit.range.contains(comment)
    }
  }
}

/// The findings in a document.
public struct LintResult: Hashable, Sendable {
  /// In the order of their ranges.
  public var diagnostics: [Diagnostic]
  /// How many more findings there are, by severity.
  public fileprivate(set) var omitted: [Severity: Int] = [:]
  fileprivate var firstOmitted: ByteRange?

  public static let none = LintResult(diagnostics: [])

  /// The code of the finding that counts the findings that aren't reported; it belongs to no rule.
  public static let note = "too-many"

  /// The number of all findings.
  public var total: Int { diagnostics.count + omittedCount }

  private var omittedCount: Int { omitted.values.reduce(0, +) }

  /// The findings, followed by one that counts the omitted ones.
  public var shown: [Diagnostic] {
    guard let firstOmitted, omittedCount > 0 else { return diagnostics }
    return diagnostics + [Self.note(of: omittedCount, at: firstOmitted)]
  }

  /// The finding that counts the omitted ones.
  ///
  /// - Parameter range: The range of the first of them.
  public static func note(of count: Int, at range: ByteRange) -> Diagnostic {
    let words = count == 1 ? "finding is" : "findings are"
    return Diagnostic(
      rule: note, severity: .information, range: range, message: "\(count) more \(words) not shown")
  }
}

extension LintResult: RandomAccessCollection {
  public var startIndex: Int { diagnostics.startIndex }
  public var endIndex: Int { diagnostics.endIndex }
  public subscript(place: Int) -> Diagnostic { diagnostics[place] }
}
