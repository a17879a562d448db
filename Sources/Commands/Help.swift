extension Option {
  static let man = Option(name: "man", summary: "Print the manual page in man format")
}

extension Command {
  /// The usage line: "privacy-lsp lint [OPTION…] [PATH…]".
  var usage: String {
    let usage = "privacy-lsp \(name) [OPTION…]"
    return operands.isEmpty ? usage : "\(usage) \(operands)"
  }

  static let help: Self = Command(
    name: "help",
    operands: "[COMMAND]",
    operandCount: 0...1,
    completion: .words { $0.map(\.name) },
    summary: "Print help for the program or a command",
    details: "“privacy-lsp COMMAND --help” prints the same help.",
    options: [.man, .color]
  ) { arguments, console in
    if arguments.has(.man) {
      console.print(manualPage(of: arguments.commands))
      return 0
    }
    let style = console.style(arguments[.color])
    guard let name = arguments.operands.first else {
      console.print(Commands.help(commands: arguments.commands, style: style))
      return 0
    }
    do throws(Arguments.Failure) {
      console.print(Commands.help(try Arguments.command(name, in: arguments.commands), style: style))
      return 0
    } catch {
      return console.fail(error)
    }
  }

  static let version = Command(
    name: "version", operandCount: 0...0, summary: "Print the version and the date of the rules"
  ) { _, console in
    console.print(versionLine)
    return 0
  }

  static let completions: Self = Command(
    name: "completions",
    operands: Shell.allCases.map(\.rawValue).joined(separator: "|"),
    operandCount: 1...1,
    completion: .words { _ in Shell.allCases.map(\.rawValue) },
    summary: "Print the completion script for a shell",
    details: """
      bash: source <(privacy-lsp completions bash), in ~/.bashrc

      zsh:  privacy-lsp completions zsh > "${fpath[1]}/_privacy-lsp"

      fish: privacy-lsp completions fish > ~/.config/fish/completions/privacy-lsp.fish
      """
  ) { arguments, console in
    let name = arguments.operands.first ?? ""
    guard let shell = Shell(rawValue: name.lowercased()) else {
      let known = Shell.allCases.map(\.rawValue)
      return console.fail(
        Arguments.Failure(message: unknown("shell", name, among: known), command: Command.completions))
    }
    console.print(Commands.completions(of: arguments.commands, for: shell))
    return 0
  }
}

/// The help for the whole program.
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

    “privacy-lsp help COMMAND” prints help for a command.

    """
}

/// The help for one command.
func help(_ command: Command, style: Style = .plain) -> String {
  var result = """
    \(command.summary).

    \(style("Usage", .heading))
      \(command.usage)

    \(style("Options", .heading))
    \(table(command.shownOptions.map { ($0.usage, $0.summary) }, style))

    """
  if !command.details.isEmpty { result += "\n\(command.details)\n" }
  return result
}

/// Two columns. If a name is too long for its column, its summary goes on the next line.
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
