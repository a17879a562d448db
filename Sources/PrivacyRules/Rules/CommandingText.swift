import Wording

extension Rule {
  static let commandingText = Rule.wording(
    id: "commanding-text",
    severity: .warning,
    summary: "A purpose string tells people to allow something.",
    explanation: """
      The alert already asks. A text that orders or begs, such as “Please allow access”, only pushes; one that says \
      what the app does lets people choose. If the text also gives a reason, this is a matter of style.
      """,
    sources: ["hig-privacy", "hig-2022"],
    style: "a command",
    examples: [
      .shows("«Please allow» the camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Allow» the camera so you can scan tickets.", for: "NSCameraUsageDescription"),
      .shows("Scan your ticket at the door.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, _ in
    guard case .imperative(let hasReason) = finding.kind else { return nil }
    let command = "\(quoted(finding.words)) is a command"
    return hasReason
      ? Advice("\(command); instead, say what this app does", severity: .hint)
      : Advice("\(command): say what this app does with \(text.resource)")
  }
}
