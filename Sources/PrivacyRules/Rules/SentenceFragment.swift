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
      .shows("«To» scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Allows» you to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Ticket scanner».", for: "NSCameraUsageDescription"),
      .shows("Scan your ticket at the door.", for: "NSCameraUsageDescription"),
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
