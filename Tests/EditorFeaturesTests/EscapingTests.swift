import EditorFeatures
import JSON
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

/// Every notation is escaped by code points: nothing that combines with a sign hides what the sign means.
@Suite struct EscapingTests {
  /// One of each kind of what joins with the character before it, and of what looks like an end of line.
  static let companions: [String] = {
    var seen: [String: Int] = [:]
    var result = [
      "", " ", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{FE00}", "\u{E0100}", "\u{1F3FB}", "\u{1F1E9}\u{1F1EA}",
    ]
    result += [
      "\r\n", "\r", "\n", "\u{85}", "\u{2028}", "\u{1100}\u{1161}", "\u{11A8}", "\u{202E}", "\u{2066}", "\u{61C}",
    ]
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let kind: String
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark:
        kind = "\(properties.generalCategory) \(properties.canonicalCombiningClass.rawValue)"
      case .format, .control: kind = "\(properties.generalCategory)"
      default: continue
      }
      seen[kind, default: 0] += 1
      if seen[kind, default: 0] <= 2 { result.append(String(scalar)) }
    }
    return result
  }()

  static let signs = [
    "<", ">", "&", "&amp;", "\"", "'", "\\", "`", "*", "_", "[", "](x)", "![", "~", "|", "#", "~~~", "```", "---",
    "===", "1.",
    "1)", "+", "-", ">", "$", "${1:x}", "}", "//", "##[error]", "::warning::", "<b>", "<!--", "]]>", "    x", "\tx",
    "x",
  ]

  func forEachText(_ body: (String) -> Void) {
    for sign in Self.signs {
      for companion in Self.companions {
        body(sign + companion)
        body(companion + sign)
        body("a" + sign + companion + "b " + sign)
      }
    }
  }

  /// A text without what a notation may leave out: what it has no place for, and how lines end.
  func plain(_ text: String, _ isKept: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar] {
    text.unicodeScalars.filter(isKept)
  }

  @Test func propertyListsReadBack() {
    let isPlaced = { (scalar: Unicode.Scalar) in scalar.value >= 0x20 || "\t\n\r".unicodeScalars.contains(scalar) }
    forEachText { text in
      let xml = "<plist><string>\(escapedForXML(text, keepsLineEnds: false))</string></plist>"
      let tree = PropertyListTree.parse(SourceText(xml))
      expectEqual(tree.problems.filter { $0.severity == .refused }, [], text.debugDescription)
      let string = tree.root.map { Array($0.string.unicodeScalars) } ?? []
      expectEqual(string, plain(text, isPlaced), "XML of \(text.debugDescription)")
      expectEqual(WrittenText.Notation.xml.escaped(text), escapedForXML(text), "The two ways to XML")
    }
  }

  @Test func stringsReadBack() {
    forEachText { text in
      let table = StringsTable.parse(
        SourceText("k = \(WrittenText.Notation.openStep(quote: UInt8(ascii: "\"")).written(text));\n"))
      expectEqual(
        table.entries.map { Array(($0.value?.value ?? "").unicodeScalars) }, [Array(text.unicodeScalars)], text)
      expectEqual(table.problems, [], text.debugDescription)
      for json in [WrittenText.Notation.json.written(text), written(text)] {
        let read = (try? JSONDocument.parse(Array(json.utf8)))?.root.string
        expectEqual(read.map { Array($0.unicodeScalars) }, Array(text.unicodeScalars), json)
      }
    }
  }

  func written(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func snippetsReadBack() {
    forEachText { text in
      let snippet = Array(Template([.text(text)]).snippet.unicodeScalars)
      var read: [Unicode.Scalar] = []
      var at = 0
      while at < snippet.count {
        if snippet[at] == "\\", at + 1 < snippet.count {
          at += 1
        } else {
          expectTrue(snippet[at] != "$", "A stop in \(text)")
        }
        read.append(snippet[at])
        at += 1
      }
      expectEqual(read, Array(text.unicodeScalars), text)
    }
  }

  @Test func nothingMeansAnythingToMarkdown() {
    forEachText { text in
      let markdown = Array(escapedForMarkdown(text).unicodeScalars)
      var isEscaped = false
      var isAtStart = true
      for (index, scalar) in markdown.enumerated() {
        if scalar == "\\", !isEscaped {
          isEscaped = true
          continue
        }
        let next = index + 1 < markdown.count ? markdown[index + 1] : " "
        if !isEscaped {
          expectTrue(!"`*[<|~\\".unicodeScalars.contains(scalar), "“\(scalar)” of \(text.debugDescription) is a mark")
          expectTrue(scalar != "&" || !text.contains("&amp;") || next != "a", "An entity in \(text.debugDescription)")
          if isAtStart {
            expectTrue(!"#>+-=\t".unicodeScalars.contains(scalar), "A block begins in \(text.debugDescription)")
            let isNumber = scalar == "1" && (next == "." || next == ")")
            expectTrue(!isNumber, "A list begins in \(text.debugDescription)")
            expectTrue(scalar != " " || next != " ", "A block of code begins in \(text.debugDescription)")
          }
        }
        expectTrue(!isControlSign(scalar), "\(text.debugDescription) is not shown")
        isAtStart = isAtStart && scalar == " "
        isEscaped = false
      }
      let isText = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace && !isControlSign(scalar) }
      let read = plain(plainText(markdown: escapedForMarkdown(text)), isText).filter {
        $0 != "\u{FFFD}" && !(0x2400...0x2421).contains($0.value)
      }
      expectEqual(read, plain(text, isText), "Markdown of \(text.debugDescription)")
    }
  }

  @Test func noAddressBecomesALink() {
    let rows = [
      ("http://a.example", "http\\://a.example"), ("See HTTPS://a.example/b.", "See HTTPS\\://a.example/b."),
      ("www.a.example", "www\\.a.example"), ("WWW.a.example", "WWW\\.a.example"),
      ("Note: a. www", "Note: a. www"), ("10:30", "10:30"),
    ]
    for (text, markdown) in rows {
      expectEqual(escapedForMarkdown(text), markdown, text)
      expectEqual(plainText(markdown: markdown), text, text)
    }
  }

  /// What people read and what programs read agree on what is not to stand in a log as it is.
  @Test func everyCodePointInLogs() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = printable("a" + String(scalar))
      expectTrue(
        shown.unicodeScalars.contains { isControlSign($0) } == false, "U+\(String(value, radix: 16)) is printed")
      let json = written(String(scalar))
      let isRaw = json.unicodeScalars.contains(where: isControlSign)
      expectTrue(!isRaw, "U+\(String(value, radix: 16)) stands in JSON")
      let isKept = json.unicodeScalars.count == 3
      let isSpecial = isControlSign(scalar) || scalar == "\"" || scalar == "\\"
      expectTrue(isKept != isSpecial, "U+\(String(value, radix: 16)) in JSON is \(json)")
    }
    let rows: [(String, String)] = [
      ("##[error]x", "##\\[error]x"), ("a ##vso[task.x]y", "a ##vso\\[task.x]y"), ("##teamcity[x]", "##teamcity\\[x]"),
      ("###[x", "###\\[x"), ("# [x", "# [x"), ("#[x", "#[x"), ("## [x", "## [x"), ("::error::x", "\\::error::x"),
      ("  ::add-mask::x", "  \\::add-mask::x"), ("a::b", "a::b"), (":a", ":a"), ("a\n##[b]", "a␊##\\[b]"),
      ("a\u{202E}b\u{2066}\u{200F}\u{2028}c", "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}c"),
      ("\u{1B}[31m\u{9B}1m\u{7F}", "␛[31m\u{FFFD}1m␡"),
    ]
    for (text, shown) in rows {
      expectEqual(printable(text), shown)
      expectEqual(printable(shown), shown, "shown twice")
      expectTrue(!written(text).contains("##["), text)
      expectTrue(!written(text).contains("##vso["), text)
    }
    expectEqual(printable("[x", behind: "a ##"), "\\[x")
    expectEqual(printable("a\tb", keepsTabs: true), "a\tb")
  }

  @Test func settingsReadBack() {
    let rows: [(String, String)] = [
      ("See https://example.com", "See https:/$()/example.com"), ("a///b", "a/$()/$()/b"), ("a\nb\r\nc", "a b c"),
      ("a/b", "a/b"),
    ]
    for (text, written) in rows { expectEqual(WrittenText.Notation.plain.escaped(text), written) }
  }
}
