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

  /// The punctuation mark that it is.
  var sign: Mark { kind == .punctuation ? Mark(code: code) : .none }
  /// The word of the language that it is; nil for other names.
  var keyword: Keyword? { kind == .identifier ? Keyword(rawValue: code) : nil }

  func isMark(_ mark: Mark) -> Bool { sign == mark }
  func isMark(_ first: Mark, _ second: Mark) -> Bool { isMark(first) || isMark(second) }
  func isMark(_ first: Mark, _ second: Mark, _ third: Mark) -> Bool { isMark(first, second) || isMark(third) }
}

/// A punctuation mark by its bytes, the first lowest. A mark of one byte is written as that.
struct Mark: ExpressibleByUnicodeScalarLiteral, Equatable {
  let code: Int32

  @inline(__always)
  init(code: Int32) { self.code = code }

  @inline(__always)
  init(unicodeScalarLiteral mark: Unicode.Scalar) { code = Int32(truncatingIfNeeded: mark.value) }

  /// What is no mark.
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

/// The places of the brackets around a token, the innermost first.
struct BracketsAround: Sequence, IteratorProtocol {
  let list: TokenList
  var at: Int

  mutating func next() -> Int? {
    at = Int(list[at].parent)
    return at >= 0 ? at : nil
  }
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

  /// Finds the bracket that a closing one ends. What is still open within ends with it; where none is near, the closing
  /// one is stray.
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
      // A brace holds what is in it: a stray parenthesis ends no function.
      if tokens[Int(at)].sign == "{", opening != "{" { return }
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
