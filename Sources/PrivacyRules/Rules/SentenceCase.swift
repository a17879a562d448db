import Wording

extension Rule {
  static let sentenceCase = Rule.wording(
    id: "sentence-case",
    severity: .information,
    summary: "A purpose string has incorrect capitalization.",
    explanation: """
      The text is a sentence: capitalize its first letter and, after that, only names. Words in capitals look like \
      shouting.
      """,
    sources: ["hig-privacy", "hig-2022"],
    style: "capitals",
    examples: [
      .shows(
        "«this» app uses your camera to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        "This «App» uses your camera to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("This app uses your Camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, _ in
    guard case .notSentenceCase(let fixed) = finding.kind else { return nil }
    let isStart = finding.words.first?.isLowercase ?? false
    let advice = isStart ? "starts the sentence: capitalize it" : "should be lowercase"
    return Advice("\(quoted(finding.words)) \(advice)") {
      let edit = text.string.replacing(finding.range, with: fixed)
      return [Fix(title: "Change to \(quoted(fixed))", edits: [edit], isPreferred: true)]
    }
  }
}
