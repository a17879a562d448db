import Catalog
public import PrivacyRules

extension PrivacyLabel {
  /// The label as Markdown: a bold line a card, beneath it a list of the groups with their data types.
  public var markdown: String { EditorFeatures.markdown(of: self) }

  /// The label in few lines, for a hover: a paragraph a card, with a group a line.
  var hoverParagraphs: [String] {
    var paragraphs: [String] = []
    for card in cards {
      paragraphs.append("**\(escapedForMarkdown(card.title))**")
      let lines = card.categories.map { group in
        let name = group.category.name
        let types = group.entries.map(\.item.type.displayName)
        // Some groups have one type, of the same name.
        return escapedForMarkdown(types == [name] ? name : "\(name): \(types.joined(separator: ", "))")
      }
      paragraphs.append(lines.isEmpty ? escapedForMarkdown(card.summary) : list(lines))
    }
    if cards.isEmpty { paragraphs.append(nothingOnTheLabel) }
    return paragraphs + noteParagraphs(self)
  }
}

private func markdown(of label: PrivacyLabel) -> String {
  var paragraphs = ["**\(escapedForMarkdown(label.title))**"]
  if label.isMerged { paragraphs.append(list(label.paths.map { escapedForMarkdown($0) })) }
  for card in label.cards {
    paragraphs.append("**\(escapedForMarkdown(card.title))**")
    if card.categories.isEmpty { paragraphs.append(escapedForMarkdown(card.summary)) }
    let lines = card.categories.flatMap { group in
      ["- \(escapedForMarkdown(group.category.name))"]
        + group.entries.map { entry in
          let origin = label.isMerged ? " (\(origin(of: entry, on: card, path: escapedForMarkdown)))" : ""
          return "  - \(escapedForMarkdown(entry.item.type.displayName))\(origin)"
        }
    }
    if !lines.isEmpty { paragraphs.append(lines.joined(separator: "\n")) }
  }
  if label.cards.isEmpty { paragraphs.append(nothingOnTheLabel) }
  return (paragraphs + noteParagraphs(label)).joined(separator: "\n\n") + "\n"
}

private func noteParagraphs(_ label: PrivacyLabel) -> [String] {
  label.notes.map { "*Note:* \(escapedForMarkdown($0))" }
}

private func list(_ items: [String]) -> String {
  items.map { "- \($0)" }.joined(separator: "\n")
}
