/// A shell that completions can be printed for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}

/// The completion script for a shell, made from the table of commands.
func completions(of commands: [Command], for shell: Shell) -> String {
  switch shell {
  case .bash: bashCompletions(of: commands)
  case .zsh: zshCompletions(of: commands)
  case .fish: fishCompletions(of: commands)
  }
}

extension Option {
  /// The option as it is typed: “-q” and “--quiet”.
  fileprivate var words: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

/// A text between single quotes, as all three shells read it.
private func quotedForShell(_ text: String) -> String {
  "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}

private func bashCompletions(of commands: [Command]) -> String {
  // The names are letters, digits and hyphens, so they need no quoting.
  var values: [String] = []
  var options: [String] = []
  var operands: [String] = []
  for command in commands {
    for option in command.shownOptions {
      let pattern = option.words.map { "\(command.name):\($0)" }.joined(separator: " | ")
      switch option.value {
      case .none: break
      case .text, .list: values.append("\(pattern)) return ;;")
      case .file: values.append("\(pattern)) files=1 ;;")
      case .choice(let choices): values.append("\(pattern)) offers='\(choices.joined(separator: " "))' ;;")
      }
    }
    let words = command.shownOptions.flatMap(\.words).joined(separator: " ")
    options.append("\(command.name)) offers='\(words)' ;;")
    switch command.completion {
    case .none: break
    case .paths: operands.append("\(command.name)) files=1 ;;")
    case .words(let words):
      operands.append("\(command.name)) offers='\(words(commands).joined(separator: " "))' ;;")
    }
  }
  func cases(_ lines: [String]) -> String { lines.map { "      \($0)" }.joined(separator: "\n") }
  let first = (commands.map(\.name) + Option.help.words + Option.version.words).joined(separator: " ")
  return """
    # bash completion for privacy-lsp, made by “privacy-lsp completions bash”.
    _privacy_lsp() {
      local word=${COMP_WORDS[COMP_CWORD]} before='' command=${COMP_WORDS[1]} offers='' files='' line
      COMPREPLY=()
      if ((COMP_CWORD > 0)); then before=${COMP_WORDS[COMP_CWORD - 1]}; fi
      # “--option=value” is three words to bash.
      if [[ $word == = ]]; then
        word=''
      elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      if ((COMP_CWORD == 1)); then
        offers='\(first)'
      fi
      case $command:$before in
    \(cases(values))
      esac
      if [[ -z $offers && -z $files && $word == -* ]]; then
        case $command in
    \(cases(options))
        esac
      elif [[ -z $offers && -z $files ]]; then
        case $command in
    \(cases(operands))
        esac
      fi
      if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
      else
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$offers" -- "$word")
      fi
    }
    complete -F _privacy_lsp privacy-lsp

    """
}

private func zshCompletions(of commands: [Command]) -> String {
  /// A description with brackets and colons escaped.
  func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
  func specification(_ option: Option) -> String {
    let value =
      switch option.value {
      case .none: ""
      case .text(let word), .list(let word): ":\(word):"
      case .file(let word): ":\(word):_files"
      case .choice(let choices): ":\(option.name):(\(choices.joined(separator: " ")))"
      }
    let sign = value.isEmpty ? "" : "="
    let text = "[\(escaped(option.summary))]\(value)"
    // zsh offers an option once, unless a star says that it may be given again.
    let star = if case .list = option.value { "*" } else { "" }
    guard let short = option.short else { return quotedForShell("\(star)--\(option.name)\(sign)\(text)") }
    let names = "{-\(short)\(sign.isEmpty ? "" : "+"),--\(option.name)\(sign)}"
    return quotedForShell("(-\(short) --\(option.name))") + names + quotedForShell(text)
  }
  let list = commands.map { "    " + quotedForShell("\($0.name):\(escaped($0.summary))") }
  let cases = commands.map { command -> String in
    var lines = command.shownOptions.map(specification)
    switch command.completion {
    case .none: break
    case .paths: lines.append("'*:path:_files'")
    case .words(let words):
      lines.append(quotedForShell("*:\(command.name):(\(words(commands).joined(separator: " ")))"))
    }
    return "    \(command.name))\n      _arguments -s -S \\\n        "
      + lines.joined(separator: " \\\n        ") + "\n      ;;"
  }
  return """
    #compdef privacy-lsp
    compdef _privacy-lsp privacy-lsp
    # zsh completion for privacy-lsp, made by “privacy-lsp completions zsh”.
    _privacy-lsp() {
      local -a commands
      commands=(
    \(list.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )); then
        _describe -t commands command commands
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
    \(cases.joined(separator: "\n"))
      esac
    }
    if [[ $funcstack[1] == _privacy-lsp ]]; then _privacy-lsp "$@"; fi

    """
}

private func fishCompletions(of commands: [Command]) -> String {
  var lines = [
    "# fish completion for privacy-lsp, made by “privacy-lsp completions fish”.", "complete -c privacy-lsp -f",
  ]
  /// In fish, a backslash in single quotes escapes too.
  func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
  for command in commands {
    lines.append(
      "complete -c privacy-lsp -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
  }
  for option in [Option.help, .version] {
    let short = option.short.map { " -s \($0)" } ?? ""
    lines.append(
      "complete -c privacy-lsp -n __fish_use_subcommand\(short) -l \(option.name) -d \(quoted(option.summary))")
  }
  for command in commands {
    let start = "complete -c privacy-lsp -n '__fish_seen_subcommand_from \(command.name)'"
    for option in command.shownOptions {
      let short = option.short.map { " -s \($0)" } ?? ""
      let value =
        switch option.value {
        case .none: ""
        case .text, .list: " -x"
        case .file: " -r -F"
        case .choice(let choices): " -x -a \(quoted(choices.joined(separator: " ")))"
        }
      lines.append("\(start)\(short) -l \(option.name)\(value) -d \(quoted(option.summary))")
    }
    switch command.completion {
    case .none: break
    case .paths: lines.append("\(start) -F")
    case .words(let words): lines.append("\(start) -a \(quoted(words(commands).joined(separator: " ")))")
    }
  }
  return lines.joined(separator: "\n") + "\n"
}
