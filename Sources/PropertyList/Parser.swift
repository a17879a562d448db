public import SourceText

extension PropertyListTree {
  /// Parses the text of a file, and compares its encoding with the declared one.
  public static func parse(_ file: DecodedFile) -> PropertyListTree {
    parse(file.text, encoding: file.encoding, undecodable: file.undecodable)
  }

  /// Parses a text as an XML property list. Never fails.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the file, which a declared encoding is compared with.
  ///   - undecodable: The places whose bytes are none of that encoding.
  ///   - byTokensAlone: Whether to use only the slow path, which gives the same tree.
  public static func parse(
    _ text: SourceText, encoding: TextEncoding = .utf8, undecodable: [ByteRange] = [], byTokensAlone: Bool = false
  ) -> PropertyListTree {
    let bytes = text.bytes[...]
    // Offsets in nodes have 31 bits.
    guard bytes.count < Int(Int32.max) else {
      return PropertyListTree(
        text: text, nodes: [Node(.document, .other, 0, 0, inner: 0, 0, parent: -1)],
        problems: [SyntaxProblem(.tooLarge, ByteRange(at: 0))], rootIndex: nil)
    }
    var parser = Parser(bytes: bytes.span, encoding: encoding)
    parser.looksAtTokensAlone = byTokensAlone
    parser.parse(bytes.span)
    parser.judge(undecodable: undecodable)
    return PropertyListTree(
      text: text, nodes: parser.nodes, problems: parser.problems.sorted, rootIndex: parser.rootIndex)
  }

  /// The number of bytes of a text that the fast path parses.
  package static func bytesTakenWhole(of text: SourceText) -> Int {
    let bytes = text.bytes[...]
    var parser = Parser(bytes: bytes.span, encoding: .utf8)
    parser.parse(bytes.span)
    return parser.bytesTakenWhole
  }
}

/// Builds the nodes of a tree from tokens without recursion.
///
/// What Apple’s parser rejects gives a problem that says so, and what it accepts doesn’t; see ``SyntaxProblem`` for the
/// three levels. Valid text is read as that parser reads it, which is laxer than XML: a tag ends at the first `>`, a key
/// is allowed in place of a value, and anything after the root element is ignored.
///
/// Recovery is made for people who are typing. A leaf ends where the tag of a value begins, since nobody nests values in
/// text. If an end tag or a key doesn’t fit, ``Recovery`` tries the possible readings on the following tags, and the one
/// with the fewest mistakes wins.
struct Parser {
  var nodes: [Node] = []
  var rootIndex: Int32?
  var problems = ProblemList()
  var lexer = Lexer()
  /// The innermost open element, or the document.
  var top: OpenElement
  /// The open elements around it; the document comes first.
  var outer: [OpenElement] = []
  /// The number of open elements of each type.
  var openCounts = [Int](repeating: 0, count: Element.allCases.count)
  var recovery = Recovery()

  struct OpenElement {
    var index: Int32
    var element: Element
    var lastChild: Int32 = -1
    /// The pending key of a dictionary, which has no value yet; -1 if there is none.
    var pendingKey: Int32 = -1
    /// The key before the pending one, if it has no value either and the later key hasn’t ended yet; otherwise -1.
    var earlierKey: Int32 = -1
    /// The key of the last value in a dictionary; -1 if the last child is something else.
    var lastKey: Int32 = -1
    /// Whether it has a value, since a `<plist>` can have only one.
    var hasValue = false
    /// Whether something broken after the pending key may have been its value.
    var excusesKey = false
    /// Whether something broken may have been the key of the next value.
    var excusesValue = false
    /// Whether its start tag was reported, so that a missing end tag isn’t a second mistake.
    var isExcused = false
    /// The problem about a key in this array or a value without a key in this dictionary, whose end or start tag may be
    /// missing; -1 if there is none.
    var contentProblem: Int32 = -1
    /// How Apple’s parser reads a dictionary: every second element is a key.
    var applesKeyIsNext = true
    var applesPairsAreBroken = false
  }

  /// The most levels of arrays and dictionaries that Apple’s parser accepts.
  static let deepest = 512

  /// A problem about a dictionary’s pairs, whose severity is known when the dictionary ends.
  var pairProblems: [(dictionary: Int32, problem: Int)] = []
  var brokenDictionaries: Set<Int32> = []

  let encoding: TextEncoding
  let hasFaults: Bool
  /// Whether the root element has ended. Apple’s parser stops there.
  var isDone = false
  /// Whether the document type is unterminated, so that Apple’s parser reads the `<plist>` tag as part of it, and the value
  /// inside as the root element.
  var plistIsSwallowed = false
  /// Whether that value has ended.
  var isPastApplesEnd = false
  /// Where the root element ended; the end of the text if it never did.
  var end: Int
  var trailing: ByteRange?
  /// Whether only a `</plist>` is there.
  var trailingPlistEnd = false
  var lacksPlist = false
  var sawDoctype = false
  /// The node of the last unterminated comment, section or instruction; -1 if there is none.
  var lastUnterminated: Int32 = -1
  var containerDepth = 0
  var isTooDeep = false
  var sawDeclaration = false
  /// What comes before the first element and any XML declaration.
  var preamble: ByteRange?
  var pendingEmptyComment: ByteRange?
  /// Whether to use only the slow path.
  var looksAtTokensAlone = false
  /// Whether to stop at the first problem for which Apple’s parser rejects the text.
  var stopsAtMistake = false
  /// The number of bytes that the fast path has parsed.
  var bytesTakenWhole = 0
  /// Whether new problems are consequences of those that were reported.
  var isQuiet = false
  /// The end of the last tag fragment if there was no tag since; the rest of its line is part of the same mistake.
  var fragmentEnd = -1
  /// The end and the index of the last problem about stray text.
  var strayText = (end: -1, problem: -1)
  /// Beyond this number of nodes, only property list elements get one: a file of `</` would have one per two bytes. Elements
  /// have no limit, since each takes at least six bytes.
  let mostNodes: Int
  /// The deepest nesting; a tag that would open another level is skipped.
  static let mostLevels = 1 << 17

  init(bytes: Span<UInt8>, encoding: TextEncoding) {
    self.encoding = encoding
    end = bytes.count
    mostNodes = 100_000 + bytes.count / 12
    hasFaults = ByteFault.mayOccur(in: bytes)
    nodes.reserveCapacity(bytes.count / 28 + 8)
    nodes.append(Node(.document, .other, 0, end, inner: 0, end, parent: -1))
    top = OpenElement(index: 0, element: .other)
  }

  mutating func parse(_ bytes: Span<UInt8>) {
    checkEncoding(bytes)
    while true {
      // Skip whitespace between elements, which is frequent.
      if !top.element.isLeaf, !lexer.isInProlog {
        if mayTakeWellFormed { takeWellFormed(bytes) } else { lexer.skipBlanks(in: bytes) }
      }
      guard let token = lexer.next(in: bytes), !(stopsAtMistake && problems.hasRefused) else { break }
      if isDone {
        trail(token, bytes)
        continue
      }
      if nodes.count >= mostNodes || outer.count >= Self.mostLevels, isPassedOver(token) { continue }
      switch token.kind {
      case .byteOrderMark: break
      case .text: text(token, bytes)
      case .startTag, .emptyTag: startTag(token, bytes)
      case .endTag: endTag(token, bytes)
      case .incompleteStartTag: incompleteStartTag(token, bytes)
      case .incompleteEndTag: incompleteEndTag(token, bytes)
      case .comment: comment(token, bytes)
      case .cdata: cdata(token)
      case .declaration: declaration(token, bytes)
      case .processingInstruction: instruction(token)
      case .doctype: doctype(token, bytes)
      }
    }
    closeAll(bytes)
    finish(bytes)
  }

  /// Whether a tag gets no node because of the limits. Apple’s parser rejects such a text anyway.
  private func isPassedOver(_ token: Token) -> Bool {
    guard problems.hasRefused else { return false }
    return switch token.kind {
    case .incompleteStartTag, .incompleteEndTag: nodes.count >= mostNodes
    case .startTag: token.element == .other || outer.count >= Self.mostLevels
    case .emptyTag: token.element == .other && nodes.count >= mostNodes
    default: false
    }
  }

  /// Whether the fast path can be used here.
  private var mayTakeWellFormed: Bool {
    (top.element == .dict || top.element == .array) && !isDone && top.earlierKey < 0 && !plistIsSwallowed
      && !looksAtTokensAlone && pendingEmptyComment == nil
  }

  // MARK: - Text

  mutating func text(_ token: Token, _ bytes: Span<UInt8>) {
    if top.element.isLeaf {
      if token.isSpecial { checkText(token.range, in: top, bytes) }
      return
    }
    let trimmed = trim(token.range, bytes)
    if trimmed.isEmpty {
      notePreamble(token.range)
      return
    }
    // The contents of an unknown element or a Boolean are reported with that element.
    guard outer.isEmpty || (top.element != .other && !top.element.isBoolean) else { return }
    if fragmentEnd >= 0, isSameLine(fragmentEnd, trimmed.lower, bytes) { return }
    excuse()
    strayText = (trimmed.upper, problems.count)
    report(.strayText, trimmed)
  }

  /// Records something broken that may have been a key or a value.
  mutating func excuse() {
    if top.pendingKey >= 0 { top.excusesKey = true } else { top.excusesValue = true }
  }

  /// Checks the references in the text of a leaf.
  mutating func checkText(_ range: ByteRange, in leaf: OpenElement, _ bytes: Span<UInt8>) {
    var at = range.lower
    let isString = leaf.element == .key || leaf.element == .string || leaf.element == .real
    while at < range.upper {
      if bytes[at] == UInt8(ascii: "&") {
        mark(leaf.index)
        guard isString else { return }
        let reference = Reference(in: bytes, at: at, before: range.upper)
        switch reference.meaning {
        case .scalar: break
        case .forbidden:
          report(.invalidCharacterReference(string(reference.range, bytes)), reference.range, .notPortable)
        case .unknown: report(.unknownEntity(string(reference.range, bytes)), reference.range)
        case .invalid: report(.invalidCharacterReference(string(reference.range, bytes)), reference.range)
        }
        at = reference.range.upper
      } else {
        if bytes[at] == UInt8(ascii: "]"), at + 2 < range.upper, bytes.has("]]>", at: at) {
          report(.sectionEndInText, ByteRange(at, at + 3), .notPortable)
        }
        at += 1
      }
    }
  }

  // MARK: - Nodes

  mutating func add(
    _ kind: Node.Kind, _ element: Element = .other, range: ByteRange, inner: ByteRange, isEmpty: Bool
  ) -> Int32 {
    append(
      Node(
        kind, element, range.lower, range.upper, inner: inner.lower, inner.upper, parent: top.index,
        isSelfClosing: isEmpty))
  }

  /// Adds a node to the innermost element.
  @inline(__always) @discardableResult
  mutating func append(_ node: Node) -> Int32 {
    let index = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(node)
    if top.lastChild >= 0 {
      nodes[Int(top.lastChild)].next = index
    } else {
      nodes[Int(top.index)].firstChild = index
    }
    top.lastChild = index
    return index
  }

  /// Leaves the innermost element. At least one must be open.
  mutating func pop() {
    guard let parent = outer.popLast() else { return }
    openCounts[Int(top.element.rawValue)] -= 1
    if top.element == .dict || top.element == .array { containerDepth -= 1 }
    if top.element == .dict, top.applesPairsAreBroken || !top.applesKeyIsNext { brokenDictionaries.insert(top.index) }
    top = parent
  }

  mutating func close(with token: Token, _ bytes: Span<UInt8>) {
    reportPendingKey()
    let (index, element) = (Int(top.index), top.element)
    pop()
    nodes[index].close(innerUpper: token.range.lower, upper: token.range.upper)
    if element.isLeaf {
      if element == .key, top.earlierKey >= 0 { reportEarlierKey() }
      if element != .key, element != .string { checkValue(index, bytes) }
    } else if element.isBoolean, !nodes[index].inner.isEmpty {
      let trimmed = trim(nodes[index].inner, bytes)
      report(.notEmptyBoolean, trimmed.isEmpty ? nodes[index].inner : trimmed)
    }
    finishElement(at: token.range.upper)
  }

  /// Ends the innermost element and reports its missing end tag.
  mutating func closeUnclosed(at offset: Int, _ bytes: Span<UInt8>) {
    let closed = top
    if !closed.isExcused {
      reportFragment(.unclosedElement(name(of: closed.index, bytes)), nodes[Int(closed.index)].startTag, of: closed)
    }
    closeImplicitly(at: offset, bytes)
    if closed.element.isLeaf { setAside(closed) }
  }

  /// Reports that an element is incomplete. If it was reported as misplaced, this is the cause and replaces that problem.
  mutating func reportFragment(_ kind: SyntaxProblem.Kind, _ range: ByteRange, of element: OpenElement) {
    let parent = outer.count - 1
    let problem = parent >= 0 ? Int(outer[parent].contentProblem) : -1
    if !isQuiet, !isPastApplesEnd, problem >= 0, problems.isProblem(problem, at: nodes[Int(element.index)].startTag),
      problems.replace(problem, with: kind, range)
    {
      outer[parent].contentProblem = -1
    } else {
      report(kind, range)
    }
  }

  /// After an incomplete leaf, which may have been typed between a key and its value: the key stays pending.
  mutating func setAside(_ leaf: OpenElement) {
    guard top.element == .dict else { return }
    if leaf.element == .key {
      guard top.earlierKey >= 0 else { return }
      top.pendingKey = top.earlierKey
      top.earlierKey = -1
      top.excusesKey = true
    } else if top.pendingKey < 0, top.lastKey >= 0 {
      top.pendingKey = top.lastKey
      top.excusesKey = true
    }
  }

  /// Ends the innermost element without an end tag, before the whitespace before `offset`.
  mutating func closeImplicitly(at offset: Int, _ bytes: Span<UInt8>, trimming: Bool = true) {
    reportPendingKey()
    let index = Int(top.index)
    // Unterminated markup contains the whitespace at the end of the text, and a Boolean may contain markup there.
    let least = top.lastChild >= 0 ? nodes[Int(top.lastChild)].range.upper : nodes[index].inner.lower
    pop()
    var end = max(offset, least)
    if trimming {
      while end > least, isBlank(bytes[end - 1]) { end -= 1 }
    }
    nodes[index].inner = ByteRange(nodes[index].inner.lower, end)
    nodes[index].range = ByteRange(nodes[index].range.lower, end)
    finishElement(at: offset)
  }

  /// Ends all open elements at the end of the text. Only the innermost is reported, since all of them are open while
  /// someone types a file from top to bottom.
  mutating func closeAll(_ bytes: Span<UInt8>) {
    guard !outer.isEmpty else { return }
    // Unterminated markup may contain the end tags of all open elements.
    if !top.isExcused, top.index > lastUnterminated {
      report(.unclosedElement(name(of: top.index, bytes)), nodes[Int(top.index)].startTag)
    }
    let outermost = outer.count > 1 ? outer[1].index : top.index
    if !isPastApplesEnd {
      problems.requireRefused(.unclosedElement(name(of: outermost, bytes)), nodes[Int(outermost)].startTag)
    }
    isQuiet = true
    while !outer.isEmpty { closeImplicitly(at: bytes.count, bytes) }
    isQuiet = false
  }

  mutating func finishElement(at offset: Int) {
    if outer.isEmpty {
      isDone = true
      if !isPastApplesEnd { end = offset }
    } else if outer.count == 1, plistIsSwallowed {
      passApplesEnd(at: offset)
    }
  }

  /// Records that Apple’s parser stops here, although the root element continues.
  mutating func passApplesEnd(at offset: Int) {
    guard !isPastApplesEnd else { return }
    isPastApplesEnd = true
    end = offset
  }

  mutating func mark(_ index: Int32) {
    nodes[Int(index)].hasMarkup = true
  }

  // MARK: - Problems

  mutating func report(
    _ kind: SyntaxProblem.Kind, _ range: ByteRange, _ severity: SyntaxProblem.Severity = .refused
  ) {
    guard !isQuiet else { return }
    problems.append(kind, range, isPastApplesEnd && severity == .refused ? .notPortable : severity)
  }

  /// Reports a problem about a dictionary’s pairs. Whether Apple’s parser rejects it is known when the dictionary ends.
  mutating func reportPair(_ kind: SyntaxProblem.Kind, _ range: ByteRange, in dictionary: Int32) {
    guard !isQuiet else { return }
    // Of those that are not kept, one tells as much of its dictionary as all.
    if problems.count < ProblemList.limit || pairProblems.last?.dictionary != dictionary {
      pairProblems.append((dictionary, problems.count))
    }
    problems.append(kind, range, .notPortable)
  }

  mutating func reportEarlierKey() {
    reportKeyWithoutValue(top.earlierKey)
    top.earlierKey = -1
  }

  mutating func reportPendingKey() {
    reportEarlierKey()
    reportKeyWithoutValue(top.pendingKey)
    top.pendingKey = -1
  }

  private mutating func reportKeyWithoutValue(_ key: Int32) {
    guard key >= 0 else { return }
    let isExcused = top.excusesKey || !nodes[Int(key)].isClosed
    top.excusesKey = false
    if !isExcused { reportPair(.keyWithoutValue, nodes[Int(key)].range, in: top.index) }
  }

  mutating func finish(_ bytes: Span<UInt8>) {
    for (dictionary, problem) in pairProblems where brokenDictionaries.contains(dictionary) {
      problems.refuse(problem)
    }
    if let trailing, !(trailingPlistEnd && lacksPlist) {
      report(.contentAfterPlist, trailing, .notPortable)
    }
    let start = Lexer.hasByteOrderMark(bytes) ? 3 : 0
    if nodes.count == 1, bytes.count > start, isBlankForApple(bytes, from: start) {
      // It may contain vertical tabs and form feeds, which aren’t whitespace in XML.
      problems = ProblemList()
      report(.blankFile, ByteRange(start, bytes.count), .notPortable)
      return
    }
    if rootIndex == nil, !problems.hasRefused {
      let first = nodes.first { $0.kind == .element }
      if bytes.count == start {
        report(.emptyFile, ByteRange(at: 0))
      } else {
        report(.noValue, first?.startTag ?? nodes.last.map(\.range) ?? ByteRange(0, bytes.count))
      }
    }
    // The rest depends on where it is.
    isPastApplesEnd = false
    if hasFaults { checkFaults(bytes) }
  }

  func isBlankForApple(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    for index in start..<bytes.count where !(bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index])) {
      return false
    }
    return true
  }

}
