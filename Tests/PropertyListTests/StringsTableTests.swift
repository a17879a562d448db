import Foundation
import PropertyList
import SourceText
import TestSupport
import Testing

/// What Foundation reads of a table; nil where it refuses it or it is no table.
private func foundations(_ bytes: [UInt8]) -> [String: Any]? {
  (try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)) as? [String: Any]
}

/// Foundation's values in words that compare.
private func described(_ table: [String: Any]) -> String {
  table.map { "\($0.key.debugDescription): \(($0.value as? String)?.debugDescription ?? "other")" }.sorted()
    .joined(separator: "\n")
}

private func described(_ table: StringsTable) -> String {
  var values: [String: String] = [:]
  for entry in table.entries where !entry.isUnread {
    values[entry.key.value] = entry.value?.value.debugDescription ?? "other"
  }
  return values.map { "\($0.key.debugDescription): \($0.value)" }.sorted().joined(separator: "\n")
}

@Suite struct StringsTableTests {
  /// Expects the entries in `key=value` lines, and the problems where they are marked.
  private func check(
    _ marked: String, _ entries: [String], _ kinds: [SyntaxProblem.Kind] = [], isRead: Bool? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let table = StringsTable.parse(text.source)
    let found = table.entries.map { "\($0.key.value)=\($0.value?.value ?? "–")" }
    expectEqual(found, entries, marked, sourceLocation: sourceLocation)
    expectEqual(table.problems.map(\.kind), kinds, marked, sourceLocation: sourceLocation)
    expectEqual(
      MarkedText.marking(table.problems.map(\.range), in: text.source), marked, sourceLocation: sourceLocation)
    let foundation = foundations(text.source.bytes)
    expectEqual(foundation != nil, isRead ?? kinds.isEmpty, "Foundation: \(marked)", sourceLocation: sourceLocation)
    expectEqual(
      table.problems.contains { $0.severity == .refused }, foundation == nil, marked, sourceLocation: sourceLocation)
    if let foundation {
      expectEqual(described(table), described(foundation), marked, sourceLocation: sourceLocation)
    }
  }

  /// Each row is also a rule of Foundation's parser, which is asked for it.
  /// A tree ends where it has more values than any file.
  @Test func valuesAreBounded() {
    // The root is one, and one for eight of these bytes besides 50,000 may be there.
    let size = 1_199_999
    for (piece, cut) in [
      ("{", 1 << 15), ("a\n", 1 + 2 * 199_999), ("a;", 1 + 2 * 199_999), ("a=b;", 1 + 4 * 99_999 + 2),
    ] {
      let pieces = String(repeating: piece, count: size / piece.utf8.count)
      let tree = OpenStepTree.parse(SourceText("{" + pieces + "   ".prefix(size % piece.utf8.count)))
      expectEqual(tree.cut, cut, "where the tree of “\(piece)” ends")
    }
    let table = OpenStepTree.parse(SourceText(String(repeating: "some name = \"some text\";\n", count: 100_000)))
    expectEqual(table.cut, nil, "a large table is read whole")
  }

  @Test func whatFoundationReads() {
    check("\"a\" = \"b\";", ["a=b"])
    check("a = b;\nc-d.e = 'f g';\n", ["a=b", "c-d.e=f g"])
    check("/* c */ a /* d */ = /* e */ b /* f */; // g\n", ["a=b"])
    check("{ a = b; c = \"d\"; }", ["a=b", "c=d"])
    check("\u{FEFF}\"a\" = \"b\";", ["a=b"])
    check("\"a\";\nb;", ["a=a", "b=b"])
    check("a=b;a=c;", ["a=b", "a=c"])
    check("a = \"b\nc\";", ["a=b\nc"])
    check("a = b;\u{2028}c = d;", ["a=b", "c=d"])
    check("a = { b = c; }; d = ( e ); f = <0f>;", ["a=–", "d=–", "f=–"])
    check(" \n", [])
    check("// nothing", [])
    // A word swallows slashes, so there is no comment in it.
    check("a = b//c;\n", ["a=b//c"])
    check("http://x/y = a:b;", ["http://x/y=a:b"])
    // Comments do not nest.
    check("/* /* */ a = b;", ["a=b"])
    check("a = \"/* no */ // comment\";", ["a=/* no */ // comment"])
  }

  @Test func escapesAreFoundations() {
    check(#"a = "\n\t\r\\\"\'\a\b\f\v";"#, ["a=\n\t\r\\\"'\u{7}\u{8}\u{C}\u{B}"])
    check(#"a = 'it\'s "b"';"#, ["a=it's \"b\""])
    check(#"a = "\U00e9\U00E9";"#, ["a=éé"])
    // Fewer digits than four are enough, none is a zero, and a fifth is text.
    check(#"a = "\U41z\U00412";"#, ["a=AzA2"])
    check(#"a = "\U";"#, ["a=\u{0}"])
    // Surrogate pairs of two escapes are one character.
    check(#"a = "\UD83D\UDE00\UD83D!";"#, ["a=😀\u{FFFD}!"])
    // A small u is no escape, as any other letter.
    check(#"a = "\u00e9\x41\q\é\😀";"#, ["a=u00e9x41qé😀"])
    // Octal numbers are characters of NeXTSTEP, and run over at 256.
    check(#"a = "\12\101\18\341\360\400\377";"#, ["a=\nA\u{1}8Æö\u{0}\u{0}"])
    check("a = \"b\\\nc\\\r\nd\";", ["a=b\nc\r\nd"])
  }

  @Test func whatFoundationDropsWithoutAWord() {
    check("a = b;\n«; c = d;»", ["a=b", "c=d"], [.contentNotRead], isRead: true)
    check("a = b; «}»", ["a=b"], [.contentNotRead], isRead: true)
    check("a = b;\n«= c;»\nd = e;", ["a=b", "d=e"], [.contentNotRead], isRead: true)
    check("a = b; «/*» c = d;", ["a=b"], [.unterminatedComment], isRead: true)
    check("a = b;\n«öl = c;»\nd = e;", ["a=b", "öl=c", "d=e"], [.contentNotRead], isRead: true)
  }

  @Test func whatIsBrokenIsReadAsMeant() {
    check("\"a\" = «\"b\"»\n\"c\" = \"d\";", ["a=b", "c=d"], [.missingSemicolon])
    check("\"a\" = «\"b\"»", ["a=b"], [.missingSemicolon])
    check("\"a\" = \"b\";\n\"c\" = «\"d\"»\n", ["a=b", "c=d"], [.missingSemicolon])
    check("«\"a\"» \"b\";\nc = d;", ["a=b", "c=d"], [.missingEquals])
    check("«\"a\"»: «\"b\"»,\nc = d;", ["a=b", "c=d"], [.missingEquals, .missingSemicolon])
    check("«a» = ;\nc = d;", ["a=–", "c=d"], [.keyWithoutValue])
    check("«a» =\nc = d;", ["a=–", "c=d"], [.keyWithoutValue])
    check("«\"a\"»\nc = d;", ["a=–", "c=d"], [.keyWithoutValue])
    check("«\"NSCam\"»", ["NSCam=–"], [.keyWithoutValue])
    check("c = d;\n«NSCam»", ["c=d", "NSCam=–"], [.keyWithoutValue])
    check("«\"a\"» = ", ["a=–"], [.keyWithoutValue])
    // Quotation marks
    check("\"a\" = «\"»b c;\n\"d\" = \"e\";", ["a=b c", "d=e"], [.unterminatedString])
    check("\"a\" = ««\"»b c»\n\"d\" = \"e\";", ["a=b c", "d=e"], [.unterminatedString, .missingSemicolon])
    check("«\"»a = \"b\";\nc = d;", ["a=b", "c=d"], [.unterminatedString])
    check("a«\"» = \"b\";\nc = d;", ["a=b", "c=d"], [.unterminatedString])
    check("a = «b c d»;\nc = d;", ["a=b c d", "c=d"], [.missingQuotes])
    check("a = «b c d»\";\nc = d;", ["a=b c d", "c=d"], [.missingQuotes])
    check("a = \"Say «\"»hi\" to me\";\nc = d;", ["a=Say \"hi\" to me", "c=d"], [.unescapedQuote])
    check("a = «“b c”»;\nc = d;", ["a=“b c”", "c=d"], [.missingQuotes])
    check("\"a\" =«\u{A0}»\"b\";", ["a=b"], [.unexpectedCharacter("\u{A0}")])
    check("\"a\" = \"b\" «=» c;\nd = e;", ["a=b", "c=c", "d=e"], [.unexpectedCharacter("=")])
    // Brackets
    check("«{» a = b;", ["a=b"], [.unclosedBracket("{")])
    check("a = «(» b, c;\nd = e;", ["a=–", "d=e"], [.unclosedBracket("(")])
    check("{ a = b; } «c = d;»", ["a=b"], [.contentAfterValue])
    check("a = b; gr«ö»ße = c;", ["a=b", "größe=c"], [.unexpectedCharacter("ö")])
    // A merge that is not over: Foundation drops all of it without a word.
    check(
      "a = b;\n«<<<<<<< HEAD»\nc = d;\n«=======»\nc = e;\n«>>>>>>> other»\nf = g;",
      ["a=b", "c=d", "c=e", "f=g"], [.conflictMarker, .conflictMarker, .conflictMarker], isRead: true)
  }

  /// What must hold for any bytes at all.
  private func checkWhole(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let file = DecodedFile(bytes)
    let text = file.text
    var end = 0
    var lexer = OpenStepLexer()
    let content = text.bytes[...]
    while let token = lexer.next(in: content.span) {
      guard token.range.lower == end, token.range.upper > end else {
        Issue.record("tokens do not join at \(end) of \(text[ByteRange(0, 200)])", sourceLocation: sourceLocation)
        return
      }
      end = token.range.upper
    }
    expectEqual(end, text.count, "the end of the tokens", sourceLocation: sourceLocation)
    let table = StringsTable.parse(file)
    let whole = ByteRange(0, text.count)
    var last = 0
    for entry in table.entries {
      let isInPlace =
        whole.contains(entry.range) && entry.range.contains(entry.key.range)
        && entry.key.range.contains(entry.key.content) && entry.range.lower >= last
        && (entry.value.map { entry.range.contains($0.range) && $0.range.contains($0.content) } ?? true)
        && entry.comments.allSatisfy { whole.contains($0.range) && $0.range.contains($0.content) }
      expectTrue(
        isInPlace, "\(entry) is out of place in \(text[whole].debugDescription)", sourceLocation: sourceLocation)
      last = entry.range.upper
      if let value = entry.value { checkMapping(value, text, sourceLocation: sourceLocation) }
    }
    for problem in table.problems {
      expectTrue(whole.contains(problem.range), "\(problem) is outside", sourceLocation: sourceLocation)
    }
    let tree = OpenStepTree.parse(text)
    for problem in tree.problems {
      expectTrue(whole.contains(problem.range), "\(problem) is outside", sourceLocation: sourceLocation)
    }
    for offset in stride(from: 0, through: text.count, by: max(1, text.count / 8)) {
      for value in tree.path(at: offset) {
        expectTrue(
          value.range.touches(offset) && whole.contains(value.content), "a value is out of place",
          sourceLocation: sourceLocation)
      }
      _ = table.entry(at: offset)
    }
  }

  /// A range of the text is found in the file and back.
  private func checkMapping(_ value: WrittenText, _ text: SourceText, sourceLocation: SourceLocation) {
    var offset = 0
    for scalar in value.value.unicodeScalars.prefix(60) {
      let length = UTF8.width(scalar)
      let range = value.sourceRange(of: ByteRange(offset, offset + length))
      let isInPlace = value.content.contains(range) && !range.isEmpty
      expectTrue(isInPlace, "\(range) of \(value)", sourceLocation: sourceLocation)
      // Bytes that are no UTF-8 are one place in a row.
      let found = value.offset(ofSource: range.lower)
      let isFound = scalar == "\u{FFFD}" ? found <= offset : found == offset
      expectTrue(isFound, "\(range) of \(value) is at \(found)", sourceLocation: sourceLocation)
      let written = text[range]
      if !written.hasPrefix("\\"), scalar != "\u{FFFD}" {
        expectEqual(written, String(scalar), "the source", sourceLocation: sourceLocation)
      }
      offset += length
    }
  }

  private static let fixture = """
    /* Localized versions of Info.plist keys */
    // of an app
    "CFBundleDisplayName" = "Tidal ☂️";
    NSCameraUsageDescription = "Take \\"pictures\\"\\nof \\U00e9\\UD83D\\UDE00 birds.";
    'NSMicrophoneUsageDescription' = 'It\\'s for calls.';
    "NSPhotoLibraryUsageDescription";
    list = ( a, { b = c; } );

    """

  @Test func anyBytesGiveATable() {
    let bytes = Array(Self.fixture.utf8)
    for length in 0...bytes.count {
      checkWhole(Array(bytes.prefix(length)))
      if length.isMultiple(of: 5) { checkWhole(Array(bytes.suffix(length))) }
    }
    var random = SeededGenerator(seed: 3)
    let alphabet = Array("\"'\\;={}(),<>/* \n\rab0Uu:\u{A0}é“😀\u{0}\u{2028}".utf8)
    for _ in 0..<4_000 { checkWhole((0..<random.below(60)).map { _ in random.pick(alphabet) }) }
    for _ in 0..<1_000 { checkWhole((0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }) }
  }

  private func mutated(_ original: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let insertions = [
      "\"", "'", "\\", ";", "=", "{", "}", "(", ")", "<", ">", ",", "/*", "*/", "//", "\n", "\r\n", " ", "a", "é", "“",
      "\\U00e9", "\\UD83D", "\\101", "\\u00e9", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{0}", "\"a\" = \"b\";", "a;",
      "<<<<<<< HEAD\n", "=======\n", ":", "\\\n",
    ]
    var bytes = original
    for _ in 0...random.below(3) {
      guard !bytes.isEmpty else { break }
      let at = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(at..<min(at + 1 + random.below(6), bytes.count))
      case 2: bytes.insert(contentsOf: Array(bytes[at..<min(at + 1 + random.below(30), bytes.count)]), at: at)
      case 3: bytes.remove(at: at)
      default: bytes.insert(contentsOf: Array(random.pick(insertions).utf8), at: at)
      }
    }
    return bytes
  }

  /// Expects that Foundation and the table agree: on whether it is a table, and on its texts.
  private func checkAgreement(_ bytes: [UInt8], _ name: String) -> Bool {
    let table = StringsTable.parse(DecodedFile(bytes))
    guard table.format != .xml, table.format != .binary else { return false }
    let foundation = foundations(bytes)
    let isRefused = table.problems.contains { $0.severity == .refused }
    expectEqual(isRefused, foundation == nil, "\(name): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    guard let foundation, !isRefused else { return false }
    expectEqual(
      described(table), described(foundation), "\(name): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    return true
  }

  @Test func textsAreFoundations() {
    let corpus = CorpusFolder.fromEnvironment()?.files(in: "strings").filter { $0.path.hasSuffix(".strings") } ?? []
    for file in corpus {
      checkWhole(file.bytes)
      expectTrue(checkAgreement(file.bytes, file.path), "\(file.path) is not read")
    }
    var random = SeededGenerator(seed: 17)
    let sources = [Array(Self.fixture.utf8)] + corpus.map(\.bytes)
    var read = 0
    for round in 0..<10_000 {
      let source = DecodedFile(sources[round % sources.count])
      var bytes = mutated(source.text.bytes, &random)
      // Of UTF-16 the characters change, since halves of them are read as they come.
      if source.encoding != .utf8, source.encoding != .utf8WithMark { bytes = source.encode(SourceText(bytes)) }
      // A null among the first two bytes makes UTF-16 of the file for Foundation, whatever else it holds.
      guard !bytes.prefix(2).contains(0) else { continue }
      checkWhole(bytes)
      if checkAgreement(bytes, "mutation \(round)") { read += 1 }
    }
    print("\(corpus.count) tables and \(read) mutations are read as Foundation does")
    expectTrue(read >= 5_000 || corpus.isEmpty, "only \(read) mutations are read")
  }

  @Test func editsTouchTheTextAlone() {
    let rows = [
      (#"a = "say «\"»x";"#, "y", #"a = "say yx";"#), (#"a = "«b\nc»";"#, "d\"e\n\\", #"a = "d\"e\n\\";"#),
      (#"a = 'b«c»';"#, "'\"", #"a = 'b\'"';"#), ("a = b«»;", ".", "a = b.;"), ("a = b«»;", "!", "a = \"b!\";"),
      ("a = «b»;", "", "a = \"\";"), (#"a = "«\U00e9»x";"#, "e", #"a = "ex";"#),
      (#"a = "\UD83D\UDE00«.»";"#, "é\u{1}", #"a = "\UD83D\UDE00é\U0001";"#), ("«a»;", "b c", "\"b c\";"),
    ]
    for (marked, replacement, expected) in rows {
      let text = MarkedText(marked)
      let table = StringsTable.parse(text.source)
      guard let value = table.entries.first?.value, let range = text.ranges.first else {
        Issue.record("\(marked) has no text")
        continue
      }
      let inner = ByteRange(value.offset(ofSource: range.lower), value.offset(ofSource: range.upper))
      let edited = text.source.applying([value.replacing(inner, with: replacement)])
      expectEqual(String(decoding: edited.bytes, as: UTF8.self), expected, marked)
    }
  }

  @Test func encodingsAndFormats() {
    let units = Array("\"a\" = \"é😀\";".utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let rows: [(String, [UInt8], [SyntaxProblem.Kind])] = [
      ("little", [0xFF, 0xFE] + little, []), ("big", [0xFE, 0xFF] + big, []),
      ("little without mark", little, [.missingByteOrderMark]), ("big without mark", big, [.missingByteOrderMark]),
      ("half", [0xFF, 0xFE] + little + [0x20], [.undecodable, .contentNotRead]),
    ]
    for (name, bytes, kinds) in rows {
      let table = StringsTable.parse(DecodedFile(bytes))
      expectEqual(table["a"]?.value?.value, "é😀", name)
      expectEqual(table.problems.map(\.kind), kinds, name)
    }
    let formats: [(String, PropertyListFormat)] = [
      ("<?xml version=\"1.0\"?><plist/>", .xml), ("bplist00", .binary), ("", .empty), ("\n", .blank), ("a", .openStep),
      ("{\"a\": \"b\"}", .openStep), ("<<<<<<< HEAD\na = b;", .openStep), ("ä = \"<dict>\";", .openStep),
    ]
    for (text, format) in formats { expectEqual(StringsTable.parse(SourceText(text)).format, format, text) }
  }

  @Test func timeGrowsWithSizeOnly() {
    for unit in [
      "(", "{a=", "(\"),", "/*", "\"\\", "<", "<0f", "a=b;", "\u{1}", "a ", "\"a\" ", "a\" ", "a=b c ",
      "a=\"b\" \"c\" ",
      "\"a\nb", "\"\n", "'", "\"", "a = \"b;\n", "<<<<<<< x\n", "= a ", "a=(b,", ";", "=", "a\"=", "\"a = ", "// \n",
      "\\",
      "a=\"b\"c;", "\u{A0}", "a=\n", "a:", "a=(\n",
    ] {
      let text = SourceText(String(repeating: unit, count: 400_000 / unit.utf8.count))
      let duration = ProcessorClock().measure { _ = StringsTable.parse(text) }
      expectTrue(duration < .seconds(8), "\(unit.debugDescription) takes \(duration)")
    }
  }
}

extension WrittenText {
  /// The first offset in the text that is written at a place in the file or behind it.
  fileprivate func offset(ofSource place: Int) -> Int {
    let count = value.utf8.count
    return (0..<count).first { sourceRange(of: ByteRange(at: $0)).lower >= place } ?? count
  }
}
