import SourceText
import TestSupport
import Testing

@testable import LanguageServer

/// Inlay hints and semantic tokens as clients get them.
struct ReadingAidTests {
  private let text =
    "<plist><dict>\n<key>NSPrivacyAccessedAPITypes</key><array><dict>\n"
    + "<!-- 📸 --><key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>\n<key>NSPriv</key><true/>"

  private func textDocument(_ members: String) -> String { #"{"textDocument":{\#(members)}}"# }

  // MARK: - Inlay hints

  private func hints(_ session: inout Session, lines: (Int, Int) = (0, 9)) -> String? {
    session.exchange(request(5, "textDocument/inlayHint", #","range":\#(span(lines.0, 0, lines.1, 0))"#)).last
  }

  @Test func hintsBringTheirTooltipsOrAreAskedForThem() throws {
    let resolves = #""inlayHint":{"resolveSupport":{"properties":["tooltip"]}}"#
    let markdown = #""hover":{"contentFormat":["markdown"]}"#
    let place = #""position":\#(place(2, 83)),"label":"only this app’s own data""#
    var rows: [(String, String, String, String)] = []
    for (resolving, format, kind, start) in [
      ("", "", "plaintext", "CA92.1: only"), ("", markdown, "markdown", "**CA92.1: only"),
      (resolves, "", "plaintext", "CA92.1: only"), (resolves, markdown, "markdown", "**CA92.1: only"),
    ] {
      rows.append((resolving, [resolving, format].filter { !$0.isEmpty }.joined(separator: ","), kind, start))
    }
    for (resolving, capabilities, kind, start) in rows {
      var session = Session()
      let answer = session.exchange(
        #"{"id":0,"method":"initialize","params":{"capabilities":\#(textDocument(capabilities))}}"#)
      let isLazy = !resolving.isEmpty
      #expect(value(answer[0], "result.capabilities.inlayHintProvider") == #"{"resolveProvider":\#(isLazy)}"#)
      _ = session.exchange(didOpen(text))
      let hint = try #require(value(hints(&session) ?? "", "result.0"))
      var tooltip = value(hint, "tooltip")
      if isLazy {
        #expect(hint == #"{\#(place),"paddingLeft":true,"data":{"id":"CA92.1"}}"#)
        let resolved =
          session.exchange(#"{"id":6,"method":"inlayHint/resolve","params":\#(hint)}"#).last ?? ""
        #expect(value(resolved, "result.position") == value(hint, "position"))
        #expect(value(resolved, "result.label") == value(hint, "label"))
        tooltip = value(resolved, "result.tooltip")
      } else {
        #expect(hint.hasPrefix("{\(place),\"tooltip\":") && hint.hasSuffix(#","paddingLeft":true}"#))
      }
      #expect(value(tooltip ?? "", "kind") == quoted(kind))
      #expect(value(tooltip ?? "", "value")?.hasPrefix("\"" + start) == true)
    }
  }

  @Test func hintsThatAreNotOursComeBackAsTheyWent() {
    var session = Session.started()
    for hint in [
      #"{"position":{"line":0,"character":0},"label":"x"}"#,
      #"{"position":{"line":0,"character":0},"label":[{"value":"x"}],"data":{"id":"nothing"},"x":1.50}"#,
    ] {
      let answer = session.exchange(#"{"id":6,"method":"inlayHint/resolve","params":\#(hint)}"#)
      #expect(answer.map { value($0, "result") } == [hint])
    }
    #expect(hints(&session).flatMap { value($0, "result") } == "[]")
  }

  @Test func hintsCanBeTurnedOff() throws {
    let refreshes = #"{"workspace":{"inlayHint":{"refreshSupport":true}}}"#
    for (capabilities, refreshed) in [("{}", 0), (refreshes, 1)] {
      var session = Session.started(capabilities)
      _ = session.exchange(didOpen(text))
      func change(_ settings: String) -> [String?] {
        session.exchange(
          #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"inlayHints":\#(settings)}}}"#
        ).map { value($0, "method") }
      }
      func count() -> Int { hints(&session).map { value($0, "result") == "[]" ? 0 : 1 } ?? -1 }
      #expect(count() == 1)
      #expect(change(#"{"reasons":false}"#) == Array(repeating: #""workspace/inlayHint/refresh""#, count: refreshed))
      #expect(count() == 0)
      #expect(change(#"{"reasons":false,"dataTypes":true}"#) == [])
      #expect(change(#"{"dataTypes":false}"#).count == refreshed)
      #expect(count() == 1)
      let told: [String?] = [#""window/showMessage""#, #""window/logMessage""#]
      #expect(Array(change(#"{"dataTypes":false,"reasons":"no"}"#).suffix(2)) == told)
      #expect(Array(change("5").prefix(2)) == told)
    }
  }

  // MARK: - Semantic tokens

  private func semantic(_ requests: String, types: String = #""property","variable","enumMember""#, more: String = "")
    -> String
  {
    textDocument(
      #""semanticTokens":{"requests":\#(requests),"tokenTypes":[\#(types)],"tokenModifiers":["deprecated","static"],"#
        + #""formats":["relative"]\#(more)}"#)
  }

  @Test func tokensAreOfferedAsAnnounced() {
    let legend = #""legend":{"tokenTypes":["property","variable","enumMember"],"tokenModifiers":["deprecated"]}"#
    let rows: [(String, String?)] = [
      ("{}", nil),
      (textDocument(""), nil),
      (textDocument(#""semanticTokens":5"#), nil),
      (semantic("{}"), nil),
      (semantic(#"{"full":false,"range":false}"#), nil),
      (semantic(#"{"full":true}"#), "{\(legend),\"full\":true}"),
      (semantic(#"{"full":{"delta":false},"range":{}}"#), "{\(legend),\"range\":true,\"full\":true}"),
      (semantic(#"{"full":{"delta":true},"range":true}"#), #"{\#(legend),"range":true,"full":{"delta":true}}"#),
      (semantic(#"{"range":true}"#), "{\(legend),\"range\":true}"),
      (semantic(#"{"full":true}"#, types: #""class""#), nil),
      (
        semantic(#"{"full":true}"#, types: #""enumMember","string","mine""#),
        #"{"legend":{"tokenTypes":["enumMember","string"],"tokenModifiers":["deprecated"]},"full":true}"#
      ),
      (textDocument(#""semanticTokens":{"requests":{"full":true},"tokenTypes":["string"],"formats":["other"]}"#), nil),
    ]
    for (capabilities, expected) in rows {
      var session = Session()
      let answer = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#)
      #expect(value(answer[0], "result.capabilities.semanticTokensProvider") == expected, "\(capabilities)")
    }
  }

  @Test func tokensCountInTheClientsUnits() {
    // Line 2 begins with a comment that holds a character outside the basic plane.
    let rows = [("utf-8", 18), ("utf-16", 16), ("utf-32", 15)]
    for (encoding, column) in rows {
      let base = semantic(#"{"full":{"delta":true},"range":true}"#).dropLast()
      var session = Session.started(base + #","general":{"positionEncodings":["\#(encoding)"]}}"#)
      _ = session.exchange(didOpen(text))
      let line1 = "1,5,25,0,0"
      let line2 = "\(column),31,0,0,0,52,6,2,0"
      let line3 = "1,5,6,1,0"
      let full = session.exchange(request(1, "textDocument/semanticTokens/full")).last ?? ""
      #expect(value(full, "result.data") == "[\(line1),1,\(line2),\(line3)]")
      let part =
        session.exchange(
          request(2, "textDocument/semanticTokens/range", #","range":\#(span(2, 0, 3, 0))"#)
        ).last ?? ""
      #expect(value(part, "result") == #"{"data":[2,\#(line2)]}"#)
      func delta(_ id: String) -> String {
        let answer = session.exchange(
          request(3, "textDocument/semanticTokens/full/delta", #","previousResultId":\#(id)"#))
        return answer.last ?? ""
      }
      let first = value(full, "result.resultId") ?? ""
      let same = delta(first)
      #expect(value(same, "result.edits") == "[]" && value(same, "result.resultId") == first)
      _ = session.exchange(didChange(#"{"range":\#(span(3, 0, 3, 3)),"text":"  <k"}"#))
      let moved = delta(first)
      #expect(value(moved, "result.edits") == nil || value(moved, "result.edits.0.deleteCount") != nil)
      // An answer that is not the last one is forgotten.
      #expect(value(delta(first), "result.data") != nil)
      #expect(value(delta("\"nothing\""), "result.data") != nil)
    }
  }

  @Test func tokensOfAClientThatAsksForNoChangesHaveNoName() {
    var session = Session.started(semantic(#"{"full":true}"#))
    _ = session.exchange(didOpen(text))
    let answer = session.exchange(request(1, "textDocument/semanticTokens/full")).last ?? ""
    #expect(value(answer, "result.data") != nil && value(answer, "result.resultId") == nil)
    #expect(session.server.documents[uri]?.lastSemanticTokens == nil)
    let other = session.exchange(request(1, "textDocument/semanticTokens/full", uri: "file:///none")).last ?? ""
    #expect(value(other, "result") == #"{"data":[]}"#)
  }

  /// After any edits, the tokens that a client had with the change made to them are the tokens of the text.
  @Test func changesOfTokensLeadToTheTokensOfTheText() throws {
    var random = SeededGenerator(seed: 11)
    var session = Session.started(semantic(#"{"full":{"delta":true}}"#))
    let entry = "<key>NSPrivacyTracking</key>\n<true/>\n<key>Other</key><string>x</string>\n"
    let pieces = ["\n", " ", "x", "<key>", "</key>", "<key>NSPrivacyTracking</key>\n<true/>", "</dict>", entry]
    let original = "<plist><dict>\n" + String(repeating: entry, count: 10)
    _ = session.exchange(didOpen(original))
    var answer = session.exchange(request(1, "textDocument/semanticTokens/full")).last ?? ""
    var held = try numbers(answer, "result.data")
    var changes = 0
    for version in 2..<200 {
      // What is broken beyond any token gives no more of them.
      if version.isMultiple(of: 6) {
        _ = session.exchange(didChange(#"{"text":\#(quoted(original))}"#, version: version))
      }
      for _ in 0...random.below(2) {
        let line = random.below(32)
        let column = random.below(12)
        let range = span(line, column, line + (random.once(in: 4) ? 1 : 0), column + random.below(9))
        _ = session.exchange(
          didChange(#"{"range":\#(range),"text":\#(quoted(random.pick(pieces)))}"#, version: version))
      }
      let id = try #require(value(answer, "result.resultId"))
      answer =
        session.exchange(
          request(version, "textDocument/semanticTokens/full/delta", #","previousResultId":\#(id)"#)
        ).last ?? ""
      if value(answer, "result.edits.0") != nil {
        let start = try #require(value(answer, "result.edits.0.start").flatMap { Int($0) })
        let count = try #require(value(answer, "result.edits.0.deleteCount").flatMap { Int($0) })
        held.replaceSubrange(start..<(start + count), with: try numbers(answer, "result.edits.0.data"))
        changes += 1
      }
      #expect(value(answer, "result.edits.1") == nil)
      let now = try #require(session.server.documents[uri]?.text)
      var fresh = Session.started(semantic(#"{"full":{"delta":true}}"#))
      _ = fresh.exchange(didOpen(String(decoding: now.bytes, as: UTF8.self)))
      let all = fresh.exchange(request(1, "textDocument/semanticTokens/full")).last ?? ""
      #expect(try numbers(all, "result.data") == held)
    }
    #expect(changes > 50)
  }

  private func numbers(_ answer: String, _ path: String) throws -> [Int] {
    let text = try #require(value(answer, path))
    return text.dropFirst().dropLast().split(separator: ",").compactMap { Int($0) }
  }
}
