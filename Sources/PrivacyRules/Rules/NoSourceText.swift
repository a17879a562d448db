import Catalog
import ProjectFiles
import SourceText

extension Rule {
  static let noSourceText = Rule(
    id: "no-source-text",
    severity: .warning,
    itms: "ITMS-90738",
    summary: "A string catalog has no source-language text for a purpose string.",
    explanation: """
      Xcode then uses the key’s name as the source-language text. That replaces the text in Info.plist, so people see \
      the name of a key in the alert. Builds and tests pass; App Store Connect reports it by email after delivery.
      """,
    sources: ["public-files", "github-threads", "info-plist-keys"],
    kinds: [.stringCatalog],
    examples: [
      .shows(
        """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "«NSCameraUsageDescription»" : {
              "localizations" : {
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest deine Belege ein." } }
              }
            }
          },
          "version" : "1.0"
        }
        """, in: .file, path: "InfoPlist.xcstrings"),
      .shows(
        """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "NSCameraUsageDescription" : {
              "localizations" : {
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest deine Belege ein." } },
                "en" : { "stringUnit" : { "state" : "translated", "value" : "Scans your receipts." } }
              }
            }
          },
          "version" : "1.0"
        }
        """, in: .file, path: "InfoPlist.xcstrings"),
    ]
  ) { findings, context in
    guard let table = context.file.stringCatalog, let source = table.sourceLanguage?.value else { return }
    for mention in context.mentions where mention.key?.isText ?? false && context.hasOriginal(of: mention) {
      guard let entry = table.entries.last(where: { $0.key.value == mention.name }) else { continue }
      if context.isDead(mention) { continue }
      // It isn’t known what Xcode does with an entry that has no texts and isn’t to be translated.
      if entry.localizations.isEmpty, !entry.shouldTranslate { continue }
      // An empty text has its own finding.
      if entry[source]?.units.contains(where: { $0.value != nil }) ?? false { continue }
      findings.report(
        "\(quoted(mention.name)) has no text in \(context.catalog.languageName(source)): the alert shows the key’s name",
        at: mention.nameRange
      ) {
        let original = context.project.targets.lazy.flatMap { target in
          target.files.lazy.filter { !$0.isTranslation }.flatMap { target.purposeStrings(in: $0) }
        }.first { $0.name == mention.name && !trimmingBlanks($0.text).isEmpty }
        guard let original else { return [] }
        let edits = table.adding(languages: [source], state: "translated", value: original.text, to: entry)
        return edits.isEmpty ? [] : [Fix(title: "Add the text from Info.plist", edits: edits, isPreferred: true)]
      }
    }
  }
}
