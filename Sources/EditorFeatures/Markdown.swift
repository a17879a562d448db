/// Markdown as a client that only takes plain text shows it: marks are dropped, links keep their address.
///
/// It knows what this program writes: headings, emphasis, code, fenced blocks, lists, rules, links and escapes.
public func plainText(markdown: String) -> String {
  var result: [String] = []
  var isInBlock = false
  for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
    let trimmed = line.drop { $0 == " " }
    if trimmed.hasPrefix("```") {
      isInBlock.toggle()
    } else if isInBlock {
      result.append("    " + line)
    } else if trimmed == "---" || trimmed == "***" {
      result.append("----")
    } else {
      result.append(plainLine(line))
    }
  }
  return result.joined(separator: "\n")
}

private func plainLine(_ line: Substring) -> String {
  var rest = line
  let blanks = rest.prefix { $0 == " " }
  rest = rest.dropFirst(blanks.count)
  var mark = ""
  let hashes = rest.prefix { $0 == "#" }
  if (1...6).contains(hashes.count), rest.dropFirst(hashes.count).first == " " {
    rest = rest.dropFirst(hashes.count + 1)
  } else if rest.hasPrefix("> ") || rest == ">" {
    rest = rest.dropFirst(2)
  } else if rest.hasPrefix("* ") || rest.hasPrefix("+ ") {
    // Not the beginning of emphasis.
    mark = "- "
    rest = rest.dropFirst(2)
  }
  return blanks + mark + plainSpan(rest)
}

private func plainSpan(_ text: Substring) -> String {
  var result = ""
  var rest = text
  var previous: Character = " "
  while let character = rest.first {
    let consumed: Int
    switch character {
    case "\\":
      let next = rest.dropFirst().first
      if let next, next.isASCII, next.isPunctuation || next.isSymbol {
        result.append(next)
        consumed = 2
      } else {
        result.append(character)
        consumed = 1
      }
    case "`":
      let ticks = rest.prefix { $0 == "`" }
      let inner = rest.dropFirst(ticks.count)
      if let end = inner.indices.first(where: { inner[$0...].hasPrefix(ticks) }) {
        let code = inner[..<end]
        result += code
        consumed = ticks.count * 2 + code.count
      } else {
        result += ticks
        consumed = ticks.count
      }
    case "[":
      if let link = Link(rest) {
        let label = plainSpan(link.label)
        result += label == link.address || label.isEmpty ? String(link.address) : "\(label) (\(link.address))"
        consumed = link.length
      } else {
        result.append(character)
        consumed = 1
      }
    case "*", "_":
      let run = rest.prefix { $0 == character }
      let next = rest.dropFirst(run.count).first ?? " "
      // Between blanks, or for an underscore between letters, it is no mark.
      let isBetweenLetters = character == "_" && isWord(previous) && isWord(next)
      if previous.isWhitespace && next.isWhitespace || isBetweenLetters { result += run }
      consumed = run.count
    default:
      result.append(character)
      consumed = 1
    }
    let end = rest.index(rest.startIndex, offsetBy: consumed, limitedBy: rest.endIndex) ?? rest.endIndex
    previous = rest[..<end].last ?? previous
    rest = rest[end...]
  }
  return result
}

/// Whether a character is a letter or a digit, next to which an underscore is no mark.
func isWord(_ character: Character) -> Bool {
  character.isLetter || character.isNumber
}

/// `[label](address)` at the start of a text.
private struct Link {
  let label: Substring
  let address: Substring
  /// The number of characters it takes.
  let length: Int

  init?(_ text: Substring) {
    var depth = 0
    var end: Substring.Index?
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "[" {
        depth += 1
      } else if character == "]" {
        depth -= 1
        if depth == 0 {
          end = index
          break
        }
      }
    }
    guard let end, text[end...].hasPrefix("](") else { return nil }
    let behind = text[end...].dropFirst(2)
    var parentheses = 1
    guard
      let close = behind.firstIndex(where: { character in
        if character == "(" { parentheses += 1 }
        if character == ")" { parentheses -= 1 }
        return parentheses == 0
      })
    else { return nil }
    label = text[..<end].dropFirst()
    address = behind[..<close]
    length = label.count + address.count + 4
  }
}

/// A finding's message as Markdown: what it quotes of a file is code, and nothing else in it is a mark.
public func markdown(message: String) -> String {
  var result = ""
  var rest = message[...]
  while let open = rest.firstIndex(of: "“") {
    let quoted = rest[rest.index(after: open)...]
    guard let close = quoted.firstIndex(of: "”") else { break }
    let code = quoted[..<close]
    result += escapedForMarkdown(String(rest[..<open]))
    // Several words are a name in words, and white space would not survive.
    let isCode = !code.isEmpty && !code.contains { $0.isWhitespace || $0 == "`" }
    result += isCode ? "`\(code)`" : "“\(escapedForMarkdown(String(code)))”"
    rest = quoted[quoted.index(after: close)...]
  }
  return result + escapedForMarkdown(String(rest))
}
