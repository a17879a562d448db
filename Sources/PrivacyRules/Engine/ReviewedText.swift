import Catalog
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
  /// Other places with the same text. What one that comes first tells is not told here.
  var copies = LikePlaces()

  /// Where a finding stands in the file.
  func range(of finding: Wording.Finding) -> ByteRange { string.source(of: finding.range) }

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
    for index in reviewedTexts.indices {
      let string = reviewedTexts[index].string
      // The second entry of a key is told to be one too many.
      if isOneDictionary, !names.insert(string.name).inserted { reviewedTexts[index].findings = [] }
      if reviewedTexts[index].findings.isEmpty { continue }
      // What nobody sees needs no better words.
      var isMoot =
        hasNoEffect(string.mention) && !(string.key?.role == .localNetwork && hasNoLocalNetworkPrivacy)
        || isReplaced(string.mention)
        // The preprocessor puts the text of a macro in its place.
        || isPreprocessed && string.text.utf8.contains(UInt8(ascii: "_")) && isMacro(Array(string.text.utf8)[...])
        // What Info.plist does not have is said to be dead.
        || string.mention.isTranslation && !hasOriginal(of: string.mention)
      if !isMoot {
        reviewedTexts[index].copies = placesLike(string)
        isMoot = reviewedTexts[index].copies.earlier.contains(where: \.reportsAll)
      }
      if isMoot {
        reviewedTexts[index].findings = []
        continue
      }
      guard string.mention.isTranslation, !isDevelopment(string.language) else { continue }
      let original = originals[string.name] ?? originalFindings(string.name)
      originals[string.name] = original
      let mustBeRewritten = original.contains(where: \.kind.asksToRewrite)
      reviewedTexts[index].findings.removeAll { finding in
        mustBeRewritten && !finding.kind.asksToRewrite || original.contains { $0.kind.isLike(finding.kind) }
      }
    }
  }

  /// What is to be said of the wording of the text that a translation has the name of.
  private func originalFindings(_ name: String) -> [Wording.Finding] {
    for translations in translations {
      guard let base = translations.base(of: name)?.string else { continue }
      return Self.read([base], appNames, catalog: catalog, vocabularies).first?.findings ?? []
    }
    return []
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
      let findings = vocabularies.wording.findings(
        in: string.text, key: key.name, appNames: names, language: reading)
      return ReviewedText(string: string, key: key, language: language, findings: findings)
    }
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
  /// Whether two texts have the same said of them, whatever the words.
  func isLike(_ other: Wording.Kind) -> Bool {
    switch (self, other) {
    case (.noPurpose, .noPurpose), (.noPurpose, .vague), (.vague, .noPurpose), (.vague, .vague),
      (.notSentenceCase, .notSentenceCase), (.severalSentences, .severalSentences), (.tooLong, .tooLong),
      (.namesApp, .namesApp), (.wrongResource, .wrongResource), (.imperative, .imperative):
      true
    default: self == other
    }
  }
}
