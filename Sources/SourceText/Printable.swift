/// A text made safe for a line of a log: it can't control a terminal, change the direction of text, or contain commands
/// for a build service that reads the log. Invisible characters are replaced with pictures.
///
/// Everything from a file, a path or a client goes through here before it is printed for people.
///
/// - Parameters:
///   - before: What precedes the text on its line.
///   - keepsTabs: Whether to keep tabs.
public func printable(_ text: some StringProtocol, behind before: String = "", keepsTabs: Bool = false) -> String {
  // Iterating over a `String` is several times as fast as over a generic type, and every line of a report comes through
  // here twice.
  let text = String(text)
  let isPlain = text.unicodeScalars.allSatisfy {
    !isControlSign($0) && $0 != "#" && $0 != ":" && ($0 != "[" || before.isEmpty)
  }
  if isPlain { return text }
  var result = String.UnicodeScalarView()
  var command = LogCommand()
  var isAtStart = before.isEmpty
  for scalar in before.unicodeScalars { _ = command.ends(with: scalar) }
  let scalars = text.unicodeScalars
  for index in scalars.indices {
    let scalar = scalars[index]
    // `::error::`, also after whitespace.
    let isColons = isAtStart && scalar == ":" && scalars[index...].dropFirst().first == ":"
    if command.ends(with: scalar) || isColons { result.append("\\") }
    isAtStart = isAtStart && scalar.properties.isWhitespace
    if scalar == "\t", keepsTabs {
      result.append(scalar)
    } else {
      result.append(isControlSign(scalar) ? picture(of: scalar) : scalar)
    }
  }
  return String(result)
}

/// Whether a character is invisible and has an effect: a control character, a line end, or a mark that changes the
/// direction of text, so that a line could read as another one.
public func isControlSign(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

private func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar.value {
  case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
  case 0x7F: "\u{2421}"
  default: "\u{FFFD}"
  }
}

/// Detects the start of a command for a build service in a line: `##[error]`, `##vso[…]`, `##teamcity[…]`. Some
/// services look for them anywhere in a line.
private struct LogCommand {
  private var signs = 0
  private var isBegun = false

  /// Takes the next character; true if it is the bracket of a command.
  mutating func ends(with scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "#":
      signs += 1
      isBegun = signs >= 2
    case "[" where isBegun:
      self = LogCommand()
      return true
    case "a"..."z", "A"..."Z", "0"..."9": signs = 0
    default: self = LogCommand()
    }
    return false
  }
}
