/// A text made safe to print in a line of a log: it can’t control a terminal, change the text direction or give
/// commands to a build service that parses the log. Control characters become visible symbols.
///
/// Everything from a file, a path or a client goes through here before it is printed.
///
/// - Parameters:
///   - before: What the line already has before the text.
///   - keepsTabs: Whether to keep tabs.
public func printable(_ text: some StringProtocol, behind before: String = "", keepsTabs: Bool = false) -> String {
  // A concrete type is several times as fast as a generic one, and each line of a report comes here twice.
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
    // `::error::`, also after spaces.
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

/// Whether a character is invisible and controls how text is shown: a control character, a line end, or a bidirectional
/// control that could make a line read as a different one.
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

/// Finds where a build service’s command begins: `##[error]`, `##vso[…]`, `##teamcity[…]`. Some services look for them
/// anywhere in a line.
private struct LogCommand {
  private var signs = 0
  private var isBegun = false

  /// Takes the next character and returns whether it is the bracket of a command.
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
