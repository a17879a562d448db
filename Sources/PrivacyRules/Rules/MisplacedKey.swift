import Catalog
import PropertyList
import SourceText

extension Rule {
  static let misplacedKey = Rule(
    id: "misplaced-key",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A key or entry is where it has no effect: a level too deep or too high, or in the wrong list.",
    explanation: """
      The manifest and its entries each have their own keys, and App Store Connect rejects a key in the wrong place. \
      In Info.plist, the system looks for purpose strings at the top level only: one inside another dictionary is \
      accepted, but nobody ever sees it.
      """,
    sources: ["tn3181", "adding-a-manifest", "tn3184", "info-plist-keys"],
    kinds: [.privacyManifest, .infoPlist],
    examples: [
      .shows(
        """
        <dict>
          <key>«NSPrivacyTracking»</key>
          <false/>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>CA92.1</string>
          </array>
        </dict>
        """, in: .accessedAPIs),
      .fixes(
        """
        - <key>NSPrivacyAccessedAPITypes</key>
        + <key>NSPrivacyCollectedDataTypes</key>
        <array>
          «<dict>»
            <key>NSPrivacyCollectedDataType</key>
            <string>NSPrivacyCollectedDataTypeCrashData</string>
            <key>NSPrivacyCollectedDataTypeLinked</key>
            <false/>
            <key>NSPrivacyCollectedDataTypeTracking</key>
            <false/>
            <key>NSPrivacyCollectedDataTypePurposes</key>
            <array>
              <string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
            </array>
          </dict>
        </array>
        """, in: .root),
      .shows(["«NSPrivacyCollectedDataTypeLinked»": false, "NSPrivacyTracking": false]),
      .fixes(
        """
        <key>NSAppTransportSecurity</key>
        <dict>
          - <key>«NSCameraUsageDescription»</key>
          - <string>This app uses your camera to scan receipts.</string>
        </dict>
        + <key>NSCameraUsageDescription</key>
        + <string>This app uses your camera to scan receipts.</string>
        """, in: .root, path: "Info.plist"),
    ]
  ) { findings, context in
    if let manifest = context.manifest {
      checkEntries(of: manifest, &findings, context)
      for dictionary in manifest.dictionaries { check(dictionary, of: manifest, &findings, context) }
    } else if context.document.kind == .infoPlist, let root = context.tree.root, root.element == .dict {
      checkInfoPlist(root, &findings, context)
    }
  }

  /// Entries in the wrong list: one finding for each list, or one for both if the lists are swapped.
  private static func checkEntries(
    of manifest: PrivacyManifest, _ findings: inout Findings, _ context: LintContext
  ) {
    let groups = manifest.misplacedEntries
    let areSwapped = groups.count == 2 && groups.allSatisfy(\.isWholeList)
    for group in areSwapped ? Array(groups.prefix(1)) : groups {
      guard let first = group.entries.first, let list = manifest.root.field(group.actual.role) else { continue }
      let (actual, expected) = (quoted(group.actual.name), quoted(group.expected.name))
      let what = group.entries.count == 1 ? "This entry belongs" : "These \(group.entries.count) entries belong"
      let message =
        areSwapped
        ? "The entries of \(actual) and \(expected) are swapped" : "\(what) in \(expected), not in \(actual)"
      findings.report(
        message, at: first.value.highlight,
        related: group.entries.dropFirst().prefix(20).map { .init(range: $0.value.highlight, message: "This one too") }
      ) {
        guard group.isWholeList, list.isExact else { return [] }
        let rename = context.tree.settingText(of: list.entry.key, to: group.expected.name)
        let other = manifest.root.field(group.expected.role)
        let isFree = other.map { $0.isExact && $0.entry.value?.isEmptyContainer == true } ?? false
        // An empty list of collected data says that no data is collected, while an empty list of APIs says nothing.
        if isFree, let other, group.expected.role == .collectedDataTypes {
          let edits = [rename] + context.tree.removing(context.parts(of: other.entry))
          return [Fix(title: "Change the key to \(expected)", edits: edits, isPreferred: true)]
        }
        if areSwapped || isFree {
          guard let other, other.isExact else { return [] }
          let back = context.tree.settingText(of: other.entry.key, to: group.actual.name)
          return [Fix(title: "Swap the two keys", edits: [rename, back], isPreferred: true)]
        }
        guard other == nil else { return [] }
        var edits = [rename]
        // This list is required, even if empty.
        if group.actual.role == .collectedDataTypes, manifest.root.value.node.isClosed {
          let lines = context.skeleton(group.actual, value: ["<array/>"])
          edits.append(context.tree.appending(lines, to: manifest.root.value, layout: context.layout))
        }
        return [Fix(title: "Change the key to \(expected)", edits: edits, isPreferred: true)]
      }
    }
  }

  /// Keys that belong in another kind of dictionary: one finding for all that belong in the same kind.
  private static func check(
    _ dictionary: ManifestDictionaryValue, of manifest: PrivacyManifest, _ findings: inout Findings,
    _ context: LintContext
  ) {
    typealias Stranger = (field: ManifestDictionaryValue.Field, owner: ManifestDictionary, key: ManifestKey)
    let strangers = dictionary.fields.compactMap { field -> Stranger? in
      guard !field.isExact, dictionary.names.foreign.contains(field.name), field.entry.value != nil,
        field.entry.key.node.isClosed, !context.tree.isBroken(in: field.entry.key.range),
        let owner = context.catalog.dictionaries.first(where: { $0.key(named: field.name) != nil }),
        let key = owner.key(named: field.name)
      else { return nil }
      return (field, owner, key)
    }
    var told: Set<String> = []
    for (field, owner, key) in strangers {
      let others = field.key == nil ? strangers.filter { $0.field.key == nil && $0.owner.id == owner.id } : []
      if field.key == nil, !told.insert(owner.id).inserted { continue }
      let name = quoted(field.name)
      let here = dictionary.definition
      let isRoot = here.id == context.catalog.root?.id
      let what = others.count > 1 ? "\(shortList(others.map(\.field.name))) belong" : "\(name) belongs"
      let message =
        if let meant = field.key {
          "\(name) is a key of the \(owner.title), not of the \(here.title); did you mean \(quoted(meant.name))?"
        } else if owner.id == context.catalog.root?.id {
          "\(what) at the top level of the manifest, not in \(withArticle(here.title))"
        } else {
          "\(what) in \(withArticle(owner.title)), not \(isRoot ? "at the top level" : "in \(withArticle(here.title))")"
        }
      findings.report(
        message, at: field.entry.key.highlight,
        related: others.dropFirst().prefix(20).map {
          .init(range: $0.field.entry.key.highlight, message: "\(quoted($0.field.name)) too")
        }
      ) {
        if field.key != nil { return context.respell(field.entry.key, field.spelling, otherNamesAreSafe: false) }
        var fixes: [Fix] = []
        if others.count == 1, let place = place(for: key, of: owner, in: manifest, context),
          let fix = context.move(field.entry, to: place, "Move \(name) to where it belongs")
        {
          fixes.append(fix)
        }
        // Removing all keys would leave a dictionary that declares nothing.
        if dictionary.slots.count > others.count {
          let title = others.count > 1 ? "Remove these keys and their values" : "Remove \(name) and its value"
          fixes.append(context.remove(others.flatMap { context.parts(of: $0.field.entry) }, title: title))
        }
        return fixes
      }
    }
  }

  /// The only dictionary that lacks a key; nil if there are several, or if it has the key.
  private static func place(
    for key: ManifestKey, of owner: ManifestDictionary, in manifest: PrivacyManifest, _ context: LintContext
  ) -> PropertyListValue? {
    let places = manifest.dictionaries.filter { $0.definition.id == owner.id }
    guard let only = places.first, places.count == 1, only.field(key.role) == nil, only.value.node.isClosed else {
      return nil
    }
    return only.value
  }

  /// Purpose keys in nested dictionaries of an Info.plist.
  private static func checkInfoPlist(_ root: PropertyListValue, _ findings: inout Findings, _ context: LintContext) {
    var inner: [(value: PropertyListValue, name: String)] = []
    func addContainers(among entries: [PropertyListEntry], isRoot: Bool) {
      for entry in entries {
        guard let value = entry.value, value.element == .dict || value.element == .array else { continue }
        // These dictionaries have keys that the app chooses.
        if isRoot, context.catalog.purposeKey(entry.name) != nil { continue }
        inner.append((value, entry.name))
      }
    }
    addContainers(among: root.entries, isRoot: true)
    while let (value, name) = inner.popLast() {
      if value.element == .array {
        for element in value.elements where element.element == .dict || element.element == .array {
          inner.append((element, name))
        }
        continue
      }
      let entries = value.entries
      addContainers(among: entries, isRoot: false)
      for entry in entries {
        guard context.vocabularies.purposeKeyNames.index(of: entry.key) != nil, let text = entry.value,
          text.element == .string, entry.key.node.isClosed
        else { continue }
        findings.report(
          "\(quoted(entry.name)) has no effect inside \(quoted(name)); it belongs at the top level of Info.plist",
          at: entry.key.highlight, severity: .warning, itms: ""
        ) {
          guard context.infoPlist?.purpose(named: entry.name) == nil else {
            return [context.remove(context.parts(of: entry), title: "Remove \(quoted(entry.name))")]
          }
          return [context.move(entry, to: root, "Move \(quoted(entry.name)) to the top level", isPreferred: true)]
            .compactMap { $0 }
        }
      }
    }
  }
}

extension LintContext {
  /// The fix that moves an entry to the end of another dictionary; nil for a value of several lines, whose indentation
  /// would have to change.
  fileprivate func move(
    _ entry: PropertyListEntry, to place: PropertyListValue, _ title: String, isPreferred: Bool = false
  ) -> Fix? {
    guard let value = entry.value, place.node.isClosed else { return nil }
    let text = document.text[value.range]
    guard !text.contains(where: \.isNewline) else { return nil }
    let key = document.text[entry.key.range]
    return Fix(
      title: title,
      edits: tree.removing(parts(of: entry)) + [tree.appending([key, text], to: place, layout: layout)],
      isPreferred: isPreferred)
  }
}
