import PropertyList
import SourceText
import TestSupport
import Testing

/// What the formatter makes of a text.
func formatted(_ text: SourceText, _ options: PropertyListFormatter.Options = .init()) throws -> SourceText {
  text.applying(try PropertyListFormatter(options: options).edits(for: PropertyListTree.parse(text)))
}

private func string(_ text: SourceText) -> String { String(decoding: text.bytes, as: UTF8.self) }

/// Checks what the formatter makes of a text: that and no more, with edits that are small, and nothing the second time.
/// Nil stands for a text that is left alone.
private func check(
  _ text: String, _ expected: String?, _ options: PropertyListFormatter.Options = .init(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let source = SourceText(text)
  guard let result = try? formatted(source, options) else {
    expectEqual("left alone", expected ?? "left alone", text, sourceLocation: sourceLocation)
    return
  }
  expectEqual(string(result), expected ?? "left alone", text, sourceLocation: sourceLocation)
  expectEqual(contents(of: source), contents(of: result), "contents", sourceLocation: sourceLocation)
  expectEqual(
    (try? formatted(result, options)).map(string) ?? "", string(result), "second run", sourceLocation: sourceLocation)
  checkEdits(of: source, options, sourceLocation: sourceLocation)
}

/// Checks that the edits are in order and apart, and replace nothing by itself.
func checkEdits(
  of text: SourceText, _ options: PropertyListFormatter.Options = .init(), in ranges: [ByteRange]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let edits = (try? PropertyListFormatter(options: options).edits(for: .parse(text), in: ranges)) ?? []
  var end = -1
  for edit in edits {
    let old = text[edit.range]
    let isSpelling = old.contains("<")
    let isWhiteSpace = old.utf8.allSatisfy { $0 <= 0x20 } && edit.replacement.utf8.allSatisfy { $0 <= 0x20 }
    let splits =
      edit.range.lower > 0 && edit.range.lower < text.count
      && text.bytes[edit.range.lower - 1] == 0x0D && text.bytes[edit.range.lower] == 0x0A
    let isSmall =
      old != edit.replacement && (isSpelling || isWhiteSpace) && !splits && edit.range.lower > end
      && edit.range.upper <= text.count
    expectTrue(isSmall, "The edit \(edit.range) of “\(old)”", sourceLocation: sourceLocation)
    end = edit.range.upper
  }
}

/// All that a property list says, in order: elements with their text, comments and the rest of the markup.
func contents(of text: SourceText) -> String {
  let tree = PropertyListTree.parse(text)
  var result = ""
  var end = 0
  for (index, node) in tree.nodes.enumerated().dropFirst() where node.range.lower >= end {
    let parent = tree.nodes[Int(node.parent)]
    result += "\(node.kind) \(node.element) in \(parent.element) at \(parent.parent)"
    if node.kind != .element {
      result += text[node.range]
    } else if node.element == .data {
      result += text[node.inner].filter { !$0.isWhitespace }
    } else if node.element.isLeaf {
      result += text[node.inner]
    }
    if node.element.isLeaf { end = node.range.upper }
    result += " \(index)\n"
  }
  return result
}

@Suite struct FormatterTests {
  /// The inside of a dictionary in a whole file.
  private func file(_ inner: String, lineEnd: String = "\n") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(inner)
    </dict>
    </plist>

    """.replacing("\n", with: lineEnd)
  }

  @Test func xcodesLayoutStays() {
    let plain = file(
      "\t<key>A</key>\n\t<string></string>\n\t<key>B</key>\n\t<dict>\n\t\t<key>C</key>\n\t\t<true/>\n\t</dict>")
    for text in [
      Fixture.manifest, plain, plain.replacing("\n", with: "\r\n"), plain.replacing("\n", with: "\r"),
      "\u{FEFF}" + plain, file("\t<key>é 😀</key>\n\t<string> a\n  b &amp; c </string>"),
      file("\t<key>D</key>\n\t<data>\n\tAAECAwQF\n\tBgc=\n\t</data>\n\t<key>E</key>\n\t<data>\n\t</data>"),
      file("\t<key>D</key>\n\t<date>2024-02-03T04:05:06Z</date>\n\t<key>E</key>\n\t<integer>1</integer>"),
      file("\t<!-- a -->\n\t<key>A</key> <!-- b -->\n\t<!-- c\n  d -->\n\t<true/>\n\n\t<key>B</key>\n\t<array/>"),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict/>\n</plist>\n",
      "<plist version=\"1.0\">\n<string>x</string>\n</plist>\n", "<dict>\n\t<key>A</key>\n\t<true/>\n</dict>\n",
    ] {
      check(text, text)
    }
  }

  @Test func layout() {
    let rows: [(String, String)] = [
      ("<key>A</key><true/>", "\t<key>A</key>\n\t<true/>"),
      ("    <key>A</key>\n        <true/>", "\t<key>A</key>\n\t<true/>"),
      ("\t<key>A</key>  \n\t<true/>\t ", "\t<key>A</key>\n\t<true/>"),
      ("\t<key>A</key>\n\t<array></array>", "\t<key>A</key>\n\t<array/>"),
      ("\t<key>A</key>\n\t<array>\n\t</array>", "\t<key>A</key>\n\t<array/>"),
      ("\t<key>A</key>\n\t<dict>\n\n\t</dict>", "\t<key>A</key>\n\t<dict/>"),
      ("\t<key>A</key>\n\t<true></true>", "\t<key>A</key>\n\t<true/>"),
      ("\t<key>A</key>\n\t<false />", "\t<key>A</key>\n\t<false/>"),
      ("\t<key >A</key>\n\t<array >\n\t\t<true/>\n\t</array\n>", "\t<key>A</key>\n\t<array>\n\t\t<true/>\n\t</array>"),
      (
        "\t<key>A</key>\n\t<array /><key>B</key><array ></array >",
        "\t<key>A</key>\n\t<array/>\n\t<key>B</key>\n\t<array/>"
      ),
      // What Xcode writes for an empty string, and what others do: both stay.
      (
        "\t<key>A</key>\n\t<string></string><key>B</key><string/>",
        "\t<key>A</key>\n\t<string></string>\n\t<key>B</key>\n\t<string/>"
      ),
      // Text is what it is.
      ("\t<key> A\n</key><string>\n  x  \n</string>", "\t<key> A\n</key>\n\t<string>\n  x  \n</string>"),
      (
        "<key>A</key><string><![CDATA[ <a>  </a> ]]> x</string>",
        "\t<key>A</key>\n\t<string><![CDATA[ <a>  </a> ]]> x</string>"
      ),
      // Blank lines: one of several between neighbours, none elsewhere.
      (
        "\n\n\t<key>A</key>\n\n\t<true/>\n\n\n\n\t<key>B</key>\n\t<true/>\n\n",
        "\t<key>A</key>\n\t<true/>\n\n\t<key>B</key>\n\t<true/>"
      ),
      (
        "\t<key>A</key>\n \n\t<!-- a -->\n \n\t<true/>\n \t \n\t<!-- b -->",
        "\t<key>A</key>\n\t<!-- a -->\n\t<true/>\n\n\t<!-- b -->"
      ),
      // Comments: behind something on its line, or on lines of their own.
      (
        "<key>A</key><!-- a -->\n<true/>   <!-- b --> <!-- c -->",
        "\t<key>A</key> <!-- a -->\n\t<true/> <!-- b --> <!-- c -->"
      ),
      ("<!-- a --><key>A</key><!-- b --><true/>", "\t<!-- a -->\n\t<key>A</key>\n\t<!-- b -->\n\t<true/>"),
      ("\t<key>A</key>\n\t<array> <!-- none --> </array>", "\t<key>A</key>\n\t<array>\n\t\t<!-- none -->\n\t</array>"),
      (
        "\t<key>A</key>\n\t<array> <!-- all -->\n<true/></array>",
        "\t<key>A</key>\n\t<array> <!-- all -->\n\t\t<true/>\n\t</array>"
      ),
      (
        "      <!-- a\n   b  \n-->\n<key>A</key><true/> <!-- c\nd -->",
        "\t<!-- a\n   b  \n-->\n\t<key>A</key>\n\t<true/> <!-- c\nd -->"
      ),
      ("<?pi x?><key>A</key><true/>", "\t<?pi x?>\n\t<key>A</key>\n\t<true/>"),
      // Data moves as a block.
      ("  <key>A</key>\n  <data>\n  AAEC\n    AwQF\n  </data>", "\t<key>A</key>\n\t<data>\n\tAAEC\n\tAwQF\n\t</data>"),
      ("  <key>A</key>\n  <data>AAEC</data>", "\t<key>A</key>\n\t<data>AAEC</data>"),
    ]
    for (inner, expected) in rows {
      check(file(inner), file(expected))
      check(file(inner, lineEnd: "\r\n"), file(expected, lineEnd: "\r\n"))
    }
    check(
      "<plist version=\"1.0\"><dict><key>A</key><true/></dict></plist>",
      "<plist version=\"1.0\">\n<dict>\n\t<key>A</key>\n\t<true/>\n</dict>\n</plist>\n")
    check(
      "\u{FEFF} \n<?xml version=\"1.0\"?><plist>\n\n  <array/></plist> \n\n",
      "\u{FEFF}<?xml version=\"1.0\"?>\n<plist>\n<array/>\n</plist>\n")
    check(
      "<plist>\n\t<dict>\n\t\t<key>A</key>\n\t\t<true/>\n\t</dict>\n</plist>\n",
      "<plist>\n<dict>\n\t<key>A</key>\n\t<true/>\n</dict>\n</plist>\n")
    check(
      "<?xml version=\"1.0\"?>\n\n<!-- a -->\n\n\n<plist> <!-- b -->\n<true/>\n</plist>\n\n<!-- c -->",
      "<?xml version=\"1.0\"?>\n\n<!-- a -->\n\n<plist> <!-- b -->\n<true/>\n</plist>\n\n<!-- c -->\n")
  }

  /// A line that ends keeps its line end; new ones get what the file has most of.
  @Test func lineEnds() {
    check(
      "<plist>\r\n<array>\r\n<true/><true/>\n</array>\r\n</plist>",
      "<plist>\r\n<array>\r\n\t<true/>\r\n\t<true/>\n</array>\r\n</plist>\r\n")
    check(
      "<plist>\r<array>\r\r\r<true/><true/></array>\r</plist>\r",
      "<plist>\r<array>\r\t<true/>\r\t<true/>\r</array>\r</plist>\r")
  }

  @Test func options() {
    var spaces = PropertyListFormatter.Options()
    spaces.indentation = "  "
    check(
      "<plist><array><array><true/></array></array></plist>",
      "<plist>\n<array>\n  <array>\n    <true/>\n  </array>\n</array>\n</plist>\n", spaces)
    var open = PropertyListFormatter.Options()
    open.insertsFinalLineEnd = false
    check("<plist>\n<true/>\n</plist>  ", "<plist>\n<true/>\n</plist>", open)
    check("<plist>\n<true/>\n</plist>\n\n", "<plist>\n<true/>\n</plist>\n", open)
    open.trimsFinalLineEnds = false
    check("<plist>\n<true/>\n</plist>\n\n", "<plist>\n<true/>\n</plist>\n\n", open)
    var trimming = PropertyListFormatter.Options()
    trimming.trimsComments = true
    let comment = "<plist>\n<!-- a  \r\n \n b\t-->\n<string>a  \n</string>\n</plist>\n"
    let source = SourceText(comment)
    expectEqual(
      (try? formatted(source, trimming)).map(string) ?? "",
      "<plist>\n<!-- a\r\n\n b\t-->\n<string>a  \n</string>\n</plist>\n")
  }

  /// A file whose structure is in doubt stays as it is, and the reason has a place.
  @Test func whatIsLeftAlone() {
    let rows: [(String, SyntaxProblem.Kind?)] = [
      ("", .emptyFile), ("  ", .blankFile), ("<plist>  <dict></plist>", nil),
      ("<plist><true/></plist>x", .contentAfterPlist),
      ("<plist><array><key>A</key></array></plist>", .keyOutsideDictionary),
      ("<plist><dict><true/></dict></plist>", .valueWithoutKey),
      ("<plist><string>a & b</string></plist>", .unknownEntity("&")),
      ("<plist><string>a<!-- b --></string></plist>", .commentInText),
      ("<plist><true> </true></plist>", .notEmptyBoolean), ("<plist><integer> x</integer></plist>", .invalidInteger),
      ("<plist><array>x<true/></array></plist>", .strayText), ("<plist>\u{0B}<true/></plist>", nil),
      ("<plist><plist><true/></plist></plist>", nil), ("<plist><true/></plist></plist>", nil),
    ]
    for (text, kind) in rows {
      let source = SourceText(text)
      do throws(PropertyListFormatter.Refusal) {
        let edits = try PropertyListFormatter().edits(for: .parse(source))
        Issue.record("\(text) is formatted: \(edits)")
      } catch {
        guard case .syntax(let problem) = error else {
          Issue.record("\(text): \(error)")
          continue
        }
        if let kind { expectEqual(problem.kind, kind, text) }
        expectTrue(problem.range.upper <= source.count, "\(text): \(problem.range)")
      }
    }
  }

  /// Only the lines of a range change.
  @Test func ranges() throws {
    let rows: [(String, String)] = [
      (
        "<plist>\n<array>\n«  <true/>»\n  <true/>\n</array>\n</plist>",
        "<plist>\n<array>\n\t<true/>\n  <true/>\n</array>\n</plist>"
      ),
      (
        "<plist>\n<array>\n«  <true/>\n»  <true/>\n</array>\n</plist>",
        "<plist>\n<array>\n\t<true/>\n  <true/>\n</array>\n</plist>"
      ),
      (
        "<plist>\n<array>  \n\n  <tr«»ue/>  \n  <true/>  \n</array>\n</plist>",
        "<plist>\n<array>  \n\n\t<true/>\n  <true/>  \n</array>\n</plist>"
      ),
      (
        "<plist>\n«<array>  \n\n»\n  <true/>\n  <true/>\n</array>\n</plist>",
        "<plist>\n<array>\n  <true/>\n  <true/>\n</array>\n</plist>"
      ),
      (
        "<plist>\n<array><tr«»ue/><true/></array></plist>\n\n",
        "<plist>\n<array>\n\t<true/>\n\t<true/>\n</array>\n</plist>\n\n"
      ),
      (
        "<plist>\n<array>\n  <true/>\n «1:»<true/>\n <true/>\n «2:»<true/>\n</array>\n«3:»</plist>",
        "<plist>\n<array>\n  <true/>\n\t<true/>\n <true/>\n\t<true/>\n</array>\n</plist>\n"
      ),
      ("<plist>\n<array>\n  <true/>\n</array>\n</plist>«»\n\n", "<plist>\n<array>\n  <true/>\n</array>\n</plist>\n\n"),
    ]
    for (marked, expected) in rows {
      let file = MarkedText(marked).file
      let edits = try PropertyListFormatter().edits(for: .parse(file.source), in: file.ranges)
      expectEqual(string(file.source.applying(edits)), expected, marked)
    }
    // All ranges together are the whole.
    let whole = SourceText(Fixture.values)
    let all = try PropertyListFormatter().edits(for: .parse(whole), in: [ByteRange(0, whole.count)])
    expectEqual(string(whole.applying(all)), string(try formatted(whole)))
  }

  /// However a file is laid out, the same comes out.
  @Test func anyWhiteSpaceGivesTheSame() throws {
    var random = SeededGenerator(seed: 11)
    for original in [Fixture.manifest, Fixture.values] {
      let text = SourceText(original)
      let expected = try formatted(text)
      var lexer = Lexer()
      let content = text.bytes[...]
      var tokens: [Token] = []
      while let token = lexer.next(in: content.span) { tokens.append(token) }
      for _ in 0..<200 {
        var scrambled: [UInt8] = []
        var inLeaf = false
        for (index, token) in tokens.enumerated() {
          if token.kind == .startTag, token.element.isLeaf { inLeaf = true }
          let isGap = token.kind == .text && !inLeaf && text.slice(token.range).allSatisfy { $0 <= 0x20 }
          if isGap {
            // A comment alone on its line has to stay so.
            let isBesideComment = [index - 1, index + 1].contains {
              tokens.indices.contains($0) && tokens[$0].kind == .comment
            }
            let choices = isBesideComment ? ["\n", "\n  ", " \n\t\t"] : ["", " ", "\n", "\n  ", "\t\n\t", "  \n"]
            scrambled += Array(random.pick(choices).utf8)
          } else {
            scrambled += Array(text.slice(token.range))
          }
          if token.kind == .endTag, token.element.isLeaf { inLeaf = false }
        }
        let source = SourceText(scrambled)
        expectEqual(string(try formatted(source)), string(expected), string(source))
        checkEdits(of: source)
      }
    }
  }

  /// What is broken is left alone or keeps all it says; nothing traps.
  @Test func mutationsKeepTheirContents() {
    var mutator = PropertyListMutator(seed: 5)
    var formattedCount = 0
    for original in [Fixture.manifest, Fixture.values] {
      let bytes = Array(original.utf8)
      for round in 0..<1_500 {
        let text = SourceText(round % 3 == 0 ? Array(bytes.prefix(round * bytes.count / 1_500)) : mutator.mutate(bytes))
        guard let result = try? formatted(text) else { continue }
        formattedCount += 1
        expectEqual(contents(of: result), contents(of: text), string(text))
        expectEqual(
          (try? formatted(result)).map(string) ?? "left alone", string(result), "second run of \(string(text))")
        checkEdits(of: text)
        checkEdits(of: text, in: [ByteRange(round % 300, round % 700), ByteRange(at: text.count)])
      }
    }
    expectTrue(formattedCount > 300, "only \(formattedCount) were formatted")
  }

  @Test func largeAndDeep() throws {
    let deep = String(repeating: "<array>", count: 100_000)
    for text in [deep, "<plist>" + deep + String(repeating: "</array>", count: 100_000) + "</plist>"] {
      expectTrue((try? formatted(SourceText(text))) == nil, "100,000 levels are formatted")
    }
    let levels =
      String(repeating: "<array>", count: 512) + String(repeating: "<true/>", count: 200_000)
      + String(repeating: "</array>", count: 512)
    do throws(PropertyListFormatter.Refusal) {
      _ = try PropertyListFormatter().edits(for: .parse(SourceText("<plist>\(levels)</plist>")))
      Issue.record("100 MB of tabs are written")
    } catch {
      guard case .tooLarge = error else { throw error }
    }
    let comments = "<plist><array>" + String(repeating: "<!-- a -->", count: 100_000) + "</array></plist>"
    let clock = ProcessorClock()
    let time = try clock.measure { _ = try formatted(SourceText(comments)) }
    expectTrue(time < .seconds(20), "100,000 comments on a line took \(time)")
  }
}
