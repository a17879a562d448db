import Catalog
import ProjectFiles
public import SourceText

/// Collects what the checks find: of the findings in a document those that come first, and how many there are besides.
///
/// Findings are dear, and a broken file of megabytes has hundreds of thousands of them. So no more are held than twice
/// those that are kept, whatever the rules say.
struct Findings {
  /// The rule whose check runs.
  private(set) var rule: Rule
  private var configured: Severity?
  private let catalog: Catalog
  private let fixes: FixRequest
  private let most: Int
  /// False for a file that the C preprocessor reads first: what an edit does to one branch, nobody knows of the others.
  private let mayEdit: Bool
  /// For so many findings more fixes are worked out. Of thousands in one place nobody wants to choose.
  private var fixesLeft: Int
  private var suppressions: Suppressions
  /// What weighs less is not told.
  private let minimumSeverity: Severity
  /// The rules that are off: of them it cannot be told whether a comment leaves anything of theirs out.
  private var rulesOff: Set<String> = []
  /// Whether rules that need evidence were asked.
  var hasEvidence = true
  /// Whether a file that says what Info.plist has is broken, so that what it lacks is not known.
  var isTargetBroken: () -> Bool = { false }
  /// Whether the document is a manifest that no upload has in it, so that none is refused for what it says.
  var reachesNoBundle = false
  /// Whether no app that ships has the document: App Review reads none of its texts.
  var isOfNoApp = false

  private var collected: [Collected] = []
  /// How many are kept no more, by their severity, and the first of them.
  private var omitted: [Severity: Int] = [:]
  private var firstOmitted: ByteRange?
  /// What ranges at or behind this one is not kept; nil while there is room.
  private var end: ByteRange?
  /// The fixes that ask for nothing, where only these are wanted.
  private var safeFixes: [SafeFix] = []

  /// What a finding about the wording of a text is about.
  enum Concern {
    /// The text has to be written anew: whatever else is said of it then is moot.
    case content
    /// The style of the text, of which one finding says all.
    case style
    /// Anything else that is moot once the text is written anew.
    case other
  }

  /// A finding before those about one text are put together.
  private struct Collected {
    var diagnostic: Diagnostic
    var concern: Concern?
    /// The range of the text that it is about, for one about wording.
    var text: ByteRange?

    /// What has to be looked at to know whether the finding is told, and how.
    var scope: ByteRange { text ?? diagnostic.range }
  }

  /// A fix that needs no one to decide anything.
  struct SafeFix {
    let rule: String
    /// The range of the finding.
    let range: ByteRange
    let edits: [TextEdit]
  }

  /// Where nothing is said but what is wrong with the syntax, and where not even that.
  private let unclear: [ByteRange]
  private let conflicts: [ByteRange]

  /// Whether what the document says is a guess, on which nothing is changed without asking but the syntax itself.
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

  /// What is reported from here on is of this rule.
  mutating func begin(_ rule: Rule, configured: Severity?) {
    self.rule = rule
    self.configured = configured
    if case .touching = fixes { fixesLeft = 100 }
  }

  /// Takes note that a rule is off.
  mutating func leaveOut(_ rule: Rule) { rulesOff.insert(rule.id) }

  /// Whether a rule is off.
  func isOff(_ rule: Rule) -> Bool { !hasEvidence && rule.needsEvidence || rulesOff.contains(rule.id) }

  /// The page that says most of the rule; looked up only for a finding.
  private var link: String? {
    let known = catalog.sources
    return rule.sources.lazy.compactMap { known[$0]?.link }.first
  }

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - severity: What it weighs, if not what the rule says.
  ///   - itms: Apple's code, if not the rule's; an empty text for none.
  ///   - fixes: Worked out only if someone wants them.
  // Not compiled into the rules: it would be there eighty times.
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
      !(text.isMoot && concern == .other)
    else { return }
    add(
      message(), at: range, severity: severity, related: related() + text.copies.related,
      text: text.string.highlight, concern: concern, fixes: fixes)
  }

  /// Whether the rule that runs speaks of the syntax itself.
  private var isAboutSyntax: Bool { rule.id == Rule.malformedPropertyList.id || rule.id == Rule.malformedStrings.id }

  /// Adds what there is to say of each hunk that a merge left.
  mutating func reportConflicts(_ context: LintContext, itms: String? = nil) {
    report(context.conflicts.hunks, isRefused: context.conflicts.isRefused, in: context.document.text, itms: itms)
  }

  /// Adds what a merge left.
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

  /// Adds that a file has something else in it than its text.
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

  /// Whether a range lies where the syntax is broken, and enough is said of that.
  private func isCovered(_ range: ByteRange) -> Bool {
    if conflicts.contains(where: { $0.touches(range) }) { return true }
    return !unclear.isEmpty && !isAboutSyntax
      && unclear.contains { $0.contains(range) || !$0.isEmpty && range.contains($0) && range.count < 4_096 }
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
    if isOfNoApp, concern != nil, configured == nil { severity = min(severity, .information) }
    if case .safe = self.fixes {
      guard mayEdit, severity >= minimumSeverity,
        let fix = fixes().first(where: { $0.isSafe && $0.otherFiles.isEmpty })
      else { return }
      safeFixes.append(SafeFix(rule: rule.id, range: range, edits: fix.edits))
      return
    }
    // What a comment asks to leave out is no finding, and what is left out tells that the comment is of use.
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

  /// Puts what was collected in the order of the ranges, at one place in the order of the rules, leaves out what comments
  /// ask to leave out, and keeps no more than wanted.
  private mutating func compact() {
    collected.sort { $0.diagnostic.range < $1.diagnostic.range }
    collected = suppressions.filter(collected, range: \.diagnostic.range, rule: \.diagnostic.rule)
    if minimumSeverity > .hint { collected.removeAll { $0.diagnostic.severity < minimumSeverity } }
    if case .touching = fixes { collected.removeAll { !fixes.wants($0.scope) } }
    guard collected.count > most else { return }
    for entry in collected[most...] { omit(entry.diagnostic.severity, entry.diagnostic.range) }
    collected.removeSubrange(most...)
    end = collected.last?.diagnostic.range ?? ByteRange(at: 0)
  }

  /// What was found, with one finding for the content of each text that has to be written anew, and else one for its
  /// style.
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

  /// One finding for all that is to be said of the content or the style of a text: the worst, in the order of the rules,
  /// which names the others and has their places and fixes.
  private static func joined(_ wording: [Diagnostic], _ text: ByteRange) -> Diagnostic? {
    let order = Dictionary(Rule.all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let sorted = wording.sorted {
      ($1.severity, order[$0.rule] ?? .max, $0.range.lower) < ($0.severity, order[$1.rule] ?? .max, $1.range.lower)
    }
    guard var result = sorted.first, sorted.count > 1 else { return sorted.first }
    var names: [String] = []
    // The finding spans the whole text; a place that begins with it says nothing more.
    var related: [Diagnostic.Related] = []
    if result.range.lower > text.lower { related.append(.init(range: result.range, message: result.message)) }
    for other in sorted.dropFirst() {
      if let name = Rule.withID(other.rule)?.style, other.rule != result.rule, !names.contains(name) {
        names.append(name)
      }
      related.append(Diagnostic.Related(range: other.range, message: other.message))
      if other.rule != result.rule, !result.alsoRules.contains(other.rule) { result.alsoRules.append(other.rule) }
      // One new sentence may mend both.
      result.fixes += other.fixes.filter { !result.fixes.contains($0) }
    }
    if !names.isEmpty { result.message += "; also: \(names.joined(separator: ", "))" }
    result.related = related + result.related
    result.range = text
    return result
  }

  /// Adds what there is to say of the comments that leave findings out, after all rules.
  mutating func reportSuppressions(_ context: LintContext) {
    compact()
    reportSuppressions(suppressions, context)
  }

  /// Adds that a document has more than is read of it.
  mutating func reportCut(at offset: Int) {
    add("The file has too many values; nothing after this is checked", at: ByteRange(at: offset))
  }

  /// Adds which build settings of a document count as unknown.
  mutating func reportCutSettings(_ context: LintContext) {
    guard context.document.kind == .xcodeProject || context.document.kind == .buildSettings else { return }
    var names = context.project.targets.reduce(into: Set<String>()) { $0.formUnion($1.cutSettings) }
    guard !names.isEmpty else { return }
    for setting in context.document.buildSettings where names.remove(setting.name) != nil {
      let name = quoted(setting.name)
      add("\(name) is too long with its variables expanded, so it counts as unknown", at: setting.nameRange)
    }
  }

  /// All that was found, in order.
  mutating func finish() -> LintResult {
    compact()
    return LintResult(diagnostics: joined(), omitted: omitted, firstOmitted: firstOmitted)
  }

  /// The safe fixes, in the order of their findings.
  mutating func finishedSafeFixes() -> [SafeFix] {
    suppressions.filter(safeFixes.sorted { $0.range < $1.range }, range: \.range, rule: \.rule)
      .filter { fix in !fix.edits.contains(where: leavesCommentBehind) }
  }

  /// Whether an edit takes away what a comment speaks of and leaves the comment, which would then speak of what follows.
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
  /// How many findings there are besides, by their severity.
  public fileprivate(set) var omitted: [Severity: Int] = [:]
  /// The first of these.
  fileprivate var firstOmitted: ByteRange?

  /// No findings.
  public static let none = LintResult(diagnostics: [])

  /// What stands in the place of a rule where a finding only tells how many there are besides.
  public static let note = "too-many"

  /// The number of all findings.
  public var total: Int { diagnostics.count + omittedCount }

  private var omittedCount: Int { omitted.values.reduce(0, +) }

  /// The findings, and behind them one that tells how many there are besides.
  public var shown: [Diagnostic] {
    guard let firstOmitted, omittedCount > 0 else { return diagnostics }
    return diagnostics + [Self.note(of: omittedCount, at: firstOmitted)]
  }

  /// Tells how many findings there are besides.
  ///
  /// - Parameter range: Of the first of them.
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
