import BuildTargets
import Catalog
import ProjectFiles
import PropertyList
import SourceScan
import SourceText
import Wording

/// A purpose string with the findings about its wording.
struct ReviewedText {
  let string: PurposeString
  /// Its key, or the one that its misspelled name most likely means.
  let key: PurposeKey
  /// Nil if nothing but the text itself shows the language.
  let language: Language?
  var findings: [Wording.Finding]
  /// The findings that an earlier copy of the text has, not this one.
  fileprivate var toldOfCopy: [Wording.Finding] = []
  /// Whether this text goes away because another one has to be rewritten.
  var isMoot = false
  /// Other places with the same text. A finding is reported only in the first.
  var copies = LikePlaces()

  /// The range of a finding in the file.
  func range(of finding: Wording.Finding) -> ByteRange { string.source(of: finding.range) }

  /// Removes findings that are already reported for another text, or made moot by those.
  mutating func leaveOut(_ told: [Wording.Finding]) {
    let mustBeRewritten = told.contains(where: \.kind.asksToRewrite)
    findings.removeAll { finding in
      mustBeRewritten && !finding.kind.asksToRewrite || told.contains { $0.kind.isLike(finding.kind) }
    }
  }

  /// The resource that the text asks for: “your camera”.
  var resource: String { key.resource }

  /// The fix that replaces the text with a sentence that has a gap; none in languages other than English, for which we
  /// have no such sentence, and none if the text is that sentence.
  func rewrite(_ context: LintContext) -> [Fix] {
    guard isEnglish(context), let text = context.keyToRewrite(key).textToComplete(), text != string.text else {
      return []
    }
    let title = "Rewrite as “\(text.prefix { $0 != Gap.mark })\(Gap.mark)”"
    return [Fix(title: title, snippets: [string.settingTemplate(to: text)])]
  }

  /// The fix that adds a clause with a gap to an English text, which keeps its words; one that replaces the text where
  /// it isn’t a single plain sentence.
  func addingExample(_ context: LintContext) -> [Fix] {
    var sentence = trimmingBlanks(string.text)
    let mark = sentence.last.map { ".!".contains($0) } ?? false ? String(sentence.removeLast()) : "."
    guard isEnglish(context), let last = sentence.last, last.isLetter || last.isNumber,
      !sentence.contains(where: { ".!?:;…\n".contains($0) }),
      !sentence.lowercased().split(separator: " ").contains(where: { $0 == "example" })
    else { return rewrite(context) }
    let text = "\(sentence), for example \(Gap.text)\(mark)"
    return [Fix(title: "Add an example", snippets: [string.settingTemplate(to: text)])]
  }

  /// Whether the text is English; a text that shows no language counts as English if the app is developed in it.
  fileprivate func isEnglish(_ context: LintContext) -> Bool {
    let reading = Wording.Language(context.language(of: string))
    if string.language != nil { return reading.isMaybeEnglish }
    return findings.contains(where: \.kind.isNoText)
      ? reading.isMaybeEnglish : context.vocabularies.wording.isEnglish(string.text)
  }
}

/// What a rule reports for one wording finding.
struct Advice {
  let message: String
  /// The severity, if it isn't the rule's.
  let severity: Severity?
  let related: [Diagnostic.Related]
  /// Called only if fixes are requested; nil to offer a rewrite of the text.
  let fixes: (() -> [Fix])?

  init(
    _ message: String, severity: Severity? = nil, related: [Diagnostic.Related] = [], fixes: (() -> [Fix])? = nil
  ) {
    self.message = message
    self.severity = severity
    self.related = related
    self.fixes = fixes
  }
}

extension Rule {
  /// A rule about the wording of purpose strings.
  ///
  /// - Parameter advice: What the rule reports for a finding; nil for a finding of another rule.
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
            at: text.range(of: finding), severity: advice.severity, related: advice.related
          ) { advice.fixes?() ?? text.rewrite(context) }
        }
      }
    }
  }
}

extension LintContext {
  /// The key whose sentence a new text is to have: for location at all times that of location in use, unless the app
  /// says that it runs in the background for it.
  fileprivate func keyToRewrite(_ key: PurposeKey) -> PurposeKey {
    guard let mode = catalog.backgroundModes.first(where: { $0.purposeKeys.contains(key.name) }),
      key.family == .location, let inUse = catalog.purposeKey(.locationWhenInUse),
      let modes = catalog.relatedKey(.backgroundModes)?.name
    else { return key }
    let plists = (knownTargets.flatMap { $0.files(.infoPlist) } + [file]).compactMap(\.infoPlist)
    let isSaid = plists.contains { plist in
      plist.root.entries.contains { entry in
        entry.name == modes && entry.value?.meantStrings.contains { $0.trimmedString == mode.name } ?? false
      }
    }
    // Some uses of location at all times need no mode.
    let isCalledFor = evidence?.targets.contains { target in
      target.callsWithExtensions.contains { use in
        guard case .permission(let lists) = use.use.kind else { return false }
        return lists.contains { $0.contains { $0 == key.name } }
      }
    }
    return isSaid || plists.isEmpty || isCalledFor ?? false ? key : inUse
  }
}

extension Set<FileKind> {
  /// The kinds of files that have purpose strings.
  static let withPurposeStrings: Set<FileKind> = [
    .infoPlist, .stringsTable, .stringCatalog, .xcodeProject, .buildSettings,
  ]
}

extension LintContext {
  /// Keeps only the findings to report in this document: for copies, in the first place; for a translation, those that
  /// the original doesn't have.
  mutating func keepReportedHere() {
    leaveOutEndMarksThatNoTextHas()
    var originals: [String: [Wording.Finding]] = [:]
    let isPreprocessed =
      document.kind == .infoPlist
      && (!document.preprocessorLines.isEmpty || project.targets.contains(where: \.preprocessesInfoPlist))
    let isOneDictionary = document.kind == .stringsTable || document.kind == .infoPlist && !isPreprocessed
    var names: Set<String> = []
    let rivals = isOneDictionary ? namesWithSeveralTexts : []
    for index in reviewedTexts.indices {
      let string = reviewedTexts[index].string
      // The duplicate of a key is reported as such. Which of the two texts is kept comes before its style.
      if isOneDictionary, !names.insert(string.name).inserted { reviewedTexts[index].findings = [] }
      if rivals.contains(string.name) { reviewedTexts[index].findings.removeAll { !$0.kind.asksToRewrite } }
      if reviewedTexts[index].findings.isEmpty { continue }
      // Text that nobody sees needs no better wording.
      var isMoot =
        hasNoEffect(string.mention) || string.key.map(isHidden) ?? false
        || isReplaced(string.mention)
        // A setting that can't hold the value is reported as that.
        || string.mention.isSettingOfOtherType
        // The preprocessor expands macros.
        || isPreprocessed && string.text.utf8.contains(UInt8(ascii: "_")) && isMacro(Array(string.text.utf8)[...])
        // A translation without an original in Info.plist is reported as unused.
        || string.mention.isTranslation && !hasOriginal(of: string.mention)
        // Once its key is spelled right, it needs a text.
        || string.key == nil && !string.text.unicodeScalars.contains("…")
          && reviewedTexts[index].findings.contains(where: \.kind.tellsNothing)
        || isForDebugging(string) || settingReplacing(string.mention) != nil
        || showsNoAlert
        // What the name means is a guess, which the text denies.
        || string.key == nil
          && reviewedTexts[index].findings.contains { if case .wrongResource = $0.kind { true } else { false } }
      if !isMoot {
        reviewedTexts[index].copies = placesLike(string)
        isMoot = reviewedTexts[index].copies.earlier.contains(where: \.reportsAll)
        if isMoot { reviewedTexts[index].toldOfCopy = reviewedTexts[index].findings }
      }
      if isMoot {
        reviewedTexts[index].findings = []
        continue
      }
      guard string.mention.isTranslation, !isDevelopment(string.language) else {
        if string.mention.isTranslation {
          reviewedTexts[index].copies.related += replacedTexts(by: string)
        } else if hasTextShown(inPlaceOf: string) {
          // App Store Connect looks only at whether there is one.
          reviewedTexts[index].findings.removeAll { $0.kind != .empty }
          reviewedTexts[index].isMoot = true
        }
        continue
      }
      let original = originals[string.name] ?? originalFindings(string.name)
      originals[string.name] = original
      reviewedTexts[index].leaveOut(original)
    }
    var first: [TextOfReader: Int] = [:]
    for index in reviewedTexts.indices { leaveOutCopy(index, &first) }
  }

  /// Leaves out the missing end marks of a language other than English in which none of several texts has one: that is
  /// a style, and in some languages a common one.
  private mutating func leaveOutEndMarksThatNoTextHas() {
    let lacking = reviewedTexts.indices.filter { reviewedTexts[$0].findings.contains { $0.kind == .noEndMark } }
    for (language, places) in Dictionary(grouping: lacking, by: { reviewedTexts[$0].string.language }) {
      let texts = reviewedTexts.filter { $0.string.language == language }
      guard Set(places.map { reviewedTexts[$0].string.text }).count > 1,
        texts.allSatisfy({ text in text.findings.contains { $0.kind == .noEndMark || $0.kind.tellsNothing } }),
        !places.contains(where: { reviewedTexts[$0].isEnglish(self) })
      else { continue }
      for place in places { reviewedTexts[place].findings.removeAll { $0.kind == .noEndMark } }
    }
  }

  /// The names under which the document has texts that differ.
  private var namesWithSeveralTexts: Set<String> {
    var first: [String: String] = [:]
    var result: Set<String> = []
    for string in purposeStrings {
      if let text = first[string.name] {
        if text != string.text { result.insert(string.name) }
      } else {
        first[string.name] = string.text
      }
    }
    return result
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
        && project.targets.contains { $0.name != nil && $0.files(.infoPlist).contains { $0 !== file } }
    default: return false
    }
  }

  /// Leaves out of a text that stands under an earlier key as well what is told there: all of it where the two keys may
  /// share a text, else that it’s a placeholder and its style, as another finding asks for another text.
  private mutating func leaveOutCopy(_ index: Int, _ first: inout [TextOfReader: Int]) {
    let text = reviewedTexts[index]
    guard !text.findings.isEmpty || !text.toldOfCopy.isEmpty else { return }
    let identity = TextOfReader(text)
    guard let earlier = first[identity] else {
      first[identity] = index
      return
    }
    let mayShare = reviewedTexts[earlier].key.mayShareText(with: text.key)
    let told = reviewedTexts[earlier].findings + reviewedTexts[earlier].toldOfCopy
    let count = text.findings.count
    reviewedTexts[index].findings.removeAll { finding in
      (mayShare || !finding.kind.asksToRewrite || finding.kind == .placeholder)
        && told.contains { $0.kind.isLike(finding.kind) }
    }
    if reviewedTexts[index].findings.count < count {
      reviewedTexts[earlier].copies.related.append(
        Diagnostic.Related(range: text.string.highlight, message: "The same text"))
    }
  }

  /// Whether nobody sees a text of Info.plist, since every language has its own, and the findings about the text in the
  /// development language are reported there.
  func hasTextShown(inPlaceOf string: PurposeString) -> Bool {
    let targets = project.targets.filter { !$0.isTest && $0.concerns(string.mention) }
    return !targets.isEmpty
      && targets.allSatisfy { target in
        guard let base = target.translations.base(of: string.name), base.file.isTranslation,
          base.string.mention.baseName == string.mention.baseName
        else { return false }
        let text = trimmingBlanks(base.string.text)
        let own = trimmingBlanks(string.text)
        guard !text.isEmpty, text != own else { return false }
        // A language without tables shows the development language’s text; one without the text shows this one, which is
        // no other if the build makes the app’s name of a variable.
        guard
          target.translations.languagesWithout(string.name).allSatisfy({ !target.translations.hasTexts(in: $0) })
            || target.appNames.contains(where: { Self.naming($0, in: own) == text })
        else { return false }
        return reportingPlace(base.file, at: base.string.highlight)?.reportsAll ?? false
      }
  }

  /// A text with the app’s name for each variable, such as `$(PRODUCT_NAME)`.
  private static func naming(_ name: String, in text: String) -> String {
    var result = ""
    var isInVariable = false
    for character in text {
      if character == "$" {
        isInVariable = true
        result += name
      } else if isInVariable {
        isInVariable = character != ")" && character != "}"
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The texts of Info.plist that a translation replaces.
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

  /// The findings about the original of a translation.
  private func originalFindings(_ name: String) -> [Wording.Finding] {
    for translations in translations {
      guard let base = translations.base(of: name)?.string else { continue }
      return base.findings(linter, appNames)
    }
    guard translations.isEmpty else { return [] }
    return englishText(beside: name)?.findings(linter, appNames) ?? []
  }

  /// The English text beside a table that belongs to no known target, such as one shared by several apps: Xcode
  /// develops in English by default.
  private func englishText(beside name: String) -> PurposeString? {
    let parts = ownPath.split(separator: "/", omittingEmptySubsequences: false)
    guard document.kind == .stringsTable, file.language != nil, parts.count > 2, let texts = project.texts else {
      return nil
    }
    let english = parts.dropLast(2) + ["en.lproj"] + parts.suffix(1)
    let path = english.joined(separator: "/")
    return path == ownPath ? nil : texts.file(at: path)?.purposeStrings.first { $0.name == name }
  }

  /// Reviews the wording of some texts.
  static func read(
    _ strings: [PurposeString], _ names: AppNames, catalog: Catalog, _ vocabularies: Vocabularies
  ) -> [ReviewedText] {
    guard !strings.isEmpty else { return [] }
    return strings.compactMap { string in
      guard let key = string.key ?? string.mention.spelling.flatMap({ catalog.purposeKey($0.name) }), key.isText else {
        return nil
      }
      // Development regions are often left at English, so for texts in it, the text itself shows the language.
      let language = string.language.flatMap(catalog.language)
      let reading = Wording.Language(
        string.language, usesEndMark: language?.usesEndMark, endMarks: language?.endMarks ?? [])
      var findings = vocabularies.wording.findings(
        in: string.text, key: key.name, names: names, language: reading)
      if strings.count > 1, findings.contains(where: \.kind.isAboutCase) {
        let others = strings.lazy.filter { $0.name != string.name && $0.text != string.text }.prefix(20)
        let terms = others.reduce(into: Set<String>()) {
          $0.formUnion(vocabularies.wording.capitalizedWords(of: $1.text))
        }
        findings = vocabularies.wording.findings(
          in: string.text, key: key.name, names: names, language: reading, ownTerms: terms)
      }
      return ReviewedText(string: string, key: key, language: language, findings: findings)
    }
  }
}

extension PurposeMention {
  /// Whether it is a build setting for a key whose value is a dictionary or a list.
  fileprivate var isSettingOfOtherType: Bool {
    if case .buildSetting = place { key.map { $0.type != .string } ?? false } else { false }
  }
}

extension PurposeString {
  /// The edit that replaces the text with one that has a gap, as a tab stop.
  func settingTemplate(to text: String) -> SnippetEdit {
    let edit = setting(to: text)
    return SnippetEdit(edit.range, Template(withGap: edit.replacement))
  }

  /// Whether the text has to be replaced.
  func mustBeRewritten(_ context: LintContext) -> Bool {
    findings(context.linter, context.appNames).contains(where: \.kind.asksToRewrite)
  }

  /// Whether the text is no message, or denies the use.
  func tellsNothing(_ context: LintContext) -> Bool {
    findings(context.linter, context.appNames).contains(where: \.kind.tellsNothing)
  }

  /// The findings about the wording of the text.
  fileprivate func findings(_ linter: Linter, _ names: AppNames) -> [Wording.Finding] {
    LintContext.read([self], names, catalog: linter.catalog, linter.vocabularies).first?.findings ?? []
  }
}

extension Target {
  /// The text for a new translation. Empty for a name and for a placeholder, because a copy of those wouldn't be
  /// reported as untranslated.
  package func textToTranslate(_ name: String, _ linter: Linter) -> String? {
    guard let base = translations.base(of: name)?.string else { return nil }
    let names = AppNames(appNames, linter.vocabularies.wording)
    let isEmpty =
      mayBeName(trimmingBlanks(base.text)) || base.findings(linter, names).contains(where: \.kind.isNoText)
    return isEmpty ? "" : base.text
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

  /// Whether there is no text, or one that stands for it.
  var isNoText: Bool { self == .empty || self == .placeholder }

  var isDenial: Bool { if case .denial = self { true } else { false } }

  fileprivate var isAboutCase: Bool { if case .notSentenceCase = self { true } else { false } }

  /// Whether two texts have the same problem, whatever the words.
  func isLike(_ other: Wording.Kind) -> Bool {
    switch (self, other) {
    case (.noPurpose, .noPurpose), (.noPurpose, .vague), (.vague, .noPurpose), (.vague, .vague), (.denial, .denial),
      (.bare, .noPurpose), (.bare, .vague), (.noPurpose, .bare), (.vague, .bare),
      (.notSentenceCase, .notSentenceCase), (.severalSentences, .severalSentences), (.tooLong, .tooLong),
      (.namesApp, .namesApp), (.wrongResource, .wrongResource), (.imperative, .imperative):
      true
    default: self == other
    }
  }
}
