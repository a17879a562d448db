import Catalog
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
    \(styleSheet)
    </style>
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
    <h3><svg class="icon" aria-hidden="true"><use href="#\(group.category.icon.rawValue)"/></svg>\
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
    let icons = label.cards.flatMap(\.categories).map(\.category.icon).filter { seen.insert($0.rawValue).inserted }
    let symbols =
      label.cards.map { ("card-\($0.role.rawValue)", LabelDrawing.shapes(of: $0.role)) }
      + icons.map { ($0.rawValue, LabelDrawing.shapes(of: $0)) }
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

private let styleSheet = """
  :root {
    color-scheme: light dark;
    --page: #ffffff; --card: #f5f5f7; --text: #1d1d1f; --soft: #5c5c61; --line: #dcdce1; --accent: #0062c4;
    --chip: #e4e4e9;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #000000; --card: #1c1c1e; --text: #f5f5f7; --soft: #a9a9af; --line: #38383c; --accent: #4ea6ff;
      --chip: #323236;
    }
  }
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body {
    background: var(--page); color: var(--text); -webkit-text-size-adjust: 100%;
    font: 15px/1.45 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  }
  main { max-width: 1120px; margin: 0 auto; padding: 40px 20px 48px; }
  h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.015em; }
  h2 { font-size: 20px; line-height: 1.25; letter-spacing: -0.01em; margin: 36px 0 14px; }
  header p, footer, .card > p { color: var(--soft); }
  header p { font-size: 17px; margin-top: 4px; overflow-wrap: anywhere; }
  ul { list-style: none; }
  .hidden {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
  .cards { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); margin-top: 28px; }
  .card, .panel { background: var(--card); border-radius: 18px; }
  .card { padding: 28px 24px 26px; max-width: 680px; }
  .card > p { font-size: 14px; text-align: center; max-width: 36ch; margin: 6px auto 0; text-wrap: balance; }
  .card h2 { margin: 10px 0 0; text-align: center; }
  .emblem, .icon { fill: none; stroke: var(--accent); stroke-linecap: round; stroke-linejoin: round; }
  .emblem { display: block; width: 44px; height: 44px; margin: 0 auto; stroke-width: 1.3; }
  .icon { flex: none; width: 22px; height: 22px; stroke-width: 1.6; }
  .groups {
    display: grid; gap: 20px 16px; grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
    margin-top: 22px; padding-top: 22px; border-top: 1px solid var(--line);
  }
  .merged .groups { grid-template-columns: 1fr; }
  .groups h3 { display: flex; gap: 9px; font-size: 15px; font-weight: 600; line-height: 22px; }
  .groups ul { margin: 2px 0 0 31px; color: var(--soft); font-size: 14px; line-height: 1.35; }
  .groups ul li { margin-top: 4px; }
  .merged .groups ul li { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: baseline; }
  .files { display: contents; }
  .from {
    background: var(--chip); color: var(--text); border-radius: 7px; padding: 1px 7px; font-size: 12px;
    overflow-wrap: anywhere;
  }
  .from.other { background: none; color: var(--soft); box-shadow: inset 0 0 0 1px var(--line); }
  .panels { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); }
  .panel { padding: 20px 24px; overflow-wrap: anywhere; }
  .cards + .panel, header + .panel { margin-top: 28px; }
  .panel h3 { font-size: 16px; margin-bottom: 4px; }
  dl > div { display: grid; gap: 2px 20px; grid-template-columns: minmax(130px, 2fr) 3fr; padding: 10px 0; }
  dl > div + div, .paths li + li, .notes li + li { border-top: 1px solid var(--line); }
  dl > div:last-child { padding-bottom: 0; }
  dt { font-weight: 500; }
  dd { color: var(--soft); }
  .paths li, .notes li { padding: 9px 0; }
  .paths li:first-child, .notes li:first-child { padding-top: 0; }
  .paths li:last-child, .notes li:last-child { padding-bottom: 0; }
  .paths bdi { color: var(--soft); margin-left: 6px; }
  footer { font-size: 13px; margin-top: 36px; }
  footer p + p { margin-top: 4px; }
  @media (max-width: 520px) {
    main { padding: 28px 16px 36px; }
    .card { padding: 24px 20px; }
    dl > div { grid-template-columns: 1fr; }
  }
  @media print { .card, .panel { border: 1px solid var(--line); break-inside: avoid; } }
  """
