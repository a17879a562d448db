import Wording

extension Rule {
  static let longText = Rule.wording(
    id: "long-text",
    severity: .hint,
    summary: "A purpose string is too long for an alert.",
    explanation: """
      The limit is our own: 150 characters in English and 250 in other languages, which need more room.
      """,
    sources: ["hig-privacy", "hig-2014"],
    style: "too long",
    examples: [
      .shows(
        "This app uses your camera to scan the code on your ticket, the code on your voucher, the code on your receipt and all the other codes that you come ac«ross in our shops.»",
        for: "NSCameraUsageDescription"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, _, _ in
    guard case .tooLong(let count) = finding.kind else { return nil }
    return Advice("Too long, at \(count) characters: people read the first line or two") { [] }
  }
}
