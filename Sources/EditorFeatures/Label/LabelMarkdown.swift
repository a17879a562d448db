import Catalog
public import PrivacyRules

extension PrivacyLabel {
  /// The label as Markdown: for each card a bold line and a list of groups with their data types.
  public var markdown: String {
    var paragraphs = ["**\(escapedForMarkdown(title))**"]
    if isMerged { paragraphs.append(list(paths.map { escapedForMarkdown($0) })) }
    for card in cards {
      paragraphs.append("**\(escapedForMarkdown(card.title))**")
      if card.categories.isEmpty { paragraphs.append(escapedForMarkdown(card.summary)) }
      let lines = card.categories.flatMap { group in
        ["- \(escapedForMarkdown(group.category.name))"]
          + group.entries.map { entry in
            let origin = isMerged ? " (\(origin(of: entry, on: card, path: escapedForMarkdown)))" : ""
            return "  - \(escapedForMarkdown(entry.item.type.displayName))\(origin)"
          }
      }
      if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
    }
    if cards.isEmpty { paragraphs.append(nothingOnTheLabel) }
    paragraphs += notes.map { "*Note:* \(escapedForMarkdown($0))" }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The label in few lines, for a hover without scrolling: one line per group, or one paragraph per card if there are
  /// many.
  var hoverParagraphs: [String] {
    let most = 10
    let isShort = cards.map(\.categories.count).reduce(0, +) <= most
    var paragraphs: [String] = []
    for card in cards {
      paragraphs.append("**\(escapedForMarkdown(card.title))**")
      let groups = card.categories.map { group in
        let name = group.category.name
        let types = group.entries.map(\.item.type.displayName)
        // Some groups have a single type with the same name.
        return escapedForMarkdown(types == [name] ? name : "\(name): \(types.joined(separator: ", "))")
      }
      if groups.isEmpty {
        paragraphs.append(escapedForMarkdown(card.summary))
      } else {
        paragraphs.append(isShort ? list(groups) : groups.joined(separator: "; "))
      }
    }
    if cards.isEmpty { paragraphs.append(nothingOnTheLabel) }
    if !notes.isEmpty { paragraphs.append("*Note:* \(escapedForMarkdown(notes.joined(separator: " ")))") }
    return paragraphs
  }
}

private func list(_ items: [String]) -> String {
  items.map { "- \($0)" }.joined(separator: "\n")
}
