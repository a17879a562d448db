import Catalog
import EditorFeatures
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

/// What is offered at a cursor, and the document after it.
@Suite struct RefactoringTests {
  /// The actions at the cursor or for the marked range.
  func actions(_ marked: String, _ kinds: Set<CodeAction.Kind> = [.rewrite]) -> [CodeAction] {
    let file = MarkedText(marked).file
    return codeActions(in: snapshot(file.source), range: file.ranges.first ?? ByteRange(at: file.cursor), kinds: kinds)
  }

  /// The whole manifest around an entry of the data types with a cursor in it.
  static func dataType(_ inner: String, root: String = "") -> String {
    manifest(root + entry("CollectedDataTypes", inner))
  }

  static let name = """
    <key>NSPrivacyCollectedDataType</key>
    <string>NSPrivacyCollectedDataTypeName</string>$0
    <key>NSPrivacyCollectedDataTypeLinked</key>
    <true/>
    <key>NSPrivacyCollectedDataTypeTracking</key>
    <false/>
    <key>NSPrivacyCollectedDataTypePurposes</key>
    <array>
    \t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
    </array>
    """

  static let addition = "Add a data type… (not linked, not used for tracking)"
  static let categories = [
    "Add a required reason API…",
    "Add a required reason API: File timestamp", "Add a required reason API: System boot time",
    "Add a required reason API: Disk space", "Add a required reason API: Active keyboard",
    "Add a required reason API: User defaults",
  ]
  static let marks = [
    "Declare purpose…", "Mark as not linked",
    "Mark as used for tracking (also sets NSPrivacyTracking to true; list its domains yourself)",
  ]

  @Test func offers() {
    let all = [Self.addition] + Self.categories
    let none: [String] = []
    let named = MarkedText(Self.name).text
    let defaults = """
      <key>NSPrivacyAccessedAPIType</key>
      $0<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      """
    let rows: [(String, String, [String])] = [
      ("the root", manifest("$0"), all),
      ("the root's tag", "<plist><dict$0/></plist>", all),
      ("a line of the root", manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>\n$0"), all),
      ("a line's indentation", manifest("$0\t<key>NSPrivacyTracking</key>\n\t<false/>"), none),
      ("a flag", manifest("\t<key>NSPrivacyTracking</key>\n\t<fal$0se/>"), none),
      ("the domains", manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>$0</array>"), none),
      ("the header", "$0" + manifest(""), none),
      ("behind the root", manifest("") + "$0", none),
      ("a selection of everything", "«\(manifest(""))»", all),
      ("a selection in the root", manifest("«\t<key>NSPrivacyTracking</key>\n»\t<false/>"), none),
      ("the list's key", manifest("\t<key>NSPrivacyColl$0ectedDataTypes</key>\n\t<array/>"), [Self.addition]),
      ("the list", manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>$0</array>"), [Self.addition]),
      ("an entry's name", Self.dataType(Self.name), Self.marks),
      ("an entry's tag", Self.dataType(named).replacing("\t\t<dict>", with: "\t\t<di$0ct>"), Self.marks),
      ("behind an entry", Self.dataType(named).replacing("\t\t</dict>", with: "\t\t</dict>$0"), [Self.addition]),
      ("a flag of an entry", Self.dataType(named.replacing("<true/>", with: "<tr$0ue/>")), [Self.marks[1]]),
      ("its purposes", Self.dataType(named.replacing("<array>", with: "<array>$0")), [Self.marks[0]]),
      ("its end", Self.dataType(named).replacing("\t\t</dict>", with: "\t\t<$0/dict>"), none),
      (
        "a list of APIs", manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>$0\n\t</array>"), Self.categories
      ),
      (
        "an entry that names nothing", Self.dataType("<key>NSPrivacyCollectedDataTypeLinked</key>$0\n<true/>"), none
      ),
      ("an API", manifest(entry("AccessedAPITypes", defaults)), none),
      (
        "behind an API",
        manifest(entry("AccessedAPITypes", MarkedText(defaults).text)).replacing(
          "</dict>\n\t</", with: "</dict>$0\n\t</"),
        Self.categories.dropLast()
      ),
      ("a list that is none", manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<string>x$0</string>"), none),
      ("a key without value", manifest("\t<key>NSPrivacyCollectedDataTypes$0</key>"), none),
      ("broken syntax", manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>$0\n\t<key>A"), none),
      ("a property list of another root", "<plist><array>$0</array></plist>", none),
      ("OpenStep", "{ a = $0b; }", none), ("JSON", "{\"a\": $0 1}", none), ("binary", "bplist00$0", none),
      ("nothing", "$0", none), ("half a file", "<plist><dict$0", none),
    ]
    for (what, marked, titles) in rows { expectEqual(actions(marked).map(\.title), titles, what) }
    let plist = MarkedText("<plist><dict>$0</dict></plist>").file
    expectEqual(
      codeActions(in: snapshot(plist.source, path: "Info.plist"), range: ByteRange(at: plist.cursor)).count, 0)
  }

  /// Applies the action with a title at the cursor; expects the text in which the changed lines are.
  func check(
    _ marked: String, _ title: String, _ expected: String, snippet: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = actions(marked, [.rewrite, .quickFix]).filter { $0.title.hasPrefix(title) }
    expectEqual(found.count, 1, "The number of “\(title)”", sourceLocation: sourceLocation)
    guard let action = found.first else { return }
    let source = MarkedText(marked).source
    expectEqual(string(source.applying(action.edits)), expected, title, sourceLocation: sourceLocation)
    let stops = action.snippets.filter(\.template.hasStops).map(\.template.snippet).joined(separator: "|-|")
    if let snippet { expectEqual(stops, snippet, "The snippet", sourceLocation: sourceLocation) }
  }

  static let added = """
    <dict>
    \t<key>NSPrivacyCollectedDataType</key>
    \t<string>…</string>
    \t<key>NSPrivacyCollectedDataTypeLinked</key>
    \t<false/>
    \t<key>NSPrivacyCollectedDataTypeTracking</key>
    \t<false/>
    \t<key>NSPrivacyCollectedDataTypePurposes</key>
    \t<array>
    \t\t<string>…</string>
    \t</array>
    </dict>
    """

  static func indented(_ text: String, _ depth: Int) -> String {
    let tabs = String(repeating: "\t", count: depth)
    return text.split(separator: "\n").map { tabs + $0 }.joined(separator: "\n")
  }

  /// A manifest with the cursor on the tag of its root.
  func onTag(_ text: String) -> String { text.replacing("\n<dict>", with: "\n<dict>$0") }

  @Test func addDataType() {
    let text = Self.dataType(Self.name.replacing("$0", with: ""))
    let end = "\t\t</dict>\n\t</array>"
    let more = "\t\t</dict>\n\(Self.indented(Self.added, 2))\n\t</array>"
    check(text.replacing(end, with: "\t\t</dict>$0\n\t</array>"), "Add a data type…", text.replacing(end, with: more))
    // The comment at the end keeps its place, and the file's own style counts.
    for style in [{ $0.replacing("\n", with: "\r\n") }, { $0.replacing("\t", with: "  ") }] as [(String) -> String] {
      let noted = text.replacing(end, with: "\t\t</dict> <!-- 📇 -->$0\n\t</array>")
      let after = more.replacing("\t\t</dict>\n\t\t<dict>", with: "\t\t</dict> <!-- 📇 -->\n\t\t<dict>")
      check(style(noted), "Add a data type…", style(text.replacing(end, with: after)))
    }
    let list = "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\(Self.indented(Self.added, 2))\n\t</array>"
    check(manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>$0"), "Add a data type…", manifest(list))
    check(manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>$0</array>"), "Add a data type…", manifest(list))
    check(
      onTag(manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>")), "Add a data type…",
      manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>\n" + list))
    check("<plist>\n<dict/$0>\n</plist>\n", "Add a data type…", "<plist>\n<dict>\n\(list)\n</dict>\n</plist>\n")
    check(
      "<plist><di$0ct><key>NSPrivacyTracking</key><false/></dict></plist>", "Add a data type…",
      "<plist><dict><key>NSPrivacyTracking</key><false/>"
        + list.split(separator: "\n").joined().replacing("\t", with: "") + "</dict></plist>")
    let stops = actions(manifest("$0")).first?.snippets.first?.template.snippet ?? ""
    for part in [
      "<string>${1|…,NSPrivacyCollectedDataTypeName,NSPrivacyCollectedDataTypeEmailAddress,", "<${2|false,true|}/>",
      "<${3|false,true|}/>", "<string>${4|…,NSPrivacyCollectedDataTypePurposeAppFunctionality,",
    ] { expectTrue(stops.contains(part), "“\(part)” is not in \(stops)") }
  }

  @Test func addRequiredReasonAPI() {
    let defaults = """
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>…</string>
      \t\t\t</array>
      \t\t</dict>
      """
    let list = "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n\(defaults)\n\t</array>"
    let snippet = "\n" + list.replacing("…", with: "${2:…}")
    check(
      onTag(manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>")), "Add a required reason API: User defaults",
      manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>\n" + list), snippet: snippet)
    check(
      manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array/>$0"), "Add a required reason API: User defaults",
      manifest(list))
    // With stops one action does for all.
    let actions = actions(manifest("$0"))
    expectEqual(actions.count { $0.audience == .withoutStops }, linter.catalog.categories.count)
    let one = actions.filter { $0.audience == .withStops }.flatMap(\.snippets).map(\.template.snippet).joined()
    for part in [
      "<string>${1|…,NSPrivacyAccessedAPICategoryFileTimestamp,", "NSPrivacyAccessedAPICategoryUserDefaults|}</string>",
      "<string>${2:…}</string>",
    ] { expectTrue(one.contains(part), "“\(part)” is not in \(one)") }
  }

  @Test func signsOfSnippetsAreEscaped() {
    let template = Template([
      .text("a$b}c\\,|"), .stop(1, choices: ["x,y", "|z\\$}"]), .stop(2, placeholder: "p}$,|\\"), .stop(0),
    ])
    expectEqual(template.snippet, #"a\$b\}c\\,|${1|x\,y,\|z\\$}|}${2:p\}\$,|\\}$0"#)
  }

  @Test func declarePurpose() {
    let text = Self.dataType(Self.name)
    let plain = MarkedText(text).text
    let analytics = "\t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>"
    check(
      text, "Declare purpose…",
      plain.replacing(
        analytics,
        with: analytics + "\n\t\t\t\t<string>…</string>"))
    let array = "\t\t\t<array>\n\(analytics)\n\t\t\t</array>"
    let one = array.replacing("NSPrivacyCollectedDataTypePurposeAnalytics", with: "…")
    check(text.replacing(array, with: "\t\t\t<array/>"), "Declare purpose…", plain.replacing(array, with: one))
    let key = "\n\t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>\n"
    check(text.replacing(key + array, with: ""), "Declare purpose…", plain.replacing(array, with: one))
    let purposes = linter.catalog.purposes.map { "\n\t\t\t\t<string>\($0.id)</string>" }.joined()
    let complete = text.replacing("\n" + analytics, with: purposes)
    expectTrue(actions(complete).allSatisfy { $0.id != "declare-purpose" }, "A purpose more than there are")
    let stops = actions(text).first?.snippets.first?.template.snippet ?? ""
    expectTrue(!stops.contains("PurposeAnalytics"), "A purpose that is there is offered")
  }

  @Test func mark() {
    let linked = "<key>NSPrivacyCollectedDataTypeLinked</key>\n\t\t\t<true/>"
    let tracked = "<key>NSPrivacyCollectedDataTypeTracking</key>\n\t\t\t<false/>"
    func flipped(_ text: String, _ flag: String) -> String {
      let to = flag.contains("<true/>") ? "<false/>" : "<true/>"
      return text.replacing(
        flag, with: flag.replacing("<true/>", with: to).replacing("<false/>", with: to))
    }
    let text = Self.dataType(Self.name)
    let plain = MarkedText(text).text
    check(text, "Mark as not linked", flipped(plain, linked))
    check(flipped(text, linked), "Mark as linked", plain)
    let without = text.replacing("\n\t\t\t" + linked, with: "")
    let end = "\t\t\t</array>\n\t\t</dict>"
    check(
      without, "Mark as not linked",
      MarkedText(without).text.replacing(
        end, with: "\t\t\t</array>\n\t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>\n\t\t\t<false/>\n\t\t</dict>"))

    // The flag of the whole goes along, and the list that it needs.
    let off = "\t<key>NSPrivacyTracking</key>\n\t<false/>\n"
    let on = "\t<key>NSPrivacyTracking</key>\n\t<true/>\n"
    let empty = "\t<key>NSPrivacyTrackingDomains</key>\n\t<array/>\n"
    let domains = "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>a.example.com</string>\n\t</array>\n"
    func file(_ root: String, isTracked: Bool = false, cursor: Bool = false) -> String {
      let inner = cursor ? Self.name : Self.name.replacing("$0", with: "")
      let text = Self.dataType(inner, root: root)
      return isTracked ? flipped(text, tracked) : text
    }
    let track = "Mark as used for tracking"
    let also = " (also sets NSPrivacyTracking to true"
    let open = "; list its domains yourself)"
    let last = "\n\t</array>\n</dict>"
    func behind(_ text: String, _ more: String) -> String {
      text.replacing(last, with: "\n\t</array>\n" + more + "</dict>")
    }
    check(
      file("", cursor: true), track + also + open, behind(file("", isTracked: true), on + empty),
      snippet: "\n\(on)\(empty.dropLast(11))\n\t<array>\n\t\t<string>${1}</string>\n\t</array>".replacing(
        "\n\n", with: "\n"))
    check(file(off, cursor: true), track + also + open, behind(file(on, isTracked: true), empty))
    check(
      file(off + empty, cursor: true), track + also + open, file(on + empty, isTracked: true),
      snippet: "<array>\n\t\t<string>${1}</string>\n\t</array>")
    check(file(off + domains, cursor: true), track + also + ")", file(on + domains, isTracked: true), snippet: "")
    check(file(on + domains, cursor: true), track, file(on + domains, isTracked: true))

    // Where the flag is the last thing in the root, it and the list are one edit.
    let flagLast = "\n\t</array>\n" + off
    check(
      behind(file("", cursor: true), off), track + also + open, behind(file("", isTracked: true), on + empty),
      snippet: "<true/>\n\(empty.dropLast(11))\n\t<array>\n\t\t<string>${1}</string>\n\t</array>".replacing(
        "\n\n", with: "\n"))
    expectTrue(behind(file(""), off).contains(flagLast), "The flag is not the last")

    let untrack = "Mark as not used for tracking"
    let offToo = " (also sets NSPrivacyTracking to false)"
    func title(_ marked: String) -> String { actions(marked).first { $0.title.hasPrefix(untrack) }?.title ?? "" }
    let alone = file(on, isTracked: true, cursor: true)
    check(alone, untrack + offToo, file(off))
    // Domains are the author's, and mean tracking.
    let listed = file(on + domains, isTracked: true, cursor: true)
    check(listed, untrack, file(on + domains))
    expectEqual(title(listed), untrack)
    expectEqual(title(file(off, isTracked: true, cursor: true)), untrack)
  }

  @Test func merge() {
    func one(_ linked: Bool, _ purpose: String, cursor: String = "") -> String {
      """
      \t\t<dict>
      \t\t\t<!-- \(purpose) -->
      \t\t\t<key>NSPrivacyCollectedDataType</key>\(cursor)
      \t\t\t<string>NSPrivacyCollectedDataTypeName</string>
      \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
      \t\t\t<\(linked)/>
      \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
      \t\t\t<array>
      \t\t\t\t<string>NSPrivacyCollectedDataTypePurpose\(purpose)</string>
      \t\t\t</array>
      \t\t</dict>
      """
    }
    func file(_ entries: String...) -> String {
      manifest(
        "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n" + entries.joined(separator: "\n") + "\n\t</array>")
    }
    let analytics = "\t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>"
    let merged = file(
      one(true, "Analytics").replacing(
        analytics, with: analytics + "\n" + analytics.replacing("Analytics", with: "Other")) + "\n\t\t\t<!-- Other -->")
    let rows = [
      file(one(false, "Analytics"), one(true, "Other", cursor: "$0")),
      file(one(false, "Analytics", cursor: "$0"), one(true, "Other")),
      file("«" + one(false, "Analytics"), one(true, "Other") + "»"),
    ]
    for marked in rows { check(marked, "Merge these two entries", merged) }
    // A flag or a list that the first lacks comes from the second.
    let bare = one(false, "Analytics").split(separator: "\n")
    let first = (bare.prefix(4) + bare.suffix(1)).joined(separator: "\n")
    check(
      file(first, one(true, "Other", cursor: "$0")), "Merge these two entries",
      file(
        first.replacing(
          "\n\t\t</dict>", with: "\n" + one(true, "Other").split(separator: "\n").dropFirst(4).joined(separator: "\n"))
          + "\n\t\t\t<!-- Other -->"))
    let other = one(true, "Other").replacing("TypeName", with: "TypeUserID")
    for marked in [
      file("«" + one(false, "Analytics"), other + "»"), file(one(false, "Analytics", cursor: "$0"), other),
    ] {
      expectTrue(actions(marked).allSatisfy { $0.id != "merge" }, "Entries that are not the same are merged")
    }
    let api = """
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>CA92.1</string>
      \t\t\t</array>
      \t\t</dict>
      """
    let twice = api + "\n" + api.replacing("CA92", with: "1C8F$0")
    let union = api.replacing("CA92.1</string>", with: "CA92.1</string>\n\t\t\t\t<string>1C8F.1</string>")
    let apis = "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n"
    check(manifest(apis + twice + "\n\t</array>"), "Merge these two entries", manifest(apis + union + "\n\t</array>"))
  }

  @Test func ignore() {
    let key = "\t<key>CFBundle$0Name</key>\n\t<string>App</string>"
    let clean = "\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>"
    let title = "Ignore this finding (unknown-key): reason…"
    let plain = MarkedText(key).text
    for style in [{ $0 }, { $0.replacing("\n", with: "\r\n") }] as [(String) -> String] {
      check(
        style(manifest(key + clean)), title,
        style(manifest("\t<!-- privacy-lsp:ignore unknown-key: … -->\n" + plain + clean)),
        snippet: style("\t<!-- privacy-lsp:ignore unknown-key: ${1:…} -->\n"))
    }
    let inline =
      "<plist><dict>\(plain.replacing("\n", with: "").replacing("\t", with: ""))<key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>"
    check(
      inline.replacing("CFB", with: "CF$0B"), title,
      inline.replacing("<dict>", with: "<dict><!-- privacy-lsp:ignore unknown-key: … -->"))
    // A comment that speaks of the element already gets one rule more.
    for (before, after, snippet) in [
      ("x: because", "x, unknown-key: because", ""),
      ("x", "x, unknown-key: …", ", unknown-key: ${1:…}"),
      ("x:", "x, unknown-key: …", " ${1:…}"),
    ] {
      func file(_ words: String, _ key: String) -> String {
        manifest("\t<!-- privacy-lsp:ignore \(words) -->\n\(key)\(clean)")
      }
      check(file(before, key), title, file(after, plain), snippet: snippet)
    }
    // What only lacks its reason needs no second comment.
    let open = manifest("\t<!-- privacy-lsp:ignore unknown-key: … -->\n\(key)\(clean)")
    expectTrue(actions(open, [.quickFix]).allSatisfy { !$0.title.hasPrefix("Ignore") }, "It is ignored twice")
    // It comes last and is nobody's first choice; syntax and comments cannot be ignored.
    let all = actions(manifest(key + clean), Set(CodeAction.Kind.allCases))
    expectEqual(all.last?.title ?? "", title)
    expectEqual(all.last?.diagnostics.map(\.rule) ?? [], ["unknown-key"])
    expectEqual(all.last?.isPreferred, false)
    for text in [
      manifest("\t<key>A</key>$0\n\t<string>b"), "<plist><dict><!-- privacy-lsp:ignore x: y -->$0</dict></plist>",
    ] {
      let rules = actions(text, [.quickFix]).filter { $0.id != nil }.flatMap(\.diagnostics).map(\.rule)
      expectTrue(
        rules.allSatisfy { Rule.withID($0)?.isSuppressible ?? false }, "What cannot be ignored is offered: \(rules)")
    }
  }

  /// Every finding of every example can be left out, or its rule cannot; with a reason it is gone, and nobody complains.
  @Test func ignoringEveryExample() {
    for rule in Rule.all {
      for example in rule.examples where example.text.contains("«") {
        let file = MarkedText(example.file(around: example.text, catalog: linter.catalog)).file
        let before = snapshot(file.source, path: example.path)
        for diagnostic in before.lint(fixes: .none) where diagnostic.rule == rule.id {
          let found = codeActions(in: before, range: ByteRange(at: diagnostic.range.lower), kinds: [.quickFix])
          let action = found.first { $0.id != nil && $0.diagnostics.contains(diagnostic) }
          // An empty file has no place for a comment; JSON doesn’t allow any, and nobody writes them into lock files.
          let takesComments =
            before.document.isPropertyList
            ? !before.document.tree.nodes.dropFirst().isEmpty
            : ![.stringCatalog, .lockFile].contains(before.document.kind)
          expectEqual(action != nil, rule.isSuppressible && takesComments, rule.id)
          guard let action else { continue }
          let open = snapshot(file.source.applying(action.edits), path: example.path).lint(fixes: .none).map(\.rule)
          expectTrue(
            open.contains(rule.id) && open.contains("suppression"), "\(rule.id) is ignored without a reason: \(open)")
          let reasoned = action.edits.map { TextEdit($0.range, $0.replacement.replacing("…", with: "a test")) }
          let after = snapshot(file.source.applying(reasoned), path: example.path)
          let rules = after.lint(fixes: .none).map(\.rule)
          let others = before.lint(fixes: .none).filter { !action.diagnostics.contains($0) }.map(\.rule)
          // Every finding of the rule in the element goes along, so some others may be gone too.
          expectTrue(
            Set(rules).isSubset(of: Set(others)) && rules.count <= others.count,
            "Ignoring \(rule.id) leaves \(rules) of \(others) in\n\(string(after.document.text))")
        }
      }
    }
  }
}
