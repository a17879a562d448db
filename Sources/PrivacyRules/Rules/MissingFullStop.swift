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
    let others = text.alike.isEmpty ? "" : ", as in \(text.alike.count) more texts here"
    return Advice((mark == "." ? "Missing full stop" : "Missing “\(mark)” at the end") + others) {
      let own = Fix(title: "End with “\(mark)”", edits: text.endings, isPreferred: text.alike.isEmpty)
      guard !text.alike.isEmpty else { return [own] }
      let all = text.endings + text.alike.flatMap(\.endings)
      return [Fix(title: "End all \(text.alike.count + 1) texts with a full stop", edits: all, isPreferred: true), own]
    }
  }
}

extension ReviewedText {
  /// The edits that end the text as sentences of its language end.
  fileprivate var endings: [TextEdit] {
    findings.filter { $0.kind == .noEndMark }.map { finding in
      // A comma or a colon at the end was to be a full stop.
      let isOther = finding.words.last.map { ",;:،、，；：".contains($0) } ?? false
      let place = isOther ? finding.range : ByteRange(at: finding.range.upper)
      return string.replacing(place, with: endMark(for: string.text, language))
    }
  }
}
