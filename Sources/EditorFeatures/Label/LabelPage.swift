import Catalog
import CatalogData
public import PrivacyRules
import SourceText

extension PrivacyLabel {
  /// The label as a self-contained web page, without scripts, fonts or pictures from elsewhere.
  ///
  /// It follows the user’s light or dark mode, and fits a phone as well as a wide window.
  public var page: String { LabelPage(self).html }
}

private struct LabelPage {
  private let label: PrivacyLabel
  /// Short names for the paths, for small spaces.
  private let shortNames: [String: String]

  init(_ label: PrivacyLabel) {
    self.label = label
    shortNames = Dictionary(firstOf: zip(label.paths, EditorFeatures.shortNames(of: label.paths)))
  }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(escapedForHTML(label.title))</title>
    <style>
    \(Catalog.labelStyle)</style>
    </head>
    <body>
    \(drawings)
    <main>
    <header>
    <h1>App Store label</h1>
    <p>\(subtitle)</p>
    </header>
    \(label.cards.isEmpty ? empty : cards)\(purposes)\(files)\(notes)<footer>
    <p>Made by privacy-lsp from privacy manifests. The store itself shows your answers in App Store \
    Connect.</p>
    <p>Rules as of <time datetime="\(escapedForHTML(label.rulesAsOf))">\(escapedForHTML(label.rulesAsOf))</time></p>
    </footer>
    </main>
    </body>
    </html>

    """
  }

  private var subtitle: String {
    if label.isMerged { return "\(label.paths.count) privacy manifests, merged" }
    return "<bdi>\(escapedForHTML(label.paths.first ?? ""))</bdi>"
  }

  // MARK: - Cards

  private var cards: String {
    let kind = label.isMerged ? "cards merged" : "cards"
    return "<div class=\"\(kind)\">\n" + label.cards.map(card).joined() + "</div>\n"
  }

  private func card(_ card: PrivacyLabel.Card) -> String {
    var html = """
      <section class="card" aria-labelledby="\(card.role.rawValue)">
      <svg class="emblem" aria-hidden="true"><use href="#card-\(card.role.rawValue)"/></svg>
      <h2 id="\(card.role.rawValue)">\(escapedForHTML(card.title))</h2>
      <p>\(escapedForHTML(card.summary))</p>

      """
    if !card.categories.isEmpty {
      html += "<ul class=\"groups\">\n" + card.categories.map { group($0, on: card) }.joined() + "</ul>\n"
    }
    return html + "</section>\n"
  }

  private func group(_ group: PrivacyLabel.Group, on card: PrivacyLabel.Card) -> String {
    """
    <li>
    <h3><svg class="icon" aria-hidden="true"><use href="#\(group.category.icon)"/></svg>\
    \(escapedForHTML(group.category.name))</h3>
    <ul>
    \(group.entries.map { "<li>\(escapedForHTML($0.item.type.displayName))\(origins(of: $0, on: card))</li>" }
      .joined(separator: "\n"))
    </ul>
    </li>

    """
  }

  /// The files that put an entry on a card; empty for a single file.
  private func origins(of entry: PrivacyLabel.Entry, on card: PrivacyLabel.Card) -> String {
    guard label.isMerged else { return "" }
    let own = entry.paths.map {
      "<span class=\"from\" title=\"\(escapedForHTML($0))\">\(escapedForHTML(shortNames[$0] ?? $0))</span>"
    }
    let others = entry.otherPaths.map {
      "<span class=\"from other\" title=\"\(escapedForHTML($0))\">\(contrary(to: card)) in \(escapedForHTML(shortNames[$0] ?? $0))</span>"
    }
    return " <span class=\"files\"><span class=\"hidden\">from </span>"
      + (own + others).joined(separator: "<span class=\"hidden\">, </span>") + "</span>"
  }

  private var empty: String {
    "<section class=\"panel\">\n<p>\(nothingOnTheLabel)</p>\n</section>\n"
  }

  // MARK: - Below the cards

  /// The purposes of the data, with one panel for linked data and one for data that isn’t linked.
  private var purposes: String {
    let panels = label.cards.filter { $0.role == .linked || $0.role == .notLinked }.map { card in
      let entries = card.categories.flatMap(\.entries)
      var rows = label.purposes.map { purpose in
        (name: purpose.displayName, entries: entries.filter { $0.item.purposes.contains { $0.id == purpose.id } })
      }.filter { !$0.entries.isEmpty }
      let without = entries.filter(\.item.purposes.isEmpty)
      if !without.isEmpty { rows.append(("No purpose declared", without)) }
      let list = rows.map { name, entries in
        "<div>\n<dt>\(escapedForHTML(name))</dt>\n"
          + "<dd>\(escapedForHTML(entries.map(\.item.type.displayName).joined(separator: ", ")))</dd>\n</div>\n"
      }
      return
        "<section class=\"panel\">\n<h3>\(escapedForHTML(card.title))</h3>\n<dl>\n\(list.joined())</dl>\n</section>\n"
    }
    return panels.isEmpty ? "" : "<h2>What the data is for</h2>\n<div class=\"panels\">\n\(panels.joined())</div>\n"
  }

  private var files: String {
    guard label.isMerged else { return "" }
    let rows = label.paths.map { path in
      let short = shortNames[path] ?? path
      return "<li><span class=\"from\">\(escapedForHTML(short))</span> <bdi>\(escapedForHTML(path))</bdi></li>\n"
    }
    return
      "<h2>Where it comes from</h2>\n<section class=\"panel\">\n<ul class=\"paths\">\n\(rows.joined())</ul>\n</section>\n"
  }

  private var notes: String {
    guard !label.notes.isEmpty else { return "" }
    let items = label.notes.map { "<li>\(escapedForHTML($0))</li>\n" }.joined()
    return "<h2>Notes</h2>\n<section class=\"panel\">\n<ul class=\"notes\">\n\(items)</ul>\n</section>\n"
  }

  // MARK: - Drawings

  /// Each icon on the page, once.
  private var drawings: String {
    var seen: Set<String> = []
    let icons = label.cards.flatMap(\.categories).map(\.category).filter { seen.insert($0.icon).inserted }
    let symbols =
      label.cards.map { ("card-\($0.role.rawValue)", $0.shapes) }
      + icons.map { ($0.icon, $0.shapes) }
    return "<svg class=\"hidden\" aria-hidden=\"true\">\n"
      + symbols.map { "<symbol id=\"\($0)\" viewBox=\"0 0 24 24\">\($1)</symbol>\n" }.joined() + "</svg>"
  }
}

/// Short distinct names for paths, without what all have in common at either end.
func shortNames(of paths: [String]) -> [String] {
  var parts = paths.map { $0.split(separator: "/") }
  func isCommon(_ part: ([Substring]) -> Substring?) -> Bool {
    guard let first = parts.first.flatMap(part) else { return false }
    return parts.allSatisfy { $0.count > 1 && part($0) == first }
  }
  guard parts.count > 1 else { return paths }
  while isCommon(\.last) { parts = parts.map { Array($0.dropLast()) } }
  while isCommon(\.first) { parts = parts.map { Array($0.dropFirst()) } }
  return parts.map { $0.joined(separator: "/") }
}

/// A text escaped for HTML, between tags and in quotes.
private func escapedForHTML(_ text: String) -> String {
  var result = ""
  var last: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    defer { last = scalar }
    switch scalar {
    // Avoid commands to build services if the page is logged: `##vso[…]`, `::error::`.
    case "#" where last == "#": result += "&#35;"
    case ":" where last == ":": result += "&#58;"
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\t", "\n", "\r": result += " "
    case _ where isControlSign(scalar): result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
