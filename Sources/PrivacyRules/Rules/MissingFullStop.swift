import Catalog
import SourceText
import Wording

extension Rule {
  static let missingFullStop = Rule(
    id: "missing-full-stop",
    severity: .information,
    summary: "A purpose string is missing its full stop.",
    explanation: """
      The alert shows a sentence, and a sentence ends with a full stop or its equivalent, such as “。” in Chinese and \
      Japanese or “।” in Hindi. Languages that don’t use such a mark don’t need one.
      """,
    sources: ["hig-privacy", "unicode-sentence-terminal"],
    kinds: .withPurposeStrings,
    style: "missing full stop",
    examples: [
      .shows(
        "This app uses your camera to scan ticket«s»",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        """
        "NSCameraUsageDescription" = "Diese App scannt mit der Kamera Ticket«s»";
        """,
        fixed: """
          "NSCameraUsageDescription" = "Diese App scannt mit der Kamera Tickets.";
          """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows(
        """
        "NSCameraUsageDescription" = "此应用使用相机扫描门«票»";
        """,
        fixed: """
          "NSCameraUsageDescription" = "此应用使用相机扫描门票。";
          """, in: .file, path: "zh-Hans.lproj/InfoPlist.strings"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        """
        "NSCameraUsageDescription" = "แอปนี้ใช้กล้องเพื่อสแกนตั๋ว";
        """, in: .file, path: "th.lproj/InfoPlist.strings"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings where finding.kind == .noEndMark {
        let mark = endMark(for: text.string.text, text.language)
        findings.report(
          mark == "." ? "Missing full stop" : "Missing “\(mark)” at the end", about: text, as: .style,
          at: text.range(of: finding)
        ) {
          let last = finding.words.last
          // A comma or a colon at the end was to be a full stop.
          let isOther = last.map { ",;:،、，；：".contains($0) } ?? false
          let place = isOther ? finding.range : ByteRange(at: finding.range.upper)
          let edit = text.string.replacing(place, with: mark)
          return [Fix(title: "End with “\(mark)”", edits: [edit], isPreferred: true)]
        }
      }
    }
  }
}
