import SourceText

// Checks the text between tags as Apple’s parser does, and the names in tags.
extension Parser {
  // MARK: - Values and bytes

  /// Checks the text of a leaf as a value of its type.
  mutating func checkValue(_ index: Int, _ bytes: Span<UInt8>) {
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

  /// Compares the declared encoding with the actual one, as Apple’s parser does.
  mutating func checkEncoding(_ bytes: Span<UInt8>) {
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

  /// Checks invalid UTF-8 and characters that XML forbids, depending on where they are.
  mutating func checkFaults(_ bytes: Span<UInt8>) {
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
    // Apple’s parser ignores the text from there on.
    for range in ranges.prefix(ProblemList.limit) {
      report(.undecodable, range, range.lower < end || !isDone ? .refused : .notPortable)
    }
  }

  /// Whether a range is in the text of a string, key or real that Apple’s parser reads.
  func isText(_ range: ByteRange) -> Bool {
    guard range.lower < end else { return false }
    var index = Int32(nodes.partitioningIndex { $0.range.lower > range.lower }) - 1
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

  func name(of index: Int32, _ bytes: Span<UInt8>) -> String {
    string(nameRange(of: index, bytes), bytes)
  }

  func nameRange(of index: Int32, _ bytes: Span<UInt8>) -> ByteRange {
    var lower = nodes[Int(index)].range.lower + 1
    while lower < bytes.count, isBlank(bytes[lower]) { lower += 1 }
    var upper = lower
    while upper < bytes.count, isNameByte(bytes[upper]) { upper += 1 }
    return ByteRange(lower, upper)
  }

  func isName(of index: Int32, equalTo token: Token, _ bytes: Span<UInt8>) -> Bool {
    let node = nodes[Int(index)]
    if node.element != .other || token.element != .other { return node.element == token.element }
    let name = nameRange(of: index, bytes)
    return name.count == token.name.count && isPrefix(token.name, ofNameOf: index, bytes)
  }

  func isPrefix(_ prefix: ByteRange, ofNameOf index: Int32, _ bytes: Span<UInt8>) -> Bool {
    let name = nameRange(of: index, bytes)
    guard prefix.count <= name.count else { return false }
    for offset in 0..<prefix.count where bytes[name.lower + offset] != bytes[prefix.lower + offset] { return false }
    return true
  }

  func isSameLine(_ start: Int, _ end: Int, _ bytes: Span<UInt8>) -> Bool {
    guard start <= end, end - start < 1024 else { return false }
    for index in start..<end where bytes[index] == 0x0A || bytes[index] == 0x0D { return false }
    return true
  }

  func string(_ range: ByteRange, _ bytes: Span<UInt8>) -> String {
    // The name is only needed in a problem, so don’t build it if no more problems are kept.
    guard !problems.isFull else { return "" }
    var copy: [UInt8] = []
    for index in range.indices.prefix(200) { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
  }

  func trim(_ range: ByteRange, _ bytes: Span<UInt8>) -> ByteRange {
    var lower = range.lower
    var upper = range.upper
    while lower < upper, isBlank(bytes[lower]) { lower += 1 }
    while upper > lower, isBlank(bytes[upper - 1]) { upper -= 1 }
    return ByteRange(lower, upper)
  }
}
