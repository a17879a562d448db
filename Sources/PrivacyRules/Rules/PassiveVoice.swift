import Catalog
import SourceText
import Wording

extension Rule {
  static let passiveVoice = Rule(
    id: "passive-voice",
    severity: .information,
    summary: "A purpose string says what is done, not who does it.",
    explanation: """
      “The camera is used” leaves open who uses it. A sentence with the app or the person as its subject is shorter and \
      clearer: “This app uses your camera to scan tickets.”
      """,
    sources: ["hig-privacy", "hig-2022"],
    kinds: .withPurposeStrings,
    style: "passive voice",
    examples: [
      .shows("Your camera «is used» to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Needed to scan tickets.»", for: "NSCameraUsageDescription"),
      .shows("This app scans the code that is printed on your ticket.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings where finding.kind == .passive {
        findings.report(
          "\(quoted(finding.words)) is passive: say who does it", about: text, as: .style, at: text.range(of: finding)
        ) { text.rewrite(context) }
      }
    }
  }
}
