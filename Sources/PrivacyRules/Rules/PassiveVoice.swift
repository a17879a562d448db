import Wording

extension Rule {
  static let passiveVoice = Rule.wording(
    id: "passive-voice",
    severity: .information,
    summary: "A purpose string says what is done, not who does it.",
    explanation: """
      “The camera is used” leaves open who uses it. A sentence with the app or the person as its subject is shorter and \
      clearer: “This app uses your camera to scan tickets.”
      """,
    sources: ["hig-privacy", "hig-2022"],
    style: "passive voice",
    examples: [
      .shows("Your camera «is used» to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Needed to scan tickets.»", for: "NSCameraUsageDescription"),
      .shows("This app scans the code that is printed on your ticket.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    guard finding.kind == .passive else { return nil }
    return Advice("\(quoted(finding.words)) is passive: say who does it") {
      // One new sentence would take away what the others say.
      text.findings.contains { if case .severalSentences = $0.kind { true } else { false } }
        ? [] : text.rewrite(context)
    }
  }
}
