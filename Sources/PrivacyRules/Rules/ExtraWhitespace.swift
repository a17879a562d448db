import SourceText
import Wording

extension Rule {
  static let extraWhitespace = Rule.wording(
    id: "extra-whitespace",
    severity: .hint,
    summary: "A purpose string has extra whitespace.",
    explanation: """
      Whitespace at the start or the end, two spaces in a row, a tab or the indentation of a wrapped line shows up as \
      a gap in the alert. A backslash followed by “n” appears as typed in files that don’t have this escape. A line or \
      paragraph break is usually deliberate, so it isn’t reported.
      """,
    sources: ["hig-privacy", "info-plist-keys"],
    style: "extra whitespace",
    examples: [
      .shows(
        "This app uses your camera«  »to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        "This app uses your camera to scan tickets.« »",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        #"""
        "NSCameraUsageDescription" = "This app uses your camera to scan tickets.\n\nThey stay on this device.";
        """#, in: .file, path: "en.lproj/InfoPlist.strings"),
    ]
  ) { finding, text, _ in
    guard case .extraWhitespace(let blanks) = finding.kind else { return nil }
    if blanks == .lineBreak, !isIndented(finding.range, in: text.string.text) { return nil }
    let isOutside = blanks == .leading || blanks == .trailing
    // Characters without any width part no words.
    let bytes = text.string.text.utf8.dropFirst(finding.range.lower).prefix(finding.range.count)
    let run = String(decoding: Array(bytes), as: UTF8.self)
    let isInvisible = !run.unicodeScalars.contains(where: \.properties.isWhitespace)
    let message =
      switch blanks {
      case .double where isInvisible: "Invisible characters in the text"
      case .leading: "Extra whitespace at the start"
      case .trailing: "Extra whitespace at the end"
      case .double: "Extra whitespace between words"
      case .tab: "Tab in the text: use a space"
      case .lineBreak: "Indentation of a wrapped line shows as a gap"
      case .literalLineBreak: "“\\\\n” shows as typed: use a line break or a space"
      }
    return Advice(message) {
      let edit = text.string.replacing(finding.range, with: isOutside || isInvisible ? "" : " ")
      let title =
        isInvisible
        ? "Remove the invisible characters" : isOutside ? "Remove the extra whitespace" : "Replace with one space"
      return [Fix(title: title, edits: [edit], isPreferred: true)]
    }
  }
}

/// Whether there is other whitespace behind a single line break, where it shows. Two separate paragraphs.
private func isIndented(_ range: ByteRange, in text: String) -> Bool {
  let run = text.utf8.dropFirst(range.lower).prefix(range.count)
  return run.count { $0 == 0x0A } < 2 && run.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
}
