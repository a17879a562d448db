import LanguageServerProtocol
import SourceText
import TestSupport
import Testing

@testable import LanguageServer

struct TextSyncTests {
  /// A text before, the changes, the text after, in utf-16.
  @Test func changesAreClampedAndTurned() {
    func edit(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ text: String) -> String {
      #"{"range":\#(span(a, b, c, d)),"text":\#(quoted(text))}"#
    }
    let rows: [(String, [String], String)] = [
      ("abc", [edit(0, 1, 0, 2, "x")], "axc"),
      ("abc", [edit(0, 2, 0, 1, "x")], "axc"),
      ("abc\ndef", [edit(1, 1, 0, 1, "x")], "axef"),
      ("abc\ndef", [edit(0, 99, 0, 99, "x")], "abcx\ndef"),
      ("abc\ndef", [edit(99, 0, 99, 5, "x")], "abc\ndefx"),
      ("abc", [edit(2_147_483_647, 2_147_483_647, 4_294_967_295, 0, "x")], "abcx"),
      ("abc", [edit(-1, -5, 0, 1, "x")], "xbc"),
      ("abc", [#"{"text":"new"}"#], "new"),
      ("abc", [#"{"range":null,"text":"new"}"#], "new"),
      ("abc", [edit(0, 0, 0, 1, ""), edit(0, 0, 0, 1, ""), edit(0, 0, 0, 0, "z")], "zc"),
      ("abc", [edit(0, 0, 0, 1, "\n"), edit(1, 0, 1, 1, "q"), #"{"text":"w"}"#, edit(0, 1, 0, 1, "!")], "w!"),
      ("a\u{1F600}b", [edit(0, 1, 0, 3, "x")], "axb"),
      ("a\u{1F600}b", [edit(0, 2, 0, 3, "x")], "axb"),
      ("a\r\nb", [edit(0, 1, 1, 0, "")], "ab"),
      ("a\rb\nc", [edit(1, 0, 2, 0, "x")], "a\rxc"),
      ("", [edit(0, 0, 0, 0, "a")], "a"),
    ]
    for (before, changes, after) in rows {
      var session = Session.started()
      _ = session.exchange(didOpen(before), didChange(changes.joined(separator: ",")))
      let text = session.server.documents[uri].map { String(decoding: $0.text.bytes, as: UTF8.self) }
      if text != after { Issue.record("\(before.debugDescription) \(changes): \(text.debugDescription)") }
    }
  }

  /// The changes of a text “ab…cd” in the order in which they arrive, each with its version; the text after the last.
  @Test func aLateChangeGoesWhereItBelongs() {
    func edit(_ version: Int, _ from: Int, _ to: Int, _ text: String) -> String {
      didChange(#"{"range":\#(span(0, from, 0, to)),"text":\#(quoted(text))}"#, version: version)
    }
    let rows: [([String], String)] = [
      // A letter typed over a placeholder: the placeholder goes, the letter comes.
      ([edit(2, 2, 3, ""), edit(3, 2, 2, "x")], "abxcd"),
      ([edit(3, 2, 2, "x"), edit(2, 2, 3, "")], "abxcd"),
      ([edit(4, 2, 2, "x"), edit(3, 2, 3, ""), edit(5, 3, 3, "y")], "abxycd"),
      ([edit(4, 3, 3, "y"), edit(3, 2, 2, "x"), edit(2, 2, 3, "")], "abxycd"),
      ([edit(3, 2, 2, "x"), edit(4, 3, 3, "y"), edit(2, 2, 3, "")], "abxycd"),
      // What was clamped is not when its turn comes.
      ([edit(3, 9, 9, "!"), edit(2, 5, 5, "efgh")], "ab…cdefgh!"),
      // Versions that do not grow, and one whose place is too far back, say nothing.
      ([edit(2, 0, 0, "x"), edit(2, 0, 0, "y"), edit(1, 0, 0, "z")], "zyxab…cd"),
      ([edit(9, 0, 1, ""), didChange(#"{"text":"new"}"#, version: 10), edit(5, 0, 1, "")], "ew"),
      (
        [edit(3, 2, 2, String(repeating: "x", count: 20_000)), edit(2, 0, 2, "")],
        String(repeating: "x", count: 20_000) + "…cd"
      ),
      ([9, 10, 11, 12, 13].map { edit($0, 0, 0, "x") } + [edit(5, 0, 1, "")], "xxxxab…cd"),
    ]
    for (changes, after) in rows {
      var session = Session.started()
      _ = session.exchange(didOpen("ab…cd"))
      for change in changes { _ = session.exchange(change) }
      let text = session.server.documents[uri].map { String(decoding: $0.text.bytes, as: UTF8.self) }
      expectEqual(text, after, "\(changes)")
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func randomEditsGiveTheTextThatAFreshOneHas(_ encoding: PositionEncoding) {
    var random = SeededGenerator(seed: 3)
    let pieces = ["a", "é", "\u{1F600}", "\n", "\r\n", "\r", "<key>", "語", ""]
    for _ in 0..<60 {
      var session = Session.started(#"{"general":{"positionEncodings":["made-up","\#(encoding.rawValue)"]}}"#)
      _ = session.exchange(didOpen(""))
      // The reference: a text as a list of scalars.
      var model: [Unicode.Scalar] = []
      for _ in 0..<60 {
        func place() -> (index: Int, json: String) {
          let index = Int.random(in: 0...model.count, using: &random)
          var line = 0
          var start = 0
          for (at, scalar) in model[..<index].enumerated() {
            let isEnd = scalar == "\n" || (scalar == "\r" && (at + 1 == model.count || model[at + 1] != "\n"))
            if isEnd { (line, start) = (line + 1, at + 1) }
          }
          let character = model[start..<index].reduce(0) { count, scalar in
            switch encoding {
            case .utf8: count + UTF8.width(scalar)
            case .utf16: count + UTF16.width(scalar)
            case .utf32: count + 1
            }
          }
          return (index, LanguageServerTests.place(line, character))
        }
        func width(_ scalar: Unicode.Scalar) -> Int { UTF8.width(scalar) }
        let a = place()
        let b = place()
        // Between CR and LF there is no place of its own: a client cannot mean it.
        let splits = [a.index, b.index].contains {
          $0 > 0 && $0 < model.count && model[$0 - 1] == "\r" && model[$0] == "\n"
        }
        if splits { continue }
        let text = (0..<Int.random(in: 0..<4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined()
        model.replaceSubrange(min(a.index, b.index)..<max(a.index, b.index), with: Array(text.unicodeScalars))
        session.send([didChange(#"{"range":{"start":\#(a.json),"end":\#(b.json)},"text":\#(quoted(text))}"#)])
        session.server.step()
      }
      var expected = ""
      expected.unicodeScalars.append(contentsOf: model)
      let fresh = SourceText(expected)
      let edited = session.server.documents[uri]?.text
      #expect(edited?.bytes == fresh.bytes)
      #expect(edited?.lineStarts == fresh.lineStarts)
    }
  }

  @Test func aLoneSurrogateIsReplaced() {
    var session = Session.started()
    let document = #"{"uri":"\#(uri)","languageId":"xml","version":1,"text":"a\ud800b"}"#
    session.send([#"{"method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#, hover(1)])
    #expect(session.work().first.flatMap { value($0, "id") } == "1")
    #expect(session.server.documents[uri]?.text.bytes == Array("a\u{FFFD}b".utf8))
  }

  @Test func documentsAreOursByTheirName() {
    let rows: [(String, Bool)] = [
      ("file:///a/PrivacyInfo.xcprivacy", true),
      ("file:///a%20b/Privacy%49nfo.xcprivacy", true),
      ("file:///C%3A/x/PrivacyInfo.XCPRIVACY", true),
      ("untitled:PrivacyInfo.xcprivacy", true),
      ("vscode-notebook-cell:/a/PrivacyInfo.xcprivacy#1", true),
      ("git:/a/PrivacyInfo.xcprivacy?ref=HEAD", true),
      ("ssh://host/a/PrivacyInfo.xcprivacy", true),
      ("PrivacyInfo.xcprivacy", true),
      ("file:///a/Info.plist", true),
      ("file:///a/\u{1F600}-Info.plist", true),
      ("file:///a/PrivacyInfo.xcprivacy/other.xml", false),
      ("file:///a/other.plist", false),
      ("file:///a/%", false),
      ("", false),
      ("%%%:///", false),
    ]
    for (uri, isOurs) in rows {
      var session = Session.started()
      let published = session.exchange(didOpen("x", uri: uri))
      #expect(published.count == (isOurs ? 1 : 0), "\(uri)")
      if isOurs { #expect(published.first.flatMap { value($0, "params.uri") } == quoted(uri)) }
      let cleared = session.exchange(didClose(uri: uri))
      #expect(cleared.map { value($0, "params.diagnostics") } == (isOurs ? ["[]"] : []), "\(uri)")
    }
  }

  @Test func pathsOfURIs() {
    let rows: [(String, String, String?)] = [
      ("file:///a/b", "/a/b", "/a/b"),
      ("FILE://localhost/a%2Fb%25", "/a/b%", "/a/b%"),
      ("file://host/a", "/a", nil),
      ("file:/a", "/a", "/a"),
      ("file:///a%00b", "/a\u{0}b", nil),
      ("file:a", "a", nil),
      ("untitled:Untitled-1", "Untitled-1", nil),
      ("file:///%F0%9F%98%80", "/\u{1F600}", "/\u{1F600}"),
      ("file:///a%zz%4", "/a%zz%4", "/a%zz%4"),
      ("file:///a?b#c", "/a", "/a"),
    ]
    for (uri, path, filePath) in rows {
      #expect(DocumentURI(uri).path == path)
      #expect(DocumentURI(uri).filePath == filePath)
    }
    #expect(DocumentURI.ofFile("/a b/%é") == "file:///a%20b/%25%C3%A9")
  }

  @Test func aTextThatIsTooLargeIsSaidToBe() {
    var session = Session.started()
    func edit(_ end: Int, _ text: String) -> String {
      didChange(#"{"range":\#(span(0, 0, 0, end)),"text":\#(quoted(text))}"#)
    }
    let long = String(repeating: "x", count: 10_001)
    let tooLarge = [#""too-large""#]
    #expect(session.exchange(didOpen(long)).map { value($0, "params.diagnostics.0.code") } == tooLarge)
    #expect(session.exchange(hover(1)).map { value($0, "result") } == ["null"])
    #expect(session.exchange(edit(1, "")).map { value($0, "params.diagnostics.0.code") } != tooLarge)
    // A text that grew without end is let go; only a whole new one is looked into again.
    _ = session.exchange(edit(0, long), edit(0, long), edit(0, long), edit(0, long))
    #expect(session.server.documents[uri]?.text.count == 0)
    #expect(session.exchange(edit(99, "")).map { value($0, "params.diagnostics.0.code") } == tooLarge)
    #expect(session.exchange(didChange(#"{"text":""}"#)).map { value($0, "params.diagnostics.0.code") } != tooLarge)
  }
}
