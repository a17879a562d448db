import TestSupport
import Testing

@Suite struct FormattingTests {
  private let options = #","options":{"tabSize":2,"insertSpaces":false}"#
  private let flat = "<plist version=\"1.0\">\n<dict>\n  <key>A</key>\n  <array></array>\n</dict>\n</plist>"

  /// The only answer to a request, without what else the server says.
  private func result(_ session: inout Session, _ message: String, _ path: String = "result") -> String? {
    session.exchange(message).last { value($0, "id") == "1" && value($0, "method") == nil }.flatMap { value($0, path) }
  }

  @Test func capabilities() {
    let rows: [(client: String, offers: String?)] = [
      ("{}", "true"), (#"{"textDocument":{"rangeFormatting":{"rangesSupport":false}}}"#, "true"),
      (#"{"textDocument":{"rangeFormatting":{"rangesSupport":true}}}"#, #"{"rangesSupport":true}"#),
    ]
    for (client, offers) in rows {
      var session = Session()
      let answer = session.exchange(#"{"id":1,"method":"initialize","params":{"capabilities":\#(client)}}"#)[0]
      expectEqual(value(answer, "result.capabilities.documentFormattingProvider"), "true")
      expectEqual(value(answer, "result.capabilities.documentRangeFormattingProvider"), offers, client)
      expectEqual(
        value(answer, "result.capabilities.documentOnTypeFormattingProvider"),
        #"{"firstTriggerCharacter":">","moreTriggerCharacter":["/"]}"#)
    }
  }

  /// A client that can be told for which files is offered formatting for property lists alone: string catalogs and all
  /// others keep what formats them.
  @Test func onlyWhatIsFormattedIsRegistered() {
    let methods = ["formatting", "rangeFormatting", "onTypeFormatting"]
    let support = #"{"dynamicRegistration":true,"rangesSupport":true}"#
    let announced = methods.map { #""\#($0)":\#(support)"# }.joined(separator: ",")
    var session = Session()
    let client = #"{"textDocument":{\#(announced)}}"#
    let answer = session.exchange(#"{"id":1,"method":"initialize","params":{"capabilities":\#(client)}}"#)[0]
    for provider in ["documentFormatting", "documentRangeFormatting", "documentOnTypeFormatting"] {
      expectEqual(value(answer, "result.capabilities.\(provider)Provider"), nil, provider)
    }
    let said = session.exchange(#"{"method":"initialized","params":{}}"#)
    let registrations = said.first { value($0, "method") == #""client/registerCapability""# } ?? ""
    let kinds = [
      "*.{X,x}{C,c}{P,p}{R,r}{I,i}{V,v}{A,a}{C,c}{Y,y}",
      "{I,i}{N,n}{F,f}{O,o}.{P,p}{L,l}{I,i}{S,s}{T,t}",
      "*-{I,i}{N,n}{F,f}{O,o}.{P,p}{L,l}{I,i}{S,s}{T,t}",
      "{I,i}{N,n}{F,f}{O,o}-*.{P,p}{L,l}{I,i}{S,s}{T,t}",
      "*.{E,e}{N,n}{T,t}{I,i}{T,t}{L,l}{E,e}{M,m}{E,e}{N,n}{T,t}{S,s}",
    ]
    let selector = "[" + kinds.map { #"{"pattern":"**/\#($0)"}"# }.joined(separator: ",") + "]"
    for (index, method) in methods.enumerated() {
      let path = "params.registrations.\(index)"
      expectEqual(value(registrations, "\(path).method"), #""textDocument/\#(method)""#)
      expectEqual(value(registrations, "\(path).registerOptions.documentSelector"), selector, method)
    }
    expectEqual(value(registrations, "params.registrations.1.registerOptions.rangesSupport"), "true")
    expectEqual(value(registrations, "params.registrations.2.registerOptions.firstTriggerCharacter"), #"">""#)
  }

  @Test func veryManyEditsAreOne() {
    let values = String(repeating: "<true/>\n", count: 10_001)
    var session = Session(largestText: 1_000_000)
    _ = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    _ = session.exchange(didOpen("<plist version=\"1.0\">\n<array>\n" + values + "</array>\n</plist>\n"))
    let edits = result(&session, request(1, "textDocument/formatting", options)) ?? ""
    expectEqual(value(edits, "1"), nil)
    expectEqual(value(edits, "0.range"), span(2, 0, 10_002, 0))
    expectEqual(value(edits, "0.newText"), quoted(String(values.replacing("<true/>", with: "\t<true/>").dropLast(8))))
  }

  @Test func documentRangeAndRanges() {
    var session = Session.started()
    _ = session.exchange(didOpen(flat))
    let key = #"{"range":\#(span(2, 0, 2, 2)),"newText":"\t"}"#
    let array = #"{"range":\#(span(3, 0, 3, 2)),"newText":"\t"},{"range":\#(span(3, 8, 3, 16)),"newText":"/"}"#
    let end = #"{"range":\#(span(5, 8, 5, 8)),"newText":"\n"}"#
    let rows = [
      ("formatting", options, "[\(key),\(array),\(end)]"),
      (
        "formatting", #","options":{"tabSize":2,"insertSpaces":true}"#,
        #"[{"range":\#(span(3, 8, 3, 16)),"newText":"/"},\#(end)]"#
      ),
      (
        "formatting", #","options":{"tabSize":2,"insertSpaces":true,"insertFinalNewline":false}"#,
        #"[{"range":\#(span(3, 8, 3, 16)),"newText":"/"}]"#
      ),
      ("formatting", "", "[\(key),\(array),\(end)]"),
      ("rangeFormatting", options + #","range":\#(span(2, 3, 2, 5))"#, "[\(key)]"),
      ("rangeFormatting", options + #","range":\#(span(3, 5, 2, 5))"#, "[\(key),\(array)]"),
      ("rangesFormatting", options + #","ranges":[\#(span(5, 0, 5, 1)),\#(span(2, 0, 3, 0))]"#, "[\(key),\(end)]"),
      ("rangesFormatting", options + #","ranges":[]"#, "[]"),
    ]
    for (method, members, expected) in rows {
      expectEqual(result(&session, request(1, "textDocument/" + method, members)) ?? "", expected, method + members)
    }
    expectEqual(result(&session, request(1, "textDocument/rangeFormatting", options), "error.code") ?? "", "-32602")
    for uri in ["file:///a/other.xml", "file:///a/PrivacyInfo.xcprivacy"] {
      expectEqual(result(&session, request(1, "textDocument/formatting", uri: uri, options)) ?? "", "null", uri)
    }
    // Documents of the other kind have the same layout.
    let infoPlist = "file:///project/Info.plist"
    _ = session.exchange(didOpen(flat, uri: infoPlist))
    expectEqual(
      result(&session, request(1, "textDocument/formatting", uri: infoPlist, options)) ?? "", "[\(key),\(array),\(end)]"
    )
  }

  /// The reason is told once, seen once, and told anew when formatting went well in between.
  @Test func aBrokenDocumentIsLeftAlone() {
    var session = Session.started()
    _ = session.exchange(didOpen("<plist>\n<dict>"))
    func format() -> [String] {
      let answers = session.exchange(request(1, "textDocument/formatting", options))
      expectEqual(answers.last.flatMap { value($0, "result") } ?? "", "null")
      return answers.dropLast().map { (value($0, "method") ?? "") + " " + (value($0, "params.message") ?? "") }
    }
    let words = #""PrivacyInfo.xcprivacy is not formatted: line 2: <dict> is not closed""#
    expectEqual(format(), ["\"window/showMessage\" " + words, "\"window/logMessage\" " + words])
    expectEqual(format(), [])
    _ = session.exchange(didChange(#"{"text":"<plist>\n\n<dict>"}"#))
    expectEqual(format(), ["\"window/logMessage\" " + words.replacing("line 2", with: "line 3")])
    _ = session.exchange(didChange(#"{"text":"<plist>\n<dict/>\n</plist>\n"}"#))
    expectEqual(result(&session, request(1, "textDocument/formatting", options)) ?? "", "[]")
    _ = session.exchange(didChange(#"{"text":"<plist>\n<dict>"}"#))
    expectEqual(format().count, 2)
    for text in ["bplist00", "{ a = b; }", #"{"a": 1}"#, ""] {
      _ = session.exchange(didChange(#"{"text":\#(quoted(text))}"#))
      expectEqual(format().count, 1, text)
    }
  }

  @Test func tagsAreEndedWhileTyping() {
    let ask = { (line: Int, character: Int, typed: String) in
      request(
        1, "textDocument/onTypeFormatting",
        #","position":\#(place(line, character)),"ch":\#(quoted(typed)),"options":{"tabSize":2,"insertSpaces":false}"#)
    }
    let text = "<plist>\n<dict>\n\t<key>é😀</\n\t<string>\n</dict>\n</plist>\n"
    let edit = #"{"range":\#(span(3, 9, 3, 9)),"newText":"</string>"}"#
    var session = Session.started()
    _ = session.exchange(didOpen(text))
    expectEqual(result(&session, ask(3, 9, ">")) ?? "", "[\(edit)]")
    expectEqual(result(&session, ask(2, 11, "/")) ?? "", #"[{"range":\#(span(2, 11, 2, 11)),"newText":"key>"}]"#)
    for (line, character, typed) in [(0, 0, ">"), (9, 9, ">"), (3, 9, "/"), (3, 9, "x"), (3, 9, "")] {
      expectEqual(result(&session, ask(line, character, typed)) ?? "", "null", typed)
    }
    // Whatever else a client takes, the answer is the edit.
    var snippets = Session.started(
      #"{"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true,"snippetEditSupport":true}}}"#)
    _ = snippets.exchange(didOpen(text))
    expectEqual(result(&snippets, ask(3, 9, ">")) ?? "", "[\(edit)]")
  }

  @Test func sortKeysIsASourceAction() {
    var session = Session.started(#"{"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}"#)
    _ = session.exchange(
      didOpen(
        "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyTracking</key><false/></dict></plist>"
      ))
    let members = { (only: String) in #","range":\#(span(0, 0, 0, 0)),"context":{"diagnostics":[],"only":[\#(only)]}"# }
    for (only, kind) in [
      (#""source""#, "source.sortKeys"), (#""source.sortKeys""#, "source.sortKeys"), (#""source.fixAll""#, nil),
      (#""quickfix""#, nil),
    ] as [(String, String?)] {
      let answer = result(&session, request(1, "textDocument/codeAction", members(only)), "result.0.kind")
      expectEqual(answer, kind.map { "\"\($0)\"" }, only)
    }
  }
}
