public import Catalog
import PrivacyRules

/// What `explain` prints about a word, as Markdown; nil if it means nothing here.
///
/// - Parameter query: A key, identifier, reason code, name on the label or in Xcode, API, rule or code of Apple's mails, in
///   any letter case.
public func explanation(of query: String, catalog: Catalog) -> String? {
  let word = query.lowercased()
  func isQuery(_ name: String) -> Bool { name.lowercased() == word }

  let ids =
    catalog.dictionaries.flatMap(\.keys).map(\.name) + catalog.dataTypes.map(\.id) + catalog.purposes.map(\.id)
    + catalog.categories.map(\.id) + catalog.categories.flatMap(\.reasons).map(\.code) + [catalog.manifest.fileName]
  if let id = ids.first(where: isQuery) { return documentation(of: id, catalog: catalog) }
  if let rule = Rule.all.first(where: { isQuery($0.id) }) { return Page(rule, catalog).markdown }
  if let code = appleCode(word) { return pageOfRules(for: code, catalog)?.markdown }

  // By another name; where several things have it, all of them.
  var found: [String] = []
  func find(_ names: [String], _ id: String) {
    if names.contains(where: isQuery), !found.contains(id) { found.append(id) }
  }
  let keys = catalog.dictionaries.flatMap { zip($0.keys, shortForms(of: $0.keys.map(\.name))) }
  for (key, short) in keys { find([key.xcodeName, short], key.name) }
  for (type, short) in zip(catalog.dataTypes, shortForms(of: catalog.dataTypes.map(\.id))) {
    find([type.displayName, short], type.id)
  }
  for (purpose, short) in zip(catalog.purposes, shortForms(of: catalog.purposes.map(\.id))) {
    find([purpose.displayName, purpose.displayName.replacing("’", with: "'"), short], purpose.id)
  }
  for (category, short) in zip(catalog.categories, shortForms(of: catalog.categories.map(\.id))) {
    let symbols = category.symbols.flatMap { symbol in
      [symbol.name, String(symbol.name.prefix { $0 != "(" }), symbol.swift, symbol.objectiveC, symbol.c]
    }
    find([category.title, short] + symbols.compactMap { $0 }, category.id)
    for reason in category.reasons { find([String(reason.code.prefix { $0 != "." })], reason.code) }
  }
  let pages = found.compactMap { documentation(of: $0, catalog: catalog) }
  return pages.isEmpty ? nil : pages.joined(separator: "\n\n---\n\n")
}

/// The code of Apple's mail that a word is, with or without its letters; the word is in lower case.
private func appleCode(_ word: String) -> String? {
  let digits = word.hasPrefix("itms-") ? word.dropFirst("itms-".count) : word[...]
  guard digits.count == 5, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
  return "ITMS-\(digits)"
}

/// The rules behind a code of Apple's mails.
private func pageOfRules(for code: String, _ catalog: Catalog) -> Page? {
  let own = Rule.all.filter { $0.itms == code }
  let nested = Rule.all.filter { $0.nestedITMS == code }
  guard !own.isEmpty || !nested.isEmpty else { return nil }
  var page = Page(code, catalog)
  page.add(
    own.isEmpty
      ? "App Store Connect sends this code for a manifest in a nested bundle. These rules find what may be behind it:"
      : "App Store Connect sends this code for a manifest. These rules find what may be behind it:")
  page.add(list: (own.isEmpty ? nested : own).map { "`\($0.id)` \($0.summary)" })
  let twins = Set((own.isEmpty ? nested : own).compactMap { own.isEmpty ? $0.itms : $0.nestedITMS }).sorted()
  if !twins.isEmpty {
    page.add((own.isEmpty ? "For the app’s own manifest: " : "In a nested bundle: ") + twins.joined(separator: ", "))
  }
  return page
}

extension Page {
  init(_ rule: Rule, _ catalog: Catalog) {
    self.init(rule.id, catalog)
    add(rule.summary)
    var facts = [rule.severity.rawValue]
    if let itms = rule.itms { facts.append(rule.nestedITMS.map { "\(itms) (in a nested bundle \($0))" } ?? itms) }
    add("Severity: " + facts.joined(separator: ", "))
    add(rule.explanation)
    if let wrong = rule.examples.first(where: { $0.text.contains("«") }) {
      add("Reported:")
      add(Self.code(wrong.text))
      if let fixed = wrong.fixed {
        add("Mended:")
        add(fixed.isEmpty ? "(nothing is left)" : Self.code(fixed))
      }
    }
    if let right = rule.examples.first(where: { !$0.text.contains("«") && !$0.text.isEmpty }) {
      add("In order:")
      add(Self.code(right.text))
    }
    if rule.isSuppressible {
      add("To leave it as it is, put `<!-- privacy-lsp:ignore \(rule.id): why -->` before the element.")
    }
    let sources = rule.sources.compactMap { catalog.sources[$0] }
    add(list: sources.map { source in source.link.map { "[\(source.title)](\($0))" } ?? source.title })
  }

  private static func code(_ text: String) -> String {
    "```xml\n\(text.replacing("«", with: "").replacing("»", with: ""))\n```"
  }
}
