import SourceText
import Wording

extension Rule {
  static let quotedText = Rule(
    id: "quoted-text",
    severity: .warning,
    summary: "Quotation marks around a purpose string are part of it.",
    explanation: """
      The alert shows them. Info.plist and configuration files don’t need quotation marks around a text.
      """,
    sources: ["build-settings", "info-plist-keys"],
    kinds: .withPurposeStrings,
    examples: [
      .fixes(
        """
        - INFOPLIST_KEY_NSCameraUsageDescription = «"This app uses your camera to scan tickets."»
        + INFOPLIST_KEY_NSCameraUsageDescription = This app uses your camera to scan tickets.
        """, in: .file, path: "App.xcconfig"),
      .fixes(
        """
        <key>NSCameraUsageDescription</key>
        - <string>«"This app uses your camera to scan tickets."»</string>
        + <string>This app uses your camera to scan tickets.</string>
        """, in: .root, path: "Info.plist"),
      .shows(
        "INFOPLIST_KEY_NSCameraUsageDescription = This app uses your camera to scan tickets.", in: .file,
        path: "App.xcconfig"),
    ]
  ) { findings, context in
    for text in context.reviewedTexts {
      let value = text.string.text
      guard let inner = withoutQuotes(value) else { continue }
      // A text that has to be rewritten isn’t better without its quotation marks.
      if text.findings.contains(where: \.kind.asksToRewrite) { continue }
      // Nor does anybody see one that a table replaces.
      if !text.string.mention.isTranslation, context.hasTextShown(inPlaceOf: text.string) { continue }
      guard let copies = context.copies(of: text.string, findings) else { continue }
      findings.report(
        "The quotation marks are part of the text, and the alert shows them", at: text.string.highlight, related: copies
      ) {
        // Every configuration has the same text in its build settings.
        let same = context.purposeStrings.filter { $0.name == text.string.name && $0.text == value }
        return [Fix(title: "Remove the quotation marks", edits: same.map { $0.setting(to: inner) }, isPreferred: true)]
      }
    }
  }

  /// The text inside surrounding quotation marks; nil if there are none, or others inside.
  private static func withoutQuotes(_ text: String) -> String? {
    let text = trimmingBlanks(text)
    for mark in ["\"", "'"] where text.count > 2 && text.hasPrefix(mark) && text.hasSuffix(mark) {
      let inner = text.dropFirst().dropLast()
      if !inner.contains(mark), inner.contains(where: \.isLetter) { return String(inner) }
    }
    return nil
  }
}
