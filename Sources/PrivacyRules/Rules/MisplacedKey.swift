import Catalog
import PropertyList
import SourceText

extension Rule {
  static let misplacedKey = Rule(
    id: "misplaced-key",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A key stands one level too deep or too high, where it has no effect.",
    explanation: """
      A manifest and its entries have keys of their own, and App Store Connect refuses one in the place of another. In \
      Info.plist the system looks for purpose strings at the top level only: one inside another dictionary is no error, \
      but nobody ever sees it.
      """,
    sources: ["tn3181", "adding-a-manifest", "tn3184", "info-plist-keys"],
    kinds: [.privacyManifest, .infoPlist],
    examples: [
      .shows(
        "<dict>\n\t<key>«NSPrivacyTracking»</key>\n\t<false/>\n\t<key>NSPrivacyAccessedAPIType</key>\n"
          + "\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>\n"
          + "\t<key>NSPrivacyAccessedAPITypeReasons</key>\n\t<array>\n\t\t<string>CA92.1</string>\n\t</array>\n</dict>",
        in: .accessedAPIs),
      .shows(
        "<key>«NSPrivacyCollectedDataTypeLinked»</key>\n<false/>\n<key>NSPrivacyTracking</key>\n<false/>", in: .root),
      .shows("<key>NSPrivacyTracking</key>\n<false/>", in: .root),
      .shows(
        "<key>NSAppTransportSecurity</key>\n<dict>\n\t<key>«NSCameraUsageDescription»</key>\n"
          + "\t<string>This app uses your camera to scan receipts.</string>\n</dict>",
        fixed:
          "<key>NSAppTransportSecurity</key>\n<dict>\n</dict>\n<key>NSCameraUsageDescription</key>\n"
          + "<string>This app uses your camera to scan receipts.</string>",
        in: .root, path: "Info.plist"),
    ]
  ) { findings, context in
    if let manifest = context.manifest {
      for dictionary in manifest.dictionaries { check(dictionary, of: manifest, &findings, context) }
    } else if context.document.kind == .infoPlist, let root = context.tree.root, root.element == .dict {
      checkInfoPlist(root, &findings, context)
    }
  }

  private static func check(
    _ dictionary: ManifestDictionaryValue, of manifest: PrivacyManifest, _ findings: inout Findings,
    _ context: LintContext
  ) {
    for field in dictionary.fields where !field.isExact && dictionary.names.foreign.contains(field.name) {
      guard field.entry.value != nil, field.entry.key.node.isClosed,
        !context.tree.isBroken(in: field.entry.key.range),
        let owner = context.catalog.dictionaries.first(where: { $0.key(named: field.name) != nil }),
        let key = owner.key(named: field.name)
      else { continue }
      let name = quoted(field.name)
      let here = dictionary.definition
      let message =
        if let meant = field.key {
          "\(name) is a key of the \(owner.title), not of the \(here.title); did you mean \(quoted(meant.name))?"
        } else if owner.id == context.catalog.root?.id {
          "\(name) belongs at the top level of the manifest, not in \(withArticle(here.title))"
        } else {
          "\(name) belongs in \(withArticle(owner.title)), not in \(withArticle(here.title))"
        }
      findings.report(message, at: field.entry.key.highlight) {
        if field.key != nil { return context.respell(field.entry.key, field.spelling, otherNamesAreSafe: false) }
        var fixes: [Fix] = []
        if let place = place(for: key, of: owner, in: manifest, context),
          let fix = context.move(field.entry, to: place, "Move \(name) to where it belongs")
        {
          fixes.append(fix)
        }
        // A dictionary left with nothing declares nothing.
        if dictionary.slots.count > 1 {
          fixes.append(context.remove(context.parts(of: field.entry), title: "Remove \(name) and its value"))
        }
        return fixes
      }
    }
  }

  /// The one dictionary that lacks a key; nil where there are several, or where the key stands already.
  private static func place(
    for key: ManifestKey, of owner: ManifestDictionary, in manifest: PrivacyManifest, _ context: LintContext
  ) -> PropertyListValue? {
    let places = manifest.dictionaries.filter { $0.definition.id == owner.id }
    guard let only = places.first, places.count == 1, only.field(key.role) == nil, only.value.node.isClosed else {
      return nil
    }
    return only.value
  }

  /// Purpose strings in the dictionaries of an Info.plist.
  private static func checkInfoPlist(_ root: PropertyListValue, _ findings: inout Findings, _ context: LintContext) {
    var inner: [(value: PropertyListValue, name: String)] = []
    func addContainers(in dictionary: PropertyListValue, isRoot: Bool) {
      for entry in dictionary.entries {
        guard let value = entry.value, value.element == .dict || value.element == .array else { continue }
        // These have keys that the app makes up.
        if isRoot, context.catalog.purposeKey(entry.name) != nil { continue }
        inner.append((value, entry.name))
      }
    }
    addContainers(in: root, isRoot: true)
    while let (value, name) = inner.popLast() {
      if value.element == .array {
        for element in value.elements where element.element == .dict || element.element == .array {
          inner.append((element, name))
        }
        continue
      }
      addContainers(in: value, isRoot: false)
      for entry in value.entries {
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
  /// The fix that takes an entry out of its dictionary and puts it at the end of another; nil for a value of more than
  /// one line, whose layout would have to change.
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
