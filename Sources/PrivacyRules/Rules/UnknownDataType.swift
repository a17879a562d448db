import Catalog
import PropertyList
import SourceText

extension Rule {
  static let unknownDataType = Rule(
    id: "unknown-data-type",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A data type isn’t on Apple’s list.",
    explanation: """
      Use an identifier from Apple’s list, letter for letter. The names that the store shows, such as “Email Address”, \
      aren’t identifiers, and neither are the label’s groups. If you collect nothing, leave the list empty.
      """,
    safeFix: "corrects the spelling if only one name can be meant",
    sources: ["data-type-values", "describing-data-use", "tn3184"],
    examples: [
      .shows(
        dataTypeEntry(
          "«NSPrivacyCollectedDataTypePhotosOrVideos»", linked: true,
          purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"),
        fixed: dataTypeEntry(
          "NSPrivacyCollectedDataTypePhotosorVideos", linked: true,
          purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"), in: .dataTypes)
    ]
  ) { findings, context in
    lazy var declared = Dictionary(
      firstOf: (context.manifest?.dataTypes ?? []).compactMap { entry in entry.meantType.map { ($0.id, entry) } })
    for entry in context.manifest?.dataTypes ?? [] {
      guard let identifier = entry.identifier, entry.dataType == nil else { continue }
      let text = identifier.string
      let meaning = context.meaning(of: text, as: .dataType)
      let spelling = meaning.spelling
      findings.reportUnknown(
        text, context.message(about: text, meaning, as: .dataType), spelling, at: identifier.highlight
      ) {
        let isInArray = entry.entry.value.parent?.element == .array
        let removal = isInArray ? [context.remove([entry.entry.value.range], title: "Remove this entry")] : []
        if trimmingBlanks(text).isEmpty { return removal }
        if let other = context.swapped(entry) {
          let edits = [
            context.tree.settingText(of: identifier, to: other.string),
            context.tree.settingText(of: other, to: text),
          ]
          return [Fix(title: "Swap the data type and the purpose", edits: edits, isPreferred: true)]
        }
        if let spelling, spelling.isOnlyCandidate, let earlier = declared[spelling.name], earlier !== entry {
          // Spelled right, it would be a duplicate.
          return Rule.merge(entry, into: earlier, context)
        }
        let near = context.respell(
          identifier, spelling, otherNamesAreSafe: context.isLabelName(text, spelling),
          typosAreSafe: !context.isLabelGroup(text))
        let choices = meaning.choices.filter { declared[$0] == nil }.map { context.change(identifier, to: $0) }
        // What has no data type may be nothing to declare, or be declared already.
        guard case .unlisted = meaning else { return near + choices }
        return near + choices + removal
      }
    }
  }
}

extension LintContext {
  /// Whether the text is the display name of the identifier that it probably means.
  func isLabelName(_ text: String, _ spelling: Spelling?) -> Bool {
    guard let id = spelling?.name else { return false }
    let shown = catalog.dataType(id)?.displayName ?? catalog.purpose(id)?.displayName ?? catalog.category(id)?.title
    let short = fold(text)
    return shown.map { fold($0) == short } ?? false || fold(id).suffix(short.count) == short[...]
  }

  /// Whether a name ends like a group of the privacy label. A group has several data types, and only the author knows
  /// which one is meant.
  fileprivate func isLabelGroup(_ text: String) -> Bool {
    let name = fold(text)
    return catalog.labelCategories.contains { group in
      let word = fold(String(group.name.prefix { $0 != " " }))
      let rest = name.dropLast(word.count)
      return name.suffix(word.count) == word[...] && catalog.dataTypes.allSatisfy { fold($0.id).starts(with: rest) }
    }
  }

  /// The purpose of an entry whose data type and purpose are swapped; nil otherwise.
  func swapped(_ entry: CollectedDataType) -> PropertyListValue? {
    guard let identifier = entry.identifier, catalog.purpose(identifier.string) != nil, let only = entry.purposes.first,
      entry.purposes.count == 1, catalog.dataType(only.string) != nil
    else { return nil }
    return only
  }
}
