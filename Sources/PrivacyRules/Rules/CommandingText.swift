import Catalog
import SourceText
import Wording

extension Rule {
  static let commandingText = Rule(
    id: "commanding-text",
    severity: .warning,
    summary: "A purpose string tells people to allow something.",
    explanation: """
      The alert already asks. A text that orders or begs, such as “Please allow access”, only pushes; one that says \
      what the app does lets people choose. If the text also gives a reason, this is a matter of style.
      """,
    sources: ["hig-privacy", "hig-2022"],
    kinds: .withPurposeStrings,
    style: "a command",
    examples: [
      .shows("«Please allow» the camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Allow» the camera so you can scan tickets.", for: "NSCameraUsageDescription"),
      .shows("Scan your ticket at the door.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        guard case .imperative(let hasReason) = finding.kind else { continue }
        findings.report(
          hasReason
            ? "\(quoted(finding.words)) is a command: say what this app does instead"
            : "\(quoted(finding.words)) is a command without a reason: say what this app does with \(text.resource)",
          about: text, as: hasReason ? .style : .content, at: text.range(of: finding), severity: hasReason ? .hint : nil
        ) { text.rewrite(context) }
      }
    }
  }
}
