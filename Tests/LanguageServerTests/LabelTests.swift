import TestSupport
import Testing

/// A manifest with these data types, all linked to the person.
private func collecting(_ types: String...) -> String {
  let entries = types.map { type in
    "<dict><key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataType\(type)</string>\n"
      + "<key>NSPrivacyCollectedDataTypeLinked</key><true/><key>NSPrivacyCollectedDataTypeTracking</key><false/></dict>\n"
  }
  return "<plist version=\"1.0\"><dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array>\n\(entries.joined())</array>\n"
    + "</dict></plist>"
}

private func run(_ id: Int, _ command: String, _ arguments: String = "[]") -> String {
  #"{"id":\#(id),"method":"workspace/executeCommand","params":{"command":"privacy-lsp.\#(command)","#
    + #""arguments":\#(arguments)}}"#
}

@Suite struct LabelTests {
  private let folder = #","workspaceFolders":[{"uri":"file:///project","name":"project"}]"#
  private let runs = #"{"workspace":{"executeCommand":{"dynamicRegistration":true}}}"#

  /// Whoever shows by any sign that it runs commands is offered them.
  @Test func whoIsOfferedCommands() {
    let own = #""privacy-lsp.label","privacy-lsp.showLabel","privacy-lsp.showFindings","privacy-lsp.showUses""#
    let literals = #""textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}"#
    let rows: [(String, String?)] = [
      ("{}", nil),
      (runs, "[\(own)]"),
      (#"{"textDocument":{"codeLens":{}}}"#, "[\(own)]"),
      (#"{"workspace":{"applyEdit":true},\#(literals)}"#, "[\(own)]"),
      (#"{"workspace":{"applyEdit":true}}"#, #"["privacy-lsp.applyEdit",\#(own)]"#),
      (#"{"workspace":{"applyEdit":true,"executeCommand":{}}}"#, #"["privacy-lsp.applyEdit",\#(own)]"#),
    ]
    for (client, commands) in rows {
      var session = Session()
      let answer = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":\#(client)}}"#)
      expectEqual(value(answer[0], "result.capabilities.executeCommandProvider.commands"), commands, client)
      expectEqual(value(answer[0], "result.capabilities.codeLensProvider"), #"{"resolveProvider":false}"#, client)
      // What is no command says so in the way of the client.
      let unknown = session.exchange(run(1, "nothing")).compactMap { value($0, "error.code") }
      expectEqual(unknown, [commands == nil ? "-32601" : "-32602"], client)
      // What only shows and tells runs for everyone.
      _ = session.exchange(didOpen("<plist><dict/></plist>"))
      let label = session.exchange(run(2, "label"))
      expectTrue(label.contains { value($0, "result.cards") != nil }, "no label for \(client)")
    }
  }

  @Test func labelsAreReturned() {
    let sdk = "file:///project/SDK/PrivacyInfo.xcprivacy"
    var session = Session.started(
      runs, members: folder,
      files: InMemoryFileSystem(texts: [
        "/project/SDK/PrivacyInfo.xcprivacy": collecting("UserID"),
        "/other/PrivacyInfo.xcprivacy": collecting("UserID"),
      ]))
    _ = session.exchange(didOpen(collecting("Name")))
    let name = "App Store label: PrivacyInfo.xcprivacy\\n\\nData Linked to You\\n  Contact Info\\n    Name\\n"
    let cards =
      #"[{"id":"linked","title":"Data Linked to You","categories":[{"name":"Contact Info","types":"#
      + #"[{"id":"NSPrivacyCollectedDataTypeName","name":"Name","purposes":[],"files":["PrivacyInfo.xcprivacy"],"#
      + #""otherFiles":[]}]}]}]"#
    for arguments in ["[]", "[null]", "[\"\(uri)\"]", "[{\"uri\":\"\(uri)\"}]", "[{\"uris\":[\"\(uri)\"]}]", "[{}]"] {
      let answer = session.exchange(run(1, "label", arguments))
      expectEqual(answer.count, 1, "answers to \(arguments)")
      expectEqual(value(answer[0], "result.title"), "\"App Store label: PrivacyInfo.xcprivacy\"", arguments)
      expectEqual(value(answer[0], "result.text"), "\"\(name)\"", arguments)
      expectEqual(value(answer[0], "result.cards"), cards, arguments)
      expectTrue(value(answer[0], "result.markdown")?.hasPrefix("\"**App Store label") ?? false, arguments)
    }
    let formats = ["text": "\"App Store", "markdown": "\"**App", "html": "\"<!DOCTYPE html>", "json": "{\"rulesAsOf\""]
    for (format, beginning) in formats {
      let answer = session.exchange(run(1, "label", #"[{"uri":"\#(uri)","format":"\#(format)"}]"#))
      let result = value(answer[0], "result") ?? "nothing"
      expectTrue(result.hasPrefix(beginning), "\(format): \(result)")
    }
    // As it stands in the buffer, and from disk what is not open.
    _ = session.exchange(didChange(#"{"text":\#(quoted(collecting("Health")))}"#))
    let merged = session.exchange(run(2, "label", #"["\#(uri)","\#(sdk)","\#(sdk)"]"#))
    expectEqual(value(merged[0], "result.files"), #"["PrivacyInfo.xcprivacy","SDK/PrivacyInfo.xcprivacy"]"#)
    let types = (0...1).map { value(merged[0], "result.cards.0.categories.\($0).types.0.files") }
    expectEqual(types, [#"["PrivacyInfo.xcprivacy"]"#, #"["SDK/PrivacyInfo.xcprivacy"]"#])
    // All that are open.
    _ = session.exchange(didOpen("<plist>", uri: "file:///project/Draft/PrivacyInfo.xcprivacy"))
    let all = session.exchange(run(3, "label"))
    expectEqual(value(all[0], "result.files"), #"["Draft/PrivacyInfo.xcprivacy","PrivacyInfo.xcprivacy"]"#)
    expectEqual(value(all[0], "result.notes"), #"["Draft/PrivacyInfo.xcprivacy contains no readable manifest."]"#)
  }

  @Test func wrongArgumentsAreNamed() {
    let rows = [
      "[]": "No privacy manifest is open; pass the URI of one",
      "[5]": "it takes URIs as strings, or one object with “uri” or “uris”, and “format”",
      "[{\"uri\":5}]": "it takes URIs as strings, or one object with “uri” or “uris”, and “format”",
      "[\"\(uri)\",{}]": "it takes URIs as strings, or one object with “uri” or “uris”, and “format”",
      "[{\"uris\":5}]": "“uris” must be an array",
      "[{\"uris\":[]}]": "it takes between 1 and 1000 URIs",
      "[{\"uri\":\"\(uri)\",\"format\":\"pdf\"}]": "“format” must be one of text, markdown, html, json",
      "[\"\(uri)\"]": "“\(uri)” does not exist",
      "[\"file:///project/Info.plist\"]": "“file:///project/Info.plist” is not a privacy manifest",
      "[\"file:///other/PrivacyInfo.xcprivacy\"]":
        "“file:///other/PrivacyInfo.xcprivacy” isn’t open, and isn’t a file in a workspace folder",
      "[\"file:///project/../other/PrivacyInfo.xcprivacy\"]":
        "“file:///project/../other/PrivacyInfo.xcprivacy” isn’t open, and isn’t a file in a workspace folder",
      "[\"file:///project/Link/PrivacyInfo.xcprivacy\"]":
        "“file:///project/Link/PrivacyInfo.xcprivacy” isn’t open, and isn’t a file in a workspace folder",
      "[\"untitled:PrivacyInfo.xcprivacy\"]":
        "“untitled:PrivacyInfo.xcprivacy” isn’t open, and isn’t a file in a workspace folder",
    ]
    var session = Session.started(
      runs, members: folder,
      files: InMemoryFileSystem([
        "/project/x": .file([]), "/other/PrivacyInfo.xcprivacy": .file(Array(collecting("Name").utf8)),
        "/project/Link": .link("/other"),
      ]))
    for (arguments, words) in rows {
      for command in ["label", "showLabel"] {
        let answer = session.exchange(run(1, command, arguments))
        expectEqual(answer.count, 1, "messages for \(arguments)")
        expectEqual(value(answer[0], "error.code"), "-32602", arguments)
        let message = value(answer[0], "error.message") ?? ""
        expectTrue(message.hasSuffix(quoted(words).dropFirst()), "\(arguments): \(message)")
      }
    }
    for arguments in ["[]", "[5]", "[{}]", #"["a","b"]"#, "[\"\(uri)\"]", "[{\"uri\":\"\(uri)\",\"position\":5}]"] {
      let answer = session.exchange(run(1, "showFindings", arguments))
      expectEqual(answer.compactMap { value($0, "error.code") }, ["-32602"], arguments)
    }
    _ = session.exchange(didOpen(collecting("Name")))
    let answer = session.exchange(run(1, "showFindings", "[{\"uri\":\"\(uri)\",\"position\":5}]"))
    expectEqual(value(answer[0], "error.code"), "-32602", "a position that is none")
  }

  /// Every lens can be clicked in a client that knows nothing of us: the server shows what there is.
  @Test func lensesRun() {
    var session = Session.started(runs, members: folder)
    _ = session.exchange(didOpen(collecting("Name", "UserID")))
    let lenses = session.exchange(request(1, "textDocument/codeLens"))
    let titles = (0..<7).map { value(lenses[0], "result.\($0).command.title") }
    expectEqual(
      titles,
      [
        "\"App Store label: 2 types linked\"", "\"2 findings\"", "\"Linked to You\"", "\"1 finding\"",
        "\"Linked to You\"", "\"1 finding\"", nil,
      ])
    expectEqual(value(lenses[0], "result.3.range"), span(3, 0, 3, 6))
    var shown: [String] = []
    for index in 0..<6 {
      let command = value(lenses[0], "result.\(index).command") ?? ""
      let messages = session.exchange(
        #"{"id":2,"method":"workspace/executeCommand","params":\#(command)}"#)
      expectEqual(messages.map { value($0, "method") }, ["\"window/showMessage\"", nil], "\(index)")
      expectTrue(value(messages[1], "result") != nil, "no result of \(command)")
      shown.append(value(messages[0], "params") ?? "")
    }
    let label =
      #"{"type":3,"message":"App Store label: PrivacyInfo.xcprivacy\nData Linked to You: Name, User ID"}"#
    expectEqual(shown[0], label)
    expectEqual(shown[2], label)
    expectTrue(shown[1].hasPrefix(#"{"type":1,"message":"2 findings in PrivacyInfo.xcprivacy\nline 4: "#), shown[1])
    expectTrue(shown[3].hasPrefix(#"{"type":1,"message":"1 finding in Name\nline 4: "#), shown[3])
    expectTrue(shown[5].hasPrefix(#"{"type":1,"message":"1 finding in User ID\nline 6: "#), shown[5])
    // A lens of a text that has changed since is about what stands there now.
    _ = session.exchange(didChange(#"{"text":"<plist><dict/></plist>"}"#))
    let late = session.exchange(run(3, "showFindings", #"[{"uri":"\#(uri)","position":\#(place(3, 0))}]"#))
    expectTrue(value(late[0], "params.message")?.hasPrefix("\"1 finding in PrivacyInfo.xcprivacy") ?? false, late[0])
    // Documents without lenses.
    _ = session.exchange(didOpen("<plist>", uri: "file:///project/Info.plist"))
    for other in ["file:///project/Info.plist", "file:///nowhere"] {
      expectEqual(session.exchange(request(4, "textDocument/codeLens", uri: other)).map { value($0, "result") }, ["[]"])
    }
  }
}
