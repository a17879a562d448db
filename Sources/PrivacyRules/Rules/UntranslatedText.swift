import Catalog
import ProjectFiles
import PropertyList
import SourceText

extension Rule {
  static let untranslatedText = Rule(
    id: "untranslated-text",
    severity: .warning,
    summary: "A translation is the text it should translate.",
    explanation: """
      The text is word for word that of the language the app is developed in. Someone who reads the app in this language \
      meets a foreign one in the alert.
      """,
    sources: ["info-plist-keys", "framework-pages"],
    kinds: [.stringsTable, .stringCatalog],
    examples: [
      .shows(
        "\"NSCameraUsageDescription\" = \"«This app uses your camera to scan receipts.»\";\n", in: .file,
        path: "de.lproj/InfoPlist.strings",
        beside: "--- Info.plist\n<key>CFBundleDevelopmentRegion</key>\n<string>en</string>\n"
          + "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera to scan receipts.</string>\n"),
      .shows(
        "\"NSCameraUsageDescription\" = \"This app uses your camera to scan receipts.\";\n", in: .file,
        path: "en-GB.lproj/InfoPlist.strings",
        beside: "--- Info.plist\n<key>CFBundleDevelopmentRegion</key>\n<string>en</string>\n"
          + "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera to scan receipts.</string>\n"),
    ]
  ) { findings, context in
    var seen: Set<ByteRange> = []
    for translations in context.translations {
      for string in context.purposeStrings where string.key != nil {
        guard let language = string.language, !translations.isDevelopment(language),
          let (file, base) = translations.base(of: string.name)
        else { continue }
        // Where nothing says what the app is developed in, a text in English says so itself.
        let own =
          file.language ?? base.language ?? translations.target.developmentLanguage
          ?? (context.vocabularies.wording.isEnglish(base.text) ? "en" : nil)
        // British English is English; and without a language of its own, the original may be in this one.
        guard let own, primary(own) != primary(language) else { continue }
        let text = trimmingBlanks(string.text)
        // A name or a variable is the same in every language.
        guard text == trimmingBlanks(base.text), text.split(separator: " ").count > 1,
          seen.insert(string.highlight).inserted
        else { continue }
        findings.report(
          "\(quoted(string.name)) is not translated into \(context.catalog.languageName(language)) but left in "
            + context.catalog.languageName(own),
          at: string.highlight, related: [context.related(file, base.highlight, "The same text")])
      }
    }
  }

  private static func primary(_ language: String) -> String {
    String(language.lowercased().prefix { $0.isLetter })
  }
}
