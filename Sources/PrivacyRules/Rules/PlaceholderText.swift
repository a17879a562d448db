import Catalog
import SourceText

extension Rule {
  static let placeholderText = Rule(
    id: "placeholder-text",
    severity: .warning,
    summary: "A purpose string is no message but stands in for one.",
    explanation: """
      People see the text in the system's alert, word for word. Dots, a name of the setting, a note to the developer or \
      a word such as “test” tell them nothing, and App Review refuses the app.
      """,
    sources: ["hig-privacy", "info-plist-keys"],
    kinds: .withPurposeStrings,
    examples: [
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«Description»</string>", in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«Camera usage description»</string>", in: .root,
        path: "Info.plist"),
      .shows("\"NSCameraUsageDescription\" = \"«...»\";\n", in: .file, path: "en.lproj/InfoPlist.strings"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera to scan tickets.</string>", in: .root,
        path: "Info.plist"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings where finding.kind == .placeholder {
        findings.report(
          "\(quoted(finding.words)) is no text for people: say what this app does with \(text.resource)",
          at: text.range(of: finding)
        ) { text.rewrite() }
      }
    }
  }
}
