import EditorFeatures
import Testing

struct WorkspaceSymbolTests {
  @Test func queriesFitNames() {
    let rows: [(query: String, name: String, match: SymbolMatch?)] = [
      ("", "Email Address", .beginning), ("email", "Email Address", .beginning),
      ("EMAIL a", "Email Address", .beginning),
      ("address", "Email Address", .part), ("ladd", "Email Address", .part), ("ead", "Email Address", .letters),
      ("emladr", "Email Address", .letters), ("rde", "Email Address", nil), ("emails", "Email Address", .letters),
      ("emailz", "Email Address", nil),
      ("c61", "C617.1", .beginning), ("71", "C617.1", .letters), ("x", "", nil), ("", "", .beginning),
      ("😀", "a😀b", .part), ("ä", "Ä", .beginning),
    ]
    for (query, name, match) in rows {
      #expect(SymbolMatch(SymbolMatch.fold(query), in: name) == match, "\(query) in \(name)")
    }
  }

  @Test func messagesBecomeMarkdown() {
    let rows: [(String, String)] = [
      ("", ""), ("“C617.2” is no reason", "`C617.2` is no reason"), ("Add “a” and “b”", "Add `a` and `b`"),
      // White space and back quotes would not survive in code.
      ("“Email Address” is a label", "“Email Address” is a label"), ("“a`b”", #"“a\`b”"#),
      ("“” is empty", "“” is empty"),
      ("2 * 3 _ <b> [x](y)", #"2 \* 3 \_ \<b> \[x](y)"#), ("an open “end", "an open “end"),
    ]
    for (message, expected) in rows {
      #expect(markdown(message: message) == expected)
      #expect(
        plainText(markdown: markdown(message: message)).filter { !"“”".contains($0) }
          == message.filter { !"“”".contains($0) })
    }
  }
}
