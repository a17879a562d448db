import Catalog
import SourceText
import Wording

extension Rule {
  static let sentenceFragment = Rule(
    id: "sentence-fragment",
    severity: .information,
    summary: "A purpose string is not a complete sentence.",
    explanation: """
      A sentence has a subject and a verb: “This app scans tickets”, not “To scan tickets” or “Ticket scanner”.
      """,
    sources: ["hig-privacy"],
    kinds: .withPurposeStrings,
    style: "not a complete sentence",
    examples: [
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«To» scan tickets.</string>", in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«Allows» you to scan tickets.</string>", in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«Ticket scanner».</string>", in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>Scan your ticket at the door.</string>", in: .root,
        path: "Info.plist"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings where finding.kind == .fragment {
        findings.report(
          "Not a complete sentence: start with a subject, such as “This app”", about: text, as: .style,
          at: text.range(of: finding)
        ) { text.rewrite(context) }
      }
    }
  }
}
