import SourceText

/// A piece of source code other than whitespace and comments.
struct Token {
  enum Kind: UInt8 {
    case identifier, number, string, regex, punctuation
    /// Stands for the tokens before the first and after the last.
    case none
  }

  var kind: Kind
  /// Whether only whitespace and comments come before it on its line.
  var isFirstOnLine = false
  /// The at sign, hash sign or backquote right before it, if any.
  var mark: UInt8 = 0
  /// The builds that compile it.
  var builds: Builds
  /// Its first byte; for a string, that of its text.
  var start: Int32
  /// The offset after its last byte; for a string, that of its text.
  var end: Int32
  /// The number of an identifier’s name, or the bytes of a punctuation mark, the first one lowest.
  var code: Int32
  /// For a bracket, the place of its partner; -1 if it has none.
  var match: Int32 = -1
  /// The place of the innermost bracket around it; -1 if there is none.
  var parent: Int32 = -1

  static let none = Token(kind: .none, builds: [], start: 0, end: 0, code: -1)

  var range: ByteRange { ByteRange(Int(start), Int(end)) }

  /// The punctuation mark, if it is one.
  var sign: Mark { kind == .punctuation ? Mark(code: code) : .none }
  /// The keyword, if it is one.
  var keyword: Keyword? { kind == .identifier ? Keyword(rawValue: code) : nil }

  func isMark(_ mark: Mark) -> Bool { sign == mark }
  func isMark(_ first: Mark, _ second: Mark) -> Bool { isMark(first) || isMark(second) }
  func isMark(_ first: Mark, _ second: Mark, _ third: Mark) -> Bool { isMark(first, second) || isMark(third) }
}

/// A punctuation mark by its bytes, the first one lowest. A mark of one byte can be written as a literal.
struct Mark: ExpressibleByUnicodeScalarLiteral, Equatable {
  let code: Int32

  @inline(__always)
  init(code: Int32) { self.code = code }

  @inline(__always)
  init(unicodeScalarLiteral mark: Unicode.Scalar) { code = Int32(truncatingIfNeeded: mark.value) }

  /// Not a punctuation mark.
  static var none: Mark { Mark(code: -1) }
  static var arrow: Mark { Mark(code: 0x3E2D) }
  static var scope: Mark { Mark(code: 0x3A3A) }
  static var equals: Mark { Mark(code: 0x3D3D) }
  static var unequal: Mark { Mark(code: 0x3D21) }
  static var lessOrEqual: Mark { Mark(code: 0x3D3C) }
  static var greaterOrEqual: Mark { Mark(code: 0x3D3E) }
  static var and: Mark { Mark(code: 0x2626) }
  static var or: Mark { Mark(code: 0x7C7C) }
  static var orElse: Mark { Mark(code: 0x3F3F) }
}

/// The places of the brackets around a token, innermost first.
struct BracketsAround: Sequence, IteratorProtocol {
  let list: TokenList
  var at: Int

  mutating func next() -> Int? {
    at = Int(list[at].parent)
    return at >= 0 ? at : nil
  }
}

/// The tokens of a file, with matching brackets linked.
///
/// Each bracket knows the one around it, so the stack of open brackets is a single number, and a branch of `#if` can
/// return to what was open before it without a copy.
struct TokenList {
  private(set) var tokens: [Token] = []

  /// - Parameter size: The size of the text in bytes.
  init(forTextOf size: Int) {
    // Most texts have fewer tokens; large ones vary too much to guess.
    tokens.reserveCapacity(min(size / 4, 1 << 16))
  }

  /// The place of the innermost open bracket; -1 if none is open.
  var top: Int32 = -1

  var count: Int { tokens.count }

  /// A token; ``Token/none`` before the first and after the last.
  subscript(_ place: Int) -> Token {
    @inline(__always) get { place >= 0 && place < tokens.count ? tokens[place] : .none }
  }

  /// Appends a token and links it if it’s a bracket.
  mutating func append(_ token: Token) {
    var token = token
    token.parent = top
    let place = Int32(tokens.count)
    if token.kind == .punctuation {
      switch token.sign {
      case "(", "[", "{": top = place
      case ")": close(&token, "(")
      case "]": close(&token, "[")
      case "}": close(&token, "{")
      default: break
      }
    }
    tokens.append(token)
  }

  /// Links a closing bracket to its opening one, which also ends any brackets still open inside. If there is none
  /// nearby, the closing bracket is stray.
  private mutating func close(_ token: inout Token, _ opening: Mark) {
    var at = top
    for _ in 0..<64 {
      guard at >= 0 else { return }
      if tokens[Int(at)].isMark(opening) {
        tokens[Int(at)].match = Int32(tokens.count)
        token.match = at
        top = tokens[Int(at)].parent
        token.parent = top
        return
      }
      // A brace can’t be closed from inside: a stray parenthesis ends no function.
      if tokens[Int(at)].sign == "{", opening != "{" { return }
      at = tokens[Int(at)].parent
    }
  }

  /// Removes the tokens from a place on, none of which may be a bracket that is still needed.
  mutating func cut(from place: Int, top: Int32) -> [Token] {
    let end = Array(tokens[min(place, tokens.count)...])
    tokens.removeLast(end.count)
    self.top = top
    return end
  }
}
