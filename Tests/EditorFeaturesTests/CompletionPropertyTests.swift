import EditorFeatures
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

/// What holds for every item at every place of every text, broken ones too.
@Suite struct CompletionPropertyTests {
  static let complete = manifest(
    """
    \t<!-- What this app does. -->
    \t<key>NSPrivacyTracking</key>
    \t<true/>
    \t<key>NSPrivacyTrackingDomains</key>
    \t<array>
    \t\t<string>tracker.example.com</string>
    \t</array>
    \t<key>NSPrivacyCollectedDataTypes</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>NSPrivacyCollectedDataType</key>
    \t\t\t<string>NSPrivacyCollectedDataTypeCrashData</string>
    \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
    \t\t\t<false/>
    \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
    \t\t\t<array>
    \t\t\t\t<!-- 📸 --><string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
    \t\t\t</array>
    \t\t</dict>
    \t</array>
    \t<key>NSPrivacyAccessedAPITypes</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>NSPrivacyAccessedAPIType</key>
    \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
    \t\t\t<array>
    \t\t\t\t<string>CA92.1</string>
    \t\t\t</array>
    \t\t</dict>
    \t</array>
    """)

  static let halfTyped = [
    manifest("\t<ke\n\t<key>NSPrivacyTracking</key>\n\t<tru\n"),
    manifest("\tNSPri\n\t<key>NSPrivacyTracking</key>\n\t<key>NSPrivacyTrackingDomains</key>\n\t<array/>"),
    manifest("\t<key>NSPri\n\t<key>NSPrivacyTracking</key>\n\t<false/>\n\t<key>\n\t<array/>"),
    manifest("\t<key>NSPrivacyTracking\n\t<false/>\n\t<true/>\n\t<key></key>\n\t<true/>"),
    manifest(
      entry(
        "AccessedAPITypes",
        """
        <key>NSPrivacyAccessedAPIType</key>
        <string>FileTimestamp
        <key>NSPrivacyAccessedAPITypeReasons</key>
        <array>
        \tDDA9
        \t<string>C6
        \t<string>C617.1</
        \t<string>
        \t\t3B52.1
        \t</string>
        </array>
        <ke
        """)),
    manifest(
      entry(
        "CollectedDataTypes",
        """
        <key>NSPrivacyCollectedDataType</key>
        Email
        <key>NSPrivacyCollectedDataTypeLinked</key>
        <key>NSPrivacyCollectedDataTypePurposes</key>
        <array>
        \t<string>Analytics
        """)),
    manifest(
      "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n\t\t<dict>\n\t\t\t<key>NSPrivacyAccessedAPIType</key>"),
    "<plist version=\"1.0\"><dict><key>NSPrivacyTrackingDomains</key><array/><key>NSPrivacyTracking</key></dict></plist>",
    manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>\n\n  \n\t\t</string>\n\t</array>"),
    "", "\n\n", " \n \n\n\t \n", "\u{FEFF}\n\n", "\n\n  pl \n", "\u{FEFF}", "<", "<?xm", "pl", "<plist>",
    "<?xml version=\"1.0\"?>\n<!-- ours -->\n",
  ]

  /// The texts with tabs and LF, with spaces, with CRLF, and on one line.
  static func variants(of text: String) -> [String] {
    [
      text, text.replacing("\t", with: "    "), text.replacing("\n", with: "\r\n"),
      String(text.filter { $0 != "\n" && $0 != "\t" }),
    ]
  }

  @Test(arguments: Self.variants(of: Self.complete) + Self.halfTyped.flatMap(Self.variants))
  func everyItemIsInOrder(text: String) {
    let before = SourceText(text)
    let snapshot = snapshot(before)
    let faults = Faults(of: snapshot)
    for offset in 0...before.count where isBoundary(offset, in: before) {
      check(completions(in: snapshot, at: offset), at: offset, in: before, faults)
    }
  }

  @Test func everyTruncationHasSensibleItems() {
    let whole = SourceText(Self.complete)
    for end in 0...whole.count where isBoundary(end, in: whole) {
      let text = SourceText(Array(whole.bytes[..<end]))
      let snapshot = snapshot(text)
      let faults = Faults(of: snapshot)
      check(completions(in: snapshot, at: end), at: end, in: text, faults)
    }
  }

  /// How much is wrong with a text.
  struct Faults {
    /// What Apple's parser refuses.
    var syntax: Int
    /// What an item of ours must not bring in.
    var findings: Int

    init(of snapshot: Snapshot) {
      syntax = snapshot.document.tree.problems.filter { $0.severity == .refused }.count
      let rules: Set<String> = [
        "unknown-key", "unknown-data-type", "unknown-purpose", "unknown-category", "unknown-reason", "wrong-type",
        "duplicate-key", "duplicate-data-type", "duplicate-purpose", "duplicate-category", "duplicate-reason",
      ]
      // A string that still waits for its text is no mistake of the item.
      findings =
        snapshot.lint(fixes: .none).filter {
          rules.contains($0.rule) && !$0.message.contains("empty") && !$0.message.contains("marks a gap")
        }.count
    }
  }

  func check(_ items: [Completion], at offset: Int, in text: SourceText, _ faults: Faults) {
    for item in items {
      let line = text.contents(ofLine: text.line(at: offset))
      let place = { "“\(item.label)” at \(offset) of\n\(MarkedText.marking([item.range], in: text))" }
      expectTrue(line.contains(item.range) && item.range.touches(offset), "The range is not on the line: \(place())")
      for edit in item.additionalEdits {
        // At the place of an insertion there may be no other change.
        let gap = item.range.isEmpty || edit.range.isEmpty ? 1 : 0
        expectTrue(
          edit.range.upper + gap <= item.range.lower || edit.range.lower >= item.range.upper + gap,
          "Edits overlap: \(place())")
      }
      checkLayout(of: item, at: offset, in: text, place)
      for asSnippet in item.insertion.plainText == item.insertion.defaultText ? [false] : [false, true] {
        let accepted = item.accepted(in: text, asSnippet: asSnippet)
        let after = Faults(of: snapshot(accepted))
        // With another category the reasons that are there may be wrong, and that is for the author to see.
        // Of what is broken less is told than of what is not, so only like texts are compared.
        let isWorse =
          after.findings > faults.findings && after.syntax == faults.syntax && item.kind != .category
        expectTrue(
          after.syntax <= faults.syntax && !isWorse,
          "\(faults) became \(after): \(place())\nbecame\n\(string(accepted))")
      }
    }
  }

  /// What stands behind the cursor on a line that begins with blanks keeps them, and an editor that indents a snippet
  /// by the blanks before the cursor comes to the text that others insert as it is.
  func checkLayout(of item: Completion, at offset: Int, in text: SourceText, _ place: () -> String) {
    let line = text.contents(ofLine: text.line(at: offset))
    let start = text.slice(ByteRange(line.lower, offset))
    let blanks = String(decoding: start.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    if let snippet = item.insertion.withoutIndentation(item.lineIndentation) {
      let lines = snippet.defaultText.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let asIs = item.insertion.defaultText.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      // A whole file takes the blanks of its line with it.
      let added = item.range.lower < line.lower + blanks.utf8.count ? "" : blanks
      expectEqual(
        lines.enumerated().map { $0.offset == 0 ? String($0.element) : added + $0.element }, asIs.map(String.init),
        "A snippet is indented otherwise: \(place())")
    }
    let rest = text.slice(ByteRange(offset, line.upper))
    guard item.range.isEmpty, item.additionalEdits.isEmpty, item.kind != .closingTag, blanks.utf8.count == start.count,
      rest.contains(where: { $0 != 0x20 && $0 != 0x09 })
    else { return }
    for asSnippet in [false, true] {
      let accepted = item.accepted(in: text, asSnippet: asSnippet).bytes
      let behind = text.bytes[line.lower...]
      let end = accepted.dropLast(behind.count).last
      expectTrue(
        accepted.starts(with: text.bytes[..<line.lower]) && accepted.suffix(behind.count).elementsEqual(behind)
          && (end == 0x0A || end == 0x0D),
        "The line changed: \(place())\nbecame\n\(String(decoding: accepted, as: UTF8.self))")
    }
  }

  func isBoundary(_ offset: Int, in text: SourceText) -> Bool {
    guard offset < text.count else { return true }
    if offset > 0, text.bytes[offset] == 0x0A, text.bytes[offset - 1] == 0x0D { return false }
    return text.bytes[offset] & 0xC0 != 0x80
  }
}
