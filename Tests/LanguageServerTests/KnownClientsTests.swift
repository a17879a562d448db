import JSON
import LanguageServerProtocol
import SourceText
import TestSupport
import Testing

/// What is in the file after an item is accepted, with each client that completion was tried in: a row replays what the
/// client announces and what it then does, as seen with real keys. Helix, Emacs and Neovim's own completion also run in
/// `Tests/Editors`; the plug-ins can't be had as packages, so here is where they are kept.
@Suite struct KnownClientsTests {
  /// What a client does.
  struct Client: CustomTestStringConvertible, Sendable {
    enum Choices { case first, nothing, marks }
    enum Indentation { case line, none, asTold }

    /// With the version it was seen in.
    var description: String
    /// `clientInfo.name`.
    var name: String
    /// `textDocument.completion.completionItem`.
    var item: String
    /// What becomes of a choice in a snippet.
    var choices = Choices.first
    /// What it adds to each further line of a snippet.
    var indentation = Indentation.line
    /// Whether a carriage return before a line feed stays, and the file's line end comes on top.
    var doublesLineEnds = false
    /// Whether the server sees line feeds, whatever the file has.
    var sendsLineFeeds = false
    /// Whether it is Neovim's own completion: of what is no snippet one line is inserted, what is behind the cursor
    /// stays, and other edits are made in the line as it is by then.
    var isOmniCompletion = false
    /// Whether the list opens again behind an item with a gap.
    var opensLists = false

    var testDescription: String { description }
  }

  static let clients = [
    Client(
      description: "VS Code, vscode-languageclient 8.1", name: "Visual Studio Code",
      item: #""snippetSupport":true,"labelDetailsSupport":true,"insertTextModeSupport":{"valueSet":[1,2]}"#,
      indentation: .asTold, opensLists: true),
    Client(
      description: "Neovim 0.12.4", name: "Neovim", item: #""snippetSupport":true,"labelDetailsSupport":true"#,
      choices: .nothing, doublesLineEnds: true, isOmniCompletion: true),
    Client(description: "Neovim 0.10.4", name: "Neovim", item: #""snippetSupport":false"#),
    Client(
      description: "nvim-cmp a1d5048 with vim.snippet, Neovim 0.10.4 and 0.12.4", name: "Neovim",
      item: #""snippetSupport":true,"labelDetailsSupport":true,"insertTextModeSupport":{"valueSet":[1,2]}"#,
      choices: .nothing, doublesLineEnds: true),
    Client(
      description: "nvim-cmp a1d5048 with LuaSnip a62e108", name: "Neovim",
      item: #""snippetSupport":true,"labelDetailsSupport":true,"insertTextModeSupport":{"valueSet":[1,2]}"#,
      doublesLineEnds: true),
    Client(
      description: "blink.cmp 1.10.2", name: "Neovim",
      item: #""snippetSupport":true,"labelDetailsSupport":true,"insertTextModeSupport":{"valueSet":[1]}"#,
      choices: .nothing, doublesLineEnds: true),
    Client(description: "Helix 25.01", name: "helix", item: #""snippetSupport":true"#, choices: .nothing),
    Client(
      description: "Eglot of Emacs 30.1 with yasnippet 0.14.3 and privacy-lsp.el", name: "Eglot",
      item: #""snippetSupport":true"#, choices: .marks, indentation: .none, sendsLineFeeds: true),
    Client(
      description: "lsp-mode 9.0.0 with yasnippet 0.14.3", name: "emacs",
      item: #""snippetSupport":true,"insertTextModeSupport":{"valueSet":[1,2]}"#, choices: .marks,
      indentation: .asTold, sendsLineFeeds: true),
    Client(description: "a client without snippets", name: "somebody", item: #""snippetSupport":false"#),
  ]

  /// A manifest with the cursor, the item to accept, and what becomes of it; `{choice}` is a purpose to choose.
  static let rows: [(before: String, item: String, after: String)] = [
    (
      "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\t\tEmail$0\n\t</array>\n",
      "NSPrivacyCollectedDataTypeEmailAddress",
      "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n" + entry + "\n\t</array>\n"
    ),
    (
      "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>$0\n", "NSPrivacyCollectedDataTypeEmailAddress",
      "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n" + entry + "\n\t</array>\n"
    ),
    (
      "\t<key>Coll$0</key>\n", "NSPrivacyCollectedDataTypes",
      "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n"
    ),
    (
      "\t<key>NSPrivacyTracking</key>\n\t<false/>\n\tDomains$0\n", "NSPrivacyTrackingDomains",
      "\t<key>NSPrivacyTracking</key>\n\t<false/>\n\t<key>NSPrivacyTrackingDomains</key>\n\t{domains}\n"
    ),
    ("\t<key>NSPrivacyTracking</key>$0\n", "<true/>", "\t<key>NSPrivacyTracking</key>\n\t<true/>\n"),
  ]

  static let entry = """
    \t\t<dict>
    \t\t\t<key>NSPrivacyCollectedDataType</key>
    \t\t\t<string>NSPrivacyCollectedDataTypeEmailAddress</string>
    \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
    \t\t\t<true/>
    \t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
    \t\t\t<false/>
    \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
    \t\t\t<array>
    \t\t\t\t<string>{choice}</string>
    \t\t\t</array>
    \t\t</dict>
    """

  @Test(arguments: clients) func whatIsInTheFile(client: Client) throws {
    for row in Self.rows {
      for indentation in ["\t", "    ", "  "] {
        for lineEnd in ["\n", "\r\n"] {
          func file(_ inner: String) -> String {
            "<plist version=\"1.0\">\n<dict>\n\(inner)</dict>\n</plist>\n".replacing("\t", with: indentation)
              .replacing("\n", with: lineEnd)
          }
          let takesSnippets = client.item.contains(#""snippetSupport":true"#)
          // What Neovim makes a list of is empty until then; Helix gets no choices.
          let isOpen = client.choices == .nothing && client.name == "Neovim"
          let domains = takesSnippets ? "<array>\n\t\t<string></string>\n\t</array>" : "<array/>"
          let expected = row.after.replacing("{choice}", with: isOpen ? "" : "…").replacing("{domains}", with: domains)
          let marked = MarkedText(file(row.before)).file
          let text = String(decoding: marked.source.bytes, as: UTF8.self)
          let after = try accept(row.item, in: text, at: marked.cursor, client)
          expectEqual(after, file(expected), "\(client.description): \(row.before)")
        }
      }
    }
  }

  /// The text after a client has accepted an item.
  private func accept(_ label: String, in file: String, at cursor: Int, _ client: Client) throws -> String? {
    let isDOS = file.contains("\r\n")
    func sent(_ text: String) -> String { client.sendsLineFeeds ? text.replacing("\r\n", with: "\n") : text }
    let text = SourceText(sent(file))
    let offset = sent(String(decoding: Array(file.utf8)[..<cursor], as: UTF8.self)).utf8.count
    let place = text.position(at: offset, in: .utf16)
    let suggest = #","experimental":{"commands":{"commands":["editor.action.triggerSuggest"]}}"#
    let commands = client.opensLists ? suggest : ""
    var session = Session.started(
      #"{"textDocument":{"completion":{"completionItem":{\#(client.item)}}}\#(commands)}"#,
      members: #","clientInfo":{"name":"\#(client.name)"}"#)
    _ = session.exchange(didOpen(sent(file)))
    let answer = session.exchange(
      request(1, "textDocument/completion", #","position":\#(LanguageServerTests.place(place.line, place.character))"#)
    ).joined()
    let items = try JSONDocument.parse(Array(answer.utf8)).root["result"]?["items"]?.array ?? []
    guard let item = items.first(where: { $0["label"]?.string == label }), let edit = item["textEdit"] else {
      return nil
    }
    let isSnippet = item["insertTextFormat"]?.int == 2
    var range = try range(edit["range"], in: text)
    if client.isOmniCompletion { range = ByteRange(range.lower, offset) }
    let line = text.contents(ofLine: text.line(at: range.lower))
    var inserted = edit["newText"]?.string ?? ""
    if isSnippet {
      let isToldNotTo = client.indentation == .none || client.indentation == .asTold && item["insertTextMode"]?.int == 1
      let leading = text.slice(ByteRange(line.lower, range.lower)).prefix { $0 == 0x20 || $0 == 0x09 }
      inserted = expanded(inserted, client.choices)
      let lineEnd = isDOS && !client.sendsLineFeeds ? "\r\n" : "\n"
      let added = isToldNotTo ? "" : String(decoding: leading, as: UTF8.self)
      // By scalars: a carriage return and a line feed are one character.
      inserted = inserted.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(!client.doublesLineEnds && line.last == "\r" ? line.dropLast() : line)
      }.joined(separator: lineEnd + added)
    } else if client.isOmniCompletion {
      inserted = String(inserted.prefix { !$0.isNewline })
    }
    let main = TextEdit(range, inserted)
    var result = client.isOmniCompletion ? text.applying([main]) : text
    // The columns are those of the request.
    let columns = client.isOmniCompletion ? result : text
    var others: [TextEdit] = []
    for other in item["additionalTextEdits"]?.array ?? [] {
      others.append(TextEdit(try self.range(other["range"], in: columns), other["newText"]?.string ?? ""))
    }
    result = result.applying(client.isOmniCompletion ? others : [main] + others)
    let after = String(decoding: result.bytes, as: UTF8.self)
    return client.sendsLineFeeds && isDOS ? after.replacing("\n", with: "\r\n") : after
  }

  private func range(_ json: JSONValue?, in text: SourceText) throws -> ByteRange {
    let range = try LSP.Range(try #require(json))
    func offset(_ place: Position) -> Int {
      text.offset(of: Position(line: place.line, character: place.character), in: .utf16)
    }
    return ByteRange(offset(range.start), offset(range.end))
  }

  /// What a snippet is before the first key: its placeholders, and what the client makes of a choice.
  private func expanded(_ snippet: String, _ choices: Client.Choices) -> String {
    var result = ""
    var rest = Substring(snippet)
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "\\", let next = rest.first {
        result.append(next)
        rest = rest.dropFirst()
      } else if first == "$", rest.first == "{" {
        guard let end = rest.firstIndex(of: "}") else { return result }
        let stop = rest[..<end].dropFirst().drop { $0.isNumber }
        rest = rest[rest.index(after: end)...]
        if stop.first == ":" { result += stop.dropFirst() }
        guard stop.first == "|" else { continue }
        switch choices {
        case .first: result += stop.dropFirst().prefix { $0 != "," && $0 != "|" }
        case .nothing: break
        case .marks: result += stop
        }
      } else if first == "$", rest.first?.isNumber == true {
        rest = rest.drop { $0.isNumber }
      } else {
        result.append(first)
      }
    }
    return result
  }

  /// The list of what comes next opens by itself where a client has the command for that and there is something to
  /// offer; what a code means is in the label where a client shows nothing beside it.
  @Test func listsAndLabels() throws {
    func items(_ capabilities: String, _ inner: String) throws -> [JSONValue] {
      let marked = MarkedText("<plist version=\"1.0\">\n<dict>\n\(inner)</dict>\n</plist>\n").file
      let place = marked.source.position(at: marked.cursor, in: .utf16)
      var session = Session.started(capabilities)
      _ = session.exchange(didOpen(String(decoding: marked.source.bytes, as: UTF8.self)))
      let position = LanguageServerTests.place(place.line, place.character)
      let answer = session.exchange(request(1, "textDocument/completion", #","position":\#(position)"#)).joined()
      return try JSONDocument.parse(Array(answer.utf8)).root["result"]?["items"]?.array ?? []
    }
    func announced(_ item: String, commands: String = "") -> String {
      #"{"textDocument":{"completion":{"completionItem":{\#(item)}}},"#
        + #""experimental":{"commands":{"commands":[\#(commands)]}}}"#
    }
    let command = #""editor.action.triggerSuggest""#
    let apis = "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n\t\t$0\n\t</array>\n"
    let reasons = """
      \t<key>NSPrivacyAccessedAPITypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>$0</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>

      """
    let snippets = #""snippetSupport":true"#
    for (capabilities, inner, label, opens) in [
      (announced(snippets, commands: command), "\t$0\n", "NSPrivacyAccessedAPITypes", true),
      (announced(snippets, commands: command), "\t$0\n", "NSPrivacyCollectedDataTypes", true),
      (announced(snippets, commands: command), "\t$0\n", "NSPrivacyTracking", false),
      // Nobody can offer a domain.
      (announced(snippets, commands: command), "\t$0\n", "NSPrivacyTrackingDomains", false),
      (announced(snippets, commands: command), apis, "NSPrivacyAccessedAPICategoryDiskSpace", true),
      (announced(snippets), apis, "NSPrivacyAccessedAPICategoryDiskSpace", false),
      (announced(snippets, commands: #""other""#), apis, "NSPrivacyAccessedAPICategoryDiskSpace", false),
      (announced("", commands: command), apis, "NSPrivacyAccessedAPICategoryDiskSpace", false),
    ] {
      let item = try #require(try items(capabilities, inner).first { $0["label"]?.string == label }, "\(label)")
      #expect((item["command"]?["command"]?.string == "editor.action.triggerSuggest") == opens, "\(label)")
    }
    let blind = try #require(try items(announced(""), reasons).first)
    let seen = try #require(try items(announced(#""labelDetailsSupport":true"#), reasons).first)
    #expect(seen["label"]?.string == "CA92.1")
    let meaning = try #require(seen["labelDetails"]?["description"]?.string)
    #expect(blind["label"]?.string == "CA92.1 — \(meaning)" && blind["detail"] == nil)
    #expect(blind["filterText"]?.string == seen["filterText"]?.string)
    #expect(blind["textEdit"]?["newText"]?.string == "CA92.1")
  }
}
