/// The style of output for people: colored on a terminal, plain in a pipe.
struct Style: Sendable {
  /// The role of a piece of text, which decides its color.
  enum Mark: String, Sendable {
    case bold, dim, heading, name, code, link
    case error, warning, information, hint
    case added, removed

    /// The parameters of the terminal’s SGR sequence.
    fileprivate var parameters: String {
      switch self {
      case .bold, .heading: "1"
      case .dim: "2"
      case .name, .code: "36"
      case .link: "4;34"
      case .error: "1;31"
      case .warning: "1;33"
      case .information: "1;34"
      case .hint: "1;36"
      case .added: "32"
      case .removed: "31"
      }
    }
  }

  let isColored: Bool

  static let plain = Style(isColored: false)
  static let colored = Style(isColored: true)

  /// The text in the colors of a mark, if colors are on.
  func callAsFunction(_ text: String, _ mark: Mark) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(mark.parameters)m\(text)\u{1B}[0m" : text
  }
}

/// The number of columns that a text takes on a terminal.
func displayWidth(_ text: some StringProtocol) -> Int {
  text.reduce(0) { $0 + displayWidth($1) }
}

/// The number of columns that a character takes: none, one or two.
func displayWidth(_ character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  if first.value < 0x300 { return character == "\u{AD}" ? 0 : 1 }
  // An emoji, either by default or because of a variation selector.
  if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
  switch first.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    return 2
  default: break
  }
  switch first.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: return 1
  }
}
