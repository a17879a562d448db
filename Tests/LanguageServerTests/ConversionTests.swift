import JSON
import LanguageServerProtocol
import PrivacyRules
import PropertyList
import SourceText
import Testing

@testable import EditorFeatures
@testable import LanguageServer

/// What the features say, as it is written to clients that announced this and that.
struct ConversionTests {
  private func conversion(_ capabilities: String, _ text: String = "abc\nd\u{1F600}f\n", version: Int? = 3)
    -> Conversion
  {
    let json = (try? JSONDocument.parse(Array(capabilities.utf8)))?.root
    return Conversion(
      client: LSP.ClientCapabilities(json), encoding: .utf16, uri: "file:///x", version: version, text: SourceText(text)
    )
  }

  private func written(_ value: some JSONWritable) -> String {
    var json = JSONWriter()
    value.write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private let range = #"{"start":{"line":1,"character":1},"end":{"line":1,"character":3}}"#

  @Test func diagnostics() {
    var finding = Diagnostic(rule: "some-rule", severity: .warning, range: ByteRange(5, 9), message: "No.")
    finding.link = "https://example.org"
    finding.tags = [.unnecessary, .deprecated]
    finding.related = [Diagnostic.Related(range: ByteRange(0, 1), message: "First.")]
    let core = #""range":\#(range),"severity":2,"code":"some-rule""#
    let related =
      #""relatedInformation":[{"location":{"uri":"file:///x","range":\#(span(0, 0, 0, 1))},"message":"First."}]"#
    func announced(_ members: String) -> String { #"{"textDocument":{"publishDiagnostics":{\#(members)}}}"# }
    let rows: [(String, String)] = [
      ("{}", #"[{\#(core),"source":"privacy-lsp","message":"No."}]"#),
      (
        announced(#""relatedInformation":true,"codeDescriptionSupport":true,"tagSupport":{"valueSet":[1,2]}"#),
        #"[{\#(core),"codeDescription":{"href":"https://example.org"},"source":"privacy-lsp","message":"No.","#
          + #""tags":[1,2],\#(related)}]"#
      ),
      (
        announced(#""relatedInformation":"yes","tagSupport":{"valueSet":[2,7,"x"]}"#),
        #"[{\#(core),"source":"privacy-lsp","message":"No.","tags":[2]}]"#
      ),
      (
        #"{"textDocument":{"publishDiagnostics":5,"diagnostic":[]},"general":{"positionEncodings":7},"workspace":1}"#,
        #"[{\#(core),"source":"privacy-lsp","message":"No."}]"#
      ),
    ]
    for (capabilities, expected) in rows {
      #expect(written(conversion(capabilities).diagnostics([finding])) == expected)
    }
  }

  @Test func hovers() {
    let hover = Hover(markdown: "**a**", range: ByteRange(5, 9))
    func format(_ list: String) -> String { #"{"textDocument":{"hover":{"contentFormat":\#(list)}}}"# }
    let plain = quoted(plainText(markdown: "**a**"))
    let rows: [(String, String)] = [
      ("{}", #"{"kind":"plaintext","value":\#(plain)}"#),
      (format(#"["plaintext"]"#), #"{"kind":"plaintext","value":\#(plain)}"#),
      (format(#"["plaintext","markdown"]"#), #"{"kind":"plaintext","value":\#(plain)}"#),
      (format(#"["markdown","plaintext"]"#), #"{"kind":"markdown","value":"**a**"}"#),
      (format(#"["asciidoc","markdown"]"#), #"{"kind":"markdown","value":"**a**"}"#),
    ]
    for (capabilities, contents) in rows {
      #expect(written(conversion(capabilities).hover(hover)) == #"{"contents":\#(contents),"range":\#(range)}"#)
    }
  }

  @Test func wishesForFormatting() throws {
    // Sizes that cannot be meant are clamped.
    let rows: [(String, (inout PropertyListFormatter.Options) -> Void)] = [
      ("{}", { _ in }), (#"{"tabSize":8,"insertSpaces":false}"#, { _ in }),
      (#"{"tabSize":2,"insertSpaces":true}"#, { $0.indentation = "  " }),
      (#"{"insertSpaces":true}"#, { $0.indentation = "    " }),
      (#"{"tabSize":-5,"insertSpaces":true}"#, { $0.indentation = " " }),
      (#"{"tabSize":9999999999,"insertSpaces":true}"#, { $0.indentation = String(repeating: " ", count: 16) }),
      (#"{"trimTrailingWhitespace":true}"#, { $0.trimsComments = true }),
      (#"{"insertFinalNewline":false}"#, { $0.insertsFinalLineEnd = false }),
      (#"{"trimFinalNewlines":false}"#, { $0.trimsFinalLineEnds = false }),
    ]
    for (options, wish) in rows {
      var expected = PropertyListFormatter.Options()
      wish(&expected)
      let json = try JSONDocument.parse(Array(#"{"textDocument":{"uri":"a"},"options":\#(options)}"#.utf8)).root
      let params = try LSP.DocumentFormattingParams(json)
      #expect(Conversion.formattingOptions(params.options) == expected, "\(options)")
    }
  }

  @Test func completions() {
    var item = Completion(
      kind: .key, label: "Key", detail: "Words", range: ByteRange(5, 9),
      insertion: Template([.text("<a>"), .stop(1, placeholder: "p"), .text("</a>\n"), .stop(0)]), filterText: "Key",
      order: 12, documentationID: "Key")
    item.additionalEdits = [.insert("!", at: 0)]
    func announced(_ members: String) -> String { #"{"textDocument":{"completion":{\#(members)}}}"# }
    let head = #""detail":"Words","sortText":"00012","filterText":"Key""#
    let tail =
      #""additionalTextEdits":[{"range":\#(span(0, 0, 0, 0)),"newText":"!"}],"data":{"id":"Key"}}"#
    let plain = #""textEdit":{"range":\#(range),"newText":"<a>p</a>\n"},"#
    let snippet = #""textEdit":{"range":\#(range),"newText":"<a>${1:p}</a>\n$0"},"#
    let rows: [(String, String)] = [
      ("{}", #"{"label":"Key","kind":10,\#(head),\#(plain)\#(tail)"#),
      (
        announced(#""completionItem":{"snippetSupport":false}"#),
        #"{"label":"Key","kind":10,\#(head),\#(plain)\#(tail)"#
      ),
      (
        announced(#""completionItem":{"snippetSupport":true}"#),
        #"{"label":"Key","kind":10,\#(head),"insertTextFormat":2,\#(snippet)\#(tail)"#
      ),
      (
        announced(#""completionItem":{"labelDetailsSupport":true,"insertTextModeSupport":{"valueSet":[1,2]}}"#),
        #"{"label":"Key","labelDetails":{"description":"Words"},"kind":10,\#(head),"insertTextMode":1,"#
          + plain + tail
      ),
      (announced(#""completionItemKind":{"valueSet":[1]}"#), #"{"label":"Key",\#(head),\#(plain)\#(tail)"#),
    ]
    for (capabilities, expected) in rows {
      let list = conversion(capabilities).completions([item], at: 0)
      #expect(written(list) == "[\(expected)]")
    }
    item.isDeprecated = true
    let marks: [(String, String)] = [
      ("{}", #""kind":10,"detail""#),
      (announced(#""completionItem":{"deprecatedSupport":true}"#), #""kind":10,"deprecated":true,"detail""#),
      (
        announced(#""completionItem":{"deprecatedSupport":true,"tagSupport":{"valueSet":[1]}}"#),
        #""kind":10,"tags":[1],"detail""#
      ),
      (announced(#""completionItem":{"tagSupport":{"valueSet":[]}}"#), #""kind":10,"detail""#),
    ]
    for (capabilities, part) in marks {
      #expect(written(conversion(capabilities).completions([item], at: 0)).contains(part), "\(capabilities)")
    }
  }

  @Test func snippetsAreIndentedByTheClientUnlessItCanBeToldNotTo() {
    func text(_ lines: String, asIs: Bool) -> String? {
      var item = Completion(
        kind: .key, label: "Key", detail: "", range: ByteRange(at: 0),
        insertion: Template([.text("<a>"), .stop(1, placeholder: "p"), .text(lines)]), filterText: "Key", order: 0)
      item.lineIndentation = "\t"
      let mode = asIs ? #","insertTextModeSupport":{"valueSet":[1,2]}"# : ""
      let client = #"{"textDocument":{"completion":{"completionItem":{"snippetSupport":true\#(mode)}}}}"#
      return value(written(conversion(client).completions([item], at: 0)), "0.textEdit.newText")
    }
    #expect(text("\n\t\tb\n\tc", asIs: false) == quoted("<a>${1:p}\n\tb\nc"))
    #expect(text("\n\t\tb\n\tc", asIs: true) == quoted("<a>${1:p}\n\t\tb\n\tc"))
    // A line with less than the client would add comes as plain text.
    #expect(text("\n\tb\nc", asIs: false) == quoted("<a>p\n\tb\nc"))
    #expect(text("\n\tb\nc", asIs: true) == quoted("<a>${1:p}\n\tb\nc"))
  }

  /// Helix inserts nothing for a choice, and joins the lines of a message.
  @Test func whatIsKnownByTheNameOfAClient() throws {
    for (name, snippet, lines) in [("Neovim", "${1|false,true|}", true), ("helix", "${1:false}", false)] {
      let text =
        #"{"clientInfo":{"name":"\#(name)"},"capabilities":"#
        + #"{"textDocument":{"completion":{"completionItem":{"snippetSupport":true}}}}}"#
      let parameters = try LSP.InitializeParams(try JSONDocument.parse(Array(text.utf8)).root)
      #expect(parameters.capabilities.showsLinesInMessages == lines)
      let item = Completion(
        kind: .key, label: "Key", detail: "", range: ByteRange(at: 0),
        insertion: Template([.stop(1, choices: ["false", "true"])]), filterText: "Key", order: 0)
      let conversion = Conversion(
        client: parameters.capabilities, encoding: .utf16, uri: "file:///x", version: nil, text: SourceText("a"))
      let items = written(conversion.completions([item], at: 0))
      #expect(value(items, "0.textEdit.newText") == quoted(snippet))
    }
  }

  @Test func documentationOfItems() {
    func format(_ list: String) -> LSP.ClientCapabilities {
      let text = #"{"textDocument":{"completion":{"completionItem":{"documentationFormat":\#(list)}}}}"#
      return LSP.ClientCapabilities((try? JSONDocument.parse(Array(text.utf8)))?.root)
    }
    let plain = quoted(plainText(markdown: "*a*"))
    #expect(written(Conversion.documentation("*a*", for: LSP.ClientCapabilities())) == plain)
    #expect(
      written(Conversion.documentation("*a*", for: format(#"["plaintext"]"#)))
        == #"{"kind":"plaintext","value":\#(plain)}"#)
    #expect(
      written(Conversion.documentation("*a*", for: format(#"["markdown"]"#))) == #"{"kind":"markdown","value":"*a*"}"#)
  }

  @Test func codeActions() {
    let action = CodeAction(
      kind: .quickFix, title: "Do", edits: [.insert("!", at: 0)],
      diagnostics: [Diagnostic(rule: "r", severity: .error, range: ByteRange(5, 9), message: "m")], isPreferred: true)
    let edits = #"[{"range":\#(span(0, 0, 0, 0)),"newText":"!"}]"#
    let diagnostics = #"[{"range":\#(range),"severity":1,"code":"r","source":"privacy-lsp","message":"m"}]"#
    let literal = #""codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}"#
    let changes = #"{"changes":{"file:///x":\#(edits)}}"#
    let rows: [(String, String)] = [
      (
        #"{"textDocument":{"codeAction":{\#(literal)}}}"#,
        #"{"title":"Do","kind":"quickfix","diagnostics":\#(diagnostics),"edit":\#(changes)}"#
      ),
      (
        #"{"textDocument":{"codeAction":{\#(literal),"isPreferredSupport":true}},"#
          + #""workspace":{"workspaceEdit":{"documentChanges":true}}}"#,
        #"{"title":"Do","kind":"quickfix","diagnostics":\#(diagnostics),"isPreferred":true,"edit":{"documentChanges":"#
          + #"[{"textDocument":{"uri":"file:///x","version":3},"edits":\#(edits)}]}}"#
      ),
      (
        #"{"workspace":{"applyEdit":true}}"#,
        #"{"title":"Do","command":"privacy-lsp.applyEdit","arguments":[{"title":"Do","uri":"file:///x","version":3,"#
          + #""edit":\#(changes)}]}"#
      ),
    ]
    for (capabilities, expected) in rows {
      #expect(written(conversion(capabilities).codeActions([action])) == "[\(expected)]")
    }
  }

  @Test func kindsAreWantedByThemselvesAndByThoseAboveThem() {
    let rows: [(String, Bool, Bool)] = [
      ("", true, true),
      (#","only":[]"#, false, false),
      (#","only":[""]"#, true, true),
      (#","only":["quickfix"]"#, true, false),
      (#","only":["source"]"#, false, true),
      (#","only":["source.fixAll"]"#, false, true),
      (#","only":["source.fixAll.privacy-lsp"]"#, false, true),
      (#","only":["source.fix"]"#, false, false),
      (#","only":["source.fixAll.privacy-lsp.more"]"#, false, false),
      (#","only":["refactor","quickfix.spelling"]"#, false, false),
    ]
    for (only, fix, fixAll) in rows {
      let text =
        #"{"textDocument":{"uri":"x"},"range":\#(span(0, 0, 0, 0)),"context":{"diagnostics":[]\#(only)}}"#
      let params = (try? JSONDocument.parse(Array(text.utf8))).flatMap { try? LSP.CodeActionParams($0.root) }
      #expect(params?.wants("quickfix") == fix)
      #expect(params?.wants("source.fixAll.privacy-lsp") == fixAll)
    }
  }

  @Test func anOldClientsCommandHasTheClientApplyTheEdit() {
    var session = Session.started(#"{"workspace":{"applyEdit":true}}"#)
    _ = session.exchange(didOpen("x", version: 4))
    func run(_ version: Int) -> String {
      #"{"id":1,"method":"workspace/executeCommand","params":{"command":"privacy-lsp.applyEdit","arguments":"#
        + #"[{"title":"T","uri":"\#(uri)","version":\#(version),"edit":{"changes":{}}}]}}"#
    }
    let messages = session.exchange(run(4))
    #expect(value(messages[0], "params") == #"{"label":"T","edit":{"changes":{}}}"#)
    #expect(value(messages[1], "result") == "null")
    #expect(session.exchange(run(3)).map { value($0, "error.code") } == ["-32801"])
  }
}
