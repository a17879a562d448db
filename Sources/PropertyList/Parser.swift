public import SourceText

extension PropertyListTree {
  /// Parses a text as an XML property list. Never fails.
  ///
  /// - Parameter encoding: What the text was in the file. A declared encoding is held against it.
  public static func parse(_ text: SourceText, encoding: TextEncoding = .utf8) -> PropertyListTree {
    let bytes = text.bytes
    guard bytes.count < Int(Int32.max) else { return tooLarge(text) }
    var parser = Parser(bytes: bytes.span, encoding: encoding)
    parser.parse(bytes.span)
    return PropertyListTree(
      text: text, nodes: parser.nodes, problems: parser.finishedProblems(), rootIndex: parser.rootIndex)
  }

  /// Parses the text of a file, with what its encoding says about it.
  public static func parse(_ file: DecodedFile) -> PropertyListTree {
    let bytes = file.text.bytes
    guard bytes.count < Int(Int32.max) else { return tooLarge(file.text) }
    var parser = Parser(bytes: bytes.span, encoding: file.encoding)
    parser.parse(bytes.span)
    parser.judge(undecodable: file.undecodable)
    return PropertyListTree(
      text: file.text, nodes: parser.nodes, problems: parser.finishedProblems(), rootIndex: parser.rootIndex)
  }

  /// A tree without nodes: offsets in nodes have 31 bits.
  static func tooLarge(_ text: SourceText) -> PropertyListTree {
    let document = Node(.document, range: ByteRange(at: 0), inner: ByteRange(at: 0), parent: -1, selfClosing: false)
    let problem = SyntaxProblem(.tooLarge, ByteRange(at: 0))
    return PropertyListTree(text: text, nodes: [document], problems: [problem], rootIndex: nil)
  }
}

/// Builds the nodes of a tree from tokens, with a stack of its own.
///
/// Whatever Apple's parser refuses gives a problem that says so, and what it reads gives none; ``SyntaxProblem`` has
/// the three degrees. As far as a text is right, this reads it as that parser does, which is laxer than XML: a tag
/// ends at the first `>`, a key may stand where a value may, and nothing after the outermost element counts.
///
/// Where a text is wrong, it recovers as an editor's user needs it. A leaf ends where the tag of a value begins, since
/// nobody nests values in text. Where an end tag or a key does not fit, ``Recovery`` tries what may have been meant
/// on the tags that follow, and the reading that leaves the fewest mistakes wins.
struct Parser {
  private(set) var nodes: [Node] = []
  private(set) var rootIndex: Int32?
  private(set) var problems = ProblemList()
  private var lexer = Lexer()
  /// The innermost element that is open; the document itself where none is.
  private var top: OpenElement
  /// The elements around it, the document first.
  private var outer: [OpenElement] = []
  /// How many elements of each kind are open.
  private var openCounts = [Int](repeating: 0, count: Element.allCases.count)
  private var recovery = Recovery()

  struct OpenElement {
    var index: Int32
    var element: Element
    var lastChild: Int32 = -1
    /// A dictionary's last key that still waits for its value; -1 if none does.
    var pendingKey: Int32 = -1
    /// The key before that, if it has no value either and the later key has not ended yet; else -1.
    var earlierKey: Int32 = -1
    /// The key whose value came last in a dictionary; -1 if something else did.
    var lastKey: Int32 = -1
    /// Whether a value stands in it already; one is all that a `<plist>` may have.
    var hasValue = false
    /// Whether something broken stands behind the pending key that may have been its value.
    var excusesKey = false
    /// Whether something broken stands there that may have been the key of the next value.
    var excusesValue = false
    /// Whether its own tag was found wrong, so that a missing end tag is no second mistake.
    var isExcused = false
    /// The problem about a key in this array or a value without key in this dictionary, whose end tag or start tag is
    /// missing perhaps; -1 if there is none.
    var contentProblem: Int32 = -1
    /// What Apple's parser makes of a dictionary: it takes each second element for a key.
    var applesKeyIsNext = true
    var applesPairsAreBroken = false
  }

  /// A problem about a dictionary's pairs, to be judged when the dictionary ends.
  private var pairProblems: [(dictionary: Int32, problem: Int)] = []
  private var brokenDictionaries: Set<Int32> = []

  private let encoding: TextEncoding
  private let hasFaults: Bool
  /// Whether the outermost element has ended. Apple's parser reads no further.
  private var isDone = false
  /// Whether the document type has no end, so that Apple's parser takes the `<plist>` tag for a part of it. Then the
  /// value inside is the outermost element to it.
  private var plistIsSwallowed = false
  /// Whether that value has ended.
  private var isPastApplesEnd = false
  /// Where the outermost element ended; the end of the text if it never did.
  private var end: Int
  private var trailing: ByteRange?
  /// Whether nothing but a `</plist>` stands there.
  private var trailingPlistEnd = false
  private var lacksPlist = false
  private var sawDoctype = false
  /// The node of the last comment, section or instruction without its end; -1 if there is none.
  private var lastUnterminated: Int32 = -1
  private var containerDepth = 0
  private var isTooDeep = false
  private var sawDeclaration = false
  /// What stands before the first element and before any XML declaration.
  private var preamble: ByteRange?
  private var pendingEmptyComment: ByteRange?
  /// Whether what is found now follows from what was reported already.
  private var isQuiet = false
  /// The end of the last tag fragment if no tag came since: what stands on its line behind it is part of the same mistake.
  private var fragmentEnd = -1
  /// The end and the index of the last problem about stray text.
  private var strayText = (end: -1, problem: -1)

  init(bytes: Span<UInt8>, encoding: TextEncoding) {
    self.encoding = encoding
    end = bytes.count
    hasFaults = ByteFault.mayOccur(in: bytes)
    let whole = ByteRange(0, end)
    nodes.reserveCapacity(bytes.count / 28 + 8)
    nodes.append(Node(.document, range: whole, inner: whole, parent: -1, selfClosing: false))
    top = OpenElement(index: 0, element: .other)
  }

  mutating func parse(_ bytes: Span<UInt8>) {
    checkEncoding(bytes)
    while true {
      // White space between elements is nobody's, and there is much of it.
      if !top.element.isLeaf, !lexer.isInProlog { lexer.skipBlanks(in: bytes) }
      guard let token = lexer.next(in: bytes) else { break }
      if isDone {
        trail(token, bytes)
        continue
      }
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

  // MARK: - Text

  private mutating func text(_ token: Token, _ bytes: Span<UInt8>) {
    if top.element.isLeaf {
      if token.isSpecial { checkText(token.range, in: top, bytes) }
      return
    }
    let trimmed = trim(token.range, bytes)
    if trimmed.isEmpty {
      notePreamble(token.range)
      return
    }
    // What stands in an unknown element or a boolean is judged with that element.
    guard outer.isEmpty || (top.element != .other && !top.element.isBoolean) else { return }
    if fragmentEnd >= 0, isSameLine(fragmentEnd, trimmed.lower, bytes) { return }
    excuse()
    strayText = (trimmed.upper, problems.count)
    report(.strayText, trimmed)
  }

  /// Something broken stands here that may have been a key or a value.
  private mutating func excuse() {
    if top.pendingKey >= 0 { top.excusesKey = true } else { top.excusesValue = true }
  }

  /// Judges the references in a run of text of a leaf.
  private mutating func checkText(_ range: ByteRange, in leaf: OpenElement, _ bytes: Span<UInt8>) {
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
        if bytes[at] == UInt8(ascii: "]"), at + 2 < range.upper, Lexer.matches("]]>", in: bytes, at: at) {
          report(.sectionEndInText, ByteRange(at, at + 3), .notPortable)
        }
        at += 1
      }
    }
  }

  // MARK: - Start tags

  private mutating func startTag(_ token: Token, _ bytes: Span<UInt8>) {
    fragmentEnd = -1
    checkEmptyComment()
    if !token.isTerminated {
      report(.incompleteTag, token.range)
    } else if token.isMalformed {
      report(.malformedTag, token.range)
    }
    if top.element.isLeaf, isInText(token, bytes) { return }
    if top.element.isBoolean { closeUnclosed(at: nodes[Int(top.index)].startTag.upper, bytes) }
    if token.element == .key { placeUnexpectedKey(token, bytes) } else { placeUnexpectedValue(token, bytes) }
    place(token, bytes)
    push(token, bytes)
  }

  /// Handles a start tag in the text of a leaf. False if the leaf was ended and the tag is still to be placed.
  private mutating func isInText(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
    let leaf = top
    var isNested = token.element == .other
    if !isNested, token.kind == .emptyTag || leaf.element == token.element {
      // `<string><true/></string>`, `<string>` with its end tag missing, or with a start tag in its place? What
      // follows tells.
      var readings = [
        recovery.stack(outer, top, dropping: 1, adding: token, cost: 2),
        recovery.stack(outer, top, cost: token.kind == .emptyTag ? 2 : 4),
      ]
      if token.kind == .startTag, token.isTerminated,
        isSameLine(nodes[Int(leaf.index)].inner.lower, token.range.lower, bytes)
      {
        readings.append(recovery.stack(outer, top, dropping: 1, cost: 2))
      }
      let choice = recovery.choose(readings, from: lexer, bytes)
      if choice == 2 {
        report(.startTagForEndTag(string(token.name, bytes)), token.range)
        close(with: token, bytes)
        return true
      }
      isNested = choice == 1
    }
    guard isNested else {
      closeUnclosed(at: token.range.lower, bytes)
      return false
    }
    report(.elementInText(string(token.name, bytes)), token.range)
    mark(leaf.index)
    let index = add(
      .element, token.element, range: token.range, inner: ByteRange(at: token.range.upper),
      isEmpty: token.kind == .emptyTag)
    if token.kind == .emptyTag {
      nodes[Int(index)].isClosed = true
    } else {
      outer.append(top)
      top = OpenElement(index: index, element: .other, isExcused: true)
      openCounts[Int(Element.other.rawValue)] += 1
    }
    return true
  }

  /// A key in an array or in `<plist>`: the array may lack its end tag, or the dictionary before it may have ended too
  /// early.
  private mutating func placeUnexpectedKey(_ token: Token, _ bytes: Span<UInt8>) {
    let top = top
    guard top.element == .array || top.element == .plist, top.contentProblem < 0 else { return }
    let parentIsDictionary = top.element == .array && outer.last?.element == .dict
    let lastDictionary = top.lastChild >= 0 ? nodes[Int(top.lastChild)] : nil
    let canReopen =
      lastDictionary.map { $0.kind == .element && $0.element == .dict && $0.endTag != nil } ?? false
    guard parentIsDictionary || canReopen else { return }
    var candidates = [recovery.stack(outer, top, cost: 0)]
    if parentIsDictionary {
      candidates.append(recovery.stack(outer, top, dropping: 1, cost: 2 - bonus(top.index, token, bytes)))
    }
    if canReopen { candidates.append(recovery.stack(outer, top, reopening: .dict, cost: 2)) }
    let choice = recovery.choose(candidates, from: lexer.moved(to: token.range.lower), bytes)
    if choice == 0 { return }
    if choice == 1, parentIsDictionary {
      closeUnclosed(at: token.range.lower, bytes)
    } else {
      reopen(top.lastChild)
    }
  }

  /// A value without a key in a dictionary that stands in an array: it may be the array's next element, and the
  /// dictionary lacks its end tag.
  private mutating func placeUnexpectedValue(_ token: Token, _ bytes: Span<UInt8>) {
    guard top.element == .dict, top.pendingKey < 0, !top.excusesValue, top.contentProblem < 0, token.element != .other,
      outer.last?.element == .array
    else { return }
    // The first reading pays for the value without key when it comes to it.
    let readings = [
      recovery.stack(outer, top, cost: 0),
      recovery.stack(outer, top, dropping: 1, cost: 2 - bonus(top.index, token, bytes)),
    ]
    if recovery.choose(readings, from: lexer.moved(to: token.range.lower), bytes) == 1 {
      closeUnclosed(at: token.range.lower, bytes)
    }
  }

  /// Opens a dictionary again whose end tag turned out to be one too many.
  private mutating func reopen(_ index: Int32) {
    let node = nodes[Int(index)]
    guard let endTag = node.endTag else { return }
    report(.unexpectedEndTag(node.element.name), endTag)
    nodes[Int(index)].isClosed = false
    var element = OpenElement(index: index, element: node.element)
    var child = node.firstChild
    while child >= 0 {
      element.lastChild = child
      child = nodes[Int(child)].next
    }
    outer.append(top)
    top = element
    openCounts[Int(node.element.rawValue)] += 1
    containerDepth += 1
  }

  /// Judges whether an element may stand where it does, and pairs keys with values.
  private mutating func place(_ token: Token, _ bytes: Span<UInt8>) {
    let element = token.element
    // What stands in an unknown element is most likely of the same language.
    if element == .other, token.isTerminated, top.element != .other || outer.isEmpty {
      report(.unknownElement(string(token.name, bytes)), token.name)
    }
    switch top.element {
    case .dict: placeInDictionary(token)
    case .array:
      if element == .key, top.contentProblem < 0 {
        top.contentProblem = Int32(clamping: problems.count)
        report(.keyOutsideDictionary, token.range, .notPortable)
      }
    default:
      guard outer.isEmpty || top.element == .plist else { break }
      if element == .key { report(.keyOutsideDictionary, token.range, .notPortable) }
      if top.hasValue {
        if top.contentProblem < 0 {
          top.contentProblem = Int32(clamping: problems.count)
          report(.secondValue, token.range)
        }
      } else {
        top.hasValue = true
        if outer.isEmpty, element != .plist {
          lacksPlist = true
          if element != .other { report(.missingPlist, token.range, .notPortable) }
        }
        if element != .plist, rootIndex == nil { rootIndex = Int32(clamping: nodes.count) }
      }
    }
    if element == .plist, !outer.isEmpty { report(.nestedPlist, token.range, .notPortable) }
  }

  private mutating func placeInDictionary(_ token: Token) {
    let element = token.element
    if top.applesKeyIsNext, element != .key { top.applesPairsAreBroken = true }
    top.applesKeyIsNext.toggle()
    if element == .key {
      if top.pendingKey >= 0 { top.earlierKey = top.pendingKey }
      top.pendingKey = Int32(clamping: nodes.count)
      top.excusesValue = false
      // A key that closes itself is whole; of another that shows with its end tag.
      if token.kind == .emptyTag { reportEarlierKey() }
    } else if top.pendingKey >= 0 {
      top.lastKey = top.pendingKey
      top.pendingKey = -1
      top.excusesKey = false
      return
    } else if element == .other {
      top.excusesValue = true
    } else if top.excusesValue {
      top.excusesValue = false
    } else {
      // A row of values without keys is one mistake: an array without its start tag, perhaps.
      if top.contentProblem < 0 {
        top.contentProblem = Int32(clamping: problems.count)
        reportPair(.valueWithoutKey, token.range, in: top.index)
      }
      // A string in place of a key is followed by the value it was to be the key of.
      top.excusesValue = element == .string
    }
    top.lastKey = -1
    if element == .key { top.contentProblem = -1 }
  }

  private mutating func push(_ token: Token, _ bytes: Span<UInt8>) {
    let isEmpty = token.kind == .emptyTag
    let element = token.element
    let index = add(.element, element, range: token.range, inner: ByteRange(at: token.range.upper), isEmpty: isEmpty)
    if isEmpty {
      nodes[Int(index)].isClosed = true
      switch element {
      case .integer: report(.invalidInteger, token.range)
      case .real: report(.invalidReal, token.range)
      case .date: report(.invalidDate, token.range)
      case .data: report(.invalidData, token.range)
      default: break
      }
      finishElement(at: token.range.upper)
      return
    }
    outer.append(top)
    top = OpenElement(index: index, element: element, isExcused: element == .other || !token.isTerminated)
    openCounts[Int(element.rawValue)] += 1
    if element == .dict || element == .array {
      containerDepth += 1
      if containerDepth > 512, !isTooDeep {
        isTooDeep = true
        report(.nestedTooDeeply, token.range)
      }
    }
  }

  /// A tag of which only the beginning is there.
  private mutating func incompleteStartTag(_ token: Token, _ bytes: Span<UInt8>) {
    checkEmptyComment()
    fragmentEnd = token.range.upper
    if top.element.isLeaf {
      reportFragment(.incompleteTag, token.range, of: top)
      mark(top.index)
      // If its end tag is missing too, that is the same mistake.
      top.isExcused = true
    } else {
      let reading = applesReading(of: token, bytes)
      report(.incompleteTag, token.range, reading == .refused ? .refused : .notPortable)
      let problem = problems.count - 1
      if token.element.isContainer, reading != .merged, token.element != .plist || outer.isEmpty {
        // `<array` before its elements opens one all the same if that is what makes sense of them.
        let opens = recovery.stack(outer, top, adding: token, cost: 0)
        let readings = [recovery.stack(outer, top, cost: 0), opens]
        if recovery.choose(readings, from: lexer, bytes) == 1 {
          isQuiet = true
          place(token, bytes)
          isQuiet = false
          push(token, bytes)
          top.isExcused = reading != .begun
          return
        }
      }
      if reading == .begun, !isPastApplesEnd { problems.refuse(problem) }
      if reading != .merged { excuse() }
    }
    _ = add(.incompleteTag, token.element, range: token.range, inner: token.name, isEmpty: false)
  }

  private enum ApplesReading {
    case refused
    /// The next tag is taken for attributes, and the two are one tag.
    case merged
    /// A comment is taken for attributes, and the element has begun.
    case begun
  }

  /// What Apple's parser makes of a start tag without its `>`: it takes what comes next for attributes. If that was
  /// the tag of another element, an end tag does not fit later, and it refuses the file there.
  private mutating func applesReading(of token: Token, _ bytes: Span<UInt8>) -> ApplesReading {
    guard !token.isMalformed, token.range.upper < bytes.count, isBlank(bytes[token.range.upper]),
      token.element != .other, recovery.spend(64), let close = closeOfTag(bytes, from: token.range.upper)
    else { return .refused }
    if bytes[close - 1] == UInt8(ascii: "/") {
      switch token.element {
      case .true, .false, .dict, .array, .string, .key: return .merged
      default: return .refused
      }
    }
    var start = token.range.upper
    while start < close, bytes[start] != UInt8(ascii: "<") { start += 1 }
    if token.element.isContainer, Lexer.matches("<!--", in: bytes, at: start), close - start >= 6,
      Lexer.matches("--", in: bytes, at: close - 2)
    {
      return .begun
    }
    let swallowed = Lexer.element(at: start + 1, in: bytes)
    if swallowed == token.element { return .merged }
    guard token.element.isLeaf, swallowed != .other else { return .refused }
    var next = close + 1
    let limit = min(bytes.count, next + 4096)
    while next < limit, bytes[next] != UInt8(ascii: "<") { next += 1 }
    guard next + 1 < limit, bytes[next + 1] == UInt8(ascii: "/") else { return .refused }
    return Lexer.element(at: next + 2, in: bytes) == token.element ? .merged : .refused
  }

  // MARK: - End tags

  private mutating func endTag(_ token: Token, _ bytes: Span<UInt8>) {
    if !outer.isEmpty, isName(of: top.index, equalTo: token, bytes) {
      if token.isMalformed { report(.malformedTag, token.range) }
      close(with: token, bytes)
      return
    }
    mismatchedEndTag(token, bytes)
  }

  /// An end tag that does not fit the innermost element. It may close one further out, and those in between lack
  /// theirs; it may be misspelt; or it may be one too many.
  private mutating func mismatchedEndTag(_ token: Token, _ bytes: Span<UInt8>) {
    if outer.isEmpty {
      absorbOrReport(token, bytes)
      return
    }
    if top.element == .other, openCounts[Int(token.element.rawValue)] == 0 || token.element == .other,
      top.isExcused
    {
      // The start tag was misspelt, or this is.
      close(with: token, bytes)
      return
    }
    enum Reading { case closes(Int), misspelt, stray, swapped(Token, Lexer) }
    var readings: [Reading] = []
    var stacks: [Recovery.Stack] = []
    let misspelling = recovery.stack(
      outer, top, dropping: 1, cost: top.isExcused ? 0 : 2 - bonus(top.index, token, bytes))
    if token.element == .other || (top.element.isLeaf && token.element.isLeaf) {
      readings.append(.misspelt)
      stacks.append(misspelling)
    }
    if let depth = depthOfOpenElement(named: token, bytes) {
      let cost = outer[(depth + 1)...].reduce(top.isExcused ? 0 : 2) { $1.isExcused ? $0 : $0 + 2 }
      readings.append(.closes(depth))
      stacks.append(
        recovery.stack(
          outer, top, dropping: outer.count + 1 - depth, cost: cost - bonus(outer[depth].index, token, bytes)))
    }
    if token.element != .other, !(top.element.isLeaf && token.element.isLeaf) {
      readings.append(.misspelt)
      stacks.append(misspelling)
    }
    if !top.element.isLeaf, !top.element.isBoolean {
      readings.append(.stray)
      stacks.append(recovery.stack(outer, top, cost: strayText.end == token.range.lower ? 0 : 2))
    }
    if let parent = outer.last, outer.count > 1, top.element.isContainer, parent.element.isContainer,
      isName(of: parent.index, equalTo: token, bytes)
    {
      var ahead = lexer
      ahead.skipBlanks(in: bytes)
      if let next = ahead.next(in: bytes), next.kind == .endTag, isName(of: top.index, equalTo: next, bytes) {
        // As if both were closed, and the second tag closed one more.
        readings.append(.swapped(next, ahead))
        stacks.append(recovery.stack(outer, top, dropping: 2, reopening: top.element, cost: 2))
      }
    }
    switch readings[recovery.choose(stacks, from: lexer, bytes)] {
    case .swapped(let next, let ahead):
      report(
        .swappedEndTags(first: string(token.name, bytes), second: string(next.name, bytes)),
        ByteRange(token.range.lower, next.range.upper))
      close(with: token, bytes)
      close(with: next, bytes)
      lexer = ahead
    case .closes(let depth):
      while outer.count > depth { closeUnclosed(at: token.range.lower, bytes) }
      if token.isMalformed { report(.malformedTag, token.range) }
      close(with: token, bytes)
    case .misspelt:
      if !top.isExcused {
        report(.mismatchedEndTag(found: string(token.name, bytes), expected: name(of: top.index, bytes)), token.range)
      }
      close(with: token, bytes)
    case .stray: absorbOrReport(token, bytes)
    }
  }

  /// Half of the cost of a mistake, if the end tag stands as far in as the start tag: people indent with care.
  private func bonus(_ index: Int32, _ token: Token, _ bytes: Span<UInt8>) -> Int {
    guard let end = column(of: token.range.lower, bytes),
      let start = column(of: nodes[Int(index)].range.lower, bytes)
    else { return 0 }
    return end == start ? 1 : 0
  }

  /// The number of blanks before an offset on its line, nil if anything else stands there or it is far in.
  private func column(of offset: Int, _ bytes: Span<UInt8>) -> Int? {
    var at = offset
    while at > 0, offset - at < 256, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
    guard at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D else { return nil }
    return offset - at
  }

  /// An end tag that closes nothing. It is no second mistake where its start tag was just found missing.
  private mutating func absorbOrReport(_ token: Token, _ bytes: Span<UInt8>) {
    if strayText.end == token.range.lower {
      problems.extend(strayText.problem, to: token.range.upper)
      return
    }
    let wanted: Element = top.element == .array ? .dict : .array
    if top.contentProblem >= 0, token.element == wanted {
      if !isPastApplesEnd { problems.refuse(Int(top.contentProblem)) }
      top.contentProblem = -1
      return
    }
    report(.unexpectedEndTag(string(token.name, bytes)), token.range)
  }

  /// The nearest open element with the token's name; all inside it was left open.
  ///
  /// A search costs what it closes, or is cut short: a file of stray end tags in a deep tree must not take the square
  /// of its size.
  private func depthOfOpenElement(named token: Token, _ bytes: Span<UInt8>) -> Int? {
    if openCounts[Int(token.element.rawValue)] == 0 { return nil }
    let limit = max(outer.count - 64, 1)
    var depth = outer.count - 1
    while depth >= limit {
      if isName(of: outer[depth].index, equalTo: token, bytes) { return depth }
      depth -= 1
    }
    return nil
  }

  private mutating func incompleteEndTag(_ token: Token, _ bytes: Span<UInt8>) {
    fragmentEnd = token.range.upper
    if top.element.isLeaf {
      reportFragment(.incompleteTag, token.range, of: top)
    } else {
      report(.incompleteTag, token.range)
    }
    if !outer.isEmpty {
      // Half of a leaf's own end tag ends it: what follows is no text of it.
      var closes = top.element.isLeaf || top.element.isBoolean
      if !closes, top.element.isContainer, token.name.isEmpty || isPrefix(token.name, ofNameOf: top.index, bytes) {
        let readings = [
          recovery.stack(outer, top, cost: 1),
          recovery.stack(outer, top, dropping: 1, cost: 1 - bonus(top.index, token, bytes)),
        ]
        closes = recovery.choose(readings, from: lexer, bytes) == 1
      }
      if closes {
        let closed = top
        mark(closed.index)
        closeImplicitly(at: token.range.lower, bytes, trimming: false)
        nodes[Int(closed.index)].range = ByteRange(nodes[Int(closed.index)].range.lower, token.range.upper)
        if closed.element.isLeaf { setAside(closed) }
        return
      }
    }
    _ = add(.incompleteTag, token.element, range: token.range, inner: token.name, isEmpty: false)
  }

  // MARK: - Other markup

  private mutating func comment(_ token: Token, _ bytes: Span<UInt8>) {
    if top.element.isLeaf, endsLeaf(token, bytes) { closeUnclosed(at: token.range.lower, bytes) }
    let innerEnd = token.isTerminated ? token.range.upper - 3 : token.range.upper
    let inner = ByteRange(token.range.lower + 4, innerEnd)
    _ = add(.comment, range: token.range, inner: inner, isEmpty: false)
    if !token.isTerminated {
      lastUnterminated = top.lastChild
      report(.unterminatedComment, ByteRange(token.range.lower, token.range.lower + 4))
    } else if top.element.isLeaf {
      mark(top.index)
      report(.commentInText, token.range)
    } else {
      notePreamble(token.range)
      if lexer.isInProlog { pendingEmptyComment = inner.isEmpty ? token.range : nil }
      checkHyphens(inner, bytes)
    }
  }

  /// Whether a comment stands on lines of its own behind a leaf that has no end tag, rather than in the leaf's text.
  private mutating func endsLeaf(_ comment: Token, _ bytes: Span<UInt8>) -> Bool {
    let leaf = top
    guard column(of: comment.range.lower, bytes) != nil, recovery.spend(8) else { return false }
    var ahead = lexer
    for _ in 0..<8 {
      guard let token = ahead.next(in: bytes) else { return true }
      switch token.kind {
      case .startTag, .emptyTag: return token.element != .other
      case .endTag, .incompleteEndTag: return !isName(of: leaf.index, equalTo: token, bytes)
      default: break
      }
    }
    return false
  }

  /// Apple's parser looks for the end of a comment before the first element one byte too late, so it reads `<!---->`
  /// on to the next `-->`.
  private mutating func checkEmptyComment() {
    guard let range = pendingEmptyComment else { return }
    pendingEmptyComment = nil
    report(.emptyCommentBeforeElement, range)
  }

  private mutating func cdata(_ token: Token) {
    let lower = token.range.lower
    let inner = ByteRange(lower + 9, max(token.range.upper - (token.isTerminated ? 3 : 0), lower + 9))
    _ = add(.cdata, range: token.range, inner: inner, isEmpty: false)
    let allowsSections = top.element == .key || top.element == .string || top.element == .real
    if !token.isTerminated {
      lastUnterminated = top.lastChild
      report(.unterminatedCDATA, ByteRange(lower, lower + 9))
    } else if !allowsSections, outer.isEmpty || (top.element != .other && !top.element.isBoolean) {
      excuse()
      report(.strayCDATA, token.range)
    }
    if top.element.isLeaf { mark(top.index) }
  }

  private mutating func declaration(_ token: Token, _ bytes: Span<UInt8>) {
    _ = add(.declaration, range: token.range, inner: token.range, isEmpty: false)
    let isFirst = token.range.lower == 0 || (token.range.lower == 3 && Lexer.hasByteOrderMark(bytes))
    if top.element.isLeaf {
      mark(top.index)
      report(.commentInText, token.range)
    } else if !token.isTerminated {
      lastUnterminated = top.lastChild
      report(.unterminatedInstruction, ByteRange(token.range.lower, token.range.lower + 2))
    } else if lexer.isInProlog, !sawDeclaration, let preamble {
      report(.contentBeforeDeclaration, preamble, .notPortable)
    } else if !isFirst {
      report(.contentBeforeDeclaration, token.range, .notPortable)
    }
    sawDeclaration = true
  }

  private mutating func instruction(_ token: Token) {
    _ = add(.instruction, range: token.range, inner: token.range, isEmpty: false)
    if !token.isTerminated {
      lastUnterminated = top.lastChild
      report(.unterminatedInstruction, ByteRange(token.range.lower, token.range.lower + 2))
    } else if top.element.isLeaf {
      mark(top.index)
      report(.commentInText, token.range)
    } else {
      notePreamble(token.range)
      if token.range.count < 5 { report(.incompleteTag, token.range, .notPortable) }
    }
  }

  private mutating func doctype(_ token: Token, _ bytes: Span<UInt8>) {
    _ = add(.doctype, range: token.range, inner: token.range, isEmpty: false)
    if !lexer.isInProlog {
      if top.element.isLeaf { mark(top.index) }
      report(.misplacedDoctype, token.range)
    } else if !token.isTerminated {
      let readsOn = applesParserReadsOn(afterDoctype: token.range.upper, bytes)
      report(
        .unterminatedDoctype, ByteRange(token.range.lower, token.range.lower + 9), readsOn ? .notPortable : .refused)
    } else if token.range.indices.contains(where: { bytes[$0] == UInt8(ascii: "[") }) {
      report(.internalSubset, token.range)
    } else if sawDoctype {
      report(.misplacedDoctype, token.range, .notPortable)
    }
    sawDoctype = true
    if lexer.isInProlog { notePreamble(token.range) }
  }

  /// Whether Apple's parser finds nothing wrong behind a document type without its `>`: it reads on to the next one, and
  /// does not miss the `<plist>` tag.
  private mutating func applesParserReadsOn(afterDoctype start: Int, _ bytes: Span<UInt8>) -> Bool {
    guard recovery.spend(256) else { return false }
    var next = start
    while next < bytes.count, isBlank(bytes[next]) { next += 1 }
    guard let close = closeOfTag(bytes, from: next) else { return false }
    // If a whole leaf follows, even a key, that is the value to it, and all the rest is not looked at.
    var ahead = lexer.moved(to: close + 1)
    ahead.skipBlanks(in: bytes)
    if let leaf = ahead.next(in: bytes), leaf.kind == .startTag, leaf.element == .key || leaf.element == .string {
      var following = ahead.next(in: bytes)
      if following?.kind == .text { following = ahead.next(in: bytes) }
      if following?.kind == .endTag, following?.element == leaf.element {
        passApplesEnd(at: ahead.position)
        return true
      }
    }
    if Lexer.matches("<plist", in: bytes, at: next) {
      plistIsSwallowed = Lexer.closeOfTag(in: bytes, from: next + 1) == close
      return plistIsSwallowed
    }
    if Lexer.matches("<!--", in: bytes, at: next) { return Lexer.matches("--", in: bytes, at: close - 2) }
    if Lexer.matches("<?", in: bytes, at: next) { return bytes[close - 1] == UInt8(ascii: "?") }
    return Lexer.matches("<!DOCTYPE", in: bytes, at: next)
  }

  /// The next `>` within a few kilobytes, whatever stands before it.
  private func closeOfTag(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let limit = min(bytes.count, start + 4096)
    var at = start
    while at < limit, bytes[at] != UInt8(ascii: ">") { at += 1 }
    return at < limit ? at : nil
  }

  /// Remembers what stands before the first element, in case an XML declaration comes behind it.
  private mutating func notePreamble(_ range: ByteRange) {
    guard lexer.isInProlog, !sawDeclaration else { return }
    preamble = ByteRange(preamble?.lower ?? range.lower, range.upper)
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
    if !inner.isEmpty, bytes[inner.upper - 1] == UInt8(ascii: "-") {
      report(.doubleHyphenInComment, ByteRange(inner.upper - 1, inner.upper), .unclean)
    }
  }

  /// What stands behind the outermost element.
  private mutating func trail(_ token: Token, _ bytes: Span<UInt8>) {
    var range = token.range
    switch token.kind {
    case .text:
      range = trim(range, bytes)
      if range.isEmpty { return }
    case .comment where token.isTerminated:
      let inner = ByteRange(range.lower + 4, range.upper - 3)
      _ = add(.comment, range: range, inner: inner, isEmpty: false)
      if trailing == nil { checkHyphens(inner, bytes) }
      return
    case .processingInstruction where token.isTerminated:
      _ = add(.instruction, range: range, inner: range, isEmpty: false)
      return
    default: break
    }
    trailingPlistEnd = trailing == nil && token.kind == .endTag && token.element == .plist
    trailing = ByteRange(trailing?.lower ?? range.lower, range.upper)
  }

  // MARK: - Nodes

  private mutating func add(
    _ kind: Node.Kind, _ element: Element = .other, range: ByteRange, inner: ByteRange, isEmpty: Bool
  ) -> Int32 {
    let index = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(kind, element, range: range, inner: inner, parent: top.index, selfClosing: isEmpty))
    if top.lastChild >= 0 {
      nodes[Int(top.lastChild)].next = index
    } else {
      nodes[Int(top.index)].firstChild = index
    }
    top.lastChild = index
    return index
  }

  /// Makes the element around the innermost the innermost. At least one must be open.
  private mutating func pop() {
    guard let parent = outer.popLast() else { return }
    openCounts[Int(top.element.rawValue)] -= 1
    if top.element == .dict || top.element == .array { containerDepth -= 1 }
    if top.element == .dict, top.applesPairsAreBroken || !top.applesKeyIsNext { brokenDictionaries.insert(top.index) }
    top = parent
  }

  private mutating func close(with token: Token, _ bytes: Span<UInt8>) {
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

  /// Ends the innermost element where its end tag is missing, and says so.
  private mutating func closeUnclosed(at offset: Int, _ bytes: Span<UInt8>) {
    let closed = top
    if !closed.isExcused {
      reportFragment(.unclosedElement(name(of: closed.index, bytes)), nodes[Int(closed.index)].startTag, of: closed)
    }
    closeImplicitly(at: offset, bytes)
    if closed.element.isLeaf { setAside(closed) }
  }

  /// Reports that an element is not whole. If it was found out of place before, this is why, and takes that problem's
  /// place.
  private mutating func reportFragment(_ kind: SyntaxProblem.Kind, _ range: ByteRange, of element: OpenElement) {
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

  /// After a leaf that is not whole: it was typed between a key and its value, perhaps. The key goes on waiting.
  private mutating func setAside(_ leaf: OpenElement) {
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

  /// Ends the innermost element without an end tag, before the white space in front of `offset`.
  private mutating func closeImplicitly(at offset: Int, _ bytes: Span<UInt8>, trimming: Bool = true) {
    reportPendingKey()
    let index = Int(top.index)
    pop()
    var end = offset
    if trimming {
      while end > nodes[index].inner.lower, isBlank(bytes[end - 1]) { end -= 1 }
    }
    nodes[index].inner = ByteRange(nodes[index].inner.lower, end)
    nodes[index].range = ByteRange(nodes[index].range.lower, end)
    finishElement(at: offset)
  }

  /// Ends all that is open at the end of the text. Only the innermost is reported: who types a file from top to
  /// bottom has them all open.
  private mutating func closeAll(_ bytes: Span<UInt8>) {
    guard !outer.isEmpty else { return }
    // Markup without an end may have swallowed the end tags of all that was open before it.
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

  private mutating func finishElement(at offset: Int) {
    if outer.isEmpty {
      isDone = true
      if !isPastApplesEnd { end = offset }
    } else if outer.count == 1, plistIsSwallowed {
      passApplesEnd(at: offset)
    }
  }

  /// Notes that Apple's parser reads no further, though the outermost element goes on.
  private mutating func passApplesEnd(at offset: Int) {
    guard !isPastApplesEnd else { return }
    isPastApplesEnd = true
    end = offset
  }

  private mutating func mark(_ index: Int32) {
    nodes[Int(index)].hasMarkup = true
  }

  // MARK: - Problems

  private mutating func report(
    _ kind: SyntaxProblem.Kind, _ range: ByteRange, _ severity: SyntaxProblem.Severity = .refused
  ) {
    guard !isQuiet else { return }
    problems.append(kind, range, isPastApplesEnd && severity == .refused ? .notPortable : severity)
  }

  /// Reports a problem about a dictionary's pairs: whether Apple's parser minds shows when the dictionary ends.
  private mutating func reportPair(_ kind: SyntaxProblem.Kind, _ range: ByteRange, in dictionary: Int32) {
    guard !isQuiet else { return }
    pairProblems.append((dictionary, problems.count))
    problems.append(kind, range, .notPortable)
  }

  private mutating func reportEarlierKey() {
    let key = top.earlierKey
    guard key >= 0 else { return }
    top.earlierKey = -1
    let isExcused = top.excusesKey || !nodes[Int(key)].isClosed
    top.excusesKey = false
    if !isExcused { reportPair(.keyWithoutValue, nodes[Int(key)].range, in: top.index) }
  }

  private mutating func reportPendingKey() {
    reportEarlierKey()
    let key = top.pendingKey
    guard key >= 0 else { return }
    top.pendingKey = -1
    let isExcused = top.excusesKey || !nodes[Int(key)].isClosed
    top.excusesKey = false
    if !isExcused { reportPair(.keyWithoutValue, nodes[Int(key)].range, in: top.index) }
  }

  private mutating func finish(_ bytes: Span<UInt8>) {
    for (dictionary, problem) in pairProblems where brokenDictionaries.contains(dictionary) {
      problems.refuse(problem)
    }
    if let trailing, !(trailingPlistEnd && lacksPlist) {
      report(.contentAfterPlist, trailing, .notPortable)
    }
    let start = Lexer.hasByteOrderMark(bytes) ? 3 : 0
    if nodes.count == 1, bytes.count > start, isBlankForApple(bytes, from: start) {
      // It may hold line tabs and page feeds, which are no white space of XML.
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
    // The rest is judged by where it stands.
    isPastApplesEnd = false
    if hasFaults { checkFaults(bytes) }
  }

  private func isBlankForApple(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    for index in start..<bytes.count where !(bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index])) {
      return false
    }
    return true
  }

  /// The problems in the order of their ranges.
  func finishedProblems() -> [SyntaxProblem] { problems.sorted }

  // MARK: - Values and bytes

  /// Judges the text of a leaf as a value of its type.
  private mutating func checkValue(_ index: Int, _ bytes: Span<UInt8>) {
    let node = nodes[index]
    switch node.element {
    case .integer, .date, .data:
      // Markup in it is a problem of its own.
      guard node.firstChild < 0 else { return }
      let range = node.inner.isEmpty ? node.range : node.inner
      if node.element == .integer {
        if ValueSyntax.integer(bytes, node.inner.indices) == nil { report(.invalidInteger, range) }
      } else if node.element == .date {
        if !ValueSyntax.isDate(bytes, node.inner.indices) { report(.invalidDate, range) }
      } else {
        switch ValueSyntax.data(bytes, node.inner.indices) {
        case .clean: break
        case .odd: report(.invalidData, range, .unclean)
        case .refused: report(.invalidData, range)
        }
      }
    case .real:
      var child = node.firstChild
      while child >= 0 {
        guard nodes[Int(child)].kind == .cdata else { return }
        child = nodes[Int(child)].next
      }
      let text = PropertyListValue.text(of: index, nodes: nodes, bytes)
      if ValueSyntax.real(text) == nil { report(.invalidReal, node.inner.isEmpty ? node.range : node.inner) }
    default: break
    }
  }

  /// Holds the declared encoding against the one the text was in, as Apple's parser looks at it.
  private mutating func checkEncoding(_ bytes: Span<UInt8>) {
    if encoding == .utf16LittleEndianWithoutMark || encoding == .utf16BigEndianWithoutMark {
      report(.missingByteOrderMark, ByteRange(at: 0))
    }
    guard encoding.leavesDeclarationToFile, let declared = DeclaredEncoding(in: bytes) else { return }
    switch declared.meaning {
    case .utf8: break
    case .latin1, .singleByte, .multiByte:
      report(.declaredEncoding(string(declared.range, bytes)), declared.range, .notPortable)
    case .unusable: report(.declaredEncoding(string(declared.range, bytes)), declared.range)
    }
  }

  /// Judges bytes that are no UTF-8 and characters that XML forbids by where they stand.
  private mutating func checkFaults(_ bytes: Span<UInt8>) {
    let isForeign: Bool
    switch DeclaredEncoding(in: bytes)?.meaning {
    case .singleByte?, .latin1?, .multiByte?: isForeign = encoding.leavesDeclarationToFile
    default: isForeign = false
    }
    let earlier = problems.ranges
    for fault in ByteFault.all(in: bytes, limit: ProblemList.limit) {
      if fault.kind == .notUTF8, isForeign { continue }
      if earlier.contains(where: { $0.contains(fault.range) && $0.count < 4096 }) { continue }
      let severity: SyntaxProblem.Severity =
        fault.kind == .notUTF8 && !fault.isTolerated && isText(fault.range) ? .refused : .notPortable
      report(fault.kind == .notUTF8 ? .invalidUTF8 : .invalidCharacter, fault.range, severity)
    }
  }

  mutating func judge(undecodable ranges: [ByteRange]) {
    // Apple's parser sees nothing of the text from there on.
    for range in ranges.prefix(ProblemList.limit) {
      report(.undecodable, range, range.lower < end || !isDone ? .refused : .notPortable)
    }
  }

  /// Whether a range lies in the text of a string, key or real that Apple's parser reads.
  private func isText(_ range: ByteRange) -> Bool {
    guard range.lower < end else { return false }
    var low = 0
    var high = nodes.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if nodes[middle].range.lower <= range.lower { low = middle } else { high = middle }
    }
    var index = Int32(low)
    // The text of a leaf, a section in it, or a broken tag in it.
    for _ in 0..<3 where index > 0 {
      let node = nodes[Int(index)]
      if node.kind == .element, node.inner.contains(range) {
        return node.element == .string || node.element == .key || node.element == .real
      }
      index = node.parent
    }
    return false
  }

  // MARK: - Names

  private func name(of index: Int32, _ bytes: Span<UInt8>) -> String {
    string(nameRange(of: index, bytes), bytes)
  }

  private func nameRange(of index: Int32, _ bytes: Span<UInt8>) -> ByteRange {
    var lower = nodes[Int(index)].range.lower + 1
    while lower < bytes.count, isBlank(bytes[lower]) { lower += 1 }
    var upper = lower
    while upper < bytes.count, isNameByte(bytes[upper]) { upper += 1 }
    return ByteRange(lower, upper)
  }

  private func isName(of index: Int32, equalTo token: Token, _ bytes: Span<UInt8>) -> Bool {
    let node = nodes[Int(index)]
    if node.element != .other || token.element != .other { return node.element == token.element }
    let name = nameRange(of: index, bytes)
    return name.count == token.name.count && isPrefix(token.name, ofNameOf: index, bytes)
  }

  private func isPrefix(_ prefix: ByteRange, ofNameOf index: Int32, _ bytes: Span<UInt8>) -> Bool {
    let name = nameRange(of: index, bytes)
    guard prefix.count <= name.count else { return false }
    for offset in 0..<prefix.count where bytes[name.lower + offset] != bytes[prefix.lower + offset] { return false }
    return true
  }

  private func isSameLine(_ start: Int, _ end: Int, _ bytes: Span<UInt8>) -> Bool {
    guard start <= end, end - start < 1024 else { return false }
    for index in start..<end where bytes[index] == 0x0A || bytes[index] == 0x0D { return false }
    return true
  }

  private func string(_ range: ByteRange, _ bytes: Span<UInt8>) -> String {
    // It goes into a problem; past the last that is kept, there is no need to build it.
    guard !problems.isFull else { return "" }
    var copy: [UInt8] = []
    for index in range.indices.prefix(200) { copy.append(bytes[index]) }
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
