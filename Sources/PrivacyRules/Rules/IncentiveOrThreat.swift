import Catalog
import SourceText
import Wording

extension Rule {
  static let incentiveOrThreat = Rule(
    id: "incentive-or-threat",
    severity: .warning,
    summary: "A purpose string rewards or pressures people for their consent.",
    explanation: """
      Consent must be freely given. A reward for it, or a threat about what won’t work without it, breaks the \
      guidelines; as far as it can, an app must also work for those who decline.
      """,
    sources: ["hig-privacy", "hig-2022"],
    kinds: .withPurposeStrings,
    style: "pressure",
    examples: [
      .shows("«You must» allow the camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("«Without the camera, the app cannot» scan tickets.", for: "NSCameraUsageDescription"),
      .shows("Scan your receipts to see what you spend.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        switch finding.kind {
        case .threat:
          findings.report(
            "\(quoted(finding.words)) pressures people to consent: say what this app does instead",
            about: text, as: .content, at: text.range(of: finding)
          ) { text.rewrite(context) }
        case .incentive:
          findings.report(
            "\(quoted(finding.words)) is a reward for consent: say what this app does instead",
            about: text, as: .content, at: text.range(of: finding)
          ) { text.rewrite(context) }
        default: continue
        }
      }
    }
  }
}
