import EditorFeatures
import SourceText
import TestSupport
import Testing

/// Checks what becomes of a text when the character before `$0` was typed, with `|` for the cursor; nil for nothing.
private func check(_ marked: String, _ expected: String?, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = MarkedText(marked).file
  let typed = file.cursor > 0 ? String(decoding: [file.source.bytes[file.cursor - 1]], as: UTF8.self) : ">"
  let found = typingEdit(in: snapshot(file.source).document, at: file.cursor, typed: typed)
  var result: String?
  if let found {
    let text = file.source.applying([found])
    let cursor = file.cursor + (found.replacement.hasPrefix("</") ? 0 : found.replacement.utf8.count)
    result = string(text.applying([.insert("|", at: cursor)]))
  }
  expectEqual(result ?? "nothing", expected ?? "nothing", marked, sourceLocation: sourceLocation)
}

@Suite struct TagClosingTests {
  /// The inside of a dictionary in a file that is whole, and in one that is typed from the top.
  private func rows(_ rows: [(String, String?)], sourceLocation: SourceLocation = #_sourceLocation) {
    for (inner, expected) in rows {
      check(manifest(inner), expected.map(manifest), sourceLocation: sourceLocation)
      check("<plist><dict>\n" + inner, expected.map { "<plist><dict>\n" + $0 }, sourceLocation: sourceLocation)
    }
  }

  @Test func endTags() {
    rows([
      ("\t<key>$0", "\t<key>|</key>"), ("\t<key>A</key>\n\t<string>$0", "\t<key>A</key>\n\t<string>|</string>"),
      ("\t<key>A</key>\n\t<array>$0", "\t<key>A</key>\n\t<array>|</array>"),
      ("\t<key>A</key>\n\t<dict>$0", "\t<key>A</key>\n\t<dict>|</dict>"),
      ("\t<key>A</key>\n\t<integer>$0", "\t<key>A</key>\n\t<integer>|</integer>"),
      ("\t<key>A</key>\n\t<true>$0", "\t<key>A</key>\n\t<true/>|"),
      ("\t<key>$0\n\t<key>B</key>\n\t<true/>", "\t<key>|</key>\n\t<key>B</key>\n\t<true/>"),
      (
        "\t<key>A</key>\n\t<string>$0\n\t<key>B</key>\n\t<true/>",
        "\t<key>A</key>\n\t<string>|</string>\n\t<key>B</key>\n\t<true/>"
      ),
      (
        "\t<key>A</key>\n\t<array>\n\t\t<string>$0\n\t\t<string>b</string>\n\t</array>",
        "\t<key>A</key>\n\t<array>\n\t\t<string>|</string>\n\t\t<string>b</string>\n\t</array>"
      ),
      (
        "\t<key>A</key>\n\t<array>\n\t\t<dict>$0\n\t\t<dict>\n\t\t\t<key>B</key>\n\t\t\t<true/>\n\t\t</dict>\n\t</array>",
        "\t<key>A</key>\n\t<array>\n\t\t<dict>|</dict>\n\t\t<dict>\n\t\t\t<key>B</key>\n\t\t\t<true/>\n\t\t</dict>\n\t</array>"
      ),
      // The end tag is there already.
      ("\t<key>$0</key>", nil), ("\t<key>$0A</key>\n\t<true/>", nil),
      ("\t<key>A</key>\n\t<array>$0\n\t\t<true/>\n\t</array>", nil),
      ("\t<key>A</key>\n\t<array>$0\n\t</array>", nil), ("\t<key>A</key>\n\t<true>$0</true>", nil),
      // No start tag.
      ("\t<key>A</key>$0", nil), ("\t<key>A</key>\n\t<array/>$0", nil), ("\t<!-- <key>$0 -->", nil),
      ("\t<key>a <string>$0</key>", nil),
      ("\t<key><![CDATA[<string>$0]]></key>", nil), ("\t<key>a >$0</key>", nil), ("\t<?pi <key>$0?>", nil),
      ("\t<!-- a -->$0", nil),
      ("\t<foo>$0", nil), ("\t< key>$0", nil), ("\t<>$0", nil),
    ])
    check("<plist version=\"1.0\">$0", "<plist version=\"1.0\">|</plist>")
    check("<?xml version=\"1.0\"?>$0", nil)
    check("$0", nil)
    check(
      "<dict>\n\t<key>é😀</key>\r\n\t<string>$0\r\n</dict>", "<dict>\n\t<key>é😀</key>\r\n\t<string>|</string>\r\n</dict>"
    )
    check("{ a = <0f>$0; }", nil)
    // A dictionary in another that takes its end tag away.
    check(
      "<plist>\n<array>\n<dict>\n<key>A</key>\n<dict>$0\n</dict>\n</array>\n</plist>",
      "<plist>\n<array>\n<dict>\n<key>A</key>\n<dict>|</dict>\n</dict>\n</array>\n</plist>")
  }

  @Test func names() {
    rows([
      ("\t<key>A</$0", "\t<key>A</key>|"), ("\t<key>A</key>\n\t<string>é</$0", "\t<key>A</key>\n\t<string>é</string>|"),
      ("\t<key>A</key>\n\t<array>\n\t\t<true/>\n\t</$0", "\t<key>A</key>\n\t<array>\n\t\t<true/>\n\t</array>|"),
      ("\t<key>A</key>\n\t<array>\n\t</$0>", "\t<key>A</key>\n\t<array>\n\t</array|>"),
      ("\t<key>A</$0key>", nil), ("\t<!-- </$0 -->", nil), ("\t<key><![CDATA[</$0]]></key>", nil), ("\t<array/$0", nil),
      ("\t<key>a/$0", nil),
    ])
    check("<plist><dict></dict></$0", "<plist><dict></dict></plist>|")
    check("</$0", nil)
  }

  /// Clients differ in where they say that the character was typed.
  @Test func placeOfTheCharacter() {
    let document = snapshot("<plist><string>").document
    for offset in [14, 15] {
      expectEqual(
        typingEdit(in: document, at: offset, typed: ">"), .insert("</string>", at: 15), "at \(offset)")
    }
    for (offset, typed) in [(13, ">"), (15, "/"), (15, ""), (15, "é"), (-1, ">")] {
      expectEqual(typingEdit(in: document, at: offset, typed: typed), nil, "“\(typed)” at \(offset)")
    }
  }
}
