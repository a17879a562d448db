import PrivacyRules
import PropertyList
import SourceText

/// Merges two entries for the same data type or category: two in the selection, or the one at the cursor and another
/// one. Nil if there are no such two.
func mergeEntries(_ site: RefactoringSite) -> CodeAction? {
  let edits: [TextEdit]?
  switch site.area {
  case .dataTypes:
    let pair = site.pair(site.manifest.dataTypes, \.entry) { $0.meantType.map(ObjectIdentifier.init) }
    edits = pair.flatMap { site.snapshot.linter.merge($0.later, into: $0.earlier, in: site.document) }
  case .accessedAPIs:
    let pair = site.pair(site.manifest.accessedAPIs, \.entry) { $0.category.map(ObjectIdentifier.init) }
    edits = pair.flatMap { site.snapshot.linter.merge($0.later, into: $0.earlier, in: site.document) }
  case .root, .other: return nil
  }
  return edits.map { edits in
    CodeAction(
      id: "merge", title: "Merge these two entries", edits.map { SnippetEdit($0.range, Template($0.replacement)) })
  }
}

extension RefactoringSite {
  /// The two entries to merge, in order.
  fileprivate func pair<Entry>(
    _ entries: [Entry], _ dictionary: KeyPath<Entry, ManifestDictionaryValue>, id: (Entry) -> ObjectIdentifier?
  ) -> (earlier: Entry, later: Entry)? {
    func ranges(_ entry: Entry) -> ByteRange { entry[keyPath: dictionary].value.range }
    // An entry that ends where the selection begins isn’t selected.
    let touched = entries.indices.filter { index in
      let own = ranges(entries[index])
      return range.isEmpty ? own.touches(range) : own.lower < range.upper && range.lower < own.upper
    }
    guard let first = touched.first else { return nil }
    if touched.count > 1, !range.isEmpty {
      var seen: [ObjectIdentifier: Int] = [:]
      for index in touched {
        guard let id = id(entries[index]) else { continue }
        if let earlier = seen[id] { return (entries[earlier], entries[index]) }
        seen[id] = index
      }
      return nil
    }
    guard let own = id(entries[first]),
      let other = entries.indices.first(where: { $0 != first && id(entries[$0]) == own })
    else { return nil }
    return (entries[min(first, other)], entries[max(first, other)])
  }
}
