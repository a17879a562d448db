import SourceText

extension Rule {
  static let emptyTranslation = Rule(
    id: "empty-translation",
    severity: .warning,
    itms: "ITMS-90738",
    summary: "A translated purpose string is empty or repeats the name of its key.",
    explanation: """
      People see this text when they use the app in this language. An empty text tells them nothing, and the key’s \
      name looks like a mistake. App Store Connect delivers the app and asks for a correction by email.
      """,
    sources: ["info-plist-keys", "github-threads", "public-files"],
    kinds: [.stringsTable, .stringCatalog],
    examples: [
      .shows(
        """
        "NSCameraUsageDescription" = «""»;
        """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows("«NSCameraUsageDescription»", for: "NSCameraUsageDescription", translatedTo: "de"),
      .shows("Liest deine Belege ein.", for: "NSCameraUsageDescription", translatedTo: "de"),
    ]
  ) { findings, context in
    for string in context.purposeStrings where string.key != nil {
      let text = trimmingBlanks(string.text)
      guard text.isEmpty || text == string.name, !context.isDead(string.mention),
        context.hasOriginal(of: string.mention), let copies = context.copies(of: string, findings)
      else { continue }
      let language = string.language.map { " in \(context.catalog.languageName($0))" } ?? ""
      // Behind a lone quotation mark someone is typing, and that it is alone is said.
      if text.isEmpty, string.highlight.count != 1 {
        findings.report(
          "\(quoted(string.name)) is empty\(language)", at: string.highlight, itms: string.text.isEmpty ? nil : "",
          related: copies)
      } else if text == string.name {
        findings.report(
          "\(quoted(string.name)) has its own name as its text\(language)", at: string.highlight, related: copies)
      }
    }
  }
}
