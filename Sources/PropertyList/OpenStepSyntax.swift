public import SourceText

/// What an old-style property list is, and the first mistake in it.
///
/// This reads a text exactly as Apple's parser does, which reads more than its grammar says: behind the last `;` of a
/// file without braces anything may stand, comments need no end, and an element of an array that is broken right
/// before the closing parenthesis does not count.
public struct OpenStepSyntax: Hashable, Sendable {
  /// The kinds of values that old-style property lists have.
  public enum RootKind: Sendable {
    case dictionary, array, string, data
  }

  /// The kind of the outermost value, as far as the text shows it; nil if no value begins there.
  public let root: RootKind?
  /// Why Apple's parser refuses the text; nil if it reads it.
  public let problem: SyntaxProblem?

  /// Reads a text as an old-style property list, whatever it is.
  public static func check(_ text: SourceText) -> OpenStepSyntax {
    let bytes = text.bytes[...]
    var parser = OpenStepParser(bytes: bytes.span)
    return parser.check(bytes.span)
  }
}

/// Walks through an old-style property list with a stack of its own.
///
/// Every step is one of Apple's parser, with the place where it stops when it fails: some failures are forgiven.
private struct OpenStepParser {
  private typealias RootKind = OpenStepSyntax.RootKind

  private enum Step {
    /// A value comes, and must come unless this is an array.
    case value(isRequired: Bool)
    case key
    case afterKey(ByteRange)
    case afterContent
    case arrayEnd
    case succeeded(RootKind)
    case failed
  }

  private struct Frame {
    var isArray: Bool
    /// Its opening bracket; nil for a dictionary that has none.
    var opening: ByteRange?
  }

  private var at: Int
  private var stack: [Frame] = []
  private var problem: SyntaxProblem.Kind?
  private var problemRange = ByteRange(at: 0)
  /// The key whose value comes next.
  private var key = ByteRange(at: 0)
  /// The string, data or closing bracket that came last.
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
    let begun = begunRoot(bytes)
    guard let root = run(.value(isRequired: true), bytes) else { return finished(begun) }
    guard skipBlanks(bytes) else { return OpenStepSyntax(root: root, problem: nil) }
    guard root == .string else {
      return refused(root, .contentAfterValue, ByteRange(at, Lexer.endOfLine(in: bytes, from: at)))
    }
    // A dictionary without braces. Nobody looks at what stands behind it.
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
    refused(root, problem ?? .noValue, problemRange)
  }

  private func begunRoot(_ bytes: Span<UInt8>) -> RootKind? {
    switch bytes[at] {
    case UInt8(ascii: "{"): .dictionary
    case UInt8(ascii: "("): .array
    case UInt8(ascii: "<"): .data
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .string
    case let byte where isWordByte(byte): .string
    default: nil
    }
  }

  /// Takes steps until the outermost value has ended; nil if it is broken.
  private mutating func run(_ first: Step, _ bytes: Span<UInt8>) -> RootKind? {
    var step = first
    while true {
      switch step {
      case .value(let isRequired): step = value(isRequired: isRequired, bytes)
      case .key: step = key(bytes)
      case .afterKey(let range): step = afterKey(range, bytes)
      case .afterContent: step = afterContent(bytes)
      case .arrayEnd: step = arrayEnd(bytes)
      case .succeeded(let kind):
        guard let frame = stack.last else { return kind }
        step = afterValue(in: frame, bytes)
      case .failed:
        guard let frame = stack.last else { return nil }
        if frame.isArray {
          step = .arrayEnd
        } else {
          stack.removeLast()
        }
      }
    }
  }

  // MARK: - Steps

  private mutating func value(isRequired: Bool, _ bytes: Span<UInt8>) -> Step {
    if stack.count > 512 {
      if skipBlanks(bytes) { note(.nestedTooDeeply, ByteRange(at, at + 1)) }
      return .failed
    }
    guard skipBlanks(bytes) else {
      if isRequired { noteMissingValue(bytes) }
      return .failed
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
    case UInt8(ascii: "<"): return data(bytes) ? .succeeded(.data) : .failed
    default:
      if let string = string(bytes) {
        last = string
        return .succeeded(.string)
      }
      if isRequired, problem == nil { noteMissingValue(bytes) }
      return .failed
    }
  }

  private mutating func key(_ bytes: Span<UInt8>) -> Step {
    guard skipBlanks(bytes), let string = string(bytes) else { return .afterContent }
    last = string
    return .afterKey(string)
  }

  private mutating func afterKey(_ range: ByteRange, _ bytes: Span<UInt8>) -> Step {
    if skipBlanks(bytes) {
      if bytes[at] == UInt8(ascii: ";") { return afterEntry(bytes) }
      if bytes[at] == UInt8(ascii: "=") {
        at += 1
        key = range
        return .value(isRequired: true)
      }
    }
    note(.keyWithoutValue, range)
    return fail()
  }

  private mutating func afterEntry(_ bytes: Span<UInt8>) -> Step {
    if skipBlanks(bytes), bytes[at] == UInt8(ascii: ";") {
      at += 1
      return .key
    }
    note(.missingSemicolon, last)
    return fail()
  }

  private mutating func afterValue(in frame: Frame, _ bytes: Span<UInt8>) -> Step {
    guard frame.isArray else { return afterEntry(bytes) }
    guard skipBlanks(bytes) else {
      noteUnclosed(frame)
      return fail()
    }
    guard bytes[at] == UInt8(ascii: ",") else {
      if bytes[at] != UInt8(ascii: ")"), beginsValue(bytes[at]) { note(.missingComma, last) }
      return .arrayEnd
    }
    at += 1
    return .value(isRequired: false)
  }

  /// Behind the last entry of a dictionary.
  private mutating func afterContent(_ bytes: Span<UInt8>) -> Step {
    guard let frame = stack.last, frame.opening != nil else {
      stack = []
      return .succeeded(.dictionary)
    }
    return bracket(UInt8(ascii: "}"), frame, .dictionary, bytes)
  }

  /// Behind the last element of an array, or where one is broken.
  private mutating func arrayEnd(_ bytes: Span<UInt8>) -> Step {
    guard let frame = stack.last else { return .failed }
    return bracket(UInt8(ascii: ")"), frame, .array, bytes)
  }

  private mutating func bracket(
    _ closing: UInt8, _ frame: Frame, _ kind: RootKind, _ bytes: Span<UInt8>
  ) -> Step {
    guard skipBlanks(bytes) else {
      noteUnclosed(frame)
      return fail()
    }
    guard bytes[at] == closing else {
      noteUnexpected(bytes)
      return fail()
    }
    last = ByteRange(at, at + 1)
    at += 1
    // What was found wrong before this is forgiven.
    problem = nil
    stack.removeLast()
    return .succeeded(kind)
  }

  private mutating func fail() -> Step {
    _ = stack.popLast()
    return .failed
  }

  // MARK: - Strings and data

  /// Passes over a string, quoted or not; nil if there is none or it has no end.
  private mutating func string(_ bytes: Span<UInt8>) -> ByteRange? {
    let start = at
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      while at < bytes.count, isWordByte(bytes[at]) { at += 1 }
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
    // Apple's parser goes on behind the quotation mark.
    at = start + 1
    return nil
  }

  /// Passes over `<0f 1a>`. False if it is broken.
  private mutating func data(_ bytes: Span<UInt8>) -> Bool {
    let start = at
    at += 1
    /// Where a byte began of which only the first digit has come.
    var half: Int?
    while at < bytes.count {
      let character = DataCharacter(in: bytes, at: at)
      if character.units.isEmpty { return invalidData(ByteRange(half ?? at, at + character.length)) }
      for unit in character.units {
        switch unit {
        case .digit: half = half == nil ? at : nil
        case .blank where half == nil: break
        case .end where half == nil:
          at += 1
          last = ByteRange(start, at)
          // What was found wrong before this is forgiven.
          problem = nil
          return true
        default: return invalidData(ByteRange(half ?? at, at + character.length))
        }
      }
      at += character.length
    }
    if let half { return invalidData(ByteRange(half, at)) }
    note(.unclosedBracket("<"), ByteRange(start, start + 1))
    return false
  }

  private mutating func invalidData(_ range: ByteRange) -> Bool {
    note(.invalidHexadecimalData, range)
    return false
  }

  /// What Apple's parser makes of one character of data. It looks at the lower half of each unit of UTF-16 for digits.
  private struct DataCharacter {
    enum Unit {
      case digit, blank, end, other
    }

    var length = 1
    var units: [Unit] = []

    init(in bytes: Span<UInt8>, at start: Int) {
      let byte = bytes[start]
      guard byte >= 0x80 else {
        units = [Self.unit(UInt32(byte))]
        return
      }
      length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      guard start + length <= bytes.count, length > 1 else {
        length = 1
        return
      }
      var scalar = UInt32(byte) & (0x7F >> UInt32(length))
      for index in 1..<length { scalar = scalar << 6 | UInt32(bytes[start + index] & 0x3F) }
      if scalar > 0xFFFF {
        let offset = scalar &- 0x10000
        units = [Self.unit(0xD800 | offset >> 10), Self.unit(0xDC00 | offset & 0x3FF)]
      } else {
        units = [Self.unit(scalar)]
      }
    }

    private static func unit(_ unit: UInt32) -> Unit {
      if unit == 0x3E { return .end }
      if hexadecimalDigit(UInt8(truncatingIfNeeded: unit)) != nil { return .digit }
      switch unit {
      case 0x20, 0x09, 0x0A, 0x0D, 0x2028, 0x2029: return .blank
      default: return .other
      }
    }
  }

  // MARK: - Blanks

  /// Passes over white space and comments. False at the end of the text.
  private mutating func skipBlanks(_ bytes: Span<UInt8>) -> Bool {
    while at < bytes.count {
      let blank = OpenStepLexer.blankLength(in: bytes, at: at)
      if blank > 0 {
        at += blank
      } else if bytes[at] == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
        at = OpenStepLexer.endOfLine(in: bytes, from: at + 2)
      } else if bytes[at] == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
        at = Lexer.end("*/", in: bytes, from: at + 2) ?? bytes.count
      } else {
        return true
      }
    }
    return false
  }

  private func isWordByte(_ byte: UInt8) -> Bool { WrittenText.Notation.isWordByte(byte) }

  private func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: isWordByte(byte)
    }
  }

  // MARK: - Problems

  /// Notes why the text is refused, unless something before was the reason.
  private mutating func note(_ kind: SyntaxProblem.Kind, _ range: ByteRange) {
    guard problem == nil else { return }
    problem = kind
    problemRange = range
  }

  private mutating func noteUnclosed(_ frame: Frame) {
    guard let opening = frame.opening else { return }
    note(.unclosedBracket(frame.isArray ? "(" : "{"), opening)
  }

  private mutating func noteMissingValue(_ bytes: Span<UInt8>) {
    let isAbsent =
      at >= bytes.count || bytes[at] == UInt8(ascii: ";") || bytes[at] == UInt8(ascii: "}")
    if isAbsent, !stack.isEmpty { note(.keyWithoutValue, key) } else { noteUnexpected(bytes) }
  }

  private mutating func noteUnexpected(_ bytes: Span<UInt8>) {
    guard problem == nil, at < bytes.count else { return }
    var end = at + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - at < 4 { end += 1 }
    var copy: [UInt8] = []
    for index in at..<end { copy.append(bytes[index]) }
    note(.unexpectedCharacter(String(decoding: copy, as: UTF8.self)), ByteRange(at, end))
  }
}
