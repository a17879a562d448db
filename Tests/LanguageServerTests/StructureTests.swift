import TestSupport
import Testing

/// Outline, folds, selections, highlights, links and pairs of tags, from the client's request to what it reads.
struct StructureTests {
  private static let text = """
    <plist>
    <dict>
    \t<!-- \u{1F600} --><key>NSPrivacyTracking</key><true/>
    \t<key>NSPrivacyAccessedAPITypes</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
    \t\t\t<array><string>CA92.1</string></array>
    \t\t</dict>
    \t</array>
    </dict>
    </plist>
    """

  private func textDocument(_ members: String) -> String { #"{"textDocument":{\#(members)}}"# }

  private func answer(_ capabilities: String, _ method: String, _ members: String = "", text: String = text) -> String?
  {
    var session = Session.started(capabilities)
    let messages = session.exchange(didOpen(text), request(1, method, members))
    return messages.first { value($0, "id") == "1" }.flatMap { value($0, "result") }
  }

  @Test func capabilities() {
    var session = Session()
    let answer = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#).first ?? ""
    for name in [
      "documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider", "documentHighlightProvider",
      "linkedEditingRangeProvider", "definitionProvider", "referencesProvider", "renameProvider",
    ] {
      expectEqual(value(answer, "result.capabilities.\(name)"), "true", name)
    }
    // A hover in Markdown has them.
    for (formats, offer) in [
      ("[]", #"{"resolveProvider":false}"#), (#"["plaintext","markdown"]"#, #"{"resolveProvider":false}"#),
      (#"["markdown","plaintext"]"#, nil),
    ] {
      let client = #"{"textDocument":{"hover":{"contentFormat":\#(formats)}}}"#
      var session = Session()
      let answer = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":\#(client)}}"#).first ?? ""
      expectEqual(value(answer, "result.capabilities.documentLinkProvider"), offer, formats)
    }
  }

  @Test func documentSymbols() {
    let method = "textDocument/documentSymbol"
    let nested = #""hierarchicalDocumentSymbolSupport":true"#
    let tree = answer(textDocument(#""documentSymbol":{\#(nested),"symbolKind":{"valueSet":[17,22,23]}}"#), method)
    func tracking(_ start: Int, _ end: Int) -> String {
      #"{"name":"Privacy Tracking Enabled","detail":"yes","kind":17,"range":\#(span(2, start, 2, end)),"#
        + #""selectionRange":\#(span(2, end - 7, 2, end))}"#
    }
    #expect(tree.flatMap { value($0, "0") } == tracking(12, 47))
    #expect(tree.flatMap { value($0, "1.children.0.kind") } == "23")
    #expect(tree.flatMap { value($0, "1.children.0.children.0.children.0.kind") } == "22")
    #expect(tree.flatMap { value($0, "1.children.0.children.0.children.0.detail") } == #""CA92.1""#)
    // The smiling face is two units, four bytes or one scalar.
    for (encoding, start) in [("utf-8", 14), ("utf-16", 12), ("utf-32", 11)] {
      let general = #""general":{"positionEncodings":["\#(encoding)"]}"#
      let tree = answer(#"{\#(general),"textDocument":{"documentSymbol":{\#(nested)}}}"#, method)
      #expect(tree.flatMap { value($0, "0.range") } == span(2, start, 2, start + 35))
    }

    let list = answer("{}", method)
    let location = #"{"uri":\#(quoted(uri)),"range":\#(span(2, 12, 2, 47))}"#
    #expect(
      list.flatMap { value($0, "0") }
        == #"{"name":"Privacy Tracking Enabled","kind":17,"location":\#(location)}"#)
    let names = (0..<6).map { index in
      let name = list.flatMap { value($0, "\(index).name") } ?? ""
      return name + " in " + (list.flatMap { value($0, "\(index).containerName") } ?? "")
    }
    expectEqual(
      names,
      [
        #""Privacy Tracking Enabled" in "#,
        #""Privacy Accessed API Types" in "#,
        #""API category entry" in "Privacy Accessed API Types""#,
        #""Privacy Accessed API Reasons" in "API category entry""#,
        #""only this app’s own data" in "Privacy Accessed API Reasons""#,
        " in ",
      ])
    // A struct and an enumeration's member are not among the kinds that every client knows.
    #expect(list.flatMap { value($0, "2.kind") } == "5")
    #expect(list.flatMap { value($0, "4.kind") } == "14")
  }

  @Test func folds() {
    let method = "textDocument/foldingRange"
    func lines(_ start: Int, _ end: Int, _ more: String = "") -> String {
      #"{"startLine":\#(start),"endLine":\#(end)\#(more)}"#
    }
    func collapsed(_ text: String) -> String { #","collapsedText":"\#(text)""# }
    let rows: [(String, String)] = [
      (#""lineFoldingOnly":true"#, "\(lines(1, 9)),\(lines(4, 8)),\(lines(5, 7))"),
      (#""lineFoldingOnly":true,"rangeLimit":2"#, "\(lines(1, 9)),\(lines(4, 8))"),
      (
        #""lineFoldingOnly":true,"foldingRange":{"collapsedText":true}"#,
        lines(1, 9, collapsed("2 keys")) + "," + lines(4, 8, collapsed("1 category")) + ","
          + lines(5, 7, collapsed("API category entry — CA92.1 only this app’s own data"))
      ),
      (
        #""rangeLimit":1"#, #"{"startLine":1,"startCharacter":6,"endLine":10,"endCharacter":0}"#
      ),
    ]
    for (announced, expected) in rows {
      expectEqual(answer(textDocument(#""foldingRange":{\#(announced)}"#), method), "[\(expected)]", announced)
    }
    for (announced, kind) in [
      ("", #""comment""#), (#","foldingRangeKind":{"valueSet":["comment"]}"#, #""comment""#),
      (#","foldingRangeKind":{"valueSet":["region"]}"#, nil),
    ] {
      let capabilities = textDocument(#""foldingRange":{"lineFoldingOnly":true\#(announced)}"#)
      let folds = answer(capabilities, method, text: "<!-- a\nb -->\n<plist/>")
      #expect(folds.flatMap { value($0, "0.kind") } == kind)
    }
  }

  @Test func selections() {
    let positions = "\(place(7, 18)),\(place(99, 99)),\(place(2, 8))"
    let found = answer("{}", "textDocument/selectionRange", #","positions":[\#(positions)]"#)
    func path(_ index: Int) -> [String] {
      var result: [String] = []
      var path = "\(index)"
      while let range = found.flatMap({ value($0, path + ".range") }) {
        result.append(range)
        path += ".parent"
      }
      return result
    }
    expectEqual(
      path(0),
      [
        span(7, 18, 7, 24), span(7, 10, 7, 33), span(7, 3, 7, 41), span(6, 3, 7, 41), span(5, 2, 8, 9),
        span(4, 1, 9, 9), span(3, 1, 9, 9), span(2, 1, 9, 9), span(1, 0, 10, 7), span(0, 0, 11, 8),
      ])
    expectEqual(path(1), [span(0, 0, 11, 8)])
    expectEqual(path(2).first, span(2, 6, 2, 8))
    #expect(found.flatMap { value($0, "3") } == nil)
  }

  @Test func highlightsLinksAndPairs() {
    func position(_ line: Int, _ character: Int) -> String { #","position":\#(place(line, character))"# }
    #expect(
      answer("{}", "textDocument/documentHighlight", position(2, 44))
        == #"[{"range":\#(span(2, 17, 2, 34)),"kind":3},{"range":\#(span(2, 40, 2, 47)),"kind":2}]"#)
    #expect(
      answer("{}", "textDocument/documentHighlight", position(7, 19))
        == #"[{"range":\#(span(7, 18, 7, 24)),"kind":1}]"#)
    #expect(
      answer("{}", "textDocument/linkedEditingRange", position(5, 3))
        == #"{"ranges":[\#(span(5, 3, 5, 7)),\#(span(8, 4, 8, 8))],"wordPattern":"[A-Za-z_][A-Za-z0-9_.-]*"}"#)
    #expect(answer("{}", "textDocument/linkedEditingRange", position(7, 19)) == "null")
    let links = answer(textDocument(#""documentLink":{"tooltipSupport":true}"#), "textDocument/documentLink")
    #expect(links.flatMap { value($0, "3.range") } == span(7, 18, 7, 24))
    #expect(links.flatMap { value($0, "3.tooltip") } == #""Apple’s page on “CA92.1, only this app’s own data”""#)
    let plain = answer("{}", "textDocument/documentLink")
    #expect(plain.flatMap { value($0, "0.tooltip") } == nil)
    let target = "https://developer.apple.com/documentation/bundleresources/app-privacy-configuration/nsprivacytracking"
    #expect(plain.flatMap { value($0, "0.target") } == quoted(target))
  }

  /// Documents that are not open, not ours or too large, and parameters that are wrong.
  @Test func nothingToSay() {
    let position = #","position":\#(place(0, 0))"#
    let rows = [
      ("documentSymbol", "", "[]"), ("foldingRange", "", "[]"), ("documentLink", "", "[]"),
      ("documentHighlight", position, "[]"), ("linkedEditingRange", position, "null"),
      ("selectionRange", #","positions":[]"#, "null"),
    ]
    for (method, members, expected) in rows {
      for document in ["file:///closed/PrivacyInfo.xcprivacy", "file:///a.txt", uri] {
        var session = Session.started()
        _ = session.exchange(didOpen("a", uri: "file:///a.txt"), didOpen(String(repeating: " ", count: 10_001)))
        let answer = session.exchange(request(1, "textDocument/\(method)", uri: document, members)).first ?? ""
        expectEqual(value(answer, "result"), expected, "\(method) of \(document)")
      }
    }
    for (method, members) in [
      ("selectionRange", ""), ("selectionRange", #","positions":[7]"#), ("documentHighlight", ""),
    ] {
      var session = Session.started()
      let answer = session.exchange(request(1, "textDocument/\(method)", members)).first ?? ""
      expectEqual(value(answer, "error.code"), "-32602", method)
    }
  }
}
