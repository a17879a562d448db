import PropertyList
import SourceText

extension Rule {
  static let textInKey = Rule(
    id: "text-in-key",
    severity: .warning,
    summary: "A purpose string’s key element contains text.",
    explanation: """
      The `<key>` element contains only the key’s name; the text belongs in the `<string>` after it. With anything \
      else in it, it is a different key, and the purpose string is missing.
      """,
    sources: ["info-plist-keys"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        ["NSCameraUsageDescription «This app uses your camera to scan receipts.»": ""],
        fixed: ["NSCameraUsageDescription": "This app uses your camera to scan receipts."],
        path: "Info.plist"),
      .fixes(
        """
        - <key>NSCameraUsageDescription
        - «&lt;string&gt;To scan.&lt;/string&gt;»</key>
        + <key>NSCameraUsageDescription</key>
        <string>This app uses your camera to scan receipts.</string>
        """, in: .root, path: "Info.plist"),
      .fixes(
        """
        - <key>NSCameraUsageDescription«&gt;»</key>
        + <key>NSCameraUsageDescription</key>
        <string>This app uses your camera to scan receipts.</string>
        """, in: .root, path: "Info.plist"),
      .shows("This app uses your camera to scan receipts.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for purpose in context.infoPlist?.purposes ?? [] {
      guard let stray = purpose.strayText else { continue }
      let key = purpose.entry.key
      let written = key.written
      let text = withoutTags(String(decoding: Array(written.value.utf8)[stray.indices], as: UTF8.self))
      // Xcode’s editor calls a pasted copy “KEY - 2”. The duplicate is the finding.
      let isCopy = !text.isEmpty && text.allSatisfy(\.isNumber)
      if isCopy, (context.infoPlist?.purposes ?? []).count(where: { $0.name == purpose.name }) > 1 { continue }
      // A bracket that was typed twice is no text.
      let isMark = !text.contains { $0.isLetter || $0.isNumber }
      findings.report(
        isMark
          ? "\(quoted(purpose.name)) has more than its name inside its <key>, so the system doesn’t find it"
          : "\(quoted(purpose.name)) has text inside its <key>; move it to the value",
        at: written.sourceRange(of: stray)
      ) {
        if isMark {
          let edit = context.tree.settingText(of: key, to: purpose.name)
          return [Fix(title: "Change to \(quoted(purpose.name))", edits: [edit], isPreferred: true)]
        }
        var edits = [context.tree.settingText(of: key, to: purpose.name)]
        if let value = purpose.entry.value {
          guard value.element == .string else { return [] }
          // If the value has a text already, that one is meant.
          if value.trimmedString.isEmpty { edits.append(context.tree.settingText(of: value, to: text)) }
        } else {
          edits.append(.insert("<string>\(escapedForXML(text))</string>", at: key.range.upper))
        }
        return [Fix(title: "Move the text out of the key", edits: edits, isPreferred: true)]
      }
    }
  }

  /// The text without surrounding tags, colons and the like.
  private static func withoutTags(_ text: String) -> String {
    var rest = trimmingBlanks(text)[...]
    if rest.hasPrefix("<string>") { rest = rest.dropFirst("<string>".count) }
    if rest.hasSuffix("</string>") { rest = rest.dropLast("</string>".count) }
    while let first = rest.first, first == ":" || first == "=" || first == "-" || first.isWhitespace {
      rest.removeFirst()
    }
    return trimmingBlanks(String(rest))
  }
}
