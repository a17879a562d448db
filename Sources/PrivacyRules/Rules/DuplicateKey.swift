import Catalog
import ProjectFiles
import PropertyList
import SourceText

extension Rule {
  static let duplicateKey = Rule(
    id: "duplicate-key",
    severity: .warning,
    summary: "A dictionary has the same key twice.",
    explanation: """
      Property list readers keep one of the two values and silently drop the other; which one depends on the reader. \
      What you see in the file may not be what Apple sees. Where the two values differ, decide which one is meant. \
      Where `GENERATE_INFOPLIST_FILE` is on, Xcode writes the texts of build settings over those in Info.plist.
      """,
    safeFix: "removes a key that already has the same value, byte for byte",
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
      .fixes(
        """
        "NSPhotoLibraryUsageDescription" = "Hängt deine Fotos an Notizen an.";
        - "NSCameraUsageDescription" = "Hängt deine Fotos an Notizen an.";
        - "«NSCameraUsageDescription»" = "Liest deine Belege ein.";
        + "NSCameraUsageDescription" = "Liest deine Belege ein.";
        """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows(["NSPrivacyTracking": false, "NSPrivacyTrackingDomains": []]),
    ]
  ) { findings, context in
    checkNames(&findings, context)
    let replaced = context.mentions.compactMap { mention in
      context.settingReplacing(mention).map { (mention: mention, setting: $0) }
    }
    for (first, group) in context.joined(replaced, by: { _ in true }, at: \.mention.nameRange, findings.rule) {
      let words =
        group.count == 1
        ? "is also a build setting, whose text replaces" : "are also build settings, whose texts replace"
      findings.report(
        "\(shortList(group.map(\.mention.name))) \(words) \(group.count == 1 ? "this one" : "these")",
        at: first.mention.nameRange,
        related: group.prefix(10).flatMap { mention, setting in
          (mention.nameRange == first.mention.nameRange
            ? [] : [context.related(context.file, mention.nameRange, "Replaced, too")])
            + [context.related(setting.file, setting.string.highlight, "The text that counts")]
        }, tags: [.unnecessary]
      ) { group.flatMap { context.removing($0.mention, title: "Remove \(quoted($0.mention.name)) here") } }
    }
    for problem in context.tree.problems where problem.kind == .runTogether {
      findings.report(message(for: problem.kind), at: problem.range) {
        [Fix(title: "Insert “</dict>” and “<dict>”", edits: context.tree.mending, isPreferred: true)]
      }
    }
    for dictionary in context.manifest?.dictionaries ?? [] {
      // Fast path: most dictionaries have only known keys, each once, so no name has to be read.
      var seen: UInt64 = 0
      let isPlain = dictionary.slots.allSatisfy { slot in
        guard slot.match == .exact, seen & 1 << UInt64(slot.key) == 0 else { return false }
        seen |= 1 << UInt64(slot.key)
        return true
      }
      if isPlain { continue }
      lazy var isIntact = isIntact(dictionary)
      let repetitions = dictionary.fields.repetitions { field in
        // A key without a value is still being typed, and a misspelled one has its own finding.
        field.entry.value == nil || field.slot.match == .misspelt && dictionary.isKey(field.name) ? nil : field.name
      }
      for (field, earlier) in repetitions {
        findings.report(
          "Duplicate key \(quoted(field.name))", at: field.entry.key.highlight,
          related: [.init(range: earlier.entry.key.highlight, message: "First here")], tags: [.unnecessary]
        ) {
          let parts = context.parts(of: field.entry)
          // If the values differ, the other rules have read the first one.
          guard isCopy(field.entry, of: earlier.entry) else {
            return Array(context.removing(earlier.entry, or: field.entry).suffix(1))
          }
          return [context.remove(parts, title: "Remove the duplicate", isPreferred: true, isSafe: isIntact)]
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

  /// Whether copies in a dictionary are really copies, and not part of another entry that ran together with this one:
  /// no other key occurs twice with different values, and in an entry of a list no other key occurs twice at all.
  private static func isIntact(_ dictionary: ManifestDictionaryValue) -> Bool {
    let repetitions = dictionary.fields.repetitions { $0.name }
    return repetitions.allSatisfy { isCopy($0.copy.entry, of: $0.first.entry) }
      && (Set(repetitions.map(\.copy.name)).count == 1 || dictionary.value.parent == nil)
  }

  /// Reports purpose keys and entitlements that occur twice in a file.
  private static func checkNames(_ findings: inout Findings, _ context: LintContext) {
    func report(
      _ name: String, _ first: ByteRange, _ second: ByteRange, stranger: (which: String, of: PurposeString)? = nil,
      _ fixes: () -> [Fix]
    ) {
      // The C preprocessor keeps only one branch.
      if context.document.hasPreprocessorLine(in: ByteRange(first.upper, max(first.upper, second.lower))) { return }
      let hint = stranger.map { "; the \($0.which) text belongs to another key" } ?? ""
      findings.report(
        "Duplicate key \(quoted(name))\(hint)", at: second,
        related: [.init(range: first, message: "First here")]
          + (stranger.map { [.init(range: $0.of.highlight, message: "The same text under \(quoted($0.of.name))")] }
            ?? []),
        tags: [.unnecessary], fixes: fixes)
    }
    for (mention, earlier) in context.mentions.repetitions(by: { $0.isNamedText ? nil : $0.name }) {
      report(
        mention.name, earlier.nameRange, mention.nameRange, stranger: context.textOfAnotherKey(earlier, or: mention)
      ) {
        let text = context.document.text
        func value(_ mention: PurposeMention) -> ArraySlice<UInt8>? {
          context.string(of: mention).map { text.slice($0.written.range) }
        }
        let own = value(mention)
        let isSame = own != nil && own == value(earlier)
        // With another value between the copies, it’s unclear which one counts.
        let isSafe =
          isSame && context.mentions.allSatisfy { $0.isNamedText || $0.name != mention.name || value($0) == own }
        if isSame { return context.removing(mention, title: "Remove the duplicate", isPreferred: true, isSafe: isSafe) }
        let texts = [earlier, mention].map { context.string(of: $0)?.text }
        let titles = titles(texts[0], texts[1])
        let second = context.removing(mention, title: titles.second)
        // Apple’s parser reads only the first one, since it stops at a syntax error behind it.
        if context.document.problemCount > 0 { return second }
        return context.removing(earlier, title: titles.first) + second
      }
    }
    for (entry, earlier) in (context.file.entitlements?.entries ?? []).repetitions(by: { $0.entitlement.name }) {
      report(entry.entitlement.name, earlier.entry.key.highlight, entry.entry.key.highlight) {
        guard isCopy(entry.entry, of: earlier.entry) else { return context.removing(earlier.entry, or: entry.entry) }
        return [context.remove(context.parts(of: entry.entry), title: "Remove the duplicate", isPreferred: true)]
      }
    }
  }
}

extension Rule {
  /// The titles of the fixes that remove the first and the second of two values; nil for one that has no text.
  fileprivate static func titles(_ first: String?, _ second: String?) -> (first: String, second: String) {
    func title(_ text: String?, _ place: String) -> String {
      text.map { "Remove the \(place) one, “\(shortened($0))”" } ?? "Remove the \(place) one"
    }
    return (title(first, "first"), title(second, "second"))
  }

  private static func shortened(_ text: String) -> String {
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return line.count > 40 ? trimmingBlanks(String(line.prefix(40))) + "…" : line
  }
}

extension LintContext {
  /// The build setting whose text Xcode writes over that of a mention in Info.plist, in every configuration; nil without
  /// one, and if it is no other text.
  func settingReplacing(_ mention: PurposeMention) -> (file: ProjectFile, string: PurposeString)? {
    guard infoPlist != nil, !mention.isNamedText, let own = string(of: mention), !own.text.utf8.contains(0x24),
      likeIndex.value.mentions[mention.name]?.count == 1
    else { return nil }
    var result: (file: ProjectFile, string: PurposeString)?
    for target in project.targets where !target.isTest {
      guard target.generatesInfoPlist, let file = target.files.first(where: { $0.kind == .xcodeProject }),
        case .xcodeProject(let xcode) = file.document.content,
        let build = xcode.targets.first(where: { $0.identifier == target.identifier })
      else { return nil }
      let texts = target.purposeStrings(in: file)
      for configuration in build.configurations {
        let setting = configuration.settings.last { $0.name == infoPlistSettingPrefix + mention.name }
        guard let setting, setting.conditions.isEmpty,
          let string = texts.first(where: { $0.mention.nameRange.upper == setting.nameRange.upper }),
          !string.text.utf8.contains(0x24), trimmingBlanks(string.text) != trimmingBlanks(own.text),
          !string.tellsNothing(self)
        else { return nil }
        if result == nil { result = (file, string) }
      }
    }
    return result
  }

  /// The fixes that remove either of two entries with the same key. Only the author knows which one is right.
  fileprivate func removing(_ first: PropertyListEntry, or second: PropertyListEntry) -> [Fix] {
    func text(_ entry: PropertyListEntry) -> String? {
      guard let value = entry.value, !value.element.isContainer else { return nil }
      return value.element.isBoolean ? (value.element == .true ? "true" : "false") : value.string
    }
    let titles = Rule.titles(text(first), text(second))
    return [
      remove(parts(of: first), title: titles.first), remove(parts(of: second), title: titles.second),
    ]
  }

  /// The text that belongs to another key of the file, and which of the two it is; nil if neither does, or both do.
  fileprivate func textOfAnotherKey(
    _ first: PurposeMention, or second: PurposeMention
  ) -> (which: String, of: PurposeString)? {
    // This compares all pairs; real files have far fewer.
    guard purposeStrings.count <= 200 else { return nil }
    func other(_ mention: PurposeMention) -> PurposeString? {
      guard let own = string(of: mention) else { return nil }
      let text = trimmingBlanks(own.text)
      if text.isEmpty { return nil }
      return purposeStrings.first { other in
        other.mention.baseName != mention.baseName && other.language == own.language
          && trimmingBlanks(other.text) == text && !mayShareText(other.key, mention.key)
      }
    }
    func mayShareText(_ a: PurposeKey?, _ b: PurposeKey?) -> Bool {
      guard let a, let b else { return false }
      return a.mayShareText(with: b)
    }
    switch (other(first), other(second)) {
    case (let found?, nil): return ("first", found)
    case (nil, let found?): return ("second", found)
    default: return nil
    }
  }
}

extension PrivacyManifest {
  /// The document’s tree after splitting entries that ran together for want of `</dict><dict>`; nil if there are none.
  ///
  /// - Parameter silenced: Merge conflicts, in which both sides of one entry look like two.
  func parted(in document: Document, silenced: [ByteRange]) -> PropertyListTree? {
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
    let isMerge = seams.contains { seam in silenced.contains { $0.touches(seam.key) } }
    return seams.isEmpty || isMerge ? nil : document.tree.parted(at: seams)
  }
}

extension ManifestDictionaryValue {
  /// Where other entries begin within this one: at each repetition of a run of its keys, starting with the first key.
  fileprivate func seams(_ document: Document) -> [(key: ByteRange, edit: TextEdit)] {
    var seams: [(key: ByteRange, edit: TextEdit)] = []
    var start = 0
    var seen: Set<Int8> = []
    for (place, slot) in slots.enumerated() {
      guard slot.key >= 0 else { return [] }
      if seen.insert(slot.key).inserted { continue }
      // Each entry has more than one key, and both begin with the same key.
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
