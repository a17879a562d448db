import Catalog
import SourceText

/// What a name in a manifest identifies.
enum NameKind: String {
  case dataType = "a data type"
  case purpose = "a purpose"
  case category = "a category of APIs"
  case reason = "a reason"

  var title: String { rawValue }

  /// The key whose values are names of this kind.
  var role: ManifestKey.Role {
    switch self {
    case .dataType: .dataType
    case .purpose: .purposes
    case .category: .category
    case .reason: .reasons
    }
  }

  fileprivate var unlistedPlace: UnlistedName.Place? {
    switch self {
    case .dataType: .dataType
    case .purpose: .purpose
    case .category: .category
    case .reason: nil
    }
  }
}

/// What a text that isn't a valid name means.
enum NameMeaning {
  case empty
  /// A gap that a person has to fill.
  case gap
  /// A misspelled name, or several candidates.
  case spelling(Spelling)
  /// A name that belongs elsewhere, in words: "a purpose". If not exact, it has the words of that name with another
  /// prefix.
  case otherKind(String, isExact: Bool)
  /// A permission that users grant, with its purpose string.
  case permission
  /// A group of data types on the App Store label.
  case labelGroup([DataType])
  /// Something that Apple has no name for, with the reason.
  case unlisted(UnlistedName)
  case unknown

  var spelling: Spelling? {
    if case .spelling(let spelling) = self { spelling } else { nil }
  }

  /// Names to choose from, all equally likely; empty for a misspelling.
  var choices: [String] {
    switch self {
    case .labelGroup(let types): types.map(\.id)
    case .unlisted(let name): name.choices
    default: []
    }
  }
}

extension LintContext {
  /// The meaning of a text that isn't the name of a data type, a purpose or a category.
  func meaning(of text: String, as kind: NameKind) -> NameMeaning {
    if trimmingBlanks(text).isEmpty { return .empty }
    if Gap.isAll(of: text) { return .gap }
    if let other = otherKind(of: text, except: kind) { return .otherKind(other, isExact: true) }
    let vocabulary = vocabularies.names(of: kind)
    if let sure = vocabulary.sureSpelling(of: text) { return .spelling(sure) }
    if kind == .dataType {
      let group = vocabularies.labelGroup(named: text)
      if !group.isEmpty { return .labelGroup(group) }
    }
    if let place = kind.unlistedPlace, let unlisted = vocabularies.unlisted(text, as: place) {
      return .unlisted(unlisted)
    }
    if let same = vocabulary.sameWords(as: text) { return .spelling(same) }
    let part = vocabulary.distinctivePart(of: text)
    for other in [NameKind.purpose, .dataType, .category] where other != kind {
      if vocabularies.names(of: other).hasName(distinctive: part) { return .otherKind(other.title, isExact: false) }
    }
    if let near = vocabulary.spelling(of: text) { return .spelling(near) }
    return kind == .category && vocabularies.purposeKeys.hasName(distinctive: part) ? .permission : .unknown
  }

  /// The message about a text that isn't the name of a data type, a purpose or a category.
  func message(about text: String, _ meaning: NameMeaning, as kind: NameKind) -> String {
    let name = quoted(text)
    switch meaning {
    case .empty: return "The \(kind.noun) is empty"
    case .gap: return "\(name) marks a gap: choose \(kind.title)"
    case .spelling(let spelling): return unknown(text, "Unknown \(kind.noun) \(name)", spelling)
    case .otherKind(let other, let isExact): return "\(name) \(isExact ? "is" : "names") \(other), not \(kind.title)"
    case .permission: return "\(name) names a permission, not \(kind.title); its text belongs in Info.plist"
    case .labelGroup(let types):
      return "\(name) is a group of the label, not a data type; choose \(list(types.map(\.displayName), "or"))"
    case .unlisted(let unlisted):
      return "Unknown \(kind.noun) \(name): \(unlisted.reason)"
    case .unknown: return "Unknown \(kind.noun) \(name)"
    }
  }

  /// What a text names that belongs elsewhere: "a purpose".
  func otherKind(of text: String, except kind: NameKind) -> String? {
    if let other = catalog.nameKind(of: text), other != kind { return other.title }
    for dictionary in catalog.dictionaries where dictionary.key(named: text) != nil { return "a key" }
    return catalog.purposeKey(text) == nil ? nil : "a key of Info.plist"
  }
}

extension Catalog {
  /// The kind of thing that a text names exactly.
  func nameKind(of text: String) -> NameKind? {
    if dataType(text) != nil { return .dataType }
    if purpose(text) != nil { return .purpose }
    if category(text) != nil { return .category }
    return reason(text) == nil ? nil : .reason
  }
}

extension NameKind {
  /// The noun for this kind, without an article.
  fileprivate var noun: String { self == .category ? "category" : String(title.dropFirst(2)) }
}

extension Vocabularies {
  func names(of kind: NameKind) -> Vocabulary {
    switch kind {
    case .dataType: dataTypes
    case .purpose: purposes
    case .category: categories
    case .reason: reasons
    }
  }
}

/// The message for an unknown name, with its likely spellings.
func unknown(_ text: String, _ problem: String, _ spelling: Spelling?) -> String {
  guard let spelling else { return problem }
  switch spelling.difference {
  case .blanks:
    let visible = trimmingBlanks(text)
    return visible == spelling.name
      ? "\(quoted(visible)) has whitespace around it; remove it"
      : "\(quoted(visible)) has extra whitespace; write \(quoted(spelling.name))"
  case .letterCase: return "\(quoted(text)) differs from \(quoted(spelling.name)) in letter case"
  case .otherName, .typo, .likelyTypo, .related:
    return "\(problem); did you mean \(list(spelling.candidates, "or"))?"
  }
}

extension Findings {
  /// Reports a name that isn’t on Apple’s list. Apps with whitespace around a name have shipped, so that isn’t an error.
  mutating func reportUnknown(
    _ text: String, _ message: @autoclosure () -> String, _ spelling: Spelling?, at range: ByteRange,
    fixes: () -> [Fix]
  ) {
    let isTrimmed = spelling.map { $0.difference == .blanks && $0.name == trimmingBlanks(text) } ?? false
    report(message(), at: range, severity: isTrimmed ? .warning : nil, itms: isTrimmed ? "" : nil, fixes: fixes)
  }
}
