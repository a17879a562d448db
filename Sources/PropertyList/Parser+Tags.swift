import SourceText

// How start and end tags open and close elements.
extension Parser {
  // MARK: - Start tags

  mutating func startTag(_ token: Token, _ bytes: Span<UInt8>) {
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

  /// Handles a start tag in the text of a leaf. False if it ended the leaf and the tag still has to be handled.
  mutating func isInText(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
    let leaf = top
    var isNested = token.element == .other
    if !isNested, token.kind == .emptyTag || leaf.element == token.element {
      // `<string><true/></string>`, `<string>` without its end tag, or with a start tag in place of it? It depends on
      // what follows.
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

  /// Handles a key in an array or in `<plist>`: the array may lack its end tag, or the dictionary before it may have ended
  /// too early.
  mutating func placeUnexpectedKey(_ token: Token, _ bytes: Span<UInt8>) {
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

  /// Handles a value without a key in a dictionary in an array: it may be the array’s next element, and the dictionary lacks
  /// its end tag.
  mutating func placeUnexpectedValue(_ token: Token, _ bytes: Span<UInt8>) {
    guard top.element == .dict, top.pendingKey < 0, !top.excusesValue, top.contentProblem < 0, token.element != .other,
      outer.last?.element == .array
    else { return }
    // The first reading pays for the value without a key when it gets there.
    let readings = [
      recovery.stack(outer, top, cost: 0),
      recovery.stack(outer, top, dropping: 1, cost: 2 - bonus(top.index, token, bytes)),
    ]
    if recovery.choose(readings, from: lexer.moved(to: token.range.lower), bytes) == 1 {
      closeUnclosed(at: token.range.lower, bytes)
    }
  }

  /// Reopens a dictionary after a superfluous end tag.
  mutating func reopen(_ index: Int32) {
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

  /// Checks whether an element is allowed at its place, and pairs keys with values.
  mutating func place(_ token: Token, _ bytes: Span<UInt8>) {
    let element = token.element
    // The contents of an unknown element are probably from the same language.
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

  mutating func placeInDictionary(_ token: Token) {
    let element = token.element
    if top.applesKeyIsNext, element != .key { top.applesPairsAreBroken = true }
    top.applesKeyIsNext.toggle()
    if element == .key {
      if top.pendingKey >= 0 { top.earlierKey = top.pendingKey }
      top.pendingKey = Int32(clamping: nodes.count)
      top.excusesValue = false
      // A self-closing key is complete; for others, it depends on the end tag.
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
      // Several values in a row without keys are one mistake, such as an array without its start tag.
      if top.contentProblem < 0 {
        top.contentProblem = Int32(clamping: problems.count)
        reportPair(.valueWithoutKey, token.range, in: top.index)
      }
      // A string in place of a key is followed by its value.
      top.excusesValue = element == .string
    }
    top.lastKey = -1
    if element == .key { top.contentProblem = -1 }
  }

  mutating func push(_ token: Token, _ bytes: Span<UInt8>) {
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
      if containerDepth > Self.deepest, !isTooDeep {
        isTooDeep = true
        report(.nestedTooDeeply, token.range)
      }
    }
  }

  /// Handles an incomplete tag.
  mutating func incompleteStartTag(_ token: Token, _ bytes: Span<UInt8>) {
    checkEmptyComment()
    fragmentEnd = token.range.upper
    if top.element.isLeaf {
      reportFragment(.incompleteTag, token.range, of: top)
      mark(top.index)
      // A missing end tag is the same mistake.
      top.isExcused = true
    } else {
      let reading = applesReading(of: token, bytes)
      report(.incompleteTag, token.range, reading == .refused ? .refused : .notPortable)
      let problem = problems.count - 1
      if token.element.isContainer, reading != .merged, token.element != .plist || outer.isEmpty {
        // `<array` before its elements still opens an array if that makes sense of them.
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

  enum ApplesReading {
    case refused
    /// The next tag is read as attributes, so the two are one tag.
    case merged
    /// A comment is read as attributes, and the element has begun.
    case begun
  }

  /// How Apple’s parser reads a start tag without its `>`: what comes next counts as attributes. If that is the tag of
  /// another element, an end tag doesn’t match later, and it rejects the file there.
  mutating func applesReading(of token: Token, _ bytes: Span<UInt8>) -> ApplesReading {
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
    if token.element.isContainer, bytes.has("<!--", at: start), close - start >= 6,
      bytes.has("--", at: close - 2)
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

  mutating func endTag(_ token: Token, _ bytes: Span<UInt8>) {
    if !outer.isEmpty, isName(of: top.index, equalTo: token, bytes) {
      if token.isMalformed { report(.malformedTag, token.range) }
      close(with: token, bytes)
      return
    }
    mismatchedEndTag(token, bytes)
  }

  /// Handles an end tag that doesn’t match the innermost element. It may close an outer element, so that those in between
  /// lack theirs; it may be misspelled; or it may be superfluous.
  mutating func mismatchedEndTag(_ token: Token, _ bytes: Span<UInt8>) {
    if outer.isEmpty {
      absorbOrReport(token, bytes)
      return
    }
    if top.element == .other, openCounts[Int(token.element.rawValue)] == 0 || token.element == .other,
      top.isExcused
    {
      // Either the start tag or this one is misspelled.
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
        // As if both were closed, and the second tag closed another one.
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

  /// A bonus of half a mistake if the end tag is indented like the start tag, since people indent carefully.
  func bonus(_ index: Int32, _ token: Token, _ bytes: Span<UInt8>) -> Int {
    guard let end = column(of: token.range.lower, bytes),
      let start = column(of: nodes[Int(index)].range.lower, bytes)
    else { return 0 }
    return end == start ? 1 : 0
  }

  /// The number of spaces before an offset on its line; nil if there is anything else or the indentation is deep.
  func column(of offset: Int, _ bytes: Span<UInt8>) -> Int? {
    var at = offset
    while at > 0, offset - at < 256, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
    guard at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D else { return nil }
    return offset - at
  }

  /// Handles an unmatched end tag. It isn’t a second mistake if its start tag was just reported as missing.
  mutating func absorbOrReport(_ token: Token, _ bytes: Span<UInt8>) {
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

  /// The nearest open element with the token’s name; everything inside of it was left open.
  ///
  /// The search is bounded, so that stray end tags in a deep tree don’t take quadratic time.
  func depthOfOpenElement(named token: Token, _ bytes: Span<UInt8>) -> Int? {
    if openCounts[Int(token.element.rawValue)] == 0 { return nil }
    let limit = max(outer.count - 64, 1)
    var depth = outer.count - 1
    while depth >= limit {
      if isName(of: outer[depth].index, equalTo: token, bytes) { return depth }
      depth -= 1
    }
    return nil
  }

  mutating func incompleteEndTag(_ token: Token, _ bytes: Span<UInt8>) {
    fragmentEnd = token.range.upper
    if top.element.isLeaf {
      reportFragment(.incompleteTag, token.range, of: top)
    } else {
      report(.incompleteTag, token.range)
    }
    if !outer.isEmpty {
      // An incomplete end tag ends its leaf; what follows isn’t part of its text.
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
}
