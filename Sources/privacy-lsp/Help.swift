/// The help about the whole program, made from the table of its commands.
func help(commands: [Command], style: Style = .plain) -> String {
  let usages = commands.map { ($0.operands.isEmpty ? $0.name : "\($0.name) \($0.operands)", $0.summary) }
  return """
    \(productSummary)

    \(style("Usage", .heading))
      privacy-lsp COMMAND [OPTION…]

    \(style("Commands", .heading))
    \(table(usages, style))

    \(style("Options", .heading))
    \(table([Option.help, .version].map { ($0.usage, $0.summary) }, style))

    “privacy-lsp help COMMAND” says more about one.

    """
}

/// The help about one command.
func help(_ command: Command, style: Style = .plain) -> String {
  var usage = "privacy-lsp \(command.name) [OPTION…]"
  if !command.operands.isEmpty { usage += " \(command.operands)" }
  var result = """
    \(command.summary).

    \(style("Usage", .heading))
      \(usage)

    \(style("Options", .heading))
    \(table((command.options.filter { !$0.isHidden } + [.help]).map { ($0.usage, $0.summary) }, style))

    """
  if !command.details.isEmpty { result += "\n\(command.details)\n" }
  return result
}

/// Two columns; where the first word is too long for its column, the second goes on the next line.
private func table(_ rows: [(String, String)], _ style: Style) -> String {
  let widest = 30
  let width = rows.map(\.0.count).filter { $0 <= widest }.max() ?? 0
  return rows.map { name, summary in
    let gap =
      name.count <= width
      ? String(repeating: " ", count: width - name.count + 2) : "\n" + String(repeating: " ", count: width + 4)
    return "  \(style(name, .name))\(gap)\(summary)"
  }.joined(separator: "\n")
}
