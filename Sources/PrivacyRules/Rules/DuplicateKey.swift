import Catalog
import PropertyList
import SourceText

extension Rule {
  static let duplicateKey = Rule(
    id: "duplicate-key",
    severity: .warning,
    summary: "A key occurs twice in one dictionary.",
    explanation: """
      Readers of property lists keep one of the two values and drop the other without a word; which one is up to the \
      reader. What you see in the file may not be what Apple sees.
      """,
    sources: ["adding-a-manifest"],
    kinds: [.privacyManifest, .infoPlist, .entitlements, .stringsTable, .stringCatalog],
    examples: [
      .shows(
        "<key>NSPrivacyTracking</key>\n<false/>\n<key>«NSPrivacyTracking»</key>\n<false/>",
        fixed: "<key>NSPrivacyTracking</key>\n<false/>", in: .root),
      .shows(
        "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n"
          + "\"«NSCameraUsageDescription»\" = \"Liest deine Belege ein.\";\n",
        fixed: "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n", in: .file,
        path: "de.lproj/InfoPlist.strings"),
      .shows("<key>NSPrivacyTracking</key>\n<false/>\n<key>NSPrivacyTrackingDomains</key>\n<array/>", in: .root),
    ]
  ) { findings, context in
    checkNames(&findings, context)
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
        guard let earlier = first[field.name] else {
          first[field.name] = field.entry
          continue
        }
        findings.report(
          "\(quoted(field.name)) stands in this dictionary already", at: field.entry.key.highlight,
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
        "\(quoted(name)) stands in this \(context.document.isPropertyList ? "dictionary" : "file") already", at: second,
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
          let values = [earlier, mention].map { context.string(of: $0).map { text.slice($0.written.range) } }
          let isSame = values[0] != nil && values[0] == values[1]
          return context.removing(
            mention, title: isSame ? "Remove the copy" : "Remove this one", isPreferred: isSame, isSafe: isSame)
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
