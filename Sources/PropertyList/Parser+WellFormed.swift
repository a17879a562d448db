import SourceText

// The fast path for well-formed parts, which make up most of a property list: elements and comments in arrays and
// dictionaries, written in the usual way and in valid places.
//
// Everything else goes token by token, and that slow path is the definition: both must build the same nodes, which a test
// checks. So this path looks ahead before it changes anything, and takes nothing that the slow path would report.
//
// It exists for one benchmark target, the comparison with `xmllint`. Token by token, a manifest of 1 MB takes seven times
// as long, 2.1 ms instead of 0.3: half of the time of `xmllint`, while the target is a fifth.
extension Parser {
  /// Parses well-formed elements, and skips the whitespace before anything else.
  ///
  /// The innermost element must be an array or a dictionary.
  mutating func takeWellFormed(_ bytes: Span<UInt8>) {
    var at = lexer.position
    while true {
      while at < bytes.count, isBlank(bytes[at]) { at += 1 }
      let isInDictionary = top.element == .dict
      guard isInDictionary || top.element == .array, bytes.hasWord(at: at) else { break }
      // A key is allowed if no key is pending, and a value if one is.
      let takesKey = isInDictionary && top.pendingKey < 0
      let word = bytes.word(at: at)
      let end: Int? =
        if takesKey, word & TagWord.firstFive == TagWord.key {
          takeLeaf(.key, at, content: at + 5, bytes)
        } else if takesKey, word & TagWord.firstSeven == TagWord.dictEnd {
          closeContainer(at, at + 7)
        } else if !isInDictionary, word == TagWord.arrayEnd {
          closeContainer(at, at + 8)
        } else if word & TagWord.firstFour == TagWord.comment {
          takeComment(at, bytes)
        } else if takesKey {
          nil
        } else if word == TagWord.string {
          takeLeaf(.string, at, content: at + 8, bytes)
        } else if word & TagWord.firstSeven == TagWord.true {
          takeBoolean(.true, at, at + 7)
        } else if word == TagWord.false {
          takeBoolean(.false, at, at + 8)
        } else if word & TagWord.firstSix == TagWord.dict {
          open(.dict, at, content: at + 6)
        } else if word & TagWord.firstSeven == TagWord.array {
          open(.array, at, content: at + 7)
        } else if word == TagWord.integer, bytes.has(UInt8(ascii: ">"), at: at + 8) {
          takeLeaf(.integer, at, content: at + 9, bytes)
        } else {
          nil
        }
      guard let end else { break }
      at = end
    }
    bytesTakenWhole += at - lexer.position
    lexer.move(to: at)
  }

  /// Parses a comment that contains no double hyphen.
  @inline(__always)
  private mutating func takeComment(_ start: Int, _ bytes: Span<UInt8>) -> Int? {
    guard !lexer.lacksCommentEnd, let hyphens = bytes.firstDoubleHyphen(from: start + 4),
      bytes.has(UInt8(ascii: ">"), at: hyphens + 2)
    else { return nil }
    let end = hyphens + 3
    append(Node(.comment, .other, start, end, inner: start + 4, hyphens, parent: top.index))
    return end
  }

  /// Parses `<true/>` or `<false/>`.
  @inline(__always)
  private mutating func takeBoolean(_ element: Element, _ start: Int, _ end: Int) -> Int? {
    pairValue()
    append(Node(.element, element, start, end, inner: end, end, parent: top.index, isSelfClosing: true, isClosed: true))
    return end
  }

  /// Parses a leaf with valid text and a matching end tag.
  @inline(__always)
  private mutating func takeLeaf(_ element: Element, _ start: Int, content: Int, _ bytes: Span<UInt8>) -> Int? {
    var hasReference = false
    var at = content
    while true {
      at = bytes.firstMarkup(from: at)
      guard at < bytes.count else { return nil }
      let byte = bytes[at]
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: "&") {
        guard element == .string || element == .key else { return nil }
        let reference = Reference(in: bytes, at: at, before: bytes.count)
        guard case .scalar = reference.meaning else { return nil }
        hasReference = true
        at = reference.range.upper
      } else {
        if bytes.has("]]>", at: at) { return nil }
        at += 1
      }
    }
    guard let end = endOfEndTag(element, at, bytes),
      element != .integer || ValueSyntax.isPlainInteger(bytes, content..<at)
    else { return nil }
    if element == .key { pairKey() } else { pairValue() }
    append(
      Node(
        .element, element, start, end, inner: content, at, parent: top.index, isClosed: true, hasMarkup: hasReference))
    return end
  }

  /// The offset after the end tag of a leaf, if exactly that is at an offset.
  @inline(__always)
  private func endOfEndTag(_ element: Element, _ at: Int, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.hasWord(at: at) else { return nil }
    let word = bytes.word(at: at)
    switch element {
    case .key: return word & TagWord.firstSix == TagWord.keyEnd ? at + 6 : nil
    case .string:
      return word == TagWord.stringEnd && bytes.has(UInt8(ascii: ">"), at: at + 8) ? at + 9 : nil
    case .integer:
      return word == TagWord.integerEnd && bytes.has(UInt8(ascii: "r"), at: at + 8)
        && bytes.has(UInt8(ascii: ">"), at: at + 9) ? at + 10 : nil
    default: return nil
    }
  }

  /// Parses the start tag of an array or a dictionary.
  @inline(__always)
  private mutating func open(_ element: Element, _ start: Int, content: Int) -> Int? {
    guard containerDepth < Self.deepest else { return nil }
    pairValue()
    let index = append(Node(.element, element, start, content, inner: content, content, parent: top.index))
    outer.append(top)
    top = OpenElement(index: index, element: element)
    openCounts[Int(element.rawValue)] += 1
    containerDepth += 1
    return content
  }

  /// Parses the end tag of the innermost array or dictionary.
  @inline(__always)
  private mutating func closeContainer(_ start: Int, _ end: Int) -> Int? {
    let index = Int(top.index)
    pop()
    nodes[index].close(innerUpper: start, upper: end)
    finishElement(at: end)
    return end
  }

  /// Makes the next key the pending one, if the innermost element is a dictionary.
  @inline(__always)
  private mutating func pairKey() {
    top.applesKeyIsNext.toggle()
    top.pendingKey = Int32(truncatingIfNeeded: nodes.count)
    top.excusesValue = false
    top.lastKey = -1
    top.contentProblem = -1
    fragmentEnd = -1
  }

  /// Records the next value; in a dictionary, as the value of the pending key.
  @inline(__always)
  private mutating func pairValue() {
    fragmentEnd = -1
    guard top.element == .dict else { return }
    if top.applesKeyIsNext { top.applesPairsAreBroken = true }
    top.applesKeyIsNext.toggle()
    top.lastKey = top.pendingKey
    top.pendingKey = -1
    top.excusesKey = false
  }
}

/// The first bytes of tags as little-endian numbers.
private enum TagWord {
  static let firstFour: UInt64 = 0xFFFF_FFFF
  static let firstFive: UInt64 = 0xFF_FFFF_FFFF
  static let firstSix: UInt64 = 0xFFFF_FFFF_FFFF
  static let firstSeven: UInt64 = 0xFF_FFFF_FFFF_FFFF

  /// `<key>`
  static let key: UInt64 = 0x3E_79_65_6B_3C
  /// `<string>`
  static let string: UInt64 = 0x3E_67_6E_69_72_74_73_3C
  /// `<true/>`
  static let `true`: UInt64 = 0x3E_2F_65_75_72_74_3C
  /// `<false/>`
  static let `false`: UInt64 = 0x3E_2F_65_73_6C_61_66_3C
  /// `<dict>`
  static let dict: UInt64 = 0x3E_74_63_69_64_3C
  /// `<array>`
  static let array: UInt64 = 0x3E_79_61_72_72_61_3C
  /// `</dict>`
  static let dictEnd: UInt64 = 0x3E_74_63_69_64_2F_3C
  /// `</array>`
  static let arrayEnd: UInt64 = 0x3E_79_61_72_72_61_2F_3C
  /// `<integer`
  static let integer: UInt64 = 0x72_65_67_65_74_6E_69_3C
  /// `</key>`
  static let keyEnd: UInt64 = 0x3E_79_65_6B_2F_3C
  /// `</string`
  static let stringEnd: UInt64 = 0x67_6E_69_72_74_73_2F_3C
  /// `</intege`
  static let integerEnd: UInt64 = 0x65_67_65_74_6E_69_2F_3C
  /// `<!--`
  static let comment: UInt64 = 0x2D_2D_21_3C
}
