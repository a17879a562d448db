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

  private init(parts: [String]) { self.parts = parts }

  /// The names in code, also those in arguments, the outer before the inner and what is assigned before what gets it.
  /// A single plain word is a keyword, a label or a variable, unless it comes first or is called.
  static func all(in code: String) -> [CodeName] {
    var names: [(parts: [String], isCalled: Bool)] = [([], true)]
    var current = 0
    // The opening brackets, with the name that continues after the closing one.
    var open: [(bracket: Character, name: Int)] = []
    var value = 0
    var part = ""
    var isInText = false
    for character in code + " " {
      if character == "\"" { isInText.toggle() }
      if !isInText, isNamePart(character) {
        part.append(character)
        continue
      }
      if !part.isEmpty { names[current].parts.append(part) }
      part = ""
      // The first bracket of a message opens what is also its name: [[UIDevice currentDevice] name].
      let continues =
        isInText || "!.?".contains(character) || character == " " && open.last?.bracket == "["
        || character == "[" && names[current].parts.isEmpty
      if "([{".contains(character) { open.append((character, current)) }
      if character == "(" { names[current].isCalled = true }
      if ")]}".contains(character), let last = open.popLast() {
        current = last.name
      } else if !continues {
        current = names.count
        names.append(([], false))
      }
      if character == "=", open.isEmpty { value = current }
    }
    return (names[value...] + names[..<value]).compactMap { name in
      guard let first = name.parts.first else { return nil }
      return name.parts.count > 1 || name.isCalled || isCompound(first) ? CodeName(parts: name.parts) : nil
    }
  }

  /// Whether a text can only be code: an attribute, a call, a message, a member or an assignment.
  static func isCode(_ text: String) -> Bool {
    var last: Character?
    for (character, next) in zip(text, Array(text.dropFirst()) + [" "]) {
      switch character {
      case "[", "=": return true
      case "@" where last == nil && isNamePart(next): return true
      case "(" where last.map(isNamePart) ?? false: return true
      case "." where next.isLetter && !(last?.isWhitespace ?? false): return true
      default: last = character
      }
    }
    return false
  }

  /// Whether a name consists of several words as only code joins them: "UIPasteboard", "clock_gettime".
  static func isCompound(_ name: String) -> Bool {
    name.allSatisfy(isNamePart) && name.dropFirst().contains { $0.isUppercase || $0 == "_" }
  }

  /// How a symbol fits this name; nil if it doesn’t. A symbol that ends with “*” stands for all that begin so.
  func fit(of symbol: String, ignoresCase: Bool) -> Fit? {
    let other = CodeName(symbol).parts
    guard let name = parts.last, let member = other.last, let type = other.first else { return nil }
    func isSame(_ own: String) -> Bool {
      // In another case, a plain word is a word: “date” isn’t “Date()”.
      let (own, name) = ignoresCase && Self.isCompound(own) ? (own.lowercased(), name.lowercased()) : (own, name)
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

  static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
