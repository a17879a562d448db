import Catalog
import PropertyList
import SourceText

extension Rule {
  static let duplicateKey = Rule(
    id: "duplicate-key",
    severity: .warning,
    summary: "A dictionary has the same key twice.",
    explanation: """
      Property list readers keep one of the two values and silently drop the other; which one depends on the reader. \
      What you see in the file may not be what Apple sees.
      """,
    sources: ["adding-a-manifest"],
    kinds: [.privacyManifest, .infoPlist, .entitlements, .stringsTable, .stringCatalog],
    examples: [
      .shows(["NSPrivacyTracking": false, "«NSPrivacyTracking»": false], fixed: ["NSPrivacyTracking": false]),
      .fixes(
        """
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>CA92.1</string>
          </array>
        + </dict>
        + <dict>
          «<key>NSPrivacyAccessedAPIType</key>»
          <string>NSPrivacyAccessedAPICategoryDiskSpace</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>E174.1</string>
          </array>
        </dict>
        """, in: .accessedAPIs),
      .fixes(
        """
        "NSCameraUsageDescription" = "Liest deine Belege ein.";
        - "«NSCameraUsageDescription»" = "Liest deine Belege ein.";
        """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows(["NSPrivacyTracking": false, "NSPrivacyTrackingDomains": []]),
    ]
  ) { findings, context in
    checkNames(&findings, context)
    for problem in context.tree.problems where problem.kind == .runTogether {
      findings.report(message(for: problem.kind), at: problem.range) {
        [Fix(title: "Insert “</dict>” and “<dict>”", edits: context.tree.mending, isPreferred: true)]
      }
    }
    for dictionary in context.manifest?.dictionaries ?? [] {
      // Keys that are known and stand once each are most of all there is: no name has to be read for them.
      var seen: UInt64 = 0
      let isPlain = dictionary.slots.allSatisfy { slot in
        guard slot.match == .exact, seen & 1 << UInt64(slot.key) == 0 else { return false }
        seen |= 1 << UInt64(slot.key)
        return true
      }
      if isPlain { continue }
      var first: [String: PropertyListEntry] = [:]
      lazy var isIntact = isIntact(dictionary)
      for field in dictionary.fields {
        // A key without a value is being typed, and so is one that means another.
        if field.entry.value == nil || field.slot.match == .misspelt && dictionary.isKey(field.name) { continue }
        guard let earlier = first[field.name] else {
          first[field.name] = field.entry
          continue
        }
        findings.report(
          "Duplicate key \(quoted(field.name))", at: field.entry.key.highlight,
          related: [.init(range: earlier.key.highlight, message: "First here")], tags: [.unnecessary]
        ) {
          let isSame = isCopy(field.entry, of: earlier)
          // Where the two differ, the first is the one that all other rules went by.
          return [
            context.remove(
              context.parts(of: field.entry), title: isSame ? "Remove the copy" : "Remove this one",
              isPreferred: isSame, isSafe: isSame && isIntact)
          ]
        }
      }
    }
  }
}

extension Rule {
  private static func isCopy(_ entry: PropertyListEntry, of earlier: PropertyListEntry) -> Bool {
    guard let value = entry.value, let first = earlier.value else { return false }
    return value.isExactCopy(of: first)
  }

  /// Whether copies in a dictionary are copies and no part of another entry that ran together with this one: nothing
  /// else stands there twice with another value, and in an entry of a list nothing else at all.
  private static func isIntact(_ dictionary: ManifestDictionaryValue) -> Bool {
    var first: [String: PropertyListEntry] = [:]
    var doubled: Set<String> = []
    for field in dictionary.fields {
      guard let earlier = first[field.name] else {
        first[field.name] = field.entry
        continue
      }
      doubled.insert(field.name)
      if !isCopy(field.entry, of: earlier) { return false }
    }
    return doubled.count == 1 || dictionary.value.parent == nil
  }

  /// Reports purpose keys and entitlements that stand twice in one file.
  private static func checkNames(_ findings: inout Findings, _ context: LintContext) {
    func report(_ name: String, _ first: ByteRange, _ second: ByteRange, _ fixes: () -> [Fix]) {
      // Of several branches of the C preprocessor one is left.
      if context.document.hasPreprocessorLine(in: ByteRange(first.upper, max(first.upper, second.lower))) { return }
      findings.report(
        "Duplicate key \(quoted(name))", at: second,
        related: [.init(range: first, message: "First here")], tags: [.unnecessary], fixes: fixes)
    }
    do {
      var first: [String: PurposeMention] = [:]
      for mention in context.mentions where !mention.isNamedText {
        guard let earlier = first[mention.name] else {
          first[mention.name] = mention
          continue
        }
        report(mention.name, earlier.nameRange, mention.nameRange) {
          let text = context.document.text
          func value(_ mention: PurposeMention) -> ArraySlice<UInt8>? {
            context.string(of: mention).map { text.slice($0.written.range) }
          }
          let own = value(mention)
          let isSame = own != nil && own == value(earlier)
          // Where another value stands between copies, it is open which one counts.
          let isSafe =
            isSame && context.mentions.allSatisfy { $0.isNamedText || $0.name != mention.name || value($0) == own }
          return context.removing(
            mention, title: isSame ? "Remove the copy" : "Remove this one", isPreferred: isSame, isSafe: isSafe)
        }
      }
    }
    var first: [String: PropertyListEntry] = [:]
    for entry in context.file.entitlements?.entries ?? [] {
      guard let earlier = first[entry.entitlement.name] else {
        first[entry.entitlement.name] = entry.entry
        continue
      }
      report(entry.entitlement.name, earlier.key.highlight, entry.entry.key.highlight) {
        [context.remove(context.parts(of: entry.entry), title: "Remove this one")]
      }
    }
  }
}

extension PrivacyManifest {
  /// The document’s tree with entries apart that ran together for want of `</dict><dict>`; nil where none did.
  func parted(in document: Document) -> PropertyListTree? {
    var seams: [(key: ByteRange, edit: TextEdit)] = []
    for dictionary in dictionaries.dropFirst() {
      var seen: UInt64 = 0
      var isDoubled = false
      for slot in dictionary.slots where slot.key >= 0 {
        let bit: UInt64 = 1 << UInt64(slot.key)
        if seen & bit != 0 { isDoubled = true }
        seen |= bit
      }
      if isDoubled { seams += dictionary.seams(document) }
    }
    return seams.isEmpty ? nil : document.tree.parted(at: seams)
  }
}

extension ManifestDictionaryValue {
  /// Where other entries begin in this one: where several of its keys come again in a row, the first among them.
  fileprivate func seams(_ document: Document) -> [(key: ByteRange, edit: TextEdit)] {
    var seams: [(key: ByteRange, edit: TextEdit)] = []
    var start = 0
    var seen: Set<Int8> = []
    for (place, slot) in slots.enumerated() {
      guard slot.key >= 0 else { return [] }
      if seen.insert(slot.key).inserted { continue }
      // Of two entries each has more than one key, and both begin alike.
      guard slot.key == slots[start].key, place - start > 1, place > 0, place + 1 < slots.count else { return [] }
      let tree = value.tree
      let key = tree.nodes[Int(slot.keyNode)]
      let before = slots[place - 1]
      guard before.valueNode >= 0 else { return [] }
      let end = tree.nodes[Int(before.valueNode)].range.upper
      let isOnLine = tree.text.line(at: end) == tree.text.line(at: key.range.lower)
      let lineStart =
        isOnLine ? "" : document.layout.lineEnd + tree.text.indentation(ofLineAt: value.range.lower)
      seams.append((key.range, .insert("\(lineStart)</dict>\(lineStart)<dict>", at: end)))
      start = place
      seen = [slot.key]
    }
    return slots.count - start > 1 ? seams : []
  }
}
