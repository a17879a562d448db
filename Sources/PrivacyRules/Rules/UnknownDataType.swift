import Catalog
import PropertyList

extension Rule {
  static let unknownDataType = Rule(
    id: "unknown-data-type",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A collected data type is none that Apple lists.",
    explanation: """
      The identifier must be one of Apple's list, letter for letter. The names that the store shows, such as “Email \
      Address”, are no identifiers, nor are the groups of the label. Where nothing is collected, the list has no entry \
      at all.
      """,
    sources: ["data-type-values", "describing-data-use", "tn3184"],
    examples: [
      .shows(
        "<dict>\n\t<key>NSPrivacyCollectedDataType</key>\n\t<string>«NSPrivacyCollectedDataTypePhotosOrVideos»</string>\n"
          + "\t<key>NSPrivacyCollectedDataTypeLinked</key>\n\t<true/>\n"
          + "\t<key>NSPrivacyCollectedDataTypeTracking</key>\n\t<false/>\n"
          + "\t<key>NSPrivacyCollectedDataTypePurposes</key>\n\t<array>\n"
          + "\t\t<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>\n\t</array>\n</dict>",
        fixed:
          "<dict>\n\t<key>NSPrivacyCollectedDataType</key>\n\t<string>NSPrivacyCollectedDataTypePhotosorVideos</string>\n"
          + "\t<key>NSPrivacyCollectedDataTypeLinked</key>\n\t<true/>\n"
          + "\t<key>NSPrivacyCollectedDataTypeTracking</key>\n\t<false/>\n"
          + "\t<key>NSPrivacyCollectedDataTypePurposes</key>\n\t<array>\n"
          + "\t\t<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>\n\t</array>\n</dict>",
        in: .dataTypes),
      .shows("", in: .dataTypes),
    ]
  ) { findings, context in
    lazy var declared = Dictionary(
      (context.manifest?.dataTypes ?? []).compactMap { entry in entry.meantType.map { ($0.id, entry) } },
      uniquingKeysWith: { first, _ in first })
    for entry in context.manifest?.dataTypes ?? [] {
      guard let identifier = entry.identifier, entry.dataType == nil else { continue }
      let text = identifier.string
      let group = context.vocabularies.labelGroup(named: text)
      let spelling = group.isEmpty ? context.vocabularies.dataTypes.spelling(of: text) : nil
      findings.report(message(text, spelling, group, context), at: identifier.highlight) {
        if trimmingBlanks(text).isEmpty {
          guard entry.entry.value.parent?.element == .array else { return [] }
          return [context.remove([entry.entry.value.range], title: "Remove this entry")]
        }
        if !group.isEmpty {
          return group.filter { declared[$0.id] == nil }.map { context.change(identifier, to: $0.id) }
        }
        if let spelling, let earlier = declared[spelling.name], earlier !== entry {
          // Spelt right it would be the second of its kind.
          return Rule.merge(entry, into: earlier, context)
        }
        return context.respell(identifier, spelling, otherNamesAreSafe: context.isLabelName(text, spelling))
      }
    }
  }

  private static func message(
    _ text: String, _ spelling: Spelling?, _ group: [DataType], _ context: LintContext
  ) -> String {
    if trimmingBlanks(text).isEmpty { return "The data type is empty" }
    if !group.isEmpty {
      let names = list(group.map(\.displayName), "or")
      return "\(quoted(text)) is a group of the label, not a data type; choose \(names)"
    }
    if let other = context.otherKind(of: text, except: .dataType) {
      return "\(quoted(text)) is \(other), not a data type"
    }
    return unknown(text, "a data type that Apple lists", spelling)
  }
}

/// What to say of a name that is none, with the name it may mean.
func unknown(_ text: String, _ what: String, _ spelling: Spelling?) -> String {
  guard let spelling else { return "\(quoted(text)) is not \(what)" }
  switch spelling.difference {
  case .blanks: return "\(quoted(text)) has blanks that do not belong to \(quoted(spelling.name))"
  case .letterCase: return "\(quoted(text)) differs from \(quoted(spelling.name)) in letter case"
  case .otherName, .typo, .related: return "\(quoted(text)) is not \(what); did you mean \(quoted(spelling.name))?"
  }
}

extension LintContext {
  /// Whether the text is the name that people read for the identifier it was taken for.
  func isLabelName(_ text: String, _ spelling: Spelling?) -> Bool {
    guard let id = spelling?.name else { return false }
    let shown = catalog.dataType(id)?.displayName ?? catalog.purpose(id)?.displayName ?? catalog.category(id)?.title
    let short = fold(text)
    return shown.map { fold($0) == short } ?? false || fold(id).suffix(short.count) == short[...]
  }

  enum NameKind {
    case dataType, purpose, category, reason
  }

  /// What a text names that is right in another place: "a purpose".
  func otherKind(of text: String, except kind: NameKind) -> String? {
    if kind != .dataType, catalog.dataType(text) != nil { return "a data type" }
    if kind != .purpose, catalog.purpose(text) != nil { return "a purpose" }
    if kind != .category, catalog.category(text) != nil { return "a category of APIs" }
    if kind != .reason, catalog.reason(text) != nil { return "a reason" }
    for dictionary in catalog.dictionaries where dictionary.key(named: text) != nil { return "a key" }
    return nil
  }
}
