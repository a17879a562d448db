import Catalog
import CatalogData
import PrivacyRules
import SourceText

extension Option {
  static let all = Option(name: "all", summary: "Explain every rule")
}

extension Command {
  static let explain = Command(
    name: "explain",
    operands: "WORDS…",
    completion: .words { _ in Rule.all.map(\.id) },
    summary: "Explain a rule, an Apple error code or any other privacy term",
    details: """
      Takes rules (unknown-reason), codes in Apple’s emails (ITMS-91055, 91055), App Review messages
      (5.1.1), names in manifests, Info.plist and entitlements, as identifiers or in plain words
      (“Email Address”, camera, IDFA), APIs (UserDefaults, AVCaptureSession), guidelines (G012) and
      SDKs on Apple’s list (Alamofire, github.com/Alamofire/Alamofire). Put several words in
      quotation marks. If a word can mean several things, all are listed.

      Exit status: 0, or 2 if nothing is found for a word or the command line is wrong.
      """,
    options: [.all, .format("text", "markdown"), .color]
  ) { arguments, console in
    let linter = Linter(catalog: .bundled)
    let isMarkdown = arguments.format == "markdown"
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
      console.note("missing WORDS after “explain”; --all explains every rule")
      return 2
    }
    var status: Int32 = 0
    var isFirst = true
    for query in joiningCodes(arguments.operands) {
      guard let page = page(about: query, linter) else {
        let meant = suggestions(for: query, linter)
        let hint = meant.isEmpty ? "" : "; did you mean \(meant.map { "“\($0)”" }.joined(separator: " or "))?"
        console.note("nothing found for “\(query)”\(hint)")
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

/// The page about what a query means, or a list if it can mean several things, as Markdown; nil if nothing matches.
func page(about query: String, _ linter: Linter) -> String? {
  guard query.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
  let topics = Topics(query, linter)
  let found = topics.meant.isEmpty ? topics.related : topics.meant
  guard let first = found.first else { return nil }
  guard found.count > 1 else {
    let others = topics.meant.isEmpty ? [] : topics.related.prefix(6).map { "`\($0.name)`" }
    return others.isEmpty ? first.page() : first.page() + "\n\nSee also: \(others.joined(separator: ", "))\n"
  }
  let most = 12
  let all = topics.meant.isEmpty ? topics.related : topics.meant + topics.related
  // What a shell would read as more than a name is quoted.
  let isWord = first.name.allSatisfy { CodeName.isNamePart($0) || "-.".contains($0) }
  let name = isWord ? first.name : "'\(first.name)'"
  let lines = all.prefix(max(most, topics.meant.count)).map { "- `\($0.name)` (\($0.kind)): \($0.summary)" }
  return """
    “\(printable(query))” can mean:

    \(lines.joined(separator: "\n"))

    Run “privacy-lsp explain \(name)” for more about the first, and so on.

    """
}

/// Suggestions for a query that matches nothing; empty for code, most of which is the app’s own.
private func suggestions(for query: String, _ linter: Linter) -> [String] {
  guard query.contains(where: { $0.isLetter || $0.isNumber }), !CodeName.isCode(query) else { return [] }
  let names = linter.vocabularies
  let keys = linter.catalog.dictionaries.compactMap { names.keys(of: $0.id) }
  let sdks = Vocabulary(linter.catalog.sdks.map { Vocabulary.Name($0.name, others: $0.otherNames) })
  let vocabularies = keys + [names.dataTypes, names.purposes, names.categories, names.reasons, names.purposeKeys, sdks]
  var found = [nearest(to: query, among: Rule.all.map(\.id))].compactMap(\.self)
  found += vocabularies.flatMap { $0.spelling(of: query)?.candidates ?? [] }
  return Array(found.unique().prefix(4))
}

/// The operands of a command line, with codes joined that a space has split: “ITMS 91055”.
private func joiningCodes(_ operands: [String]) -> [String] {
  var result: [String] = []
  for operand in operands {
    if result.last?.lowercased() == "itms", operand.allSatisfy(\.isNumber), let name = result.popLast() {
      result.append("\(name)-\(operand)")
    } else {
      result.append(operand)
    }
  }
  return result
}
