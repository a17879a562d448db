import Catalog
import SourceText
import Wording

extension Rule {
  static let sentenceCase = Rule(
    id: "sentence-case",
    severity: .information,
    summary: "A purpose string has incorrect capitalization.",
    explanation: """
      The text is a sentence: capitalize its first letter, and inside it only names. Words in capitals look like \
      shouting.
      """,
    sources: ["hig-privacy", "hig-2022"],
    kinds: .withPurposeStrings,
    style: "capitals",
    examples: [
      .shows(
        "«this» app uses your camera to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        "This «App» uses your camera to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("This app uses your Camera to scan QR codes.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        guard case .notSentenceCase(let fixed) = finding.kind else { continue }
        let isStart = finding.words.first?.isLowercase ?? false
        findings.report(
          isStart
            ? "\(quoted(finding.words)) starts the sentence: capitalize it"
            : "\(quoted(finding.words)) should be lowercase",
          about: text, as: .style, at: text.range(of: finding)
        ) {
          [
            Fix(
              title: "Change to \(quoted(fixed))", edits: [text.string.replacing(finding.range, with: fixed)],
              isPreferred: true)
          ]
        }
      }
    }
  }
}
