import JSON
public import SourceText

/// The kind of an old-style property list, and the first mistake in it.
///
/// This reads a text exactly as Apple’s parser does, which accepts more than its grammar: anything after the last `;` of
/// a file without braces, unterminated comments, and a broken array element right before the closing parenthesis.
public struct OpenStepSyntax: Hashable, Sendable {
  /// The types of values in old-style property lists.
  public enum RootKind: Sendable {
    case dictionary, array, string, data
  }

  /// The type of the root value, even if it is broken; nil if the text doesn’t begin with a value.
  public let root: RootKind?
  /// Why Apple’s parser rejects the text; nil if it accepts it.
  public let problem: SyntaxProblem?

  /// Reads any text as an old-style property list.
  public static func check(_ text: SourceText) -> OpenStepSyntax {
    let bytes = text.bytes[...]
    var parser = OpenStepParser(bytes: bytes.span)
    return parser.check(bytes.span)
  }
}

/// Walks through an old-style property list without recursion.
///
/// A failed step tells where Apple’s parser stops. If the end of an array is there, the parser ignores the mistake.
private struct OpenStepParser {
  private typealias RootKind = OpenStepSyntax.RootKind

  private enum Step {
    /// A value is next; optional only in an array.
    case value(isRequired: Bool)
    /// A key or the end of the dictionary is next.
    case key
    /// A value has ended.
    case ended(RootKind)
  }

  private struct Frame {
    var isArray: Bool
    /// Its opening bracket; nil for a dictionary without braces.
    var opening: ByteRange?
  }

  private var at: Int
  private var stack: [Frame] = []
  /// Why the text is rejected, unless an array ends right after it.
  private var problem: SyntaxProblem?
  /// The key whose value comes next.
  private var key = ByteRange(at: 0)
  /// The last string, data or closing bracket.
  private var last = ByteRange(at: 0)

  init(bytes: Span<UInt8>) {
    at = Lexer.hasByteOrderMark(bytes) ? 3 : 0
  }

  mutating func check(_ bytes: Span<UInt8>) -> OpenStepSyntax {
    let start = at
    if start == bytes.count { return refused(nil, .emptyFile, ByteRange(at: 0)) }
    guard bytes.count < Int(Int32.max) else { return refused(nil, .tooLarge, ByteRange(at: 0)) }
    if let fault = ByteFault.firstNotUTF8(in: bytes) { return refused(nil, .invalidUTF8, fault) }
    guard skipBlanks(bytes) else { return OpenStepSyntax(root: .dictionary, problem: nil) }
    let first = at
    let begun = kind(begunBy: bytes[at])
    guard let root = run(.value(isRequired: true), bytes) else { return finished(begun) }
    guard skipBlanks(bytes) else { return OpenStepSyntax(root: root, problem: nil) }
    guard root == .string else {
      return refused(root, .contentAfterValue, ByteRange(at, bytes.endOfLine(from: at)))
    }
    // A dictionary without braces. The parser ignores what comes after it.
    at = first
    problem = nil
    stack = [Frame(isArray: false)]
    if run(.key, bytes) == nil { return finished(.dictionary) }
    return OpenStepSyntax(root: .dictionary, problem: nil)
  }

  private func refused(
    _ root: RootKind?, _ kind: SyntaxProblem.Kind, _ range: ByteRange
  ) -> OpenStepSyntax {
    OpenStepSyntax(root: root, problem: SyntaxProblem(kind, range))
  }

  private func finished(_ root: RootKind?) -> OpenStepSyntax {
    OpenStepSyntax(root: root, problem: problem ?? SyntaxProblem(.noValue, ByteRange(at: 0)))
  }

  /// The type of the value that begins with a byte.
  private func kind(begunBy byte: UInt8) -> RootKind? {
    switch byte {
    case UInt8(ascii: "{"): .dictionary
    case UInt8(ascii: "("): .array
    case UInt8(ascii: "<"): .data
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .string
    case _ where WrittenText.Notation.isWordByte(byte): .string
    default: nil
    }
  }

  /// Steps until the root value ends; nil if it is broken.
  private mutating func run(_ first: Step, _ bytes: Span<UInt8>) -> RootKind? {
    var step = first
    while true {
      let next: Step?
      switch step {
      case .value(let isRequired): next = value(isRequired: isRequired, bytes)
      case .key: next = keyOrEnd(bytes)
      case .ended(let kind):
        guard let frame = stack.last else { return kind }
        next = frame.isArray ? element(bytes) : endOfEntry(bytes)
      }
      guard let next = next ?? endOfArray(bytes) else { return nil }
      step = next
    }
  }

  // MARK: - Steps (nil on failure)

  private mutating func value(isRequired: Bool, _ bytes: Span<UInt8>) -> Step? {
    if stack.count > 512 {
      if skipBlanks(bytes) { note(.nestedTooDeeply, ByteRange(at, at + 1)) }
      return nil
    }
    guard skipBlanks(bytes) else {
      if isRequired { noteMissingValue(bytes) }
      return nil
    }
    let start = at
    switch bytes[at] {
    case UInt8(ascii: "{"):
      at += 1
      stack.append(Frame(isArray: false, opening: ByteRange(start, at)))
      return .key
    case UInt8(ascii: "("):
      at += 1
      stack.append(Frame(isArray: true, opening: ByteRange(start, at)))
      return .value(isRequired: false)
    case UInt8(ascii: "<"): return data(bytes) ? .ended(.data) : nil
    default:
      if let string = string(bytes) {
        last = string
        return .ended(.string)
      }
      if isRequired, problem == nil { noteMissingValue(bytes) }
      return nil
    }
  }

  private mutating func keyOrEnd(_ bytes: Span<UInt8>) -> Step? {
    guard skipBlanks(bytes), let string = string(bytes) else {
      if let frame = stack.last, frame.opening != nil { return end(of: frame, bytes) }
      stack = []
      return .ended(.dictionary)
    }
    last = string
    if skipBlanks(bytes) {
      if bytes[at] == UInt8(ascii: ";") { return endOfEntry(bytes) }
      if bytes[at] == UInt8(ascii: "=") {
        at += 1
        key = string
        return .value(isRequired: true)
      }
    }
    note(.keyWithoutValue, string)
    return nil
  }

  private mutating func endOfEntry(_ bytes: Span<UInt8>) -> Step? {
    if skipBlanks(bytes), bytes[at] == UInt8(ascii: ";") {
      at += 1
      return .key
    }
    note(.missingSemicolon, last)
    return nil
  }

  /// What follows an element of an array.
  private mutating func element(_ bytes: Span<UInt8>) -> Step? {
    guard skipBlanks(bytes) else { return nil }
    if bytes[at] == UInt8(ascii: ",") {
      at += 1
      return .value(isRequired: false)
    }
    if kind(begunBy: bytes[at]) != nil { note(.missingComma, last) }
    return nil
  }

  /// The end of the innermost array, which Apple’s parser looks for wherever an element ends or is broken. If it isn’t
  /// there, no outer array ends there either.
  private mutating func endOfArray(_ bytes: Span<UInt8>) -> Step? {
    while let frame = stack.last {
      if frame.isArray { return end(of: frame, bytes) }
      stack.removeLast()
    }
    return nil
  }

  private mutating func end(of frame: Frame, _ bytes: Span<UInt8>) -> Step? {
    guard skipBlanks(bytes) else {
      if let opening = frame.opening { note(.unclosedBracket(frame.isArray ? "(" : "{"), opening) }
      return nil
    }
    guard bytes[at] == UInt8(ascii: frame.isArray ? ")" : "}") else {
      noteUnexpected(bytes)
      return nil
    }
    last = ByteRange(at, at + 1)
    at += 1
    // What was found wrong before this is forgiven.
    problem = nil
    stack.removeLast()
    return .ended(frame.isArray ? .array : .dictionary)
  }

  // MARK: - Strings and data

  /// Skips a string, quoted or not; nil if there is none or it is unterminated.
  private mutating func string(_ bytes: Span<UInt8>) -> ByteRange? {
    let start = at
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      while at < bytes.count, WrittenText.Notation.isWordByte(bytes[at]) { at += 1 }
      return at > start ? ByteRange(start, at) : nil
    }
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == quote { return ByteRange(start, at) }
      guard byte == UInt8(ascii: "\\") else { continue }
      if at == bytes.count {
        note(.unterminatedString, ByteRange(start, start + 1))
        return nil
      }
      at += 1
    }
    note(.unterminatedString, ByteRange(start, start + 1))
    // Apple’s parser continues after the quotation mark.
    at = start + 1
    return nil
  }

  /// Skips `<0f 1a>`; false if it is broken. Apple’s parser reads digits from the lower byte of each UTF-16 unit.
  private mutating func data(_ bytes: Span<UInt8>) -> Bool {
    let start = at
    at += 1
    /// The offset of a byte of which only the first digit has been read.
    var half: Int?
    while at < bytes.count {
      let length = lengthOfUTF8Sequence(in: bytes, at: at)
      var code = UInt32(bytes[at]) & (length > 1 ? 0x7F >> UInt32(length) : 0xFF)
      for index in 1..<max(length, 1) { code = code << 6 | UInt32(bytes[at + index] & 0x3F) }
      // Invalid UTF-8 that Apple’s parser accepts is not data.
      let units = length == 0 ? [] : Unicode.Scalar(code).map { Array($0.utf16) } ?? []
      var isData = !units.isEmpty
      for unit in units where isData {
        switch unit {
        case 0x3E where half == nil:
          at += 1
          last = ByteRange(start, at)
          // What was found wrong before this is forgiven.
          problem = nil
          return true
        case _ where hexadecimalDigit(UInt8(truncatingIfNeeded: unit)) != nil: half = half == nil ? at : nil
        case 0x20, 0x09, 0x0A, 0x0D, 0x2028, 0x2029: isData = half == nil
        default: isData = false
        }
      }
      guard isData else {
        note(.invalidHexadecimalData, ByteRange(half ?? at, at + max(length, 1)))
        return false
      }
      at += length
    }
    if let half {
      note(.invalidHexadecimalData, ByteRange(half, at))
    } else {
      note(.unclosedBracket("<"), ByteRange(start, start + 1))
    }
    return false
  }

  /// Skips whitespace and comments. False at the end of the text.
  private mutating func skipBlanks(_ bytes: Span<UInt8>) -> Bool {
    while at < bytes.count {
      let blank = OpenStepLexer.blankLength(in: bytes, at: at)
      if blank > 0 {
        at += blank
      } else if bytes[at] == UInt8(ascii: "/"), bytes.has(UInt8(ascii: "/"), at: at + 1) {
        at = bytes.endOfLine(from: at + 2)
      } else if bytes[at] == UInt8(ascii: "/"), bytes.has(UInt8(ascii: "*"), at: at + 1) {
        at = Lexer.end("*/", in: bytes, from: at + 2) ?? bytes.count
      } else {
        return true
      }
    }
    return false
  }

  // MARK: - Problems

  /// Records why the text is rejected, unless there is an earlier reason.
  private mutating func note(_ kind: SyntaxProblem.Kind, _ range: ByteRange) {
    if problem == nil { problem = SyntaxProblem(kind, range) }
  }

  private mutating func noteMissingValue(_ bytes: Span<UInt8>) {
    let isAbsent =
      at >= bytes.count || bytes[at] == UInt8(ascii: ";") || bytes[at] == UInt8(ascii: "}")
    if isAbsent, !stack.isEmpty { note(.keyWithoutValue, key) } else { noteUnexpected(bytes) }
  }

  private mutating func noteUnexpected(_ bytes: Span<UInt8>) {
    if problem == nil, at < bytes.count { problem = .unexpectedCharacter(at: at, in: bytes) }
  }
}

extension SyntaxProblem {
  /// The problem for an unexpected character.
  static func unexpectedCharacter(at offset: Int, in bytes: Span<UInt8>) -> SyntaxProblem {
    var character = [bytes[offset]]
    while offset + character.count < bytes.count, bytes[offset + character.count] & 0xC0 == 0x80, character.count < 4 {
      character.append(bytes[offset + character.count])
    }
    let range = ByteRange(offset, offset + character.count)
    return SyntaxProblem(.unexpectedCharacter(String(decoding: character, as: UTF8.self)), range)
  }
}
