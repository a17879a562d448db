import SourceText

/// Builds an ``OpenStepTree`` without recursion.
///
/// Recovery is made for people who are typing a table of strings. A key followed by an equals sign begins an entry
/// anywhere. An unterminated string ends with its line. An unmatched closing bracket is skipped, and a missing one is
/// assumed where the outer container continues.
struct OpenStepTreeParser {
  private enum State {
    // In a dictionary
    case key, value, separator
    /// After something that can’t follow a value and was reported.
    case junk
    /// After a value without a key.
    case strayValue
    // In an array
    case element, comma
  }

  private struct Frame {
    var node: Int32
    var state: State
    /// The last linked key or element.
    var lastChild: Int32 = -1
    /// The key of the current entry.
    var key: Int32 = -1
    /// The equals sign of the current entry.
    var equals = ByteRange(at: 0)
  }

  private var lexer = OpenStepLexer()
  /// The lookahead token.
  private var waiting: OpenStepToken?
  private var nodes: [OpenStepNode] = []
  private var frames: [Frame] = []
  private var comments: [OpenStepComment] = []
  private var problems = ProblemList()
  private var unreadFrom: Int?
  /// The last token of a value or key.
  private var last = ByteRange(at: 0)
  /// The end of a line that was searched for the end of a text without success.
  private var searchedUntil = 0

  /// The most nodes. A file of `{` would have one per byte; a project has one per fifteen bytes.
  private var mostNodes = 0
  /// The most levels, far more than Apple’s parser accepts.
  private static let mostLevels = 1 << 15
  /// The most comments. A project has one per forty bytes.
  private var mostComments = 0
  /// Where parsing stopped before the end of the text.
  private var cut: Int?

  private let isTable: Bool

  /// - Parameter isTable: Whether the text must be a dictionary, in braces or without.
  init(isTable: Bool) {
    self.isTable = isTable
  }

  mutating func parse(_ text: SourceText, _ bytes: Span<UInt8>) -> OpenStepTree {
    guard bytes.count < Int(Int32.max) else {
      nodes.append(OpenStepNode(kind: .dictionary, hasBraces: false, parent: -1, lower: 0, upper: 0))
      problems.append(.tooLarge, ByteRange(at: 0), .refused)
      return OpenStepTree(text: text, nodes: nodes, comments: [], problems: problems.sorted, unreadFrom: nil)
    }
    nodes.reserveCapacity(bytes.count / 24)
    mostNodes = 50_000 + bytes.count / 8
    mostComments = 10_000 + bytes.count / 16
    beginRoot(bytes)
    while hasRoom, let token = take(bytes) { step(token, bytes) }
    if !frames.isEmpty, let token = take(bytes) {
      cut = token.range.lower
    } else if let token = take(bytes) {
      problems.append(
        .contentAfterValue, ByteRange(token.range.lower, bytes.endOfLine(from: token.range.lower)), .refused)
      while take(bytes) != nil {}
    }
    finish(bytes)
    return OpenStepTree(
      text: text, nodes: nodes, comments: comments, problems: judged(text), unreadFrom: unreadFrom, cut: cut)
  }

  /// Whether the root is open, and what comes next is read.
  private var hasRoom: Bool { !frames.isEmpty && nodes.count < mostNodes && frames.count < Self.mostLevels }

  /// The problems, including the verdict of ``OpenStepSyntax``, since a recovering parser can’t tell whether Apple’s rejects
  /// the text.
  private mutating func judged(_ text: SourceText) -> [SyntaxProblem] {
    let syntax = OpenStepSyntax.check(text)
    var found = problems.sorted
    guard let refused = syntax.problem else {
      // A lone string is a property list, but not a table.
      if isTable, syntax.root != .dictionary { return found }
      for index in found.indices { found[index].severity = .unclean }
      if let unreadFrom {
        let rest = ByteRange(unreadFrom, text.contents(ofLine: text.line(at: unreadFrom)).upper)
        let isMerge = found.contains { $0.kind == .conflictMarker && $0.range.lower == unreadFrom }
        if !isMerge {
          found.removeAll { $0.range.lower >= unreadFrom && $0.range.lower < rest.upper }
          found.append(SyntaxProblem(.contentNotRead, rest, .unclean))
        }
      }
      return found.sorted { $0.range < $1.range }
    }
    switch refused.kind {
    case .invalidUTF8, .emptyFile, .nestedTooDeeply: break
    default:
      if found.contains(where: { $0.severity == .refused }) { return found }
    }
    found.append(refused)
    return found.sorted { $0.range < $1.range }
  }

  // MARK: - Tokens

  /// Peeks at the next token that isn’t whitespace, a comment or a conflict marker.
  private mutating func peek(_ bytes: Span<UInt8>) -> OpenStepToken? {
    if let waiting { return waiting }
    while let token = lexer.next(in: bytes) {
      switch token.kind {
      case .byteOrderMark, .blanks: continue
      case .lineComment, .blockComment:
        let isLine = token.kind == .lineComment
        let content = ByteRange(
          token.range.lower + 2, token.range.upper - (isLine || !token.isTerminated ? 0 : 2))
        if comments.count < mostComments {
          comments.append(OpenStepComment(range: token.range, content: content, isLine: isLine))
        }
        if !token.isTerminated {
          problems.append(.unterminatedComment, ByteRange(token.range.lower, token.range.lower + 2), .unclean)
        }
      case .conflictMarker:
        problems.append(.conflictMarker, token.range, .refused)
        if let top = frames.last, top.state == .key, top.key < 0 { noteUnread(token.range.lower) }
      default:
        waiting = token
        return token
      }
    }
    return nil
  }

  private mutating func take(_ bytes: Span<UInt8>) -> OpenStepToken? {
    let token = peek(bytes)
    waiting = nil
    return token
  }

  /// Goes back to an offset; tokens after it are read again.
  private mutating func resume(at offset: Int) {
    lexer.at = offset
    waiting = nil
    while let comment = comments.last, comment.range.lower >= offset { comments.removeLast() }
    problems.removeLast { kind, range in
      range.lower >= offset && (kind == .conflictMarker || kind == .unterminatedComment)
    }
  }

  /// The end of the first line of a range, or of the range.
  private func endOfLine(in range: ByteRange, _ bytes: Span<UInt8>) -> Int {
    var at = range.lower
    while at < range.upper, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
    return at
  }

  private func hasLineEnd(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    endOfLine(in: range, bytes) < range.upper
  }

  // MARK: - Nodes

  private mutating func beginRoot(_ bytes: Span<UInt8>) {
    guard let token = peek(bytes) else {
      nodes.append(
        OpenStepNode(kind: .dictionary, hasBraces: false, parent: -1, lower: bytes.count, upper: bytes.count))
      return
    }
    if token.isOpening, !isTable || token.mark == "{" {
      waiting = nil
      push(token, isArray: token.mark == "(")
      return
    }
    if token.kind == .data, !isTable {
      waiting = nil
      add(.data, token, parent: -1)
      return
    }
    if token.isString, !isTable {
      waiting = nil
      if peek(bytes) == nil {
        addString(token, parent: -1)
        return
      }
      resume(at: token.range.lower)
    }
    nodes.append(
      OpenStepNode(kind: .dictionary, hasBraces: false, parent: -1, lower: token.range.lower, upper: token.range.lower))
    frames = [Frame(node: 0, state: .key)]
  }

  private mutating func add(_ kind: OpenStepValue.Kind, _ token: OpenStepToken, parent: Int32) {
    nodes.append(
      OpenStepNode(
        kind: kind, isClosed: token.isTerminated, parent: parent, lower: token.range.lower, upper: token.range.upper))
    last = token.range
    if kind == .data, !token.isTerminated {
      problems.append(.invalidHexadecimalData, token.range, .refused)
    }
  }

  private mutating func addString(_ token: OpenStepToken, parent: Int32, quote: UInt8? = nil) {
    add(.string, token, parent: parent)
    let index = nodes.count - 1
    nodes[index].quote = quote ?? 0
    nodes[index].hasEscape = token.hasEscape && token.kind == .quoted
  }

  /// Adds a string and reports its problems.
  private mutating func string(_ token: OpenStepToken, parent: Int32, _ bytes: Span<UInt8>) {
    addString(token, parent: parent, quote: token.kind == .quoted ? bytes[token.range.lower] : nil)
    if !token.isTerminated {
      problems.append(.unterminatedString, ByteRange(token.range.lower, token.range.lower + 1), .refused)
    }
    if let odd = token.odd { noteUnexpected(at: odd, bytes) }
  }

  private mutating func push(_ token: OpenStepToken, isArray: Bool) {
    let parent = frames.last?.node ?? -1
    add(isArray ? .array : .dictionary, token, parent: parent)
    nodes[nodes.count - 1].isClosed = false
    frames.append(Frame(node: Int32(nodes.count - 1), state: isArray ? .element : .key))
  }

  /// Links the last node into the innermost container.
  private mutating func link(_ index: Int) {
    guard let top = frames.indices.last else { return }
    let child = Int32(index)
    if frames[top].lastChild >= 0 {
      nodes[Int(frames[top].lastChild)].next = child
    } else {
      nodes[Int(frames[top].node)].firstChild = child
    }
    frames[top].lastChild = child
  }

  /// Ends the innermost container.
  private mutating func pop(closing token: OpenStepToken?) {
    guard let frame = frames.popLast() else { return }
    let index = Int(frame.node)
    if let token {
      nodes[index].upper = token.range.upper
      nodes[index].isClosed = true
      last = token.range
    } else {
      nodes[index].upper = max(nodes[index].upper, last.upper)
      if nodes[index].hasBraces, cut == nil {
        let opening = ByteRange(nodes[index].lower, nodes[index].lower + 1)
        problems.append(.unclosedBracket(nodes[index].kind == .array ? "(" : "{"), opening, .refused)
      }
    }
  }

  private mutating func finish(_ bytes: Span<UInt8>) {
    while let top = frames.last {
      if top.key >= 0 {
        if top.state == .value, cut == nil { noteKeyWithoutValue(top.key) }
        if top.state == .separator, cut == nil { problems.append(.missingSemicolon, last, .refused) }
        endEntry(at: last.upper)
      }
      pop(closing: nil)
    }
  }

  // MARK: - Steps

  private mutating func step(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    switch frames.last?.state {
    case .key: key(token, bytes)
    case .value: value(token, bytes)
    case .separator, .junk: separator(token, bytes)
    case .strayValue:
      setState(.key)
      if token.mark != ";" { key(token, bytes) }
    case .element: element(token, bytes)
    case .comma: comma(token, bytes)
    case nil: break
    }
  }

  private mutating func setState(_ state: State) {
    if let top = frames.indices.last { frames[top].state = state }
  }

  /// Records where Apple’s parser stops reading the root dictionary.
  private mutating func noteUnread(_ offset: Int) {
    if frames.count == 1, unreadFrom == nil { unreadFrom = offset }
  }

  private mutating func key(_ given: OpenStepToken, _ bytes: Span<UInt8>) {
    var token = given
    while true {
      guard token.isString else { return noKey(token, bytes) }
      if token.kind == .quoted { token = settledKey(token, bytes) }
      if !token.isTerminated || token.odd == token.range.lower { noteUnread(token.range.lower) }
      let parent = frames.last?.node ?? -1
      string(token, parent: parent, bytes)
      let index = nodes.count - 1
      nodes[index].isKey = true
      link(index)
      if let top = frames.indices.last { frames[top].key = Int32(index) }
      // `key" = "text";`
      if token.kind == .word, let stray = peek(bytes), stray.kind == .quoted, stray.range.lower == token.range.upper,
        isBeforeEquals(stray.range.lower + 1, bytes)
      {
        problems.append(.unterminatedString, ByteRange(stray.range.lower, stray.range.lower + 1), .refused)
        resume(at: stray.range.lower + 1)
      }
      guard let next = peek(bytes) else {
        noteKeyWithoutValue(Int32(index))
        endEntry(at: token.range.upper)
        return
      }
      if next.mark == "=" {
        waiting = nil
        nodes[index].hasEquals = true
        if let top = frames.indices.last { frames[top].equals = next.range }
        last = next.range
        setState(.value)
        return
      }
      if next.mark == ";" {
        waiting = nil
        nodes[index].hasSemicolon = true
        last = next.range
        endEntry(at: next.range.upper)
        return
      }
      if next.kind == .word, next.range.count == 1, bytes[next.range.lower] == UInt8(ascii: ":") {
        waiting = nil
        nodes[index].hasEquals = true
        problems.append(.missingEquals, token.range, .refused)
        if let top = frames.indices.last { frames[top].equals = next.range }
        setState(.value)
        return
      }
      guard next.isString || next.kind == .data || next.isOpening else {
        noteKeyWithoutValue(Int32(index))
        endEntry(at: token.range.upper)
        return
      }
      if next.isString {
        // Is this the key's text, or the next key?
        waiting = nil
        let behind = peek(bytes)
        let isNextLine = hasLineEnd(ByteRange(token.range.upper, next.range.lower), bytes)
        if behind?.mark == "=" || isNextLine && behind?.mark != ";" {
          noteKeyWithoutValue(Int32(index))
          endEntry(at: token.range.upper)
          guard hasRoom else {
            resume(at: next.range.lower)
            return
          }
          token = next
          continue
        }
        problems.append(.missingEquals, token.range, .refused)
        setState(.value)
        value(next, bytes)
        return
      }
      problems.append(.missingEquals, token.range, .refused)
      setState(.value)
      return
    }
  }

  /// Handles a token in place of a key.
  private mutating func noKey(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    guard let frame = frames.last else { return }
    if token.mark == "}", nodes[Int(frame.node)].hasBraces {
      pop(closing: token)
      return
    }
    noteUnread(token.range.lower)
    noteUnexpected(at: token.range.lower, bytes)
    if token.isOpening {
      setState(.strayValue)
      push(token, isArray: token.mark == "(")
    } else if token.mark == "=", let next = peek(bytes), next.isString {
      // A text without its key.
      waiting = nil
      let behind = peek(bytes)
      if behind?.mark == ";" {
        waiting = nil
      } else {
        resume(at: next.range.lower)
      }
    }
  }

  private mutating func value(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    guard let top = frames.indices.last else { return }
    let frame = frames[top]
    switch token.kind {
    case .quoted, .word:
      // `a =` and on the next line `b = c;`
      if nodes[Int(frame.key)].hasEquals, hasLineEnd(ByteRange(frame.equals.upper, token.range.lower), bytes),
        peek(bytes)?.mark == "="
      {
        noteKeyWithoutValue(frame.key)
        endEntry(at: frame.equals.upper)
        key(token, bytes)
        return
      }
      let settled = settledValue(token, bytes)
      nodes[Int(frame.key)].hasValue = true
      string(settled, parent: frame.node, bytes)
      setState(.separator)
    case .data:
      nodes[Int(frame.key)].hasValue = true
      add(.data, token, parent: frame.node)
      setState(.separator)
    case .punctuation:
      switch token.mark {
      case "{", "(":
        nodes[Int(frame.key)].hasValue = true
        setState(.separator)
        push(token, isArray: token.mark == "(")
      case ";":
        noteKeyWithoutValue(frame.key)
        nodes[Int(frame.key)].hasSemicolon = true
        last = token.range
        endEntry(at: token.range.upper)
      case "}":
        noteKeyWithoutValue(frame.key)
        endEntry(at: last.upper)
        key(token, bytes)
      default: noteUnexpected(at: token.range.lower, bytes)
      }
    default: noteUnexpected(at: token.range.lower, bytes)
    }
  }

  private mutating func separator(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    guard let frame = frames.last else { return }
    if token.mark == ";" {
      nodes[Int(frame.key)].hasSemicolon = true
      last = token.range
      endEntry(at: token.range.upper)
      return
    }
    if token.kind == .stray || token.mark == "=" {
      noteUnexpected(at: token.range.lower, bytes)
      setState(.junk)
      return
    }
    if frame.state == .separator { problems.append(.missingSemicolon, last, .refused) }
    if token.mark == "," {
      last = token.range
      endEntry(at: token.range.upper)
      return
    }
    endEntry(at: last.upper)
    key(token, bytes)
  }

  private mutating func element(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    guard let frame = frames.last else { return }
    switch token.kind {
    case .quoted, .word:
      if peek(bytes)?.mark == "=" {
        // The array wasn’t closed, and the dictionary around it continues here.
        leaveArray(token, bytes)
        return
      }
      var settled = token
      if token.kind == .quoted { settled = settledElement(token, bytes) }
      let index = nodes.count
      string(settled, parent: frame.node, bytes)
      link(index)
      setState(.comma)
    case .data:
      let index = nodes.count
      add(.data, token, parent: frame.node)
      link(index)
      setState(.comma)
    case .punctuation:
      switch token.mark {
      case "{", "(":
        link(nodes.count)
        setState(.comma)
        push(token, isArray: token.mark == "(")
      case ")": pop(closing: token)
      case ";", "}": leaveArray(token, bytes)
      default: noteUnexpected(at: token.range.lower, bytes)
      }
    default: noteUnexpected(at: token.range.lower, bytes)
    }
  }

  private mutating func comma(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    switch token.kind {
    case .punctuation:
      switch token.mark {
      case ",":
        last = token.range
        setState(.element)
      case ")": pop(closing: token)
      case ";", "}": leaveArray(token, bytes)
      case "{", "(":
        problems.append(.missingComma, last, .refused)
        element(token, bytes)
      default: noteUnexpected(at: token.range.lower, bytes)
      }
    case .quoted, .word, .data:
      if peek(bytes)?.mark == "=" {
        leaveArray(token, bytes)
      } else {
        problems.append(.missingComma, last, .refused)
        element(token, bytes)
      }
    default: noteUnexpected(at: token.range.lower, bytes)
    }
  }

  /// Ends unclosed arrays up to the dictionary in which the token makes sense.
  private mutating func leaveArray(_ token: OpenStepToken, _ bytes: Span<UInt8>) {
    guard frames.contains(where: { nodes[Int($0.node)].kind == .dictionary }) else {
      // There is no dictionary.
      noteUnexpected(at: token.range.lower, bytes)
      setState(.comma)
      return
    }
    while let frame = frames.last, nodes[Int(frame.node)].kind == .array { pop(closing: nil) }
    guard let frame = frames.last else { return }
    if frame.key >= 0, token.mark != ";" {
      endEntry(at: last.upper)
      setState(.key)
    }
    step(token, bytes)
  }

  private mutating func endEntry(at offset: Int) {
    guard let top = frames.indices.last else { return }
    if frames[top].key >= 0 { nodes[Int(frames[top].key)].entryUpper = offset }
    frames[top].key = -1
    frames[top].state = .key
  }

  // MARK: - Broken strings

  /// Whether a valid token comes after a closing quotation mark.
  private mutating func isFollowed(_ bytes: Span<UInt8>, by marks: StaticString) -> Bool {
    guard let next = peek(bytes) else { return true }
    guard next.kind == .punctuation else { return false }
    let byte = bytes[next.range.lower]
    return marks.withUTF8Buffer { $0.contains(byte) }
  }

  private mutating func cutAtLine(_ token: OpenStepToken, _ bytes: Span<UInt8>) -> OpenStepToken {
    resume(at: token.range.lower)
    return lexer.unterminated(in: bytes, from: token.range.lower)
  }

  /// Whether a multi-line string probably ends in its first line: the line ends like an entry, or the closing mark begins
  /// the next string.
  private mutating func endsInFirstLine(_ token: OpenStepToken, _ bytes: Span<UInt8>) -> Bool {
    var end = endOfLine(in: token.range, bytes)
    guard end < token.range.upper else { return false }
    if let next = peek(bytes), next.kind == .word, next.range.lower == token.range.upper { return true }
    while end > token.range.lower + 1, isBlank(bytes[end - 1]) { end -= 1 }
    return bytes[end - 1] == UInt8(ascii: ";") || bytes[end - 1] == UInt8(ascii: ",")
  }

  private mutating func settledKey(_ token: OpenStepToken, _ bytes: Span<UInt8>) -> OpenStepToken {
    guard token.isTerminated, !isFollowed(bytes, by: "=;") else {
      return token.isTerminated ? token : cutBeforeEquals(token, bytes) ?? token
    }
    if let cut = cutBeforeEquals(token, bytes) { return cut }
    return hasLineEnd(token.range, bytes) ? cutAtLine(token, bytes) : token
  }

  /// `"key = "text";`: a key without its closing quotation mark.
  private mutating func cutBeforeEquals(_ token: OpenStepToken, _ bytes: Span<UInt8>) -> OpenStepToken? {
    var end = token.range.lower + 1
    while end < token.range.upper, WrittenText.Notation.isWordByte(bytes[end]) { end += 1 }
    guard end > token.range.lower + 1, isBeforeEquals(end, bytes) else { return nil }
    resume(at: end)
    var cut = token
    cut.range.upper = end
    cut.isTerminated = false
    cut.hasEscape = false
    return cut
  }

  /// Whether an equals sign is next, ignoring spaces.
  private func isBeforeEquals(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    var at = offset
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09, at - offset < 64 { at += 1 }
    return at < bytes.count && bytes[at] == UInt8(ascii: "=")
  }

  private mutating func settledElement(_ token: OpenStepToken, _ bytes: Span<UInt8>) -> OpenStepToken {
    guard token.isTerminated, !isFollowed(bytes, by: ",);}"), endsInFirstLine(token, bytes) else { return token }
    return cutAtLine(token, bytes)
  }

  private mutating func settledValue(_ token: OpenStepToken, _ bytes: Span<UInt8>) -> OpenStepToken {
    guard token.isTerminated else { return token }
    if isFollowed(bytes, by: ";}") { return token }
    if token.kind == .quoted, endsInFirstLine(token, bytes) { return cutAtLine(token, bytes) }
    // The text continues up to the semicolon on its line: it contains unescaped quotation marks, or lacks its own.
    guard let end = endOfText(from: token.range.upper, isQuoted: token.kind == .quoted, bytes) else { return token }
    let quote = token.kind == .quoted ? bytes[token.range.lower] : nil
    // The tokens after the string are part of the text now.
    resume(at: token.range.upper)
    lexer.at = end.resume
    var whole = token
    whole.range.upper = end.upper
    for index in whole.range.indices where bytes[index] == UInt8(ascii: "\\") { whole.hasEscape = true }
    if quote != nil {
      problems.append(.unescapedQuote, ByteRange(token.range.upper - 1, token.range.upper), .refused)
    } else {
      whole.odd = nil
      problems.append(.missingQuotes, whole.range, .refused)
    }
    return whole
  }

  /// The end of a text on its line, before a semicolon at the end of the line or before a comment.
  private mutating func endOfText(
    from start: Int, isQuoted: Bool, _ bytes: Span<UInt8>
  ) -> (upper: Int, resume: Int)? {
    guard start >= searchedUntil else { return nil }
    var at = start
    /// The offset of the last non-space character on the line.
    var lastFilled = start
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D {
      let byte = bytes[at]
      if byte == UInt8(ascii: "=") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { break }
      if byte == UInt8(ascii: ";"), endsLine(at + 1, bytes) {
        let isClosed = lastFilled > start && bytes[lastFilled - 1] == UInt8(ascii: "\"")
        if isQuoted {
          guard isClosed else { break }
          return (lastFilled, lastFilled)
        }
        guard lastFilled > start else { break }
        return (isClosed ? lastFilled - 1 : lastFilled, lastFilled)
      }
      at += 1
      if !isBlank(byte) { lastFilled = at }
    }
    searchedUntil = at
    return nil
  }

  private func endsLine(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    var at = offset
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09, at - offset < 64 { at += 1 }
    guard at < bytes.count else { return true }
    return bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == UInt8(ascii: "/")
  }

  // MARK: - Problems

  private mutating func noteKeyWithoutValue(_ key: Int32) {
    problems.append(.keyWithoutValue, nodes[Int(key)].range, .refused)
  }

  private mutating func noteUnexpected(at offset: Int, _ bytes: Span<UInt8>) {
    guard !problems.isFull else { return }
    let problem = SyntaxProblem.unexpectedCharacter(at: offset, in: bytes)
    problems.append(problem.kind, problem.range, .refused)
  }
}
