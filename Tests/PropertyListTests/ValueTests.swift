import PropertyList
import SourceText
import TestSupport
import Testing

@Suite struct ValueTests {
  @Test func rootIsFound() {
    for marked in [
      "<plist><dict><key>«A»</key><true/></dict></plist>", "<dict><key>«A»</key><true/></dict>",
      "<plist><plist><dict><key>«A»</key><true/></dict></plist></plist>",
      "<!-- c --><plist><!-- d --><dict><key>«A»</key><true/></dict><array/></plist>",
    ] {
      let text = MarkedText(marked)
      expectEqual(PropertyListTree.parse(text.source).root?.entries.map { $0.key.textRange }, text.ranges, marked)
    }
    for source in ["", " ", "x", "<plist/>", "<plist></plist>", "<?xml version=\"1.0\"?>"] {
      expectTrue(PropertyListTree.parse(SourceText(source)).root == nil, "\(source) has a root")
    }
  }

  @Test func textIsResolved() {
    let rows: [(String, String)] = [
      ("", ""), ("a b", "a b"), ("&lt;&gt;&amp;&apos;&quot;", "<>&'\""), ("&#65;&#x42;&#x1F600;", "AB😀"),
      ("a<![CDATA[<b>&amp;]]>c", "a<b>&amp;c"), ("<![CDATA[a]]><![CDATA[b]]>", "ab"), ("&nbsp;", "&nbsp;"),
      ("a & b", "a & b"), ("&#xD800;", "&#xD800;"), ("a<!-- c -->b", "ab"), (" a\n", " a\n"), ("&#00000065;", "A"),
      ("&#000000065;", "&#000000065;"), ("a]]>b", "a]]>b"),
    ]
    for (source, value) in rows {
      let tree = PropertyListTree.parse(SourceText("<plist><string>\(source)</string></plist>"))
      expectEqual(tree.root?.string, value, source)
    }
  }

  @Test func numbersAreReadAsApplesParserReadsThem() {
    let integers: [(String, Int64?)] = [
      ("0", 0), ("-0", 0), ("12", 12), ("+12", 12), ("-12", -12), ("- 12", -12), (" 12", 12), ("\n\t12", 12),
      ("007", 7),
      ("0x1F", 31), ("-0X1f", -31), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("18446744073709551615", nil), ("", nil), ("12 ", nil), ("1.0", nil), ("0x", nil),
      ("x", nil), ("--1", nil), ("1a", nil), ("+", nil), ("\u{2003}1", 1), ("\u{202F}1", nil),
    ]
    for (text, value) in integers {
      let tree = PropertyListTree.parse(SourceText("<plist><integer>\(text)</integer></plist>"))
      expectEqual(tree.root?.integer, value, text.debugDescription)
    }
    let reals: [(String, Double?)] = [
      ("1", 1), ("-1.5", -1.5), (".5", 0.5), ("5.", 5), ("-.5e2", -50), ("5.e1", 50), ("1e3", 1000), ("1E-2", 0.01),
      (" 1", 1), ("INF", .infinity), ("+infinity", .infinity), ("-Inf", -.infinity), ("1e400", .infinity), ("&#49;", 1),
      ("<![CDATA[2]]>", 2), ("", nil), ("1 ", nil), ("1e", nil), (".", nil), ("0x1", nil), ("1,5", nil), ("nano", nil),
    ]
    for (text, value) in reals {
      let tree = PropertyListTree.parse(SourceText("<plist><real>\(text)</real></plist>"))
      expectEqual(tree.root?.real, value, text.debugDescription)
    }
    expectEqual(PropertyListTree.parse(SourceText("<real>NaN</real>")).root?.real?.isNaN, true)
    expectEqual(PropertyListTree.parse(SourceText("<integer>-3</integer>")).root?.real, -3)
    expectEqual(PropertyListTree.parse(SourceText("<string>1</string>")).root?.integer, nil)
  }

  @Test func keyPathsLeadToTheirPlace() {
    let rows: [(String, String)] = [
      ("<plist>$0<dict><key>A</key><true/></dict></plist>", ""),
      ("<plist><dict>$0 <key>A</key><true/></dict></plist>", ""),
      ("<plist><dict><key>$0A</key><true/></dict></plist>", "A"),
      ("<plist><dict><key>A</key>$0<true/></dict></plist>", "A"),
      ("<plist><dict><key>A</key><array><true/>$0<false/></array></dict></plist>", "A[1]"),
      (
        "<plist><dict><key>A</key><array><true/><dict><key>B</key><array><string>$0x</string></array></dict></array>"
          + "</dict></plist>", "A[1].B[0]"
      ),
      ("<plist><dict><key>A</key><array>$0</array></dict></plist>", "A"),
      ("<plist><array><array/>$0<array/></array></plist>", "[1]"),
      ("<plist><dict><key>A &amp; B</key><dict><key>C</key><string>$0</string></dict></dict></plist>", "A & B.C"),
    ]
    for (marked, path) in rows {
      let text = MarkedText(marked)
      expectEqual(PropertyListTree.parse(text.source).keyPaths(at: [text.cursor]), [path], marked)
    }
  }

  @Test func manyKeyPathsAreThoseOfEach() {
    let tree = PropertyListTree.parse(SourceText(Fixture.manifest))
    let offsets = Array(0...tree.text.count)
    expectEqual(tree.keyPaths(at: offsets), offsets.map { tree.keyPaths(at: [$0])[0] })
    expectEqual(tree.keyPaths(at: []), [])

    // Looking through the array for each of its elements would take a quarter of an hour.
    let count = 100_000
    let long = PropertyListTree.parse(
      SourceText("<plist><array>" + String(repeating: "<string>a</string>", count: count) + "</array></plist>"))
    var paths: [String] = []
    let time = ProcessorClock().measure { paths = long.keyPaths(at: (0..<count).map { 16 + 18 * $0 }) }
    expectEqual(paths, (0..<count).map { "[\($0)]" })
    expectTrue(time < .seconds(20), "\(count) key paths took \(time)")
  }

  @Test func keyPathsDoNotGrowWithoutEnd() {
    let name = String(repeating: "é", count: 100_000)
    let one = PropertyListTree.parse(SourceText("<plist><dict><key>\(name)</key><array><true/></array></dict></plist>"))
    expectEqual(one.keyPaths(at: [one.text.count - 30]), [String(repeating: "é", count: 200) + "…[0]"])
    let deep = PropertyListTree.parse(SourceText("<plist>" + String(repeating: "<array>", count: 512)))
    expectEqual(deep.keyPaths(at: [deep.text.count]), ["…" + String(repeating: "[0]", count: 334)])
  }
}
