import SourceText

/// A piece of source code, without white space and comments.
struct Token {
  enum Kind: UInt8 {
    case identifier, number, string, regex, punctuation
    /// What a look beyond either end of the tokens gives.
    case none
  }

  var kind: Kind
  /// Whether nothing but white space and comments lies between it and the start of its line.
  var isFirstOnLine = false
  /// Whether an at sign, a hash sign or a back quote is written right before it.
  var mark: UInt8 = 0
  /// The builds that compile it.
  var builds: Builds
  /// Where it begins, in bytes; of a string, where its text does.
  var start: Int32
  /// Where it ends, in bytes; of a string, where its text does.
  var end: Int32
  /// The number of an identifier’s name, or the bytes of a punctuation mark, the first lowest.
  var code: Int32
  /// Of a bracket, the place of its partner; -1 where it has none.
  var match: Int32 = -1
  /// The place of the innermost bracket that it is in; -1 outside of all.
  var parent: Int32 = -1

  static let none = Token(kind: .none, builds: [], start: 0, end: 0, code: -1)

  var range: ByteRange { ByteRange(Int(start), Int(end)) }

  func isMark(_ code: Int32) -> Bool { kind == .punctuation && self.code == code }
}

/// The codes of punctuation marks.
enum Mark {
  static var dot: Int32 { 0x2E }
  static var comma: Int32 { 0x2C }
  static var colon: Int32 { 0x3A }
  static var semicolon: Int32 { 0x3B }
  static var open: Int32 { 0x28 }
  static var close: Int32 { 0x29 }
  static var openBrace: Int32 { 0x7B }
  static var closeBrace: Int32 { 0x7D }
  static var openBracket: Int32 { 0x5B }
  static var closeBracket: Int32 { 0x5D }
  static var equal: Int32 { 0x3D }
  static var question: Int32 { 0x3F }
  static var exclamation: Int32 { 0x21 }
  static var ampersand: Int32 { 0x26 }
  static var star: Int32 { 0x2A }
  static var minus: Int32 { 0x2D }
  static var plus: Int32 { 0x2B }
  static var less: Int32 { 0x3C }
  static var greater: Int32 { 0x3E }
  static var backslash: Int32 { 0x5C }
  static var caret: Int32 { 0x5E }
  static var at: Int32 { 0x40 }
  static var hash: Int32 { 0x23 }
  static var arrow: Int32 { 0x3E2D }
  static var scope: Int32 { 0x3A3A }
  static var equals: Int32 { 0x3D3D }
  static var unequal: Int32 { 0x3D21 }
  static var lessOrEqual: Int32 { 0x3D3C }
  static var greaterOrEqual: Int32 { 0x3D3E }
  static var and: Int32 { 0x2626 }
  static var or: Int32 { 0x7C7C }
  static var orElse: Int32 { 0x3F3F }
}

/// The tokens of a file, with their brackets matched.
///
/// Each bracket knows the one around it, so that the stack of open brackets is one number: where a branch of `#if`
/// begins again with what was open before, nothing has to be copied.
struct TokenList {
  private(set) var tokens: [Token] = []

  /// - Parameter size: How many bytes the text has.
  init(forTextOf size: Int) {
    // Most texts have fewer tokens; of a large one nobody knows.
    tokens.reserveCapacity(min(size / 4, 1 << 16))
  }

  /// The place of the innermost open bracket; -1 where none is open.
  var top: Int32 = -1

  var count: Int { tokens.count }

  /// A token; ``Token/none`` beyond either end.
  subscript(_ place: Int) -> Token {
    @inline(__always) get { place >= 0 && place < tokens.count ? tokens[place] : .none }
  }

  /// Adds a token and matches it where it is a bracket.
  mutating func append(_ token: Token) {
    var token = token
    token.parent = top
    let place = Int32(tokens.count)
    if token.kind == .punctuation {
      switch token.code {
      case Mark.open, Mark.openBracket, Mark.openBrace: top = place
      case Mark.close: close(&token, Mark.open)
      case Mark.closeBracket: close(&token, Mark.openBracket)
      case Mark.closeBrace: close(&token, Mark.openBrace)
      default: break
      }
    }
    tokens.append(token)
  }

  /// Finds the bracket that a closing one ends. What is still open within ends with it; where none is near, the closing
  /// one is stray.
  private mutating func close(_ token: inout Token, _ opening: Int32) {
    var at = top
    for _ in 0..<64 {
      guard at >= 0 else { return }
      if tokens[Int(at)].code == opening {
        tokens[Int(at)].match = Int32(tokens.count)
        token.match = at
        top = tokens[Int(at)].parent
        token.parent = top
        return
      }
      // A brace holds what is in it: a stray parenthesis ends no function.
      if tokens[Int(at)].code == Mark.openBrace, opening != Mark.openBrace { return }
      at = tokens[Int(at)].parent
    }
  }

  /// Takes away the tokens from a place on, none of which may be a bracket that is still needed.
  mutating func cut(from place: Int, top: Int32) -> [Token] {
    let end = Array(tokens[min(place, tokens.count)...])
    tokens.removeLast(end.count)
    self.top = top
    return end
  }
}
