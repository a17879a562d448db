import BuildTargets
import Catalog
import ProjectFiles
import SourceText
import Wording

/// A purpose string with what is to be said of its wording.
struct ReviewedText {
  let string: PurposeString
  /// The key that it stands under, or that its name most likely means.
  let key: PurposeKey
  /// Nil where the text itself is all that tells.
  let language: Language?
  var findings: [Wording.Finding]
  /// Whether another text is to be written anew, and this one with it.
  var isMoot = false
  /// Other places with the same text. What one that comes first tells is not told here.
  var copies = LikePlaces()
  /// Other texts of the file with the same fault, which is told here for all.
  var alike: [ReviewedText] = []

  /// Where a finding stands in the file.
  func range(of finding: Wording.Finding) -> ByteRange { string.source(of: finding.range) }

  /// Leaves out what is to be said of another text, or moot by that.
  mutating func leaveOut(_ told: [Wording.Finding]) {
    let mustBeRewritten = told.contains(where: \.kind.asksToRewrite)
    findings.removeAll { finding in
      mustBeRewritten && !finding.kind.asksToRewrite || told.contains { $0.kind.isLike(finding.kind) }
    }
  }

  /// What the text needs: “your camera”.
  var resource: String { key.resource }

  /// The fix that puts a sentence with a gap in the place of the text; none for a language other than English, in
  /// which there is no such sentence, and for a text that is that sentence.
  func rewrite(_ context: LintContext) -> [Fix] {
    guard isEnglish(context), let text = key.textToComplete(), text != string.text else { return [] }
    let title = "Rewrite as “\(text.prefix { $0 != Gap.mark })\(Gap.mark)”"
    return [Fix(title: title, snippets: [string.settingTemplate(to: text)])]
  }

  /// Whether the text is English, or one that tells no language where English is what the app is developed in.
  private func isEnglish(_ context: LintContext) -> Bool {
    let reading = Wording.Language(context.language(of: string))
    if string.language != nil { return reading.isMaybeEnglish }
    let tellsNothing = findings.contains { $0.kind == .placeholder || $0.kind == .empty }
    return tellsNothing ? reading.isMaybeEnglish : context.vocabularies.wording.isEnglish(string.text)
  }
}

/// What a rule says of one finding about the wording of a text.
struct Advice {
  let message: String
  /// What it weighs, if not what the rule says.
  let severity: Severity?
  /// Worked out only if someone wants them; nil for a new sentence in the place of the text.
  let fixes: (() -> [Fix])?

  init(_ message: String, severity: Severity? = nil, fixes: (() -> [Fix])? = nil) {
    self.message = message
    self.severity = severity
    self.fixes = fixes
  }
}

extension Rule {
  /// A rule about the wording of purpose strings.
  ///
  /// - Parameter advice: What the rule says of a finding, nil for one that is not its own.
  static func wording(
    id: String, severity: Severity, summary: String, explanation: String, sources: [String], isOnByDefault: Bool = true,
    style: String, examples: @autoclosure @escaping @Sendable () -> [Example],
    advice: @escaping @Sendable (Wording.Finding, ReviewedText, LintContext) -> Advice?
  ) -> Rule {
    Rule(
      id: id, severity: severity, summary: summary, explanation: explanation, sources: sources,
      kinds: .withPurposeStrings, isOnByDefault: isOnByDefault, style: style, examples: examples()
    ) { findings, context in
      for text in context.reviewedTexts {
        for finding in text.findings {
          guard let advice = advice(finding, text, context) else { continue }
          findings.report(
            advice.message, about: text, as: finding.kind.asksToRewrite ? .content : .style,
            at: text.range(of: finding), severity: advice.severity
          ) { advice.fixes?() ?? text.rewrite(context) }
        }
      }
    }
  }
}

extension Set<FileKind> {
  /// The files that hold purpose strings.
  static let withPurposeStrings: Set<FileKind> = [
    .infoPlist, .stringsTable, .stringCatalog, .xcodeProject, .buildSettings,
  ]
}

extension LintContext {
  /// Leaves of what is to be said of the texts what is told in this document: of copies in the first, and of a
  /// translation what concerns it alone and not the text that it translates.
  mutating func keepReportedHere() {
    var originals: [String: [Wording.Finding]] = [:]
    let isPreprocessed =
      document.kind == .infoPlist
      && (!document.preprocessorLines.isEmpty || project.targets.contains(where: \.preprocessesInfoPlist))
    let isOneDictionary = document.kind == .stringsTable || document.kind == .infoPlist && !isPreprocessed
    var names: Set<String> = []
    // By their text, the first strings in the file with findings, and those.
    var firsts: [String: (index: Int, findings: [Wording.Finding])] = [:]
    for index in reviewedTexts.indices {
      let string = reviewedTexts[index].string
      // The second entry of a key is told to be one too many.
      if isOneDictionary, !names.insert(string.name).inserted { reviewedTexts[index].findings = [] }
      if reviewedTexts[index].findings.isEmpty { continue }
      // What nobody sees needs no better words.
      var isMoot =
        hasNoEffect(string.mention) && !(string.key?.role == .localNetwork && hasNoLocalNetworkPrivacy)
        || isReplaced(string.mention)
        // What a setting can’t hold is said to be that.
        || string.mention.isSettingOfOtherType
        // The preprocessor puts the text of a macro in its place.
        || isPreprocessed && string.text.utf8.contains(UInt8(ascii: "_")) && isMacro(Array(string.text.utf8)[...])
        // What Info.plist does not have is said to be dead.
        || string.mention.isTranslation && !hasOriginal(of: string.mention)
        // Once its key is spelled right, it needs a text.
        || string.key == nil && !string.text.unicodeScalars.contains("…")
          && reviewedTexts[index].findings.contains(where: \.kind.tellsNothing)
        || isForDebugging(string)
      if !isMoot {
        reviewedTexts[index].copies = placesLike(string)
        isMoot = reviewedTexts[index].copies.earlier.contains(where: \.reportsAll)
      }
      if isMoot {
        reviewedTexts[index].findings = []
        continue
      }
      defer {
        if !reviewedTexts[index].findings.isEmpty, firsts[string.text] == nil {
          firsts[string.text] = (index, reviewedTexts[index].findings)
        }
      }
      if let first = firsts[string.text], reviewedTexts[first.index].string.name != string.name,
        reportingPlace(file, at: reviewedTexts[first.index].string.highlight)?.reportsAll ?? false
      {
        // One text under several keys has each fault once.
        let count = reviewedTexts[index].findings.count
        reviewedTexts[index].findings.removeAll { one in
          !one.kind.tellsNothing && first.findings.contains { $0.kind.isLike(one.kind) }
        }
        if reviewedTexts[index].findings.count < count {
          reviewedTexts[first.index].copies.related.append(related(file, string.highlight, "The same text"))
        }
      }
      guard string.mention.isTranslation, !isDevelopment(string.language) else {
        if string.mention.isTranslation {
          reviewedTexts[index].copies.related += replacedTexts(by: string)
        } else if let shown = shownText(inPlaceOf: string) {
          reviewedTexts[index].leaveOut(shown)
          reviewedTexts[index].isMoot = shown.contains(where: \.kind.asksToRewrite)
        }
        continue
      }
      let original = originals[string.name] ?? originalFindings(string.name)
      originals[string.name] = original
      reviewedTexts[index].leaveOut(original)
    }
    gatherMissingFullStops()
  }

  /// Makes one finding of a file whose texts lack nothing but their full stops, as is a habit and no slip.
  private mutating func gatherMissingFullStops() {
    let places = reviewedTexts.indices.filter { index in
      let text = reviewedTexts[index]
      return !text.isMoot && text.findings.contains { $0.kind == .noEndMark }
        && text.findings.allSatisfy { $0.kind == .noEndMark || $0.kind.isName }
        && reportingPlace(file, at: text.string.highlight)?.reportsAll ?? false
    }
    guard places.count > 2, let first = places.first else { return }
    reviewedTexts[first].alike = places.dropFirst().map { reviewedTexts[$0] }
    reviewedTexts[first].copies.related += places.dropFirst().prefix(20).map { place in
      related(file, reviewedTexts[place].string.highlight, "Missing here, too")
    }
    for place in places.dropFirst() { reviewedTexts[place].findings.removeAll { $0.kind == .noEndMark } }
  }

  /// Whether only builds for debugging have a text, which neither users nor App Review see.
  private func isForDebugging(_ string: PurposeString) -> Bool {
    guard isForDebugging(string.mention, in: file) else { return false }
    // Where the others have the same, it is told once for all.
    let files = [file] + project.targets.flatMap(\.files)
    return !files.contains { other in
      other.purposeStrings.contains {
        $0.name == string.name && $0.text == string.text && !isForDebugging($0.mention, in: other)
      }
    }
  }

  private func isForDebugging(_ mention: PurposeMention, in file: ProjectFile) -> Bool {
    let name = file.document.fileName.split(separator: ".").dropLast().joined(separator: ".")
    switch file.document.content {
    case .xcodeProject(let project):
      guard case .buildSetting(_, let configuration?) = mention.place, namesDebugging(configuration) else {
        return false
      }
      return (project.configurations + project.targets.flatMap(\.configurations)).contains { !namesDebugging($0.name) }
    case .buildConfiguration: return namesDebugging(name)
    case .propertyList:
      return namesDebugging(name.hasSuffix("-Info") ? String(name.dropLast(5)) : name)
        && project.targets.contains { $0.files(.infoPlist).contains { $0 !== file } }
    default: return false
    }
  }

  /// What is to be said of the texts that people read in place of one of Info.plist, in the language that the targets are
  /// developed in; nil where that is this text itself, or nothing is reported there.
  private func shownText(inPlaceOf string: PurposeString) -> [Wording.Finding]? {
    var result: [Wording.Finding]?
    for target in project.targets where !target.isTest && target.concerns(string.mention) {
      guard let base = target.translations.base(of: string.name), base.file.isTranslation,
        base.string.mention.baseName == string.mention.baseName,
        trimmingBlanks(base.string.text) != trimmingBlanks(string.text),
        reportingPlace(base.file, at: base.string.highlight)?.reportsAll ?? false,
        let found = Self.read([base.string], target.appNames, catalog: catalog, vocabularies).first?.findings
      else { return nil }
      // What one of several texts is right in, is told here.
      result = result.map { all in all.filter { one in found.contains { $0.kind.isLike(one.kind) } } } ?? found
    }
    return result
  }

  /// The texts of Info.plist that people read another one for.
  private func replacedTexts(by string: PurposeString) -> [Diagnostic.Related] {
    var result: [Diagnostic.Related] = []
    for target in project.targets where !target.isTest {
      guard target.translations.base(of: string.name)?.string.highlight == string.highlight else { continue }
      for other in target.files where !other.isTranslation && result.count < 5 {
        for mention in target.mentions(in: other, named: string.name).prefix(5) {
          let text = other.purposeStrings.first { $0.mention.nameRange == mention.nameRange }
          guard let text, trimmingBlanks(text.text) != trimmingBlanks(string.text) else { continue }
          result.append(related(other, text.highlight, "The text that this one replaces"))
        }
      }
    }
    return result
  }

  /// What is to be said of the wording of the text that a translation has the name of.
  private func originalFindings(_ name: String) -> [Wording.Finding] {
    for translations in translations {
      guard let base = translations.base(of: name)?.string else { continue }
      return Self.read([base], appNames, catalog: catalog, vocabularies).first?.findings ?? []
    }
    guard translations.isEmpty, let base = englishText(beside: name) else { return [] }
    return Self.read([base], appNames, catalog: catalog, vocabularies).first?.findings ?? []
  }

  /// The English text of a table that no target is known to have, which several apps may share: Xcode’s own choice is to
  /// develop in English.
  private func englishText(beside name: String) -> PurposeString? {
    let parts = ownPath.split(separator: "/", omittingEmptySubsequences: false)
    guard document.kind == .stringsTable, file.language != nil, parts.count > 2, let texts = project.texts else {
      return nil
    }
    let english = parts.dropLast(2) + ["en.lproj"] + parts.suffix(1)
    let path = english.joined(separator: "/")
    return path == ownPath ? nil : texts.file(at: path)?.purposeStrings.first { $0.name == name }
  }

  /// Reads the wording of some texts.
  static func read(
    _ strings: [PurposeString], _ names: [String], catalog: Catalog, _ vocabularies: Vocabularies
  ) -> [ReviewedText] {
    guard !strings.isEmpty else { return [] }
    return strings.compactMap { string in
      guard let key = string.key ?? string.mention.spelling.flatMap({ catalog.purposeKey($0.name) }), key.isText else {
        return nil
      }
      // What the app is developed in, everyone leaves at English: there the text tells.
      let language = string.language.flatMap(catalog.language)
      let reading = Wording.Language(
        string.language, usesEndMark: language?.usesEndMark, endMarks: language?.endMarks ?? [])
      var findings = vocabularies.wording.findings(
        in: string.text, key: key.name, appNames: names, language: reading)
      if strings.count > 1, findings.contains(where: \.kind.isAboutCase) {
        let others = strings.lazy.filter { $0.name != string.name && $0.text != string.text }.prefix(20)
        let terms = others.reduce(into: Set<String>()) {
          $0.formUnion(vocabularies.wording.capitalizedWords(of: $1.text))
        }
        findings = vocabularies.wording.findings(
          in: string.text, key: key.name, appNames: names, language: reading, ownTerms: terms)
      }
      return ReviewedText(string: string, key: key, language: language, findings: findings)
    }
  }
}

extension PurposeMention {
  /// Whether it is a build setting for a key that takes no text, but a dictionary or a list.
  fileprivate var isSettingOfOtherType: Bool {
    if case .buildSetting = place { key.map { $0.type != .string } ?? false } else { false }
  }
}

extension PurposeString {
  /// The edit that writes a text with a gap, with a stop there.
  func settingTemplate(to text: String) -> SnippetEdit {
    let edit = setting(to: text)
    return SnippetEdit(edit.range, Template(withGap: edit.replacement))
  }

  /// Whether the text is no message, so that nothing else is said of it.
  func isPlaceholder(_ context: LintContext) -> Bool { isPlaceholder(context.linter, context.appNames) }

  /// Whether another text has to take the place of this one.
  func mustBeRewritten(_ context: LintContext) -> Bool {
    LintContext.read([self], context.appNames, catalog: context.catalog, context.vocabularies).first?.findings
      .contains(where: \.kind.asksToRewrite) ?? false
  }

  /// Whether the text is no message, or denies the use.
  func tellsNothing(_ context: LintContext) -> Bool {
    LintContext.read([self], context.appNames, catalog: context.catalog, context.vocabularies).first?.findings
      .contains(where: \.kind.tellsNothing) ?? false
  }

  fileprivate func isPlaceholder(_ linter: Linter, _ appNames: [String]) -> Bool {
    LintContext.read([self], appNames, catalog: linter.catalog, linter.vocabularies).first?.findings
      .contains { $0.kind == .placeholder || $0.kind == .empty } ?? false
  }
}

extension Target {
  /// The text that a new translation begins as. Empty where no finding would tell that a copy waits for a translator:
  /// of a name, and of a text that is no message itself.
  package func textToTranslate(_ name: String, _ linter: Linter) -> String? {
    guard let base = translations.base(of: name)?.string else { return nil }
    return mayBeName(trimmingBlanks(base.text)) || base.isPlaceholder(linter, appNames) ? "" : base.text
  }
}

extension Wording.Kind {
  /// Whether the text isn't worth keeping under another key.
  var tellsNothing: Bool {
    switch self {
    case .empty, .placeholder, .denial: true
    default: false
    }
  }

  fileprivate var isName: Bool { if case .namesApp = self { true } else { false } }

  fileprivate var isAboutCase: Bool { if case .notSentenceCase = self { true } else { false } }

  /// Whether two texts have the same said of them, whatever the words.
  func isLike(_ other: Wording.Kind) -> Bool {
    switch (self, other) {
    case (.noPurpose, .noPurpose), (.noPurpose, .vague), (.vague, .noPurpose), (.vague, .vague), (.denial, .denial),
      (.notSentenceCase, .notSentenceCase), (.severalSentences, .severalSentences), (.tooLong, .tooLong),
      (.namesApp, .namesApp), (.wrongResource, .wrongResource), (.imperative, .imperative):
      true
    default: self == other
    }
  }
}
