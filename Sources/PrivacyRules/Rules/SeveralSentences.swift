import Catalog
import Wording

extension Rule {
  static let severalSentences = Rule.wording(
    id: "several-sentences",
    severity: .hint,
    summary: "A purpose string has more than one sentence.",
    explanation: """
      People read an alert in a second. Say what the app does in one sentence; put the rest on a screen before the \
      alert. A text about tracking may have two.
      """,
    sources: ["hig-privacy", "hig-2014"],
    style: "several sentences",
    examples: [
      .shows("This app uses your camera. «It scans tickets at the door.»", for: "NSCameraUsageDescription"),
      .shows(
        "This app uses your activity in other apps to show ads for games. We never sell it.",
        for: "NSUserTrackingUsageDescription"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, _ in
    guard case .severalSentences(let count) = finding.kind, count > 2 || text.key.role != .tracking else { return nil }
    return Advice("\(count) sentences: keep it to one") { [] }
  }
}
