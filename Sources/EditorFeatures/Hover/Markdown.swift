import SourceText

/// Markdown converted to plain text for clients without Markdown: markup is removed, links keep their URL.
///
/// It supports what this program writes: headings, emphasis, code, fenced blocks, lists, rules, links and escapes.
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
    // Not emphasis.
    mark = "- "
    rest = rest.dropFirst(2)
  }
  return blanks + mark + plainSpan(rest.unicodeScalars)
}

private func plainSpan(_ text: Substring.UnicodeScalarView) -> String {
  var result = String.UnicodeScalarView()
  var rest = text
  var previous: Unicode.Scalar = " "
  while let scalar = rest.first {
    var shown = rest.prefix(1)
    var consumed = 1
    switch scalar {
    case "\\":
      guard let next = rest.dropFirst().first, isMark(next) else { break }
      shown = rest.dropFirst().prefix(1)
      consumed = 2
    case "`":
      let ticks = rest.prefix { $0 == "`" }
      let inner = rest.dropFirst(ticks.count)
      let end = inner.indices.first { inner[$0...].starts(with: ticks) }
      shown = end.map { inner[..<$0] } ?? ticks
      consumed = shown.count + (end == nil ? 0 : 2 * ticks.count)
    case "[":
      guard let link = MarkdownLink(rest) else { break }
      let label = plainSpan(link.label)
      let address = String(link.address)
      shown = Substring(label == address || label.isEmpty ? address : "\(label) (\(address))").unicodeScalars
      consumed = link.length
    case "*", "_":
      let run = rest.prefix { $0 == scalar }
      let next = rest.dropFirst(run.count).first ?? " "
      // Not markup between spaces, nor for an underscore between letters.
      let isBetweenLetters = scalar == "_" && isWord(previous) && isWord(next)
      let isText = previous.properties.isWhitespace && next.properties.isWhitespace || isBetweenLetters
      shown = isText ? run : rest.prefix(0)
      consumed = run.count
    default: break
    }
    result.append(contentsOf: shown)
    let end = rest.index(rest.startIndex, offsetBy: consumed, limitedBy: rest.endIndex) ?? rest.endIndex
    previous = rest[..<end].last ?? previous
    rest = rest[end...]
  }
  return String(result)
}

/// Whether a character is a letter or digit, next to which an underscore isn’t markup.
private func isWord(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.isAlphabetic || scalar.properties.numericType != nil
}

/// Whether a character can be escaped with a backslash.
private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "!"..."/", ":"..."@", "["..."`", "{"..."~": true
  default: false
  }
}

/// A text escaped for use in a line of Markdown, or as a whole line. It works on scalars, as Markdown parsers do.
public func escapedForMarkdown(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  let scalars = Substring(text).unicodeScalars
  var isAtStart = true
  for index in scalars.indices {
    let scalar = scalars[index]
    if scalar.properties.isWhitespace {
      // Spaces at the start would make a code block, and a line end would end the paragraph.
      if isAtStart, !result.isEmpty { continue }
      result.append(isControlSign(scalar) ? " " : scalar)
      continue
    }
    let rest = scalars[index...].dropFirst()
    let isMeant =
      switch scalar {
      case "\\", "`", "*", "[", "<", "|", "~": true
      // Between ASCII letters, it isn’t markup.
      case "_": !isPlainLetter(scalars[..<index].last) || !isPlainLetter(rest.first)
      case "&": beginsEntity(rest)
      case "#", ">", "+", "-", "=": isAtStart
      // A number at the start would make a list.
      case ".", ")":
        !isAtStart && isNumber(scalars[..<index].drop { $0.properties.isWhitespace })
          || scalar == "." && String(scalars[..<index].suffix(3)).lowercased() == "www"
      // GitHub’s dialect makes links of bare URLs.
      case ":": rest.starts(with: "//".unicodeScalars)
      default: false
      }
    if isMeant { result.append("\\") }
    isAtStart = false
    if isControlSign(scalar) {
      result.append(contentsOf: printable(String(scalar)).unicodeScalars)
    } else {
      result.append(scalar)
    }
  }
  return String(result)
}

private func isPlainLetter(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return false }
  switch scalar {
  case "a"..."z", "A"..."Z", "0"..."9": return true
  default: return false
  }
}

private func isNumber(_ text: Substring.UnicodeScalarView) -> Bool {
  !text.isEmpty && text.prefix(10).count < 10 && text.allSatisfy { ("0"..."9").contains($0) }
}

/// Whether an ampersand and the text after it are a character reference: `amp;`, `#38;`.
private func beginsEntity(_ text: Substring.UnicodeScalarView) -> Bool {
  let name = (text.first == "#" ? text.dropFirst() : text).prefix(while: isPlainLetter)
  return !name.isEmpty && text[name.endIndex...].first == ";"
}

/// `[label](address)` at the start of a text.
public struct MarkdownLink {
  public let label: Substring.UnicodeScalarView
  public let address: Substring.UnicodeScalarView
  /// The length in scalars.
  public let length: Int

  public init?(_ text: Substring.UnicodeScalarView) {
    var depth = 0
    var end: Substring.UnicodeScalarView.Index?
    var isEscaped = false
    for index in text.indices {
      let scalar = text[index]
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "[" {
        depth += 1
      } else if scalar == "]" {
        depth -= 1
        if depth == 0 {
          end = index
          break
        }
      }
    }
    guard let end, text[end...].starts(with: "](".unicodeScalars) else { return nil }
    let behind = text[end...].dropFirst(2)
    var parentheses = 1
    guard
      let close = behind.firstIndex(where: { scalar in
        if scalar == "(" { parentheses += 1 }
        if scalar == ")" { parentheses -= 1 }
        return parentheses == 0
      })
    else { return nil }
    label = text[..<end].dropFirst()
    address = behind[..<close]
    length = label.count + address.count + 4
  }
}

/// A finding’s message as Markdown: what it quotes becomes code, and the rest is escaped.
public func markdown(message: String) -> String {
  var result = ""
  var rest = Substring(message).unicodeScalars
  while let open = rest.firstIndex(of: "“") {
    let quoted = rest[rest.index(after: open)...]
    guard let close = quoted.firstIndex(of: "”") else { break }
    let code = quoted[..<close]
    result += escapedForMarkdown(String(rest[..<open]))
    // Several words are a name, and code would lose their whitespace.
    let isCode = !code.isEmpty && !code.contains { $0.properties.isWhitespace || $0 == "`" || isControlSign($0) }
    result += isCode ? "`\(String(code))`" : "“\(escapedForMarkdown(String(code)))”"
    rest = quoted[quoted.index(after: close)...]
  }
  return result + escapedForMarkdown(String(rest))
}
