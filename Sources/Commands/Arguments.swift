import SourceText

/// An option that a command takes.
struct Option: Sendable {
  enum Value: Sendable {
    /// Takes no value.
    case none
    /// Any text; the word is its placeholder in the help.
    case text(String)
    /// Texts, separated by commas, which add up if the option is given more than once; the word is their placeholder.
    case list(String)
    /// The path of a file; the word is its placeholder in the help.
    case file(String)
    /// One of these words.
    case choice([String])
  }

  /// The name after `--`.
  let name: String
  var short: Character?
  var value = Value.none
  /// What it does, as a sentence without a full stop.
  let summary: String
  /// Whether only the program itself uses it, so that the help doesn’t list it.
  var isHidden = false

  static let help = Option(name: "help", short: "h", summary: "Print this help")
  static let version = Option(name: "version", summary: "Print the version and the date of the rules")

  static func format(_ names: String...) -> Option {
    Option(name: "format", value: .choice(names), summary: "Output format")
  }

  /// The option and its value, as the help shows it: "--format text|json".
  var usage: String {
    let name = (short.map { "-\($0), " } ?? "") + "--\(self.name)"
    switch value {
    case .none: return name
    case .text(let word), .list(let word), .file(let word): return "\(name) \(word)"
    case .choice(let words): return "\(name) \(words.joined(separator: "|"))"
    }
  }
}

/// A command of the program: what it does, and all that parsing, help, shell completions and the manual page need.
struct Command: Sendable {
  let name: String
  /// Its operands as the help shows them: "PATH…"; empty if it takes none.
  var operands = ""
  /// How many operands it takes.
  var operandCount = 0...Int.max
  /// How a shell completes its operands.
  var completion = Completion.none
  /// What it does, as a sentence without a full stop.
  let summary: String
  /// The rest of its help.
  var details = ""
  var options: [Option] = []
  /// Runs the command and returns the exit status.
  let run: @Sendable (Arguments, Console) -> Int32

  enum Completion: Sendable {
    case none
    case paths
    /// The words to offer, given the commands of the program.
    case words(@Sendable ([Command]) -> [String])
  }

  /// The options to show in the help, including `--help`.
  var shownOptions: [Option] { options.filter { !$0.isHidden } + [.help] }
}

/// The options and operands that a command was given.
struct Arguments: Sendable {
  /// The commands of the program.
  let commands: [Command]
  /// The value of each option that was given; if an option other than a list was given twice, the last one.
  private var values: [String: String] = [:]
  private(set) var operands: [String] = []

  private init(of commands: [Command]) { self.commands = commands }

  /// The operands as paths; without any, the current folder.
  var paths: [String] { operands.isEmpty ? ["."] : operands }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option; nil if it was not given.
  subscript(_ option: Option) -> String? { values[option.name] }

  /// The value of `--format`.
  var format: String? { values["format"] }

  /// Whether the command reads standard input.
  var readsInput: Bool { operands.contains("-") }

  /// What is wrong with the use of “-” and `--stdin-path`; nil if nothing is.
  var problemWithInput: String? {
    if readsInput, operands.count > 1 { return "“-” can’t be combined with other paths" }
    return has(.stdinPath) && !readsInput ? "--stdin-path needs “-”, which reads standard input" : nil
  }

  /// What a command line asks for.
  enum Request: Sendable {
    case help(Command?)
    case version
    case run(Command, Arguments)
  }

  /// A command line that can’t be parsed.
  struct Failure: Error {
    /// A sentence without a full stop.
    var message: String
    var command: Command?
  }

  /// Parses the arguments after the program’s name.
  static func parse(_ words: [String], commands: [Command]) throws(Failure) -> Request {
    guard let first = words.first else { throw Failure(message: "missing command") }
    if first == "--help" || first == "-h" { return .help(nil) }
    if first == "--version" { return .version }
    if first.hasPrefix("-") {
      throw Failure(message: unknown("option", first, among: ["--help", "--version"]))
    }
    let command = try command(first, in: commands)
    // Help comes first, whatever else is wrong with the command line.
    if words.dropFirst().prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(command)
    }
    var arguments = Arguments(of: commands)
    if try arguments.read(words.dropFirst(), for: command) { return .version }
    return .run(command, arguments)
  }

  /// The command with a name.
  static func command(_ name: String, in commands: [Command]) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    // Someone who passes a path in place of the command wants to lint it.
    if nearest(to: name, among: commands.map(\.name)) == nil, name.contains("/") || name.contains(".") {
      throw Failure(
        message: "unknown command “\(printable(name))”; did you mean “\(Command.lint.name) \(printable(name))”?")
    }
    throw Failure(message: unknown("command", name, among: commands.map(\.name)))
  }

  /// - Returns: Whether `--version` was given.
  private mutating func read(
    _ words: ArraySlice<String>, for command: Command
  ) throws(Failure) -> Bool {
    var rest = words
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else {
        let option = try option(word, of: command)
        if option.name == Option.version.name { return true }
        try set(option, as: word, in: command, &rest)
      }
    }
    if operands.count < command.operandCount.lowerBound {
      throw Failure(
        message: "missing \(command.operands.filter { !"[]…".contains($0) }) after “\(command.name)”", command: command)
    }
    if operands.count > command.operandCount.upperBound {
      let extra = operands.dropFirst(command.operandCount.upperBound).first ?? ""
      throw Failure(message: "unexpected “\(printable(extra))” after “\(command.name)”", command: command)
    }
    return false
  }

  /// The option that a word of the command line names.
  private static func option(_ word: String, among options: [Option]) -> Option? {
    let name = word.prefix { $0 != "=" }
    return options.first { name == "--\($0.name)" || $0.short.map { name == "-\($0)" } ?? false }
  }

  private func option(_ word: String, of command: Command) throws(Failure) -> Option {
    let options = command.options + [.help, .version]
    if let option = Self.option(word, among: options) { return option }
    let name = String(word.prefix { $0 != "=" })
    if let owner = commands.first(where: { Self.option(word, among: $0.options.filter { !$0.isHidden }) != nil }) {
      throw Failure(
        message: "“\(command.name)” has no option “\(printable(name))”, but “\(owner.name)” does", command: command)
    }
    throw Failure(
      message: unknown("option", name, among: options.filter { !$0.isHidden }.map { "--\($0.name)" }), command: command)
  }

  private mutating func set(
    _ option: Option, as word: String, in command: Command, _ rest: inout ArraySlice<String>
  ) throws(Failure) {
    let attached = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    func value(_ wanted: String) throws(Failure) -> String {
      let isOption = rest.first.map { $0.hasPrefix("--") && Self.option($0, among: command.options) != nil } ?? true
      guard let value = attached ?? (isOption ? nil : rest.popFirst()), !value.isEmpty else {
        throw Failure(message: "--\(option.name) needs \(wanted)", command: command)
      }
      return value
    }
    switch option.value {
    case .none:
      if attached != nil { throw Failure(message: "--\(option.name) takes no value", command: command) }
      values[option.name] = ""
    case .text(let placeholder), .file(let placeholder): values[option.name] = try value(placeholder)
    case .list(let placeholder):
      values[option.name] = try (values[option.name].map { $0 + "," } ?? "") + value(placeholder)
    case .choice(let choices):
      let list = choices.joined(separator: ", ")
      let value = try value("one of \(list)")
      guard choices.contains(value) else {
        let meant = nearest(to: value, among: choices).map { "; did you mean “\($0)”?" } ?? ""
        throw Failure(
          message: "--\(option.name) takes one of \(list), not “\(printable(value))”\(meant)", command: command)
      }
      values[option.name] = value
    }
  }
}

/// The message about an unknown name, with a suggestion if there is one.
func unknown(_ kind: String, _ name: String, among names: [String]) -> String {
  "unknown \(kind) “\(printable(name))”" + (nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? "")
}

/// The name that a text misspells or abbreviates, ignoring case and hyphens; nil if no name is close.
func nearest(to text: String, among names: [String]) -> String? {
  func letters(_ text: String) -> [UInt8] { text.lowercased().utf8.filter { $0 != "-" } }
  let wanted = letters(String(text.prefix(100)))
  guard wanted.count > 1 else { return nil }
  let limit = max(wanted.count / 3, 1)
  let ranked = names.map { name -> (name: String, distance: Int) in
    // The first word may be missing: “--severity” for “--min-severity”.
    let endings = name.indices.filter { name[$0...].first == "-" }.map { letters(String(name[$0...])) }
    let distances = ([letters(name)] + endings).map { letters in
      letters.starts(with: wanted) ? 0 : editDistance(wanted, letters, limit: limit)
    }
    return (name, distances.min() ?? limit + 1)
  }
  return ranked.min { $0.distance < $1.distance }.flatMap { $0.distance <= limit ? $0.name : nil }
}
