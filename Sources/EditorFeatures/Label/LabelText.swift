import Catalog
public import PrivacyRules

/// The parts of a label’s text, for coloring.
public enum LabelTextPart: Sendable {
  case title, card, category, dataType
  /// Paths and their notes.
  case origin
  case note
}

extension PrivacyLabel {
  /// The label as plain text, with a line feed at the end.
  ///
  /// - Parameter style: Styles a part of the text.
  public func text(style: (LabelTextPart, String) -> String = { _, text in text }) -> String {
    var lines = [style(.title, title)]
    if isMerged { lines += paths.map { "  " + style(.origin, $0) } }
    for card in cards {
      lines += ["", style(.card, card.title)]
      if card.categories.isEmpty { lines.append("  " + style(.note, card.summary)) }
      for group in card.categories {
        lines.append("  " + style(.category, group.category.name))
        for entry in group.entries {
          let origin = isMerged ? "  " + style(.origin, "(\(origin(of: entry, on: card) { $0 }))") : ""
          lines.append("    " + style(.dataType, entry.item.type.displayName) + origin)
        }
      }
    }
    if cards.isEmpty { lines += ["", style(.note, nothingOnTheLabel)] }
    if !notes.isEmpty { lines += [""] + notes.map { style(.note, "Note: \($0)") } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The label as a few lines of plain text, one per card, for a message box.
  public var message: String {
    let lines = cards.map { card in
      let types = card.categories.flatMap(\.entries).map(\.item.type.displayName)
      return types.isEmpty ? card.title : "\(card.title): \(types.joined(separator: ", "))"
    }
    return ([title] + (lines.isEmpty ? [nothingOnTheLabel] : lines) + notes).joined(separator: "\n")
  }

  /// A short line about what the label shows.
  public var summary: String {
    let heading = "App Store label"
    let linked = items.count { $0.isLinked }
    let unlinked = items.count - linked
    let tracked = items.count { $0.isUsedForTracking }
    func types(_ count: Int) -> String { counted(count, "type") }
    guard !items.isEmpty else {
      let words =
        cards.first?.title ?? (unknownTypes.isEmpty ? "nothing to show" : "\(types(unknownTypes.count)) unknown")
      return "\(heading): \(words)"
    }
    var parts: [String] = []
    if linked > 0 { parts.append("\(types(linked)) linked") }
    if unlinked > 0 { parts.append("\(parts.isEmpty ? types(unlinked) : "\(unlinked)") not linked") }
    if tracked > 0 { parts.append("\(tracked) used to track") }
    return "\(heading): \(parts.joined(separator: ", "))"
  }
}

/// Shown if there are no cards.
let nothingOnTheLabel = "Nothing declared here appears on the label."

/// The files that put an entry on a card, and those that contradict it.
func origin(of entry: PrivacyLabel.Entry, on card: PrivacyLabel.Card, path: (String) -> String) -> String {
  let own = entry.paths.map(path).joined(separator: ", ")
  guard !entry.otherPaths.isEmpty else { return own }
  return "\(own); \(contrary(to: card)) in \(entry.otherPaths.map(path).joined(separator: ", "))"
}

/// What a file declares about a data type if it contradicts a card.
func contrary(to card: PrivacyLabel.Card) -> String {
  switch card.role {
  case .tracking: "not for tracking"
  case .linked, .notLinked, .notCollected: "not linked"
  }
}
