import Catalog
import PropertyList
import SourceText

extension Rule {
  static let unknownKey = Rule(
    id: "unknown-key",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A dictionary has a key that doesn’t belong in it.",
    explanation: """
      A manifest, an entry of collected data and an entry of accessed APIs each have their own keys. App Store Connect \
      rejects a manifest with any other key and doesn’t say which one it was. Letter case and whitespace count.
      """,
    safeFix: "corrects the spelling if only one name can be meant",
    sources: ["tn3181", "adding-a-manifest", "tn3184", "tn3183"],
    examples: [
      .shows(["«NSPrivacyTrackingEnabled»": false], fixed: ["NSPrivacyTracking": false]),
      .shows(["«nsprivacytracking»": false], fixed: ["NSPrivacyTracking": false]),
      .shows(
        """
        <key>«CFBundleName»</key>
        <string>App</string>
        """,
        fixed: "", in: .root),
      .fixes(
        """
        <dict>
          - <key>«NSPrivacyAccessedAPICategoryUserDefaults»</key>
          + <key>NSPrivacyAccessedAPIType</key>
          + <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          + <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>CA92.1</string>
          </array>
        </dict>
        """, in: .accessedAPIs),
    ]
  ) { findings, context in
    // The same unknown key in several entries is one finding.
    var groups: [[ManifestDictionaryValue.Field]] = []
    var places: [String: Int] = [:]
    // Names of values in place of keys are one misunderstanding of the format.
    var values: [NameKind: [ManifestDictionaryValue.Field]] = [:]
    for dictionary in context.manifest?.dictionaries ?? [] {
      let strangers = context.keysOfOtherFiles(in: dictionary)
      for (file, fields) in strangers {
        guard let first = fields.first else { continue }
        let what = shortList(fields.map(\.name)) + (fields.count > 1 ? " belong" : " belongs")
        findings.report(
          "\(what) in \(file), not in a privacy manifest", at: first.entry.key.highlight,
          related: fields.dropFirst().prefix(20).map {
            .init(range: $0.entry.key.highlight, message: "\(quoted($0.name)) too")
          }
        ) {
          guard dictionary.slots.count > fields.count else { return [] }
          let title =
            fields.count > 1 ? "Remove these keys and their values" : "Remove \(quoted(first.name)) and its value"
          return [context.remove(fields.flatMap { context.parts(of: $0.entry) }, title: title)]
        }
      }
      let told = Set(strangers.flatMap { $0.fields.map(\.entry.key.index) })
      for field in dictionary.fields where !field.isExact && !dictionary.names.foreign.contains(field.name) {
        if told.contains(field.entry.key.index) { continue }
        // A half-typed key has no value yet, which is a syntax finding.
        guard field.entry.value != nil, field.entry.key.node.isClosed,
          !context.tree.isBroken(in: field.entry.key.range)
        else { continue }
        if let kind = context.catalog.nameKind(of: field.name), field.key == nil {
          values[kind, default: []].append(field)
          continue
        }
        let name = "\(dictionary.definition.id) \(field.key?.name ?? "") \(field.name)"
        if let place = places[name], groups[place].last?.dictionary !== dictionary {
          groups[place].append(field)
        } else {
          places[name] = groups.count
          groups.append([field])
        }
      }
    }
    // A comment in an entry is about that entry alone.
    func parted(_ fields: [ManifestDictionaryValue.Field]) -> [[ManifestDictionaryValue.Field]] {
      guard fields.count > 1 else { return [fields] }
      var result: [[ManifestDictionaryValue.Field]] = []
      var told: [ManifestDictionaryValue.Field] = []
      for field in fields {
        let isTold = context.isReported(findings, in: context.file, at: field.entry.key.highlight)
        if isTold { told.append(field) } else { result.append([field]) }
      }
      return result + [told]
    }
    for (kind, fields) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for fields in parted(fields) {
        guard let first = fields.first else { continue }
        findings.report(
          "\(quoted(first.name)) is \(kind.title), not a key", at: first.entry.key.highlight,
          related: fields.dropFirst().prefix(20).map {
            .init(range: $0.entry.key.highlight, message: "\(quoted($0.name)) too")
          }
        ) {
          // One entry has room for one value only.
          let isOneEach = zip(fields, fields.dropFirst()).allSatisfy { $0.dictionary !== $1.dictionary }
          return isOneEach ? fixes(forAll: fields) { asValue($0, kind, in: $0.dictionary, context) } : []
        }
      }
    }
    for fields in groups { for fields in parted(fields) { report(fields, &findings, context) } }
  }

  /// Reports an unknown key that one or more entries have.
  private static func report(
    _ fields: [ManifestDictionaryValue.Field], _ findings: inout Findings, _ context: LintContext
  ) {
    guard let first = fields.first else { return }
    findings.report(
      message(for: first, in: first.dictionary), at: first.entry.key.highlight,
      related: fields.dropFirst().prefix(20).map {
        .init(range: $0.entry.key.highlight, message: "The same key")
      }
    ) { fixes(forAll: fields) { self.fixes(for: $0, in: $0.dictionary, context) } }
  }

  /// The fixes that suit the entries of all fields.
  private static func fixes(
    forAll fields: [ManifestDictionaryValue.Field], _ fixesOfOne: (ManifestDictionaryValue.Field) -> [Fix]
  ) -> [Fix] {
    guard let first = fields.first else { return [] }
    var fixes = fixesOfOne(first)
    for field in fields.dropFirst() {
      let others = fixesOfOne(field)
      fixes = fixes.compactMap { fix in
        guard let other = others.first(where: { $0.title == fix.title }) else { return nil }
        var both = fix
        both.edits += other.edits
        both.isSafe = fix.isSafe && other.isSafe
        return both
      }
    }
    guard fields.count > 1 else { return fixes }
    for index in fixes.indices { fixes[index].title += " in \(fields.count) entries" }
    return fixes
  }

  /// The fixes for an unknown key in one entry.
  private static func fixes(
    for field: ManifestDictionaryValue.Field, in dictionary: ManifestDictionaryValue, _ context: LintContext
  ) -> [Fix] {
    // A misspelled key may be needed, so it isn’t removed.
    guard let key = field.key else {
      let absent = dictionary.keys(in: dictionary.implied).filter {
        field.entry.value?.has(type: $0.type) ?? false && field.entry.value?.bool != true
      }
      return absent.map { context.change(field.entry.key, to: $0.name) } + removal(of: field, in: dictionary, context)
    }
    // More than one key may begin like this.
    let mayBeOther = dictionary.definition.keys.contains { other in
      other.name != key.name && other.name.hasPrefix(field.name)
    }
    var fixes = context.respell(
      field.entry.key, field.spelling, otherNamesAreSafe: true, typosAreSafe: !mayBeOther)
    // If two keys mean the same one, only the author knows which should count.
    let isMeantTwice = dictionary.fields.contains {
      $0.entry.key.range != field.entry.key.range && $0.spelling?.name == field.spelling?.name
    }
    if isMeantTwice { for index in fixes.indices { fixes[index].isSafe = false } }
    return fixes
  }

  /// The fix that removes a key and its value; none if the dictionary’s kind is known only from this key.
  private static func removal(
    of field: ManifestDictionaryValue.Field, in dictionary: ManifestDictionaryValue, _ context: LintContext
  ) -> [Fix] {
    // An empty root declares nothing.
    guard dictionary.slots.count > 1, dictionary.implied == 0 else { return [] }
    return [context.remove(context.parts(of: field.entry), title: "Remove \(quoted(field.name)) and its value")]
  }

  /// The fix for a name that is written as a key but is a value; a list after it belongs to another key.
  private static func asValue(
    _ field: ManifestDictionaryValue.Field, _ kind: NameKind, in dictionary: ManifestDictionaryValue,
    _ context: LintContext
  ) -> [Fix] {
    let absent = dictionary.definition.keys.filter { dictionary.field($0.role) == nil }
    guard let value = field.entry.value, let key = absent.first(where: { $0.role == kind.role }) else {
      return removal(of: field, in: dictionary, context)
    }
    let list = absent.filter { $0.type == .arrayOfStrings && $0.role != key.role }
    guard key.type == .string, value.element == .array, !value.isEmptyContainer, list.count == 1 else { return [] }
    let lines =
      context.skeleton(key, value: ["<string>\(escapedForXML(field.name))</string>"])
      + list.map { "<key>\(escapedForXML($0.name))</key>" }
    let range = field.entry.key.range
    let lineEnd = context.layout.lineEnd + context.tree.text.indentation(ofLineAt: range.lower)
    return [
      Fix(
        title: "Make it the value of \(quoted(key.name))",
        edits: [TextEdit(range, lines.joined(separator: lineEnd))], isPreferred: true)
    ]
  }

  private static func message(
    for field: ManifestDictionaryValue.Field, in dictionary: ManifestDictionaryValue
  ) -> String {
    let name = quoted(field.name)
    if field.name.isEmpty || trimmingBlanks(field.name).isEmpty { return "The key is empty" }
    guard let spelling = field.spelling else { return "\(name) is not a key of the \(dictionary.definition.title)" }
    if dictionary.isKey(field.name) { return "Duplicate key \(name); did you mean \(quoted(spelling.name))?" }
    if field.key == nil { return "Unknown key \(name); \(quoted(spelling.name)) is already here" }
    switch spelling.difference {
    case .blanks: return "\(name) has extra whitespace; the key is \(quoted(spelling.name))"
    case .letterCase: return "\(name) differs from the key \(quoted(spelling.name)) in letter case"
    case .otherName, .typo, .likelyTypo, .related: return "Unknown key \(name); did you mean \(quoted(spelling.name))?"
    }
  }
}

extension LintContext {
  /// The keys of a dictionary that belong in other files, grouped by file, in document order.
  fileprivate func keysOfOtherFiles(
    in dictionary: ManifestDictionaryValue
  ) -> [(file: String, fields: [ManifestDictionaryValue.Field])] {
    var result: [(file: String, fields: [ManifestDictionaryValue.Field])] = []
    for field in dictionary.fields where field.slot.match == .unknown && !dictionary.names.foreign.contains(field.name)
    {
      guard field.entry.value != nil, field.entry.key.node.isClosed, !tree.isBroken(in: field.entry.key.range),
        let file = fileWithKey(field.name)
      else { continue }
      if let index = result.firstIndex(where: { $0.file == file }) {
        result[index].fields.append(field)
      } else {
        result.append((file, [field]))
      }
    }
    return result
  }

  /// The file that a key belongs in, if it isn’t a manifest key.
  private func fileWithKey(_ name: String) -> String? {
    if catalog.purposeKey(name) != nil || catalog.relatedKey(name) != nil || vocabularies.bundleRoles[name] != nil {
      return "Info.plist"
    }
    return catalog.entitlement(name) == nil ? nil : "the app’s .entitlements file"
  }
}
