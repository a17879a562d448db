import Catalog
import SourceText
import Wording

extension Rule {
  static let severalSentences = Rule(
    id: "several-sentences",
    severity: .hint,
    summary: "A purpose string has more than one sentence.",
    explanation: """
      People read an alert in a second. Say what the app does in one sentence; put the rest on a screen of the app \
      before the alert. A text about tracking may have two.
      """,
    sources: ["hig-privacy", "hig-2014"],
    kinds: .withPurposeStrings,
    style: "several sentences",
    examples: [
      .shows("This app uses your camera. «It scans tickets at the door.»", for: "NSCameraUsageDescription"),
      .shows(
        "This app uses your activity in other apps to show ads for games. We never sell it.",
        for: "NSUserTrackingUsageDescription"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        guard case .severalSentences(let count) = finding.kind else { continue }
        if count == 2, text.key.role == .tracking { continue }
        findings.report(
          "\(count) sentences: keep it to one", about: text, as: .style, at: text.range(of: finding))
      }
    }
  }
}
