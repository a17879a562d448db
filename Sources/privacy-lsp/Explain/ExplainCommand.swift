import Catalog
import CatalogData
import EditorFeatures
import PrivacyRules
import SourceText

extension Option {
  static let all = Option(name: "all", summary: "Explain every rule")
  static let explanationFormat = Option(
    name: "format", value: .choice(["text", "markdown"]), summary: "How the explanation is printed")
}

extension Command {
  static let explain = Command(
    name: "explain",
    operands: "RULE|CODE|KEY…",
    summary: "Explain a rule, one of Apple’s error codes, or a key or value that is about privacy",
    details: """
      Takes rules (unknown-reason), codes of Apple’s mails (ITMS-91055, 91055), messages of App Review (5.1.1), and
      the keys, data types, purposes,
      categories and reasons of a manifest, by their identifier or by the name that people see (Email Address). So
      are the purpose strings of Info.plist and the entitlements that go with them.
      """,
    options: [.all, .explanationFormat, .color]
  ) { arguments, console in
    let linter = Linter(catalog: .bundled)
    let isMarkdown = arguments[.explanationFormat] == "markdown"
    func show(_ markdown: String) {
      console.print(
        isMarkdown
          ? markdown
          : TerminalText.render(markdown, style: console.style(arguments[.color]), width: console.width))
    }
    if arguments.has(.all) {
      show(rulesReference(linter: linter))
      return 0
    }
    guard !arguments.operands.isEmpty else {
      console.note("“explain” needs a rule, a code or a key; --all explains every rule")
      return 2
    }
    var status: Int32 = 0
    var isFirst = true
    for query in joiningCodes(arguments.operands) {
      guard let page = page(about: query, linter) else {
        let meant = suggestions(for: query, linter)
        let hint = meant.isEmpty ? "" : "; did you mean \(meant.map { "“\($0)”" }.joined(separator: " or "))?"
        console.note("nothing is known about “\(printable(query))”\(hint)")
        status = 2
        continue
      }
      if !isFirst { console.print("\n") }
      isFirst = false
      show(page)
    }
    return status
  }
}

/// The page about whatever a query names, as Markdown; nil if it names nothing.
func page(about query: String, _ linter: Linter) -> String? {
  if let rule = Rule.withID(query.lowercased()) { return rulePage(rule, linter: linter) }
  if let page = page(aboutStoreMessage: query, linter) { return page }
  if let page = documentation(of: query, catalog: linter.catalog) { return page }
  // Another letter case and the names that people see mean the same thing; a misspelling only suggests it.
  for spelling in spellings(of: query, linter) where spelling.difference != .typo {
    if let page = documentation(of: spelling.name, catalog: linter.catalog) { return page }
  }
  return documentation(ofAPI: query, catalog: linter.catalog)
}

/// What a query may stand for, in every vocabulary there is.
private func spellings(of query: String, _ linter: Linter) -> [Spelling] {
  let names = linter.vocabularies
  let keys = linter.catalog.dictionaries.compactMap { names.keys(of: $0.id) }
  return (keys + [names.dataTypes, names.purposes, names.categories, names.reasons, names.purposeKeys])
    .compactMap { $0.spelling(of: query) }.filter { $0.difference != .related }
}

/// What a query that names nothing may have meant, each once.
private func suggestions(for query: String, _ linter: Linter) -> [String] {
  var seen: Set<String> = []
  let rule = nearest(to: query, among: Rule.all.map(\.id))
  return ((rule.map { [$0] } ?? []) + spellings(of: query, linter).map(\.name))
    .filter { seen.insert($0).inserted }
}
