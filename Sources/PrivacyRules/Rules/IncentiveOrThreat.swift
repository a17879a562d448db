import Wording

extension Rule {
  static let incentiveOrThreat = Rule.wording(
    id: "incentive-or-threat",
    severity: .warning,
    summary: "A purpose string rewards or pressures people for their consent.",
    explanation: """
      Consent must be freely given. A reward for it, or a threat about what won’t work without it, breaks the \
      guidelines; as far as it can, an app must also work for those who decline.
      """,
    sources: ["hig-privacy", "hig-2022"],
    style: "pressure",
    examples: [
      .shows("«You must» allow the camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Without the camera, the app cannot» scan tickets.", for: "NSCameraUsageDescription"),
      .shows("Scan your receipts to see what you spend.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, _, _ in
    switch finding.kind {
    case .threat: Advice("\(quoted(finding.words)) pressures people to consent; instead, say what this app does")
    case .incentive: Advice("\(quoted(finding.words)) is a reward for consent; instead, say what this app does")
    default: nil
    }
  }
}
