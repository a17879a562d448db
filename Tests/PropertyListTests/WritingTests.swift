import JSON
import PropertyList
import SourceText
import TestSupport
import Testing

@Suite struct WritingTests {
  @Test func jsonBecomesAPropertyList() {
    let rows: [(json: String, xml: String?)] = [
      (
        #"{"B": true, "A": ["x", 1, -2.5, {}, []], "é&<>": {"C": "a\"\n\u00e9😀"}, "B": false}"#,
        """
        <dict>
        	<key>B</key>
        	<true/>
        	<key>A</key>
        	<array>
        		<string>x</string>
        		<integer>1</integer>
        		<real>-2.5</real>
        		<dict/>
        		<array/>
        	</array>
        	<key>é&amp;&lt;&gt;</key>
        	<dict>
        		<key>C</key>
        		<string>a"
        é😀</string>
        	</dict>
        	<key>B</key>
        	<false/>
        </dict>
        """
      ),
      (#""text""#, "<string>text</string>"), ("12", "<integer>12</integer>"), ("[]", "<array/>"),
      ("18446744073709551615", "<integer>18446744073709551615</integer>"), ("1e3", "<real>1000</real>"),
      ("1E400", "<real>+infinity</real>"), ("0.1", "<real>0.1</real>"),
      (#"{"a": null}"#, nil), ("[[null]]", nil),
    ]
    let head = String(decoding: PropertyListWriter().bytes, as: UTF8.self)
    for (json, xml) in rows {
      guard let document = try? JSONDocument.parse(Array(json.utf8)) else {
        Issue.record("\(json) is no JSON")
        continue
      }
      let text = propertyListXML(from: document.root)
      expectEqual(text, xml.map { head + $0 + "\n</plist>\n" }, json)
      if let text { expectEqual(PropertyListTree.parse(SourceText(text)).problems, [], json) }
    }
  }

  @Test func whatIsTooDeepOrTooLargeIsNotWritten() throws {
    func xml(depth: Int, _ inner: String) throws -> String? {
      let json = String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
      return propertyListXML(from: try JSONDocument.parse(Array(json.utf8)).root)
    }
    let deepest = try #require(try xml(depth: 512, "true"))
    expectEqual(PropertyListTree.parse(SourceText(deepest)).problems, [])
    expectTrue(try xml(depth: 513, "") == nil, "513 levels are written")
    // With an indentation for each level, this would be a terabyte.
    let time = try ProcessorClock().measure { expectTrue(try xml(depth: 1_000_000, "") == nil, "a million levels") }
    expectTrue(time < .seconds(20), "a million levels took \(time)")
    // Each of these has 512 tabs before it, and there would be 100 MB of them.
    let wide = String(repeating: "1,", count: 200_000) + "1"
    expectTrue(try xml(depth: 512, wide) == nil, "100 MB of tabs are written")
  }

  @Test func formatsAreRecognized() {
    let rows: [(String, PropertyListFormat)] = [
      ("", .empty), ("\u{FEFF}", .empty), (" \n\t", .blank), ("\u{FEFF} ", .blank), ("\u{0B}\u{0C}", .blank),
      ("<?xml version=\"1.0\"?>", .xml), ("\n  <plist>", .xml), ("<", .xml), ("<!-- c -->", .xml), ("<dict/>", .xml),
      ("<>", .openStep), ("<0fbd 77>\n", .openStep), ("<0fbd77> // data", .openStep), ("<abc", .xml), ("<da>x", .xml),
      ("bplist00", .binary), ("bplist", .binary), ("bplis", .openStep),
      ("{}", .openStep), ("{ }", .openStep), ("{ a = b; }", .openStep), ("{ \"a\" = b; }", .openStep),
      ("// c\n{ /* c */ a /* d */ = b; }", .openStep), ("( a, b )", .openStep), ("\"a\" = \"b\";", .openStep),
      ("/* c */ \"a\" = \"b\";", .openStep), ("a = b;", .openStep), ("word", .openStep), ("\"text\"", .openStep),
      ("{ a; b; }", .openStep), ("'a' = 'b';", .openStep),
      ("{\"a\": 1}", .json), ("{ \"a\" : 1 }", .json), ("{\"a=b;\": 1}", .json), ("{\"a\\\"=\": 1}", .json),
      ("[1]", .json), ("[", .json), ("{", .json), ("{\"a\"", .json), ("{\"a", .json), ("{ a: 1 }", .json),
      ("{ // c\n \"a\": 1 }", .json), ("{1", .openStep), ("{,}", .json),
      ("x <?xml version=\"1.0\"?><plist>", .xml), ("/* c */ <plist>", .xml), ("<<<<<<< HEAD\n<plist>", .xml),
      ("Hello, world", .unknown), ("\u{0}\u{1}\u{2}", .unknown), ("hello world", .unknown),
    ]
    for (text, format) in rows {
      expectEqual(PropertyListFormat.detect(Array(text.utf8)), format, text.debugDescription)
    }
    let utf16: [UInt8] = [0xFF, 0xFE] + "<plist/>".utf8.flatMap { [$0, 0] }
    expectEqual(PropertyListFormat.detect(utf16), .xml)
    expectEqual(PropertyListFormat.detect(Array(utf16.dropFirst(2))), .xml)
  }
}
