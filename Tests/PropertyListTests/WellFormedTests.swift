import Foundation
import PropertyList
import SourceText
import TestSupport
import Testing

/// Elements that are well formed are taken whole. The tree must be the one that looking at every tag gives.
@Suite struct WellFormedTests {
  private func check(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let text = SourceText(bytes)
    let tree = PropertyListTree.parse(text)
    let expected = PropertyListTree.parse(text, byTokensAlone: true)
    let isSame =
      tree.nodes == expected.nodes && tree.problems == expected.problems && tree.root?.index == expected.root?.index
    guard !isSame else { return }
    let place = zip(tree.nodes, expected.nodes).first { $0 != $1 }.map { "\($0) instead of \($1)" }
    Issue.record(
      "another tree for \(String(decoding: bytes, as: UTF8.self).debugDescription): \(place ?? "nodes or problems")",
      sourceLocation: sourceLocation)
  }

  /// How each kind of element is written when nothing is wrong with it, and in ways that must be looked at closer.
  private static let values: [String] = [
    "<string>a</string>", "<string></string>", "<string>a &amp; b &#233; é</string>", "<string>]] ] x</string>",
    "<string>\n  a longer text, over more than one line\n</string>", "<true/>", "<false/>", "<integer>12</integer>",
    "<integer>123456789012345678</integer>", "<array></array>", "<dict></dict>", "<!-- c -->", "<!---->",
    "<!-- - -a->- -->",
    // Closer looks.
    "<real>1.5</real>", "<real>0123456789.9876543210</real>", "<date>2024-02-03T04:05:06Z</date>",
    "<data>\n\tAAECAwQFBgcICQ==\n</data>", "<data></data>",
    "<string>]]></string>", "<string>&b;</string>", "<string>&amp</string>", "<string>&#1;</string>",
    "<string>a<![CDATA[b]]></string>", "<string>a<!-- b --></string>", "<string>a</string >", "<string >a</string>",
    "<string/>", "<strin>a</strin>", "<string>a", "a</string>", "<string>a</key>", "<string>a</strings>", "<array/>",
    "<dict/>", "<true></true>", "<true />", "<tru/>", "<false/ >", "<integer></integer>", "<integer>-1</integer>",
    "<integer>1.5</integer>", "<integer>12345678901234567890123</integer>", "<integer>0x1F</integer>",
    "<integer>&#49;</integer>", "<real>x</real>", "<real>1</real>", "<real>1.2.3</real>", "<real>.5</real>",
    "<real>1.</real>", "<real>nan</real>", "<date>-2024-02-03T04:05:06Z</date>", "<date>2024-2-03T04:05:06Z</date>",
    "<date>2024-02-03</date>", "<data>AAA</data>", "<data>A*A=</data>", "<data>é</data>", "<key>k</key>", "<key/>",
    "<!-- a -- b -->", "<!-- a --->", "<!--->", "<!-- a", "<plist></plist>", "<x>a</x>", "text", "<", "</", "</array>",
    "</dict>", "<array>", "<dict>", "<?pi?>", "<![CDATA[x]]>", "\u{0}", "\r\n", "<integer>1</integers>", "<integers>1",
  ]

  @Test func everyPairOfValuesStandsAnywhere() {
    for first in Self.values {
      for second in Self.values {
        check(Array("<plist><array>\(first)\n\t\(second)</array></plist>".utf8))
        check(Array("<plist><dict><key>a</key>\(first)<key>b</key>\(second)</dict></plist>".utf8))
        check(Array("<dict><key>a</key>\(first)\(second)<key>b &lt;</key></dict>".utf8))
      }
    }
  }

  /// An unclosed leaf outside everything ends what Apple's parser reads, and what it was ended by is open all the same.
  @Test func nothingIsTakenBehindTheEnd() {
    for leaf in ["<key>", "<string>", "<integer>"] {
      for first in Self.values { check(Array("\(leaf)\n<dict>\n<key>a</key>\(first)</dict>".utf8)) }
    }
  }

  @Test func everyCutAndMutationHasTheSameTree() {
    var mutator = PropertyListMutator(seed: 23)
    var random = SeededGenerator(seed: 24)
    var sources = [Fixture.manifest, Fixture.values].map { Array($0.utf8) }
    for bytes in sources {
      for length in 0...bytes.count {
        check(Array(bytes.prefix(length)))
        check(Array(bytes.suffix(length)))
      }
    }
    // Longer ones of many kinds of elements.
    for _ in 0..<6 {
      let elements = (0..<30).map { _ in "<key>\(random.below(9))</key>\n\t" + random.pick(Self.values) }
      sources.append(Array("<plist>\n<dict>\n\t\(elements.joined(separator: "\n\t"))\n</dict>\n</plist>\n".utf8))
    }
    for round in 0..<4_000 {
      var bytes = sources[round % sources.count]
      for _ in 0...(round % 4) { bytes = mutator.mutate(bytes) }
      check(bytes)
    }
    for _ in 0..<2_000 {
      let parts = (0..<random.below(12)).map { _ in random.pick(Self.values) }
      check(Array("<plist><\(random.pick(["dict", "array"]))>\(parts.joined())".utf8))
    }
  }

  @Test func realFilesHaveTheSameTree() {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    var mutator = PropertyListMutator(seed: 25)
    for folder in ["manifests", "infoplists", "entitlements"] {
      let files = corpus.files(in: folder)
      expectTrue(!files.isEmpty, "no files in \(folder)")
      for file in files where file.bytes.count < 100_000 {
        check(file.bytes)
        check(mutator.mutate(file.bytes))
      }
    }
  }

  /// Levels and keys at the border of what Apple's parser takes.
  @Test func depthCountsTheSame() {
    for depth in [511, 512, 513, 514] {
      for (opening, closing) in [("<array>", "</array>"), ("<dict><key>k</key>", "</dict>")] {
        check(
          Array(
            "<plist>\(String(repeating: opening, count: depth))\(String(repeating: closing, count: depth))</plist>".utf8
          ))
      }
    }
  }

  /// Were a tag's bytes written down wrongly, the tree would be right all the same, and only the speed gone.
  @Test func wellFormedElementsAreTakenWhole() {
    let taken = Self.values.prefix(14).map { "<key>k &amp; l</key>\n\t\($0)" }.filter { !$0.contains("<!--") }
    let inside = "\n\t" + taken.joined(separator: "\n\t") + "\n\t<!-- c -->\n"
    let text = "<plist><dict>\(inside)</dict></plist>"
    expectEqual(PropertyListTree.parse(SourceText(text)).problems, [])
    expectEqual(
      PropertyListTree.bytesTakenWhole(of: SourceText(text)), inside.utf8.count + "</dict>".utf8.count,
      "what is taken whole")
    expectEqual(PropertyListTree.bytesTakenWhole(of: SourceText("<plist><array><string >a</string>")), 0)
  }
}
