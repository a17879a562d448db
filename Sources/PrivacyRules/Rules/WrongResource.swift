import Catalog
import SourceText
import Wording

extension Rule {
  static let wrongResource = Rule(
    id: "wrong-resource",
    severity: .warning,
    summary: "A purpose string is about a different resource than its key.",
    explanation: """
      The alert asks for the key’s resource, whatever the text says. A text about something else was copied from \
      another key, or is under the wrong one.
      """,
    sources: ["hig-privacy", "info-plist-keys"],
    kinds: .withPurposeStrings,
    style: "another resource",
    examples: [
      .shows("This app uses your «location» to find cafés.", for: "NSCameraUsageDescription"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        guard case .wrongResource(let other) = finding.kind else { continue }
        findings.report(
          "The text is about \(other), but the alert asks for \(text.resource)", about: text, as: .content,
          at: text.range(of: finding)
        ) { text.rewrite(context) }
      }
    }
  }
}
