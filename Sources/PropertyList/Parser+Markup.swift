import SourceText

// Comments, sections, instructions, declarations and document types.
extension Parser {
  // MARK: - Other markup

  mutating func comment(_ token: Token, _ bytes: Span<UInt8>) {
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

  /// Whether a comment is on lines of its own after a leaf without an end tag, rather than in the leaf’s text.
  mutating func endsLeaf(_ comment: Token, _ bytes: Span<UInt8>) -> Bool {
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

  /// Before the first element, Apple’s parser looks for the end of a comment one byte too late, so it reads `<!---->` up to
  /// the next `-->`.
  mutating func checkEmptyComment() {
    guard let range = pendingEmptyComment else { return }
    pendingEmptyComment = nil
    report(.emptyCommentBeforeElement, range)
  }

  mutating func cdata(_ token: Token) {
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

  mutating func declaration(_ token: Token, _ bytes: Span<UInt8>) {
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

  mutating func instruction(_ token: Token) {
    if nodes.count < mostNodes { _ = add(.instruction, range: token.range, inner: token.range, isEmpty: false) }
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

  mutating func doctype(_ token: Token, _ bytes: Span<UInt8>) {
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

  /// Whether Apple’s parser accepts what comes after a document type without its `>`: it continues to the next `>`, and
  /// doesn’t require the `<plist>` tag.
  mutating func applesParserReadsOn(afterDoctype start: Int, _ bytes: Span<UInt8>) -> Bool {
    guard recovery.spend(256) else { return false }
    var next = start
    while next < bytes.count, isBlank(bytes[next]) { next += 1 }
    guard let close = closeOfTag(bytes, from: next) else { return false }
    // If a complete leaf follows, even a key, it takes that as the value and ignores the rest.
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
    if bytes.has("<plist", at: next) {
      plistIsSwallowed = Lexer.closeOfTag(in: bytes, from: next + 1) == close
      return plistIsSwallowed
    }
    if bytes.has("<!--", at: next) { return bytes.has("--", at: close - 2) }
    if bytes.has("<?", at: next) { return bytes[close - 1] == UInt8(ascii: "?") }
    return bytes.has("<!DOCTYPE", at: next)
  }

  /// The next `>` within a few kilobytes, whatever comes before it.
  func closeOfTag(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let limit = min(bytes.count, start + 4096)
    var at = start
    while at < limit, bytes[at] != UInt8(ascii: ">") { at += 1 }
    return at < limit ? at : nil
  }

  /// Remembers what is before the first element, in case an XML declaration comes after it.
  mutating func notePreamble(_ range: ByteRange) {
    guard lexer.isInProlog, !sawDeclaration else { return }
    preamble = ByteRange(preamble?.lower ?? range.lower, range.upper)
  }

  mutating func checkHyphens(_ inner: ByteRange, _ bytes: Span<UInt8>) {
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

  /// Handles what comes after the root element.
  mutating func trail(_ token: Token, _ bytes: Span<UInt8>) {
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
      if nodes.count < mostNodes { _ = add(.instruction, range: range, inner: range, isEmpty: false) }
      return
    default: break
    }
    trailingPlistEnd = trailing == nil && token.kind == .endTag && token.element == .plist
    trailing = ByteRange(trailing?.lower ?? range.lower, range.upper)
  }
}
