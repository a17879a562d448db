public import SourceText

extension PropertyListTree {
  /// Parses a text as an XML property list. Never fails.
  public static func parse(_ text: SourceText) -> PropertyListTree {
    var parser = Parser(end: text.count)
    parser.parse(text.bytes.span)
    return PropertyListTree(
      text: text, nodes: parser.nodes, problems: parser.finishedProblems(), rootIndex: parser.rootIndex)
  }
}

/// Builds the nodes of a tree from tokens, with a stack of its own.
///
/// It recovers as an editor's user needs it: an end tag closes the nearest open element it can close, and those in
/// between count as unclosed; a leaf ends where the tag of a value begins, since nobody nests values in text; a key
/// in an array means that the array was not closed.
struct Parser {
  private(set) var nodes: [Node] = []
  private(set) var rootIndex: Int32?
  private var problems: [SyntaxProblem] = []
  private var open: [OpenElement] = []
  /// How many elements of each kind are open.
  private var openCounts = [Int](repeating: 0, count: Element.allCases.count)

  private struct OpenElement {
    var index: Int32
    var element: Element
    var lastChild: Int32 = -1
    /// A dictionary's last key that still waits for its value; -1 if none does.
    var pendingKey: Int32 = -1
    /// Whether a value stands in it already; one is all that the document or `<plist>` may have.
    var hasValue = false
    /// Whether an array in this dictionary was taken as unclosed because a key came, so that its end tag may follow.
    var absorbsArrayEnd = false
  }

  private var plistIsClosed = false
  private var sawPlist = false

  init(end: Int) {
    let whole = ByteRange(0, end)
    nodes.append(Node(.document, range: whole, inner: whole, parent: -1, selfClosing: false))
    open.append(OpenElement(index: 0, element: .other))
  }

  /// The problems in the order of their ranges.
  func finishedProblems() -> [SyntaxProblem] {
    var isSorted = true
    for index in problems.indices.dropFirst() where problems[index].range.lower < problems[index - 1].range.lower {
      isSorted = false
      break
    }
    return isSorted ? problems : problems.sorted { ($0.range.lower, $0.range.upper) < ($1.range.lower, $1.range.upper) }
  }

  mutating func parse(_ bytes: Span<UInt8>) {
    var lexer = Lexer()
    while let token = lexer.next(in: bytes) {
      switch token.kind {
      case .byteOrderMark: break
      case .text: text(token.range, bytes)
      case .startTag, .emptyTag: startTag(token, bytes)
      case .endTag: endTag(token, bytes)
      case .incompleteStartTag, .incompleteEndTag: incompleteTag(token, bytes)
      case .comment: comment(token, bytes)
      case .cdata: cdata(token)
      case .declaration: declaration(token, bytes)
      case .processingInstruction: instruction(token)
      case .doctype: doctype(token, bytes)
      }
    }
    while open.count > 1 {
      let top = open[open.count - 1]
      report(.unclosedElement(name(of: top.index, bytes)), nodes[Int(top.index)].startTag)
      closeImplicitly(at: bytes.count, bytes)
    }
    finish(bytes)
  }

  // MARK: - Tokens

  private mutating func text(_ range: ByteRange, _ bytes: Span<UInt8>) {
    let top = open[open.count - 1]
    if top.element.isLeaf {
      checkText(range, in: top.element, bytes)
      return
    }
    let trimmed = trim(range, bytes)
    guard !trimmed.isEmpty else {
      checkBeforeDeclaration(range)
      return
    }
    if plistIsClosed, open.count == 1 {
      report(.contentAfterPlist, trimmed, .notPortable)
    } else if top.element == .true || top.element == .false {
      report(.notEmptyBoolean, trimmed)
    } else {
      report(.strayText, trimmed)
    }
  }

  private mutating func startTag(_ token: Token, _ bytes: Span<UInt8>) {
    var element = token.element
    if element == .plist, open.count > 1 || sawPlist { element = .other }
    if open[open.count - 1].element.isLeaf {
      if element == .other {
        report(.elementInText(string(token.name, bytes)), token.range)
        mark(open[open.count - 1].index)
        push(token, .other)
        return
      }
      // Nobody nests a value in text: the leaf's end tag is missing.
      let leaf = open[open.count - 1]
      report(.unclosedElement(name(of: leaf.index, bytes)), nodes[Int(leaf.index)].startTag)
      closeImplicitly(at: token.range.lower, bytes)
    }
    if element == .key, open.count > 2, open[open.count - 1].element == .array, open[open.count - 2].element == .dict {
      let array = open[open.count - 1]
      report(.unclosedElement("array"), nodes[Int(array.index)].startTag)
      closeImplicitly(at: token.range.lower, bytes)
      open[open.count - 1].absorbsArrayEnd = true
    }
    place(element, token, bytes)
    push(token, element)
  }

  /// Judges whether an element may stand where it does, and pairs keys with values.
  private mutating func place(_ element: Element, _ token: Token, _ bytes: Span<UInt8>) {
    let depth = open.count - 1
    if element == .other { report(.unknownElement(string(token.name, bytes)), token.name) }
    switch open[depth].element {
    case .dict:
      if element == .key {
        reportPendingKey(at: depth)
        open[depth].pendingKey = Int32(clamping: nodes.count)
      } else if open[depth].pendingKey >= 0 {
        open[depth].pendingKey = -1
      } else if element != .other {
        report(.valueWithoutKey, token.range)
      }
    case .array:
      if element == .key { report(.keyOutsideDictionary, token.range) }
    default:
      if plistIsClosed, depth == 0 {
        report(.contentAfterPlist, token.range, .notPortable)
        return
      }
      if element == .plist {
        sawPlist = true
        return
      }
      guard depth == 0 || open[depth].element == .plist else { return }
      if element == .key { report(.keyOutsideDictionary, token.range) }
      if open[depth].hasValue {
        report(.secondValue, token.range)
      } else {
        open[depth].hasValue = true
        rootIndex = Int32(clamping: nodes.count)
        if depth == 0 { report(.missingPlist, token.range, .notPortable) }
      }
    }
  }

  private mutating func push(_ token: Token, _ element: Element) {
    let isEmpty = token.kind == .emptyTag
    let index = add(.element, element, range: token.range, inner: ByteRange(at: token.range.upper), isEmpty: isEmpty)
    if isEmpty {
      nodes[Int(index)].isClosed = true
      if element == .plist { plistIsClosed = true }
    } else {
      open.append(OpenElement(index: index, element: element))
      openCounts[Int(element.rawValue)] += 1
    }
  }

  private mutating func popOpenElement() -> OpenElement? {
    guard open.count > 1, let top = open.popLast() else { return nil }
    openCounts[Int(top.element.rawValue)] -= 1
    return top
  }

  private mutating func endTag(_ token: Token, _ bytes: Span<UInt8>) {
    let top = open[open.count - 1]
    if open.count > 1, isName(of: top.index, equalTo: token, bytes) {
      close(with: token, bytes)
      return
    }
    if let depth = depthOfOpenElement(named: token, bytes) {
      while open.count - 1 > depth {
        let unclosed = open[open.count - 1]
        report(.unclosedElement(name(of: unclosed.index, bytes)), nodes[Int(unclosed.index)].startTag)
        closeImplicitly(at: token.range.lower, bytes)
      }
      close(with: token, bytes)
      return
    }
    if token.element == .array, open[open.count - 1].absorbsArrayEnd {
      open[open.count - 1].absorbsArrayEnd = false
      return
    }
    let isMisspelling = open.count > 1 && (top.element.isLeaf || top.element.isBoolean || token.element == .other)
    if isMisspelling {
      report(
        .mismatchedEndTag(found: string(token.name, bytes), expected: name(of: top.index, bytes)), token.range)
      close(with: token, bytes)
    } else if plistIsClosed, open.count == 1 {
      report(.contentAfterPlist, token.range, .notPortable)
    } else {
      report(.unexpectedEndTag(string(token.name, bytes)), token.range)
    }
  }

  /// The nearest open element with the token's name; all inside it was left open.
  ///
  /// A search costs what it closes, or is cut short: a file of stray end tags in a deep tree must not take the square
  /// of its size.
  private func depthOfOpenElement(named token: Token, _ bytes: Span<UInt8>) -> Int? {
    if token.element != .other, openCounts[Int(token.element.rawValue)] == 0 { return nil }
    let limit = token.element == .other ? max(open.count - 64, 1) : 1
    var depth = open.count - 1
    while depth >= limit {
      if isName(of: open[depth].index, equalTo: token, bytes) { return depth }
      depth -= 1
    }
    return nil
  }

  private mutating func incompleteTag(_ token: Token, _ bytes: Span<UInt8>) {
    if plistIsClosed, open.count == 1 {
      report(.contentAfterPlist, token.range, .notPortable)
      return
    }
    report(.incompleteTag, token.range)
    let top = open[open.count - 1]
    if top.element.isLeaf {
      mark(top.index)
      // Half of the leaf's own end tag ends it: what follows is no text of it.
      if token.kind == .incompleteEndTag {
        closeImplicitly(at: token.range.lower, bytes, trimming: false)
        extendLastClosed(top.index, to: token.range.upper)
        return
      }
    }
    _ = add(.incompleteTag, token.element, range: token.range, inner: token.name, isEmpty: false)
  }

  private mutating func comment(_ token: Token, _ bytes: Span<UInt8>) {
    let inner = ByteRange(token.range.lower + 4, max(token.range.upper - 3, token.range.lower + 4))
    let index = add(.comment, range: token.range, inner: inner, isEmpty: false)
    if !token.isTerminated {
      nodes[Int(index)].inner = ByteRange(token.range.lower + 4, token.range.upper)
      report(.unterminatedComment, ByteRange(token.range.lower, token.range.lower + 4))
      return
    }
    let top = open[open.count - 1]
    if top.element.isLeaf {
      mark(top.index)
      report(.commentInText, token.range)
    } else {
      checkBeforeDeclaration(token.range)
      checkHyphens(inner, bytes)
    }
  }

  private mutating func cdata(_ token: Token) {
    let top = open[open.count - 1]
    let inner = ByteRange(token.range.lower + 9, max(token.range.upper - (token.isTerminated ? 3 : 0), token.range.lower + 9))
    _ = add(.cdata, range: token.range, inner: inner, isEmpty: false)
    if !token.isTerminated {
      report(.unterminatedCDATA, ByteRange(token.range.lower, token.range.lower + 9))
    } else if !top.element.isLeaf {
      report(.strayCDATA, token.range)
    }
    if top.element.isLeaf { mark(top.index) }
  }

  private mutating func declaration(_ token: Token, _ bytes: Span<UInt8>) {
    _ = add(.declaration, range: token.range, inner: token.range, isEmpty: false)
    if !token.isTerminated {
      report(.unterminatedInstruction, ByteRange(token.range.lower, token.range.lower + 2))
    }
  }

  private mutating func instruction(_ token: Token) {
    _ = add(.instruction, range: token.range, inner: token.range, isEmpty: false)
    let top = open[open.count - 1]
    if !token.isTerminated {
      report(.unterminatedInstruction, ByteRange(token.range.lower, token.range.lower + 2))
    } else if top.element.isLeaf {
      mark(top.index)
      report(.commentInText, token.range)
    }
  }

  private mutating func doctype(_ token: Token, _ bytes: Span<UInt8>) {
    _ = add(.doctype, range: token.range, inner: token.range, isEmpty: false)
    if !token.isTerminated {
      report(.unterminatedDoctype, ByteRange(token.range.lower, token.range.lower + 9))
    } else if let bracket = Lexer.index(of: UInt8(ascii: "["), in: bytes, from: token.range.lower),
      bracket < token.range.upper
    {
      report(.internalSubset, token.range)
    }
  }

  // MARK: - Nodes

  private mutating func add(
    _ kind: Node.Kind, _ element: Element = .other, range: ByteRange, inner: ByteRange, isEmpty: Bool
  ) -> Int32 {
    let index = Int32(clamping: nodes.count)
    let depth = open.count - 1
    nodes.append(
      Node(kind, element, range: range, inner: inner, parent: open[depth].index, selfClosing: isEmpty))
    if open[depth].lastChild >= 0 {
      nodes[Int(open[depth].lastChild)].next = index
    } else {
      nodes[Int(open[depth].index)].firstChild = index
    }
    open[depth].lastChild = index
    return index
  }

  private mutating func close(with token: Token, _ bytes: Span<UInt8>) {
    reportPendingKey(at: open.count - 1)
    guard let closed = popOpenElement() else { return }
    let index = Int(closed.index)
    nodes[index].inner = ByteRange(nodes[index].inner.lower, token.range.lower)
    nodes[index].range = ByteRange(nodes[index].range.lower, token.range.upper)
    nodes[index].isClosed = true
    if closed.element == .plist { plistIsClosed = true }
    if closed.element.isLeaf { checkValue(closed.index, bytes) }
  }

  /// Ends the innermost element without an end tag, before the white space in front of `offset`.
  private mutating func closeImplicitly(at offset: Int, _ bytes: Span<UInt8>, trimming: Bool = true) {
    reportPendingKey(at: open.count - 1)
    guard let closed = popOpenElement() else { return }
    let index = Int(closed.index)
    var end = offset
    if trimming {
      while end > nodes[index].inner.lower, isBlank(bytes[end - 1]) { end -= 1 }
    }
    nodes[index].inner = ByteRange(nodes[index].inner.lower, end)
    nodes[index].range = ByteRange(nodes[index].range.lower, end)
  }

  private mutating func extendLastClosed(_ index: Int32, to end: Int) {
    nodes[Int(index)].range = ByteRange(nodes[Int(index)].range.lower, end)
  }

  private mutating func mark(_ index: Int32) {
    nodes[Int(index)].hasMarkup = true
  }

  // MARK: - Problems

  private mutating func report(
    _ kind: SyntaxProblem.Kind, _ range: ByteRange, _ severity: SyntaxProblem.Severity = .refused
  ) {
    problems.append(SyntaxProblem(kind, range, severity))
  }

  private mutating func reportPendingKey(at depth: Int) {
    let key = open[depth].pendingKey
    guard key >= 0 else { return }
    open[depth].pendingKey = -1
    report(.keyWithoutValue, nodes[Int(key)].range)
  }

  private mutating func finish(_ bytes: Span<UInt8>) {
    if rootIndex == nil, !problems.contains(where: { $0.severity == .refused }) {
      if bytes.count == 0 {
        report(.emptyFile, ByteRange(at: 0))
      } else if nodes.count == 1 {
        report(.blankFile, ByteRange(0, bytes.count), .notPortable)
      } else {
        report(.noValue, nodes.indices.last.map { nodes[$0].range } ?? ByteRange(0, bytes.count))
      }
    }
  }

  private mutating func checkBeforeDeclaration(_ range: ByteRange) {
    // Reported once the declaration is known to follow; see declaration(_:_:).
  }

  private mutating func checkHyphens(_ inner: ByteRange, _ bytes: Span<UInt8>) {
    var at = inner.lower
    while at + 1 < inner.upper {
      if bytes[at] == UInt8(ascii: "-"), bytes[at + 1] == UInt8(ascii: "-") {
        report(.doubleHyphenInComment, ByteRange(at, at + 2), .unclean)
        return
      }
      at += 1
    }
  }

  /// Judges the references in a run of text of a leaf.
  private mutating func checkText(_ range: ByteRange, in element: Element, _ bytes: Span<UInt8>) {
    var at = range.lower
    while at < range.upper {
      if bytes[at] == UInt8(ascii: "&") {
        mark(open[open.count - 1].index)
        let reference = Reference(in: bytes, at: at, before: range.upper)
        switch reference.meaning {
        case .scalar: break
        case .unknown: report(.unknownEntity(string(reference.range, bytes)), reference.range)
        case .invalid: report(.invalidCharacterReference(string(reference.range, bytes)), reference.range)
        }
        at = reference.range.upper
      } else {
        at += 1
      }
    }
  }

  /// Judges the text of a leaf as a value of its type.
  private mutating func checkValue(_ index: Int32, _ bytes: Span<UInt8>) {
  }

  // MARK: - Names

  private func name(of index: Int32, _ bytes: Span<UInt8>) -> String {
    string(nameRange(of: index, bytes), bytes)
  }

  private func nameRange(of index: Int32, _ bytes: Span<UInt8>) -> ByteRange {
    let lower = nodes[Int(index)].range.lower + 1
    var upper = lower
    while upper < bytes.count, isNameByte(bytes[upper]) { upper += 1 }
    return ByteRange(lower, upper)
  }

  private func isName(of index: Int32, equalTo token: Token, _ bytes: Span<UInt8>) -> Bool {
    let node = nodes[Int(index)]
    if node.element != .other || token.element != .other { return node.element == token.element }
    let name = nameRange(of: index, bytes)
    guard name.count == token.name.count else { return false }
    for offset in 0..<name.count where bytes[name.lower + offset] != bytes[token.name.lower + offset] { return false }
    return true
  }

  private func string(_ range: ByteRange, _ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    for index in range.indices { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
  }

  private func trim(_ range: ByteRange, _ bytes: Span<UInt8>) -> ByteRange {
    var lower = range.lower
    var upper = range.upper
    while lower < upper, isBlank(bytes[lower]) { lower += 1 }
    while upper > lower, isBlank(bytes[upper - 1]) { upper -= 1 }
    return ByteRange(lower, upper)
  }
}
