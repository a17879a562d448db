import Catalog
import PrivacyRules
import PropertyList
import SourceScan
public import SourceText

/// A short text that an editor shows after a value.
public struct InlayHint: Hashable, Sendable {
  /// The kinds of hints. Raw values are the names of their settings.
  public enum Kind: String, CaseIterable, Sendable {
    /// The meaning of a reason code.
    case reasons
    /// The App Store’s name for a data type.
    case dataTypes
    /// What a protected API in source code needs, and whether it is declared.
    case uses

    /// The kinds that are on by default. Source code already has its language’s own hints.
    public static let onByDefault: Set<Kind> = [.reasons, .dataTypes]
  }

  /// The byte offset, after an end tag.
  public var offset: Int
  public var label: String
  /// The id of the tooltip for ``documentation(of:catalog:)``.
  public var documentationID: String
}

/// The hints in a range or at its ends, in order.
///
/// Only exact names have hints; misspellings, and reasons in an entry of another category, have findings. Purposes and
/// categories, and most data types, are readable without hints.
public func inlayHints(
  in snapshot: Snapshot, range: ByteRange, kinds: Set<InlayHint.Kind> = InlayHint.Kind.onByDefault
) -> [InlayHint] {
  if snapshot.document.kind == .source { return kinds.contains(.uses) ? useHints(in: snapshot, range) : [] }
  guard let manifest = snapshot.visibleManifest else { return [] }
  var hints: [InlayHint] = []
  func add(_ label: String, behind value: PropertyListValue, about id: String) {
    guard range.touches(value.range.upper) else { return }
    hints.append(InlayHint(offset: value.range.upper, label: label, documentationID: id))
  }
  if kinds.contains(.reasons) {
    for api in manifest.accessedAPIs {
      for (value, named) in zip(api.reasons, api.namedReasons) {
        guard let named, api.category == nil || api.category?.id == named.category.id else { continue }
        add(named.reason.shortMeaning, behind: value, about: named.reason.code)
      }
    }
  }
  if kinds.contains(.dataTypes) {
    let labels = labelsThatDiffer(snapshot.catalog)
    for entry in manifest.dataTypes {
      guard let value = entry.identifier, let id = entry.dataType?.id, let label = labels[id] else { continue }
      add(label, behind: value, about: id)
    }
  }
  return hints.sorted { $0.offset < $1.offset }
}

/// Hints after uses of protected APIs: that a declaration is missing, or the reason that fits best.
private func useHints(in snapshot: Snapshot, _ range: ByteRange) -> [InlayHint] {
  guard let evidence = snapshot.evidence else { return [] }
  return evidence.ownUses.compactMap { use in
    guard use.counts, range.touches(use.range.upper), use.range.upper <= snapshot.document.text.count else {
      return nil
    }
    let id: String
    switch use.subject(snapshot.catalog) {
    case .categories(let ids): id = ids.first ?? ""
    case .keys(let keys): id = keys.first ?? ""
    case .reason, nil: return nil
    }
    let isUndeclared = evidence.declarations(for: use).contains { $0.isDeclared == false }
    guard let label = isUndeclared ? "not declared" : use.reasons.first(where: { !$0.isDefault })?.code else {
      return nil
    }
    return InlayHint(offset: use.range.upper, label: label, documentationID: isUndeclared ? id : label)
  }
}

/// The names of the data types that differ from their identifiers split into words.
private func labelsThatDiffer(_ catalog: Catalog) -> [String: String] {
  let prefix = catalog.name(.dataType)
  var labels: [String: String] = [:]
  for type in catalog.dataTypes {
    let rest = type.id.hasPrefix(prefix) ? type.id.dropFirst(prefix.count) : type.id[...]
    if words(of: rest) != type.displayName { labels[type.id] = type.displayName }
  }
  return labels
}

/// An identifier split into words at capitals after small letters: `UserID` is “User ID”.
private func words(of identifier: Substring) -> String {
  var result = ""
  var isBehindSmallLetter = false
  for character in identifier {
    if isBehindSmallLetter, character.isUppercase { result.append(" ") }
    isBehindSmallLetter = character.isLowercase
    result.append(character)
  }
  return result
}
