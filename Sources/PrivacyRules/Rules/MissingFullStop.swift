import SourceText
import Wording

extension Rule {
  static let missingFullStop = Rule.wording(
    id: "missing-full-stop",
    severity: .information,
    summary: "A purpose string is missing its full stop.",
    explanation: """
      The alert shows a sentence, and a sentence ends with a full stop or its equivalent, such as “。” in Chinese and \
      Japanese or “।” in Hindi. Languages that don’t use such a mark don’t need one.
      """,
    sources: ["hig-privacy", "unicode-sentence-terminal"],
    style: "missing full stop",
    examples: [
      .shows(
        "This app uses your camera to scan ticket«s»",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        "Diese App scannt mit der Kamera Ticket«s»", fixed: "Diese App scannt mit der Kamera Tickets.",
        for: "NSCameraUsageDescription", translatedTo: "de"),
      .shows("此应用使用相机扫描门«票»", fixed: "此应用使用相机扫描门票。", for: "NSCameraUsageDescription", translatedTo: "zh-Hans"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows("แอปนี้ใช้กล้องเพื่อสแกนตั๋ว", for: "NSCameraUsageDescription", translatedTo: "th"),
    ]
  ) { finding, text, _ in
    guard finding.kind == .noEndMark else { return nil }
    let mark = endMark(for: text.string.text, text.language)
    return Advice(mark == "." ? "Missing full stop" : "Missing “\(mark)” at the end") {
      // Replace a comma or colon at the end.
      let isOther = finding.words.last.map { ",;:،、，；：".contains($0) } ?? false
      let place = isOther ? finding.range : ByteRange(at: finding.range.upper)
      return [Fix(title: "End with “\(mark)”", edits: [text.string.replacing(place, with: mark)], isPreferred: true)]
    }
  }
}
