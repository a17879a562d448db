import Wording

extension Rule {
  static let wrongResource = Rule.wording(
    id: "wrong-resource",
    severity: .warning,
    summary: "A purpose string is about a resource other than its key’s.",
    explanation: """
      The alert asks for the key’s resource, whatever the text says. A text about something else was copied from \
      another key, or is under the wrong one.
      """,
    sources: ["hig-privacy", "info-plist-keys"],
    style: "another resource",
    examples: [
      .shows("This app uses your «location» to find cafés.", for: "NSCameraUsageDescription"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, _ in
    guard case .wrongResource(let other) = finding.kind else { return nil }
    return Advice("The text is about \(other), but the alert asks for \(text.resource)")
  }
}
