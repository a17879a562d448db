import PropertyList
import SourceText
import TestSupport
import Testing

@Suite struct RobustnessTests {
  /// What must hold for any bytes at all.
  private func check(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let text = SourceText(bytes)
    var end = 0
    var lexer = Lexer()
    let content = text.bytes[...]
    while let token = lexer.next(in: content.span) {
      guard token.range.lower == end, token.range.upper > end else {
        Issue.record("tokens do not join at \(end) of \(text[ByteRange(0, 200)])", sourceLocation: sourceLocation)
        return
      }
      end = token.range.upper
    }
    expectEqual(end, bytes.count, "the end of the tokens", sourceLocation: sourceLocation)
    let tree = PropertyListTree.parse(DecodedFile(bytes))
    let whole = ByteRange(0, tree.text.count)
    for (index, node) in tree.nodes.enumerated() {
      let isInPlace =
        whole.contains(node.range) && node.range.contains(node.inner) && node.parent < index
        && (node.parent < 0 || tree.nodes[Int(node.parent)].range.lower <= node.range.lower)
      guard isInPlace else {
        Issue.record("node \(index) at \(node.range) is out of place", sourceLocation: sourceLocation)
        return
      }
    }
    for problem in tree.problems {
      expectTrue(whole.contains(problem.range), "\(problem) is outside", sourceLocation: sourceLocation)
    }
    for offset in stride(from: 0, through: tree.text.count, by: max(1, tree.text.count / 16)) {
      _ = tree.keyPaths(at: [offset])
    }
    if let problem = OpenStepSyntax.check(text).problem {
      expectTrue(
        ByteRange(0, text.count).contains(problem.range), "\(problem) is outside", sourceLocation: sourceLocation)
    }
    _ = tree.root.map { ($0.entries, $0.elements, $0.string, $0.integer, $0.real) }
  }

  @Test func everyPrefixAndSuffixHasATree() {
    for source in [Fixture.manifest, Fixture.values] {
      let bytes = Array(source.utf8)
      for length in 0...bytes.count {
        check(Array(bytes.prefix(length)))
        if length.isMultiple(of: 7) { check(Array(bytes.suffix(length))) }
      }
    }
  }

  @Test func everyMutationHasATree() {
    var mutator = PropertyListMutator(seed: 11)
    let sources = [Fixture.manifest, Fixture.values].map { Array($0.utf8) }
    for round in 0..<3_000 {
      var bytes = sources[round % 2]
      for _ in 0...(round % 5) { bytes = mutator.mutate(bytes) }
      check(bytes)
    }
    var random = SeededGenerator(seed: 5)
    let alphabet = Array("<>/!?-[]&;= \n\"'adikplst\u{0}é".utf8)
    for _ in 0..<3_000 { check((0..<random.below(80)).map { _ in random.pick(alphabet) }) }
    for _ in 0..<1_000 { check((0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }) }
  }

  @Test func depthNeedsNoStack() {
    for (opening, closing) in [
      ("<array>", "</array>"), ("<dict><key>k</key>", "</dict>"), ("<plist>", "</plist>"), ("<x>", "</x>"),
    ] {
      let source = String(repeating: opening, count: 100_000) + String(repeating: closing, count: 100_000)
      let tree = PropertyListTree.parse(SourceText(source))
      expectTrue(tree.nodes.count > 100_000, "nodes are missing")
      expectTrue(tree.problems.count <= 1_002, "problems cascade")
      _ = tree.keyPaths(at: [opening.utf8.count * 5_000])
    }
    let deep = String(repeating: "<array>", count: 513) + String(repeating: "</array>", count: 513)
    expectEqual(PropertyListTree.parse(SourceText("<plist>\(deep)</plist>")).problems.map(\.kind), [.nestedTooDeeply])
    let allowed = String(repeating: "<array>", count: 512) + String(repeating: "</array>", count: 512)
    expectEqual(PropertyListTree.parse(SourceText("<plist>\(allowed)</plist>")).problems, [])
  }

  /// A tree is no more than a few times its text: what is no element of property lists has no node where there is too
  /// much of it, and levels end somewhere. Elements always have theirs.
  @Test func nodesAreBounded() {
    let size = 3_000_000
    for piece in ["</", "<a", "<a>", "<a/>", "< ", "<>", "<?>", "<!>", "<string><a>", "<array><a>", "<dict><key>"] {
      let text = SourceText(String(repeating: piece, count: size / piece.utf8.count))
      let tree = PropertyListTree.parse(text)
      let elements = tree.nodes.count { $0.element != .other && $0.kind == .element }
      expectTrue(tree.nodes.count - elements <= 100_001 + size / 12, "\(tree.nodes.count) nodes of “\(piece)”")
      expectTrue(tree.problems.contains { $0.severity == .refused } || piece == "<?>", "“\(piece)” is refused")
    }
    let deep = PropertyListTree.parse(SourceText(String(repeating: "<array>", count: 300_000)))
    expectEqual(deep.nodes.count, 1 << 17 + 1, "levels")
    let wide = PropertyListTree.parse(SourceText("<array>" + String(repeating: "<key/>", count: 400_000) + "</array>"))
    expectEqual(wide.nodes.count, 400_002, "elements")
  }

  /// Texts that take a parser a multiple of their size if anything in it looks twice. At this length, the square of the
  /// size would take minutes.
  @Test func timeGrowsWithSizeOnly() {
    let size = 400_000
    func filled(_ head: String, _ piece: String, _ tail: String = "") -> String {
      head + String(repeating: piece, count: size / piece.utf8.count) + tail
    }
    let half = size / 20
    let texts: [String] = [
      filled("", "<"), filled("", "<a"), filled("", "<a "), filled("", "<key "), filled("", "< "), filled("", "</"),
      filled("", "</a "), filled("<plist><string>", "&"), filled("<plist><string>", "&a;"),
      filled("<plist><string>", "]]>"), filled("<plist><string>", "<b>"), filled("<plist><string>", "\u{1}a"),
      filled("", "<array>"), filled("", "<true>"), filled("", "<a>"), filled("", "<plist>"),
      filled("<array>", "<string>a"),
      filled("<dict>", "<key>a"), filled("<dict>", "<key>a</key>"), filled("<dict>", "<true/>"),
      filled("<dict><key>a</key><array>", "<key>a</key>"), filled("", "<dict><key>"),
      filled("", "<array><dict></array>"),
      filled(String(repeating: "<array>", count: half), "</dict>"),
      filled(String(repeating: "<dict>", count: half), "</x>"),
      filled(String(repeating: "<a>", count: half), "</b>"),
      filled("<array><dict><key>a</key><true/></dict>", "<key>a</key></dict>"),
      filled("<plist a=\"", "x", "\"><true/></plist>"), filled("<plist a=\"", "x"),
      filled("<plist ", "<axxxxxxxxxxxxxxxx"),
      filled("", "<!--"), filled("", "<!--<key>"), filled("<array>", "<dict><key>a</key><true/>"),
      filled("", "<dict><array></dict></array>"), filled("<array>", "<string>a<string>"), filled("", "<!-- -"),
      filled("<plist>", "<!-- -- -->"), filled("", "<string><![CDATA["),
      filled("", "<?x "), filled("", "<!DOCTYPE ["), filled("", "<!DOCTYPE a>"), filled("", "<!DOCTYPE \n"),
      filled("", "a<!DOCTYPE\n"),
      filled("", "<!DOCTYPE a\n<"), filled("<plist><array>", "<string>\n<!-- c -->\n"),
      filled("", "<array\n<string>a</string>"),
      filled("", "<array \n<dict "), filled("", " "), filled("", "x"), filled("", "\u{0}"), filled("<", "a", "<a"),
    ]
    let clock = ProcessorClock()
    for source in texts {
      let text = SourceText(source)
      let time = clock.measure { _ = PropertyListTree.parse(text) }
      expectTrue(time < .seconds(20), "\(source.prefix(40).debugDescription) took \(time)")
    }
  }
}
