import Catalog
import ProjectFiles
import PropertyList
import SourceText
import Wording

extension Rule {
  static let missingTranslation = Rule(
    id: "missing-translation",
    severity: .warning,
    summary: "A purpose string isn’t translated into one of the project’s languages.",
    explanation: """
      People read the alert in their own language; if its text is missing, they see the development language. \
      Translations are in each language’s `InfoPlist.strings` or in `InfoPlist.xcstrings`, under the key’s name; a \
      text inside a dictionary is translated under its own name. A text that is plainly not English, in an app that is \
      developed in English, lacks English.
      """,
    sources: ["info-plist-keys", "framework-pages"],
    kinds: [.infoPlist, .stringCatalog, .xcodeProject, .buildSettings],
    examples: [
      .shows(
        [
          "CFBundleDevelopmentRegion": "en",
          "NSCameraUsageDescription": "«This app uses your camera to scan receipts.»",
        ],
        path: "Info.plist",
        beside: """
          --- de.lproj/InfoPlist.strings
          "CFBundleName" = "Belege";
          """),
      .shows(
        """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "NSCameraUsageDescription" : {
              "localizations" : {
                "en" : { "stringUnit" : { "state" : "translated", "value" : "This app scans receipts." } },
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest Belege ein." } }
              }
            },
            "«NSMicrophoneUsageDescription»" : {
              "localizations" : {
                "en" : { "stringUnit" : { "state" : "translated", "value" : "This app records notes." } }
              }
            }
          },
          "version" : "1.0"
        }
        """, in: .file, path: "InfoPlist.xcstrings",
        beside: """
          --- Info.plist
          <key>NSCameraUsageDescription</key>
          <string>This app scans receipts.</string>
          <key>NSMicrophoneUsageDescription</key>
          <string>This app records notes.</string>
          """),
      .shows(
        [
          "CFBundleDevelopmentRegion": "en",
          "NSCameraUsageDescription": "This app uses your camera to scan receipts.",
        ],
        path: "Info.plist",
        beside: """
          --- de.lproj/InfoPlist.strings
          "NSCameraUsageDescription" = "Liest deine Belege ein.";
          """),
    ]
  ) { findings, context in
    let all = context.translations
    guard all.contains(where: { !$0.languages.isEmpty }) else { return }
    var gaps: [Gap] = []
    // A fix for one configuration of a target fixes all. Nil if another file has the finding.
    var gapOfKey: [OfTarget<String>: Int?] = [:]
    var seen: Set<ByteRange> = []
    var known: [FileLanguage: Bool] = [:]
    // A bound for generated projects with hundreds of apps.
    let apps = Array(context.project.targets.filter { $0.product == .app && !$0.isTest }.prefix(20))
    for mention in context.mentions where mention.key?.isText ?? false {
      // A dictionary of texts is translated by the names of the texts.
      if mention.key?.type != .string, !mention.isNamedText { continue }
      // An empty text has nothing to translate, and a text that is never shown needs no translation.
      if mention.key?.place == .app, context.isForExtension(mention) { continue }
      // A catalog reports the keys that it has; all others are reported where they are written.
      let isCatalog = context.document.kind == .stringCatalog
      if isCatalog, !context.hasOriginal(of: mention) { continue }
      let string = context.string(of: mention)
      // `$(NSCameraUsageDescription)` is no text: whoever writes it has the texts elsewhere.
      if string.map({ trimmingBlanks($0.text) == "$(\(mention.name))" }) ?? false { continue }
      if !isCatalog, string.map({ trimmingBlanks($0.text).isEmpty }) ?? true { continue }
      // A framework shows no texts.
      for target in context.project.targets where !target.isTest && target.product != .library {
        // For a project file, a target has only its own settings.
        guard isCatalog || !target.translations.isInCatalog(mention.name) && target.concerns(mention) else { continue }
        var missing = target.translations.languagesWithout(mention.name)
        guard !missing.isEmpty, !context.isDead(mention) else { continue }
        if target.isDeveloped(in: "en"), isForeign(string, in: target, context, &known) {
          // The text is in one of the languages that seem to be missing, and English is if the app has it.
          let own = target.developmentLanguage ?? "en"
          guard missing.count > 1, target.translations.hasTexts(in: own) else { continue }
          missing = [own]
        } else if let string, !target.isDeveloped(in: "en"), context.vocabularies.wording.isEnglish(string.text) {
          // An English text needs no translation into English, whatever the development language is.
          missing.removeAll { context.catalog.isSameTongue($0, "en") }
          if missing.isEmpty { continue }
        }
        if let string, target.product == .appExtension, isTranslated(string, without: missing, in: apps) { continue }
        guard seen.insert(mention.range).inserted else { continue }
        let key = OfTarget(target: target, part: mention.name)
        if let earlier = gapOfKey[key] {
          if let earlier {
            let copy = context.related(context.file, context.highlight(mention), "The same key")
            // A copy of the text is there already.
            if !gaps[earlier].copies.contains(where: { $0.path == copy.path && $0.range == copy.range }) {
              gaps[earlier].copies.append(copy)
            }
          }
          continue
        }
        gapOfKey[key] = .some(nil)
        // Nobody translates a text that another finding asks to replace, or to remove with its key.
        let original = target.translations.base(of: mention.name)?.string ?? string
        if original?.tellsNothing(context) ?? false { continue }
        if !isCatalog, context.isReportedEarlier(mention.name, target, findings) { continue }
        var copies: [Diagnostic.Related] = []
        if let string, !isCatalog {
          // Copies of the text, for other configurations and targets, with the same gap.
          let found = context.copies(of: string, findings) { other, mention in
            context.project.targets(with: other).contains {
              $0.concerns(mention) && $0.translations.languagesWithout(mention.name) == missing
            }
          }
          guard let found else { continue }
          copies = found
        }
        gapOfKey[key] = gaps.count
        gaps.append(Gap(mention: mention, missing: missing, copies: copies, target: target))
      }
    }
    var groups: [Group] = []
    for target in context.project.targets where gaps.contains(where: { $0.target === target }) {
      if let sparse = sparse(in: target, &gaps, context) { groups.append(sparse) }
    }
    // Texts that the same languages lack were never sent to the translators, which is one mistake.
    var alike = Dictionary(grouping: gaps, by: \.languagesOfTarget)
    for gap in gaps where !gap.missing.isEmpty {
      // Told once, with the first of them.
      guard let all = alike.removeValue(forKey: gap.languagesOfTarget) else { continue }
      groups.append(Group(gaps: all, missing: gap.missing))
    }
    // The translations of a file are brought up to date together.
    groups.sort { $0.size > $1.size }
    let ofTargets = context.joined(
      groups, by: \.target, at: { $0.range(context) }, findings.rule, firstSpeaksForAll: false)
    for (_, all) in ofTargets { report(all, &findings, context) }
  }

  /// Whether a text is in another script than English or, as far as its words show, in another language. The text of the
  /// development language takes its place.
  ///
  /// - Parameter known: Whether the texts of a file in a language are.
  private static func isForeign(
    _ string: PurposeString?, in target: Target, _ context: LintContext, _ known: inout [FileLanguage: Bool]
  ) -> Bool {
    guard let string else { return false }
    // Another configuration may have a text of its own.
    let base = target.translations.base(of: string.name)
    let table = base.flatMap { $0.file.isTranslation ? $0 : nil }
    let shown = table?.string ?? string
    let file = table?.file ?? context.file
    return context.vocabularies.wording.isForeign(shown.text) {
      let part = FileLanguage(path: file.path, language: shown.language)
      if let known = known[part] { return known }
      let texts = file.purposeStrings.lazy.filter { $0.language == shown.language }.map(\.text)
      let areForeign = context.vocabularies.wording.areForeign(texts)
      known[part] = areForeign
      return areForeign
    }
  }

  /// Whether a text of an extension is that of its project’s apps, which have translations: the alert shows that of the
  /// app, even when the extension asks.
  ///
  /// - Parameter apps: The apps in the same project file.
  private static func isTranslated(_ string: PurposeString, without missing: [String], in apps: [Target]) -> Bool {
    let name = string.name
    let own = apps.map { ($0, $0.texts(named: name).filter { !$0.file.isTranslation }) }.filter { !$0.1.isEmpty }
    return !own.isEmpty
      && own.allSatisfy { app, texts in
        app.translations.languagesWithout(name).isEmpty && missing.allSatisfy(app.translations.languages.contains)
          && texts.contains { $0.string.text == string.text }
      }
  }

  /// A language that lacks so many texts, and most of them, is one mistake.
  private static let fewest = 3

  /// With more languages than this, only the fix for all of them is offered.
  private static let mostSingleFixes = 5

  private struct FileLanguage: Hashable {
    let path: String
    let language: String?
  }

  private struct OfTarget<Part: Hashable>: Hashable {
    let target: Target
    let part: Part
  }

  /// A text and the languages that it lacks.
  private struct Gap {
    let mention: PurposeMention
    /// The languages.
    var missing: [String]
    var copies: [Diagnostic.Related]
    let target: Target

    /// What gaps have in common if one edit can fill them.
    var languagesOfTarget: OfTarget<[String]> { OfTarget(target: target, part: missing) }

    /// Whether it lacks any of some languages.
    func lacks(_ languages: [String]) -> Bool { missing.contains(where: languages.contains) }
  }

  /// Texts of one target that lack the same languages.
  private struct Group {
    /// At least one.
    let gaps: [Gap]
    let missing: [String]
    /// How many texts the target has, where each of the languages lacks others of them.
    var count: Int?

    var size: Int { gaps.count * missing.count }
    var target: ObjectIdentifier? { gaps.first.map { ObjectIdentifier($0.target) } }

    func range(_ context: LintContext) -> ByteRange {
      guard let mention = gaps.first?.mention else { return ByteRange(at: 0) }
      return context.document.kind == .stringCatalog ? mention.nameRange : context.highlight(mention)
    }

    /// “A” and “B” are not translated into German
    func words(_ catalog: Catalog) -> String {
      let texts =
        count.map { "Most of the \($0) purpose strings are" }
        ?? shortList(gaps.map(\.mention.name)) + (gaps.count > 1 ? " are" : " is")
      return "\(texts) not translated into \(enumerated(missing.map(catalog.languageName)))"
    }
  }

  /// The languages that lack most of a target’s texts, taken out of what its texts lack; nil if there are none.
  private static func sparse(in target: Target, _ gaps: inout [Gap], _ context: LintContext) -> Group? {
    let own = gaps.filter { $0.target === target }
    guard own.count >= fewest else { return nil }
    var names = Set(own.map(\.mention.name))
    for mention in context.mentions where mention.key?.isText ?? false && target.concerns(mention) {
      if !context.isDead(mention), context.string(of: mention).map({ !trimmingBlanks($0.text).isEmpty }) ?? false {
        names.insert(mention.name)
      }
    }
    let sparse = Set(own.flatMap(\.missing)).sorted().filter { language in
      let count = own.count { $0.missing.contains(language) }
      return count >= fewest && count * 2 > names.count
    }
    guard !sparse.isEmpty else { return nil }
    let lacking = own.filter { $0.lacks(sparse) }
    // Where all lack the same, that can be said by name.
    let isSame = lacking.allSatisfy { gap in sparse.allSatisfy(gap.missing.contains) }
    for index in gaps.indices where gaps[index].target === target {
      gaps[index].missing.removeAll(where: sparse.contains)
    }
    return Group(gaps: lacking, missing: sparse, count: isSame ? nil : names.count)
  }

  /// Reports what the texts of a target lack, at the first of those that lack most.
  private static func report(_ groups: [Group], _ findings: inout Findings, _ context: LintContext) {
    guard let main = groups.first, let first = main.gaps.first else { return }
    let translations = first.target.translations
    let also = main.gaps.dropFirst().prefix(10).map {
      context.related(context.file, $0.mention.nameRange, "Also not translated")
    }
    let more = groups.dropFirst().prefix(10).compactMap { group in
      group.gaps.first.map { context.related(context.file, $0.mention.nameRange, group.words(context.catalog)) }
    }
    var tables = main.missing.compactMap { language -> Diagnostic.Related? in
      guard let table = translations.table(of: language) else { return nil }
      return context.related(
        table, ByteRange(at: 0), "The texts in \(context.catalog.languageName(language)) are here")
    }
    if let table = catalogToFill(main, context) {
      tables.append(context.related(table, ByteRange(at: 0), "The translations are here"))
    }
    findings.report(
      main.words(context.catalog), at: main.range(context),
      related: also + more + tables.prefix(10) + main.gaps.flatMap(\.copies).prefix(20)
    ) {
      groups.enumerated().flatMap { place, group in
        fixes(for: group, context).map { fix in
          var fix = fix
          fix.isPreferred = fix.isPreferred && place == 0
          return fix
        }
      }
    }
  }

  /// The string catalog for languages without a table; nil if there is none.
  private static func catalogToFill(_ group: Group, _ context: LintContext) -> ProjectFile? {
    guard context.document.kind != .stringCatalog, let translations = group.gaps.first?.target.translations,
      group.missing.contains(where: { translations.table(of: $0) == nil })
    else { return nil }
    return translations.stringCatalog
  }

  private static func fixes(for group: Group, _ context: LintContext) -> [Fix] {
    guard let first = group.gaps.first else { return [] }
    let (gaps, missing) = (group.gaps, group.missing)
    let (mention, translations) = (first.mention, first.target.translations)
    let withoutTable = missing.filter { translations.table(of: $0) == nil }
    let table = catalogToFill(group, context)
    // The first alone decides whether there is anything to translate yet.
    guard first.target.textToTranslate(mention.name, context.linter) != nil else { return [] }
    // What is to be written anew is translated then.
    let isReady = translations.base(of: mention.name).map { !$0.string.mustBeRewritten(context) } ?? true
    let texts = gaps.compactMap { gap in
      gap.target.textToTranslate(gap.mention.name, context.linter)
        .map { Text(name: gap.mention.name, text: $0, languages: missing.filter(gap.missing.contains)) }
    }
    let names = enumerated(missing.map(context.catalog.languageName))
    var all = Fix(title: "Add the text to translate into \(names)", edits: [], isPreferred: isReady)
    var single: [Fix] = []
    if let catalog = context.file.stringCatalog {
      for text in texts {
        guard let entry = catalog[text.name] else { continue }
        all.edits += joined(catalog.adding(languages: text.languages, state: "new", value: text.text, to: entry))
      }
      return all.edits.isEmpty ? [] : [all]
    }
    if let table, let catalog = table.stringCatalog {
      let added = edits(adding: texts, in: withoutTable, to: catalog)
      if added.isEmpty { return [] }
      let edits = FileEdits(path: table.path, edits: added)
      all.otherFiles.append(edits)
      let names = enumerated(withoutTable.map(context.catalog.languageName))
      var fix = Fix(
        title: "Add the text to translate into \(names)", edits: [],
        isPreferred: isReady && withoutTable.count == missing.count)
      fix.otherFiles = [edits]
      single.append(fix)
    }
    for language in missing {
      guard let table = translations.table(of: language), case .strings = table.document.content else { continue }
      let edit = addition(of: texts.filter { $0.languages.contains(language) }, to: table.document)
      let edits = FileEdits(path: table.path, edits: [edit])
      all.otherFiles.append(edits)
      var fix = Fix(
        title: "Add the text to translate into \(context.catalog.languageName(language))", edits: [],
        isPreferred: isReady && missing.count == 1)
      fix.otherFiles = [edits]
      single.append(fix)
    }
    guard single.count > 1 else { return single }
    // Nobody reads a menu of a hundred languages.
    return single.count > mostSingleFixes ? [all] : [all] + single
  }

  /// A text to be translated into some languages.
  private struct Text {
    let name: String
    let text: String
    let languages: [String]
  }

  /// The edit that puts texts at the end of a table, marked as ones that need translating.
  private static func addition(of texts: [Text], to document: Document) -> TextEdit {
    let end = document.layout.lineEnd
    let notation = WrittenText.Notation.openStep(quote: UInt8(ascii: "\""))
    let isAtLineStart = document.text.count == 0 || document.text.bytes.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
    let lines = texts.map {
      "/* Needs translation */\(end)\(notation.written($0.name)) = \(notation.written($0.text));\(end)"
    }
    return .insert((isAtLineStart ? "" : end) + lines.joined(), at: document.text.count)
  }

  /// The edits that add keys with texts to translate to a catalog. A catalog without keys gets only the first one.
  private static func edits(
    adding texts: [Text], in languages: [String], to catalog: StringCatalog
  ) -> [TextEdit] {
    let texts = catalog.entries.isEmpty ? Array(texts.prefix(1)) : texts.sorted { $0.name < $1.name }
    return joined(
      texts.compactMap { text in
        let own = languages.filter(text.languages.contains)
        return own.isEmpty ? nil : catalog.adding(key: text.name, languages: own, state: "new", value: text.text)
      })
  }

  /// The edits with those at the same place as one, in order.
  private static func joined(_ edits: [TextEdit]) -> [TextEdit] {
    var result: [TextEdit] = []
    for edit in edits {
      if let last = result.last, last.range == edit.range {
        result[result.count - 1] = TextEdit(edit.range, last.replacement + edit.replacement)
      } else {
        result.append(edit)
      }
    }
    return result
  }
}

extension LintContext {
  /// Whether an earlier file of the target has its own text for the key, for another configuration, and reports the
  /// gap.
  fileprivate func isReportedEarlier(_ name: String, _ target: Target, _ findings: Findings) -> Bool {
    target.files.contains { other in
      guard other.path < ownPath, !other.isTranslation, !target.debuggingInfoPlists.contains(other.path),
        // Not settings that Xcode ignores.
        target.mentions(in: other).contains(where: { $0.name == name }),
        let string = target.purposeStrings(in: other).first(where: { $0.name == name })
      else { return false }
      return !trimmingBlanks(string.text).isEmpty && isReported(findings, in: other, at: string.highlight)
    }
  }
}
