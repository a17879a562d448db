import Catalog
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// The text of a manifest from a line an entry: "EmailAddress linked tracked Analytics". A name with a dot in front is
/// taken as it is; "linked=…" and "tracked=…" write another value, and "-linked" and "-tracked" none.
func declaring(_ lines: String, root: String = "") -> String {
  let prefix = "NSPrivacyCollectedDataType"
  let entries = lines.split(separator: "\n").map { line -> String in
    var words = line.split(separator: " ").map(String.init)
    let name = words.removeFirst()
    var flags: [(String, String, String)] = [("linked", "Linked", "<false/>"), ("tracked", "Tracking", "<false/>")]
    var purposes: [String] = []
    for word in words {
      if let index = flags.firstIndex(where: { word == $0.0 }) {
        flags[index].2 = "<true/>"
      } else if let index = flags.firstIndex(where: { word == "-" + $0.0 }) {
        flags[index].2 = ""
      } else if let index = flags.firstIndex(where: { word.hasPrefix($0.0 + "=") }) {
        flags[index].2 = "<string>\(word.drop { $0 != "=" }.dropFirst())</string>"
      } else {
        purposes.append("<string>\(prefix)Purpose\(word)</string>")
      }
    }
    let id = name.hasPrefix(".") ? String(name.dropFirst()) : prefix + name
    return "<dict>\n<key>\(prefix)</key>\n<string>\(id)</string>\n"
      + flags.filter { !$0.2.isEmpty }.map { "<key>\(prefix)\($0.1)</key>\n\($0.2)\n" }.joined()
      + "<key>\(prefix)Purposes</key>\n<array>\(purposes.joined())</array>\n</dict>\n"
  }
  return manifest("\(root)<key>\(prefix)s</key>\n<array>\n\(entries.joined())</array>")
}

/// The label of manifests, given by their paths.
func label(_ files: KeyValuePairs<String, String>) -> PrivacyLabel {
  linter.label(
    of: files.map { path, text in
      linter.labelSource(
        Document(path: "PrivacyInfo.xcprivacy", kind: .privacyManifest, text: SourceText(text)), shownAs: path)
    })
}

/// Checks what stands on the cards of a label, a line a card: `tracking: Device ID`.
func checkLabel(
  _ files: KeyValuePairs<String, String>, _ expected: String, notes: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let label = label(files)
  let lines = label.cards.map { card in
    let groups = card.categories.map { group in
      let entries = group.entries.map { entry in
        let origin =
          label.isMerged ? " <\((entry.paths + entry.otherPaths.map { "-" + $0 }).joined(separator: " "))>" : ""
        return entry.item.type.displayName + origin
      }
      return "\(group.category.name) (\(entries.joined(separator: ", ")))"
    }
    return "\(card.role.rawValue): \(groups.joined(separator: ", "))"
  }
  expectEqual(lines.joined(separator: "\n"), expected, "The cards", sourceLocation: sourceLocation)
  expectEqual(label.notes, notes, "The notes", sourceLocation: sourceLocation)
}

@Suite struct LabelTests {
  @Test func whatStandsOnWhichCard() {
    checkLabel(["a": manifest("")], "notCollected: ")
    checkLabel(["a": declaring("")], "notCollected: ")
    checkLabel(["a": declaring("Name linked")], "linked: Contact Info (Name)")
    checkLabel(["a": declaring("Name")], "notLinked: Contact Info (Name)")
    checkLabel(
      ["a": declaring("Name linked tracked")], "tracking: Contact Info (Name)\nlinked: Contact Info (Name)")
    checkLabel(
      ["a": declaring("DeviceID tracked", root: "<key>NSPrivacyTracking</key>\n<false/>\n")],
      "tracking: Identifiers (Device ID)\nnotLinked: Identifiers (Device ID)")
    // In the store's order, whatever that of the file is.
    checkLabel(
      ["a": declaring("OtherDataTypes\nCrashData\nHead\nEmailAddress\nContacts\nName")],
      "notLinked: Contact Info (Name, Email Address), Contacts (Contacts), Diagnostics (Crash Data), Body (Head), "
        + "Other Data (Other Data Types)")
  }

  @Test func entriesOfOneTypeAreOne() {
    checkLabel(["a": declaring("Name\nName")], "notLinked: Contact Info (Name)")
    checkLabel(
      ["a": declaring("Name\nName linked\nName tracked")], "tracking: Contact Info (Name)\nlinked: Contact Info (Name)")
    let purposes = label(["a": declaring("Name Analytics Other\nName AppFunctionality Analytics")]).items.first?
      .purposes
    expectEqual(purposes?.map(\.displayName) ?? [], ["Analytics", "App Functionality", "Other Purposes"])
  }

  @Test func mistakesCountAsWhatTheyMean() {
    checkLabel(
      ["a": declaring("EmailAddress linked=yes tracked=1")],
      "tracking: Contact Info (Email Address)\nlinked: Contact Info (Email Address)")
    checkLabel(
      [
        "a": declaring("Name linked=TRUE").replacing("<plist version=\"1.0\">", with: "<plist version=\"1.0\"><array>")
          .replacing("</plist>", with: "</array></plist>")
      ], "linked: Contact Info (Name)")
    expectEqual(
      label(["a": declaring("Name Analitycs Analytics Fun")]).items.first?.purposes.map(\.displayName) ?? [],
      ["Analytics"])
    checkLabel(
      ["a": declaring("Name -linked\nName -tracked\nUserID -linked linked=perhaps tracked\nUserID linked -tracked")],
      "tracking: Identifiers (User ID)\nlinked: Identifiers (User ID)\nnotLinked: Contact Info (Name)",
      notes: [
        "Data types that don’t say whether they are linked count as not linked: Name.",
        "Data types that don’t mention tracking count as not used for it: Name.",
      ])
  }

  @Test func whatIsUnknownIsLeftOut() {
    checkLabel(
      ["a": declaring("Name\n.Shoe\n.Shoe")], "notLinked: Contact Info (Name)",
      notes: ["1 unknown data type is left out: “Shoe”."])
    // What a misspelt name means is for a finding to say; a label that guessed would hide that the name does not count.
    checkLabel(
      ["a": declaring("Name\n.EmailAdress")], "notLinked: Contact Info (Name)",
      notes: ["1 unknown data type is left out: “EmailAdress”."])
    // Something is collected, so nothing else may be claimed.
    checkLabel(["a": declaring(".Shoe")], "", notes: ["1 unknown data type is left out: “Shoe”."])
    checkLabel(
      ["a": declaring(".Shoe").replacing(">Shoe<", with: ">Shoe\nsize<")], "",
      notes: ["1 unknown data type is left out: “Shoe size”."])
    checkLabel(
      ["a": declaring(". linked\n. tracked")], "notCollected: ",
      notes: ["2 entries name no data type and are left out."])
    checkLabel(
      ["a": declaring((1...9).map { ".Xyzzy\($0)" }.joined(separator: "\n"))], "",
      notes: [
        "9 unknown data types are left out: “Xyzzy1”, “Xyzzy2”, “Xyzzy3”, “Xyzzy4”, “Xyzzy5” and 4 more."
      ])
  }

  @Test func manifestsMerge() {
    checkLabel(
      ["App": declaring("Name linked\nDeviceID"), "SDK": declaring("Name\nDeviceID tracked\nCrashData")],
      "tracking: Identifiers (Device ID <SDK -App>)\nlinked: Contact Info (Name <App -SDK>)\n"
        + "notLinked: Identifiers (Device ID <App SDK>), Diagnostics (Crash Data <SDK>)")
    checkLabel(["App": manifest(""), "SDK": declaring("Name")], "notLinked: Contact Info (Name <SDK>)")
    checkLabel(["App": manifest(""), "SDK": manifest("")], "notCollected: ")
    checkLabel(
      ["App": manifest(""), "SDK": declaring(".Shoe")], "", notes: ["1 unknown data type is left out: “Shoe”."])
    expectEqual(
      label(["a": declaring(".Shoe"), "b": declaring(".Shoe\n.Hat\n.Shoe")]).unknownTypes.map {
        "\($0.name) \($0.paths)"
      },
      [#"Shoe ["a", "b"]"#, #"Hat ["b"]"#])
  }

  private func broken(_ path: String) -> String { "The syntax of \(path) is broken, so the label may be incomplete." }

  @Test func anyFileHasALabel() {
    checkLabel(["a": ""], "", notes: ["a contains no readable manifest."])
    checkLabel(["a": "<plist><string>x</string></plist>"], "", notes: ["a contains no readable manifest."])
    checkLabel(["a": "{ a = b; }"], "", notes: ["a contains no readable manifest."])
    checkLabel(
      ["a": "x", "b": declaring("Name linked")], "linked: Contact Info (Name <b>)",
      notes: ["a contains no readable manifest."])
    let text = declaring("Name linked\nEmailAddress")
    let end = text.utf8.count - 80
    checkLabel(
      ["a": String(decoding: Array(text.utf8).prefix(end), as: UTF8.self)],
      "linked: Contact Info (Name)\nnotLinked: Contact Info (Email Address)", notes: [broken("a")])
    expectEqual(linter.label(of: []).text(), "App Store label\n\nNothing declared here appears on the label.\n")
  }

  // MARK: - Forms

  @Test func textIsStyledPieceByPiece() {
    let label = label(["App": declaring("Name linked"), "SDK": declaring("Name\n.Shoe")])
    expectEqual(
      label.text { part, text in "[\(part) \(text)]" },
      """
      [title App Store label: 2 privacy manifests]
        [origin App]
        [origin SDK]

      [card Data Linked to You]
        [category Contact Info]
          [dataType Name]  [origin (App; not linked in SDK)]

      [note Note: 1 unknown data type is left out: “Shoe”.]

      """)
    expectEqual(
      label.message,
      """
      App Store label: 2 privacy manifests
      Data Linked to You: Name
      1 unknown data type is left out: “Shoe”.
      """)
  }

  @Test func summaries() {
    let rows: KeyValuePairs = [
      "Name linked": "1 type linked", "Name\nUserID": "2 types not linked",
      "Name linked\nUserID\nHealth linked tracked": "2 types linked, 1 not linked, 1 used to track",
      "": "Data Not Collected", ".Shoe": "1 type unknown", "Name tracked": "1 type not linked, 1 used to track",
    ]
    for (lines, summary) in rows {
      expectEqual(label(["a": declaring(lines)]).summary, "App Store label: \(summary)", lines)
    }
    expectEqual(label(["a": ""]).summary, "App Store label: nothing to show")
  }

  /// Nothing that a file says or is called can become markup.
  @Test func nothingBecomesMarkup() {
    let label = label([
      "<b>&\"'*a*_\u{1}\n/x": declaring("Name linked"), "`c`/x": declaring("UserID\n.&lt;script&gt;[a](b)"),
      "##vso[task.x] ::error::a": declaring("Name linked"),
    ])
    let page = label.page
    for text in ["<b>", "\"'*a", "<script", "\u{1}", "##vso", "::error"] {
      expectTrue(!page.utf8.contains(text), "\(text) in\n\(page)")
    }
    for text in ["&lt;b&gt;&amp;&quot;&#39;*a*_\u{FFFD} ", "&lt;script&gt;"] {
      expectTrue(page.utf8.contains(text), "\(text) is not in\n\(page)")
    }
    let markdown = label.markdown
    for text in ["\\<b>", "\\*a\\*", "\\`c\\`", "\\<script>", "\\[a](b)"] {
      expectTrue(markdown.utf8.contains(text), "\(text) is not in\n\(markdown)")
    }
  }

  @Test func thePageIsWholeAndNeedsNothingElse() {
    let all = linter.catalog.dataTypes.map { ".\($0.id) linked tracked Analytics" }.joined(separator: "\n")
    for label in [
      label(["a": declaring(all)]), label(["a": declaring(all), "b": declaring("Name")]), label(["a": declaring("")]),
      label(["a": ""]), linter.label(of: []),
    ] {
      let page = label.page
      expectEqual(unbalanced(page), "", "tags that have no other half")
      for text in ["http", "src=", "url(", "@import", "<script", "<link", "href=\"h"] {
        expectTrue(!page.utf8.contains(text), "“\(text)” in the page")
      }
      for reference in values(of: "href=\"#", in: page) {
        expectTrue(values(of: "id=\"", in: page).contains(reference), "#\(reference) leads nowhere")
      }
      let ids = values(of: "id=\"", in: page)
      expectEqual(Set(ids).count, ids.count, "different ids in the page")
      for card in label.cards { expectTrue(page.utf8.contains(">\(card.title)</h2>"), "no heading \(card.title)") }
    }
  }

  /// What follows a beginning up to a quote, each time it occurs.
  private func values(of beginning: String, in text: String) -> [String] {
    text.components(after: beginning).map { String($0.prefix { $0 != "\"" }) }
  }

  /// The names of tags without their other half.
  private func unbalanced(_ html: String) -> String {
    var open: [Substring] = []
    for piece in html.split(separator: "<").dropFirst() {
      let name = piece.prefix { $0 != ">" && $0 != " " && $0 != "\n" }
      let isVoid = ["meta", "!DOCTYPE"].contains(name) || piece.prefix { $0 != ">" }.hasSuffix("/")
      if name.hasPrefix("/") {
        guard open.popLast() == name.dropFirst() else { return "\(name) in \(open)" }
      } else if !isVoid {
        open.append(name)
      }
    }
    return open.joined(separator: " ")
  }

  @Test func shortNamesTellPathsApart() {
    let rows: [([String], [String])] = [
      (["a/x", "b/x"], ["a", "b"]), (["a/b/x", "a/c/x", "a/d/e/x"], ["b", "c", "d/e"]),
      (["x", "a/x"], ["x", "a/x"]), (["/r/a/R/x", "/r/b/R/x"], ["a", "b"]), (["a/x", "a/y"], ["x", "y"]),
      (["a"], ["a"]),
      ([], []), (["a/x", "a/x"], ["a", "a"]),
    ]
    for (paths, names) in rows {
      let files = paths.map { PrivacyLabel.Source(path: $0, manifest: nil) }
      let page = linter.label(of: files).page
      guard paths.count > 1 else { continue }
      expectEqual(
        page.components(after: "<li><span class=\"from\">").map { String($0.prefix { $0 != "<" }) }, names, "\(paths)")
    }
  }
}

extension String {
  /// What stands behind each occurrence of a text.
  fileprivate func components(after beginning: String) -> [Substring] {
    var result: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: beginning) {
      rest = rest[range.upperBound...]
      result.append(rest)
    }
    return result
  }
}

extension String.UTF8View {
  /// Whether the text is in this one, character borders or not.
  fileprivate func contains(_ text: String) -> Bool {
    firstRange(of: Array(text.utf8)) != nil
  }
}
