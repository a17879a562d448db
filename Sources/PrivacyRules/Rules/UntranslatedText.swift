import SourceText

extension Rule {
  static let untranslatedText = Rule(
    id: "untranslated-text",
    severity: .warning,
    summary: "A translation is identical to the text it should translate.",
    explanation: """
      The text is the same, word for word, as in the development language, so people who use the app in this language \
      see another one in the alert. If several languages repeat the original, one finding at the original lists them \
      all.
      """,
    sources: ["info-plist-keys", "framework-pages"],
    kinds: .withPurposeStrings,
    examples: [
      .shows(
        "«This app uses your camera to scan receipts.»", for: "NSCameraUsageDescription", translatedTo: "de",
        beside: original),
      .shows(
        "This app uses your camera to scan receipts.", for: "NSCameraUsageDescription", translatedTo: "en-GB",
        beside: original),
      .shows(
        [
          "CFBundleDevelopmentRegion": "en",
          "NSCameraUsageDescription": "«This app uses your camera to scan receipts.»",
        ],
        path: "Info.plist",
        beside: """
          --- de.lproj/InfoPlist.strings
          "NSCameraUsageDescription" = "This app uses your camera to scan receipts.";
          --- fr.lproj/InfoPlist.strings
          "NSCameraUsageDescription" = "This app uses your camera to scan receipts.";
          """),
    ]
  ) { findings, context in
    func left(in language: String) -> String { "Left in \(context.catalog.languageName(language))" }
    var seen: Set<ByteRange> = []
    var found: [Untranslated] = []
    let wording = context.vocabularies.wording
    for translations in context.translations {
      var asked: Set<String> = []
      for string in context.purposeStrings where asked.insert(string.name).inserted {
        guard string.key != nil,
          let (own, places) = translations.untranslated(string.name, wording),
          let (file, base) = translations.base(of: string.name),
          // A text that has to be rewritten, or is never shown, needs no translation.
          !context.isDead(string.mention), context.hasOriginal(of: string.mention), !base.tellsNothing(context)
        else { continue }
        let languages = places.map { context.catalog.languageName($0.string.language ?? "") }.unique()
        // One is put right where it stands, several are seen best from the text that they should translate.
        // Where the findings of that text aren’t shown, translators see their part of it.
        let parts = places.count == 1 || context.isHidden(file) ? places.filter { $0.file === context.file } : []
        if let part = parts.first {
          guard seen.insert(part.string.highlight).inserted, context.copies(of: part.string, findings) != nil else {
            continue
          }
          found.append(
            Untranslated(
              name: string.name,
              languages: parts.map { context.catalog.languageName($0.string.language ?? "") }.unique(), own: own,
              isInTranslation: true, range: part.string.highlight,
              related: [context.related(file, base.highlight, "The same text")]
                + parts.dropFirst().prefix(20).map { .init(range: $0.string.highlight, message: left(in: own)) }))
          continue
        }
        if places.count == 1 { continue }
        guard file === context.file, !seen.contains(base.highlight) else { continue }
        let copies = context.copies(of: base, findings) { other, mention in
          // In each target, the finding belongs to the text that is translated.
          context.project.targets(with: other).contains { target in
            target.concerns(mention) && target.translations.base(of: base.name)?.file.path == other.path
              && target.translations.untranslated(base.name, wording).map {
                $0.places.map(\.string.language) == places.map(\.string.language)
              } ?? false
          }
        }
        guard let copies, seen.insert(base.highlight).inserted else { continue }
        found.append(
          Untranslated(
            name: string.name, languages: languages, own: own, isInTranslation: false, range: base.highlight,
            related: places.prefix(20).map { context.related($0.file, $0.string.highlight, left(in: own)) } + copies))
      }
    }
    // A table that was copied and never translated is one mistake.
    for (first, all) in context.joined(found, by: \.table, at: \.range, findings.rule) {
      let language = context.catalog.languageName(first.own)
      let words = shortList(all.map(\.name)) + (all.count == 1 ? " is" : " are")
      let isSame = all.allSatisfy { $0.languages == first.languages }
      let names = enumerated(isSame ? first.languages : all.flatMap(\.languages).unique())
      findings.report(
        isSame
          ? "\(words) not translated into \(names) but left in \(language)"
          : "\(words) left in \(language) in some translations: \(names)",
        at: first.range,
        related: first.related
          + all.dropFirst().prefix(20).map { other in
            let names = isSame ? "" : " in \(enumerated(other.languages))"
            return .init(range: other.range, message: "Also left in \(language)\(names)")
          })
    }
  }

  /// A text that some translations repeat.
  private struct Untranslated {
    let name: String
    /// The names of their languages.
    let languages: [String]
    /// The code of its own.
    let own: String
    /// Whether it is told at the translation, as there is only one.
    let isInTranslation: Bool
    let range: ByteRange
    let related: [Diagnostic.Related]

    /// What those have in common that are told together.
    var table: [String] { [own] + (isInTranslation ? languages : []) }
  }

  private static let original = """
    --- Info.plist
    <key>CFBundleDevelopmentRegion</key>
    <string>en</string>
    <key>NSCameraUsageDescription</key>
    <string>This app uses your camera to scan receipts.</string>
    """
}
