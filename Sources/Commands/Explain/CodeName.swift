/// A name as code spells it: `UIDevice.current.name`, `[[UIDevice currentDevice] name]`, `@Name`, `name()`.
struct CodeName {
  /// What it consists of, the owners first: "UIDevice", "current", "name".
  let parts: [String]

  /// How a symbol fits a name, the best first.
  enum Fit: Int, Comparable {
    /// It is the name.
    case exact
    /// It is what the name ends with.
    case ending
    /// It belongs to a type that is one of the owners.
    case type
    /// Its member has this name, and nothing says that the owner is of another type.
    case member

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// Reads a spelling without its arguments.
  init(_ text: String) {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth <= 0, Self.isNamePart(character) {
        part.append(character)
        continue
      }
      if !part.isEmpty { parts.append(part) }
      part = ""
      // What follows is an argument, a value, a closure or a path.
      if depth <= 0, ":={/".contains(character) { break }
    }
    if !part.isEmpty { parts.append(part) }
    self.parts = parts
  }

  /// The expression that a line assigns, returns or tests, up to what follows it; nil if the text is no such line.
  static func expression(in line: String) -> String? {
    let value = assignment(in: line).map { line[$0.endIndex...].drop { $0 == " " } }
    var rest = value ?? line[...]
    let keywords = ["return", "if", "guard", "while", "try", "try?", "await"]
    while case let word = rest.prefix(while: { $0 != " " }), keywords.contains(String(word)) {
      rest = rest.dropFirst(word.count).drop { $0 == " " }
    }
    guard value != nil || rest.count < line.count else { return nil }
    var depth = 0
    let expression = rest.prefix { character in
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      return depth > 0 || character != " "
    }
    return String(expression)
  }

  /// Whether a text can only be code: an attribute, a call, a message, a member or an assignment.
  static func isCode(_ text: String) -> Bool {
    if assignment(in: text) != nil { return true }
    var last: Character?
    for (character, next) in zip(text, Array(text.dropFirst()) + [" "]) {
      switch character {
      case "[": return true
      case "@" where last == nil && isNamePart(next): return true
      case "(" where last.map(isNamePart) ?? false: return true
      case "." where next.isLetter && !(last?.isWhitespace ?? false): return true
      default: last = character
      }
    }
    return false
  }

  /// The sign of an assignment.
  private static func assignment(in line: String) -> Substring? { line.split(separator: " ").first { $0 == "=" } }

  /// Whether a name consists of several words as only code joins them: "UIPasteboard", "clock_gettime".
  static func isCompound(_ name: String) -> Bool {
    name.allSatisfy(isNamePart) && name.dropFirst().contains { $0.isUppercase || $0 == "_" }
  }

  /// How a symbol fits this name; nil if it doesn’t. A symbol that ends with “*” stands for all that begin so.
  func fit(of symbol: String, ignoresCase: Bool) -> Fit? {
    let other = CodeName(symbol).parts
    guard let name = parts.last, let member = other.last, let type = other.first else { return nil }
    func isSame(_ own: String) -> Bool {
      let (own, name) = ignoresCase ? (own.lowercased(), name.lowercased()) : (own, name)
      return symbol.hasSuffix("*") ? name.hasPrefix(own) : name == own
    }
    let owners = parts.dropLast()
    if owners.isEmpty { return other.contains(where: isSame) ? .exact : nil }
    let isOwned = owners.contains(type) && type.first?.isUppercase == true
    guard isSame(member) else { return isOwned ? .type : nil }
    if other.count == 1 { return .ending }
    if owners.contains(type) { return .exact }
    return owners.last?.first?.isUppercase == true ? nil : .member
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
