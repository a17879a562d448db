import Catalog
import EditorFeatures
import PrivacyRules
import SourceText

/// What is said about a rule, as Markdown.
///
/// - Parameter level: The level of its heading.
func rulePage(_ rule: Rule, level: Int = 1, linter: Linter) -> String {
  var parts = [
    String(repeating: "#", count: level) + " " + rule.id,
    headline(of: rule),
    rule.summary,
    rule.explanation,
  ]
  for example in rule.examples { parts.append(exampleText(example, of: rule, linter)) }
  let references = rule.sources.compactMap { linter.catalog.sources[$0] }.map { source in
    source.link.map { "[\(source.title)](\($0))" } ?? source.title
  }
  if !references.isEmpty { parts.append("References: \(references.joined(separator: ", "))") }
  return parts.joined(separator: "\n\n") + "\n"
}

/// The reference of all rules, RULES.md.
func rulesReference(linter: Linter) -> String {
  var result = """
    # Rules

    What privacy-lsp reports. The severities: “error” is what Apple is known to
    reject, “warning” a real mistake or something that another tool refuses, “information” something worth doing, “hint” a
    matter of style. A finding may be more or less severe than its rule where the case is clearer or milder. The marks
    `^~~~` show what is underlined. Settings name a rule by its id, or several by their group.

    This file is made by `privacy-lsp explain --all --format markdown`.

    """
  for (group, title, rules) in Rule.sections {
    result += "\n**\(title)** (group `\(group.rawValue)`)\n\n"
    for rule in rules { result += "- [\(rule.id)](#\(rule.id)): \(rule.summary)\n" }
  }
  for (_, title, rules) in Rule.sections {
    result += "\n## \(title)\n"
    for rule in rules { result += "\n" + rulePage(rule, level: 3, linter: linter) }
  }
  return result
}

/// Severity and code: "**error**, Apple’s ITMS-91055".
private func headline(of rule: Rule) -> String {
  var result = "**\(rule.severity.rawValue)**, group `\(rule.group.rawValue)`"
  if !rule.isOnByDefault { result += ", off unless switched on by its severity in the settings" }
  if let code = rule.itms { result += ", Apple’s \(code)" }
  return result
}

private func exampleText(_ example: Example, of rule: Rule, _ linter: Linter) -> String {
  let (text, ranges) = withoutMarks(example.text)
  guard !ranges.isEmpty else { return "Not reported:\n\n" + block(text, example) }
  // The message and the fix come from the rule itself, so that they cannot be others than in an editor.
  let whole = withoutMarks(example.file(around: example.text, catalog: linter.catalog)).text
  let document = Document(
    path: example.path, kind: FileKind.of(path: example.path) ?? .privacyManifest, text: SourceText(whole))
  let project = linter.project(of: example, text: document.text)
  let finding = linter.lint(document, project: project, configuration: Configuration(turningOn: rule)).first {
    $0.rule == rule.id
  }
  var result = "Reported"
  if let finding {
    let severity = finding.severity == rule.severity ? "" : " (\(finding.severity.rawValue))"
    result += "\(severity): \(escapedForMarkdown(finding.message))"
  }
  result += "\n\n" + block(marked(text, ranges), example)
  guard let fixed = example.fixed, let fix = finding?.fixes.first else { return result }
  let words = fix.isSafe ? "After the fix, which `--fix` writes too" : "After the fix"
  return result + "\n\n\(words) (\(escapedForMarkdown(fix.title))):\n\n" + block(fixed, example)
}

private func block(_ text: String, _ example: Example) -> String {
  let lines = text.split(whereSeparator: \.isNewline).map { line in
    line.prefix { $0 == "\t" }.map { _ in "  " }.joined() + printable(line.drop { $0 == "\t" })
  }
  let name = example.path == "PrivacyInfo.xcprivacy" && example.beside.isEmpty ? "" : "`\(example.path)`:\n\n"
  return "\(name)\(fenced(lines))" + besides(example)
}

/// The other files that an example speaks of.
private func besides(_ example: Example) -> String {
  var result = ""
  var path = ""
  var lines: [String] = []
  func add() {
    if !path.isEmpty { result += "\n\nbeside `\(path)`:\n\n\(fenced(lines))" }
    lines = []
  }
  for line in example.beside.split(whereSeparator: \.isNewline) {
    if line.hasPrefix("--- ") {
      add()
      path = String(line.dropFirst(4))
    } else {
      lines.append(printable(line))
    }
  }
  add()
  return result
}

private func fenced(_ lines: [String]) -> String {
  let text = lines.joined(separator: "\n")
  let language = text.contains("<") ? "xml" : text.hasPrefix("{") ? "json" : "text"
  return "```\(language)\n\(text)\n```"
}

/// A text with a line of marks under each line that holds the start of a range.
private func marked(_ text: String, _ ranges: [ByteRange]) -> String {
  let source = SourceText(text)
  var lines: [String] = []
  for line in 0..<source.lineCount {
    let contents = source.contents(ofLine: line)
    lines.append(source[contents])
    var marks = ""
    for range in ranges where source.line(at: range.lower) == line {
      let before = source[ByteRange(contents.lower, range.lower)]
      let tabs = String(before.prefix { $0 == "\t" })
      let column = displayWidth(before.dropFirst(tabs.count))
      let width = max(displayWidth(source[ByteRange(range.lower, min(range.upper, contents.upper))]), 1)
      if marks.isEmpty { marks = tabs }
      marks += String(repeating: " ", count: max(column - (marks.count - tabs.count), 0))
      marks += "^" + String(repeating: "~", count: width - 1)
    }
    if !marks.isEmpty { lines.append(marks) }
  }
  return lines.joined(separator: "\n")
}

/// An example's text without its marks, and the ranges that they marked.
private func withoutMarks(_ marked: String) -> (text: String, ranges: [ByteRange]) {
  var text = ""
  var ranges: [ByteRange] = []
  var open: [Int] = []
  for character in marked {
    switch character {
    case "«":
      open.append(ranges.count)
      ranges.append(ByteRange(at: text.utf8.count))
    case "»":
      if let index = open.popLast() { ranges[index].upper = text.utf8.count }
    default: text.append(character)
    }
  }
  return (text, ranges)
}
