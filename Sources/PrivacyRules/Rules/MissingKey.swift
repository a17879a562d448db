import Catalog
import PropertyList
import SourceText

extension Rule {
  static let missingKey = Rule(
    id: "missing-key",
    severity: .error,
    itms: "ITMS-91056",
    summary: "An entry is missing a required key.",
    explanation: """
      Every entry must have all the keys of its kind and no others. App Store Connect rejects a manifest in which one \
      is missing.
      """,
    sources: ["tn3184", "tn3183", "tn3181"],
    examples: [
      .fixes(
        """
        «<dict>»
          <key>NSPrivacyAccessedAPITypeReasons</key>
          <array>
            <string>CA92.1</string>
          </array>
          + <key>NSPrivacyAccessedAPIType</key>
          + <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        </dict>
        """, in: .accessedAPIs),
      .fixes(
        """
        «<dict>»
          <key>NSPrivacyCollectedDataType</key>
          <string>NSPrivacyCollectedDataTypeCrashData</string>
          <key>NSPrivacyCollectedDataTypeTracking</key>
          <false/>
          <key>NSPrivacyCollectedDataTypePurposes</key>
          <array>
            <string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
          </array>
          + <key>NSPrivacyCollectedDataTypeLinked</key>
          + <false/>
        </dict>
        """, in: .dataTypes),
      .shows(accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs),
    ]
  ) { findings, context in
    guard let manifest = context.manifest else { return }
    let entries =
      manifest.dataTypes.map { (entry: $0.entry, type: Optional($0), api: AccessedAPI?.none) }
      + manifest.accessedAPIs.map { (entry: $0.entry, type: CollectedDataType?.none, api: Optional($0)) }
    for (entry, type, api) in entries where entry.missing != 0 {
      // Both have a finding that says to remove the entry.
      if entry.value.isEmptyContainer || type?.isUnnamed ?? false { continue }
      let missing = entry.keys(in: entry.missing)
      guard entry.value.node.isClosed, !context.tree.isBrokenDirectly(in: entry.value) else {
        continue
      }
      let names = list(missing.map(\.name))
      findings.report("This \(entry.definition.title) is missing \(names)", at: entry.value.highlight) {
        additions(of: missing, to: entry, type?.meantType, api, manifest, context)
      }
    }
  }

  private static func additions(
    of missing: [ManifestKey], to entry: ManifestDictionaryValue, _ type: DataType?, _ api: AccessedAPI?,
    _ manifest: PrivacyManifest, _ context: LintContext
  ) -> [Fix] {
    let layout = context.layout
    func adding(_ title: String, _ values: [[String]], isPreferred: Bool = false) -> Fix {
      let lines = zip(missing, values).flatMap { context.skeleton($0, value: $1) }
      let edit = context.tree.appending(lines, to: entry.value, layout: layout)
      return Fix(title: title, edits: [edit], isPreferred: isPreferred)
    }
    func array(_ text: String) -> [String] {
      ["<array>", "\t<string>\(escapedForXML(text))</string>", "</array>"]
    }
    guard missing.count == 1, let key = missing.first else {
      // Adds several at once: flags with the values in the title, and a placeholder for a choice.
      var values: [[String]] = []
      var flags: [String] = []
      for key in missing {
        switch key.role {
        case .linked: flags.append("not linked")
        case .usedForTracking: flags.append("not used for tracking")
        case .purposes:
          values.append(array(Gap.text))
          continue
        default: return []
        }
        values.append(["<false/>"])
      }
      return [adding("Add the missing keys (\(flags.joined(separator: ", ")))", values)]
    }
    switch key.role {
    case .linked, .usedForTracking:
      let isTracking = manifest.isTracking ?? false
      let choices = key.role == .usedForTracking && !isTracking ? [false] : [false, true]
      return choices.map {
        let literal = $0 ? "<true/>" : "<false/>"
        return adding("Add \(quoted(key.name)) with \(literal)", [[literal]])
      }
    case .purposes:
      return context.offeredPurposes(for: type).map {
        adding("Add the purpose \(quoted($0.displayName))", [array($0.id)])
      }
    case .reasons:
      return (api?.category?.reasons ?? []).filter { context.mayDeclare($0) }.map {
        adding("Add the reason \($0.code): \($0.shortMeaning)", [array($0.code)])
      }
    case .category:
      // The reasons determine the category if they all belong to one.
      let owners = (api?.reasons ?? []).map { context.catalog.reason($0.string)?.category }
      guard let category = owners.first ?? nil, owners.allSatisfy({ $0?.id == category.id }),
        !manifest.accessedAPIs.contains(where: { $0.category?.id == category.id })
      else { return [] }
      return [
        adding("Add the category \(quoted(category.title))", [["<string>\(category.id)</string>"]], isPreferred: true)
      ]
    default: return []
    }
  }
}
