import Catalog
import PrivacyRules
import PropertyList
import SourceScan
public import SourceText

/// A few words that an editor shows behind a value, as if they stood in the text.
public struct InlayHint: Hashable, Sendable {
  /// What hints are given for. The raw values are the names of their settings.
  public enum Kind: String, CaseIterable, Sendable {
    /// The meaning of a reason code.
    case reasons
    /// The name that the App Store shows for a data type.
    case dataTypes
    /// What a protected API in source code needs, and whether it is declared.
    case uses

    /// What is shown where no setting says otherwise. Source code has hints of its own language already.
    public static let onByDefault: Set<Kind> = [.reasons, .dataTypes]
  }

  /// The bytes before it: it stands right behind an end tag.
  public var offset: Int
  public var label: String
  /// What ``documentation(of:catalog:)`` makes the tooltip from.
  public var documentationID: String
}

/// The hints that stand in a range or at its ends, in the order of the text.
///
/// Only an exact name gets one, since what a misspelling means is for a finding to say; so is a reason in an entry of
/// another category. Purposes and categories get none: they read as what they mean, and so do most data types.
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

/// Behind each use of a protected API what it lacks, or the reason that fits it best.
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

/// The names of the data types whose identifiers, read as words, do not say the name letter for letter.
private func labelsThatDiffer(_ catalog: Catalog) -> [String: String] {
  let prefix = catalog.name(.dataType)
  var labels: [String: String] = [:]
  for type in catalog.dataTypes {
    let rest = type.id.hasPrefix(prefix) ? type.id.dropFirst(prefix.count) : type.id[...]
    if words(of: rest) != type.displayName { labels[type.id] = type.displayName }
  }
  return labels
}

/// An identifier with a blank where a capital follows a small letter: `UserID` is “User ID”.
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
