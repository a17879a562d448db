import SourceText

/// An option that a command takes.
struct Option: Sendable {
  enum Value: Sendable {
    /// It stands alone.
    case none
    /// It takes any text; the word stands for it in the help.
    case text(String)
    /// It takes one of these words.
    case choice([String])
  }

  /// The name behind `--`.
  let name: String
  var short: Character?
  var value = Value.none
  /// What it does, as a sentence without its full stop.
  let summary: String
  /// Whether it is for the program itself, and no help speaks of it.
  var isHidden = false

  static let help = Option(name: "help", short: "h", summary: "Print this help")
  static let version = Option(name: "version", summary: "Print the version and the date of the rules")

  /// The option with what it takes, as the help shows it: "--format text|json".
  var usage: String {
    let name = (short.map { "-\($0), " } ?? "") + "--\(self.name)"
    switch value {
    case .none: return name
    case .text(let word): return "\(name) \(word)"
    case .choice(let words): return "\(name) \(words.joined(separator: "|"))"
    }
  }
}

/// A command of the program: all that its help, its errors and its parsing need, and what it does.
struct Command: Sendable {
  let name: String
  /// What it takes besides options, as the help shows it: "PATH…"; empty if nothing.
  var operands = ""
  /// How many operands it takes.
  var operandCount = 0...Int.max
  /// What it does, as a sentence without its full stop.
  let summary: String
  /// What else its help says.
  var details = ""
  var options: [Option] = []
  /// Does it, and returns the status to exit with.
  let run: @Sendable (Arguments, Console) -> Int32
}

/// What a user gave a command.
struct Arguments: Sendable {
  /// The values of the options that were given, the last one where one was given twice.
  private var values: [String: String] = [:]
  private(set) var operands: [String] = []

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value an option was given, nil if it was not given.
  subscript(_ option: Option) -> String? { values[option.name] }

  /// What a command line asks for.
  enum Request: Sendable {
    case help(Command?)
    case version
    case run(Command, Arguments)
  }

  /// A command line that asks for nothing we know.
  struct Failure: Error {
    /// A sentence without a full stop.
    var message: String
    var command: Command?
  }

  /// Reads what follows the program's name.
  static func parse(_ words: [String], commands: [Command]) throws(Failure) -> Request {
    guard let first = words.first else { throw Failure(message: "a command is missing") }
    if first == "--help" || first == "-h" { return .help(nil) }
    if first == "--version" { return .version }
    if first == "help" {
      let topics = words.dropFirst()
      guard let topic = topics.first else { return .help(nil) }
      let command = try command(topic, in: commands)
      if let extra = topics.dropFirst().first {
        throw Failure(message: "“help” does not take “\(printable(extra))”", command: command)
      }
      return .help(command)
    }
    if first.hasPrefix("-") {
      throw Failure(message: unknown("option", first, among: ["--help", "--version"]))
    }
    let command = try command(first, in: commands)
    var arguments = Arguments()
    return try arguments.read(words.dropFirst(), for: command) ?? .run(command, arguments)
  }

  private static func command(_ name: String, in commands: [Command]) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw Failure(message: unknown("command", name, among: commands.map(\.name) + ["help"]))
  }

  private mutating func read(_ words: ArraySlice<String>, for command: Command) throws(Failure) -> Request? {
    var rest = words
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else {
        let option = try option(word, of: command)
        if option.name == Option.help.name { return .help(command) }
        if option.name == Option.version.name { return .version }
        try set(option, as: word, in: command, &rest)
      }
    }
    if operands.count < command.operandCount.lowerBound {
      throw Failure(message: "“\(command.name)” needs \(command.operands)", command: command)
    }
    if operands.count > command.operandCount.upperBound {
      let extra = operands.dropFirst(command.operandCount.upperBound).first ?? ""
      throw Failure(message: "“\(command.name)” does not take “\(extra)”", command: command)
    }
    return nil
  }

  private func option(_ word: String, of command: Command) throws(Failure) -> Option {
    let options = command.options + [.help, .version]
    let name = String(word.prefix { $0 != "=" })
    for option in options where name == "--\(option.name)" || option.short.map({ name == "-\($0)" }) ?? false {
      return option
    }
    throw Failure(
      message: unknown("option", name, among: options.filter { !$0.isHidden }.map { "--\($0.name)" }), command: command)
  }

  private mutating func set(
    _ option: Option, as word: String, in command: Command, _ rest: inout ArraySlice<String>
  ) throws(Failure) {
    let attached = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    switch option.value {
    case .none:
      if attached != nil { throw Failure(message: "--\(option.name) takes no value", command: command) }
      values[option.name] = ""
    case .text(let placeholder):
      guard let value = attached ?? rest.popFirst() else {
        throw Failure(message: "--\(option.name) needs \(placeholder)", command: command)
      }
      values[option.name] = value
    case .choice(let choices):
      let list = choices.joined(separator: ", ")
      guard let value = attached ?? rest.popFirst() else {
        throw Failure(message: "--\(option.name) needs one of \(list)", command: command)
      }
      guard choices.contains(value) else {
        let meant = nearest(to: value, among: choices).map { "; did you mean “\($0)”?" } ?? ""
        throw Failure(
          message: "--\(option.name) takes one of \(list), not “\(printable(value))”\(meant)", command: command)
      }
      values[option.name] = value
    }
  }
}

/// The words about a name that does not exist, with the one that was most likely meant.
func unknown(_ kind: String, _ name: String, among names: [String]) -> String {
  "there is no \(kind) “\(printable(name))”" + (nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? "")
}

/// The name that a text is a misspelling or the beginning of, nil if none is near.
func nearest(to text: String, among names: [String]) -> String? {
  let text = Array(text.lowercased().utf8.prefix(100))
  let core = text.count { $0 != UInt8(ascii: "-") }
  let ranked = names.map { name -> (name: String, distance: Int) in
    let letters = Array(name.lowercased().utf8)
    return (name, core >= 2 && letters.starts(with: text) ? 0 : distance(text, letters))
  }
  let best = ranked.min { $0.distance < $1.distance }
  return best.flatMap { $0.distance <= max(core / 3, 1) && core > 1 ? $0.name : nil }
}

/// The number of letters to insert, delete or replace.
private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == other ? 0 : 1))
      diagonal = above
    }
  }
  return row[b.count]
}
