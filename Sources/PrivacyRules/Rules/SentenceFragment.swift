import Wording

extension Rule {
  static let sentenceFragment = Rule.wording(
    id: "sentence-fragment",
    severity: .information,
    summary: "A purpose string is not a complete sentence.",
    explanation: """
      A sentence has a subject and a verb: “This app scans tickets”, not “To scan tickets” or “Ticket scanner”.
      """,
    sources: ["hig-privacy"],
    style: "not a complete sentence",
    examples: [
      .shows("«To» scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Allows» you to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Ticket scanner».", for: "NSCameraUsageDescription"),
      .shows("Scan your ticket at the door.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, _, _ in
    guard finding.kind == .fragment else { return nil }
    return Advice("Not a complete sentence: start with a subject, such as “This app”")
  }
}
