public import SourceText

/// How a file is laid out: what new lines of it should look like.
public struct Layout: Hashable, Sendable {
  /// What one level is indented by; a tab where the file does not say.
  public var indentation: String
  /// `\n`, `\r\n` or `\r`, as the file's first line ends.
  public var lineEnd: String

  public init(indentation: String = "\t", lineEnd: String = "\n") {
    self.indentation = indentation
    self.lineEnd = lineEnd
  }

  /// Reads the layout off a text that is no XML: its first line end, and the blanks before the first line that has any.
  public init(ofLinesIn text: SourceText) {
    self.init()
    guard text.lineCount > 1 else { return }
    lineEnd = text[ByteRange(text.contents(ofLine: 0).upper, Int(text.lineStarts[1]))]
    for line in 1..<min(text.lineCount, 100) {
      let blanks = text.slice(text.contents(ofLine: line)).prefix { $0 == 0x20 || $0 == 0x09 }
      if !blanks.isEmpty {
        indentation = String(decoding: blanks, as: UTF8.self)
        return
      }
    }
  }

  /// Reads the layout off a tree: the first element that begins a line deeper than the element it lies in.
  public init(of tree: PropertyListTree) {
    self.init()
    let text = tree.text
    if text.lineCount > 1 {
      let end = text.contents(ofLine: 0).upper
      let lineEnd = text[ByteRange(end, Int(text.lineStarts[1]))]
      if !lineEnd.isEmpty { self.lineEnd = lineEnd }
    }
    for node in tree.nodes.prefix(2_000) where node.kind == .element && node.parent > 0 {
      guard let own = tree.leadingBlanks(before: node.range.lower),
        let outer = tree.leadingBlanks(before: tree.nodes[Int(node.parent)].range.lower),
        own.count > outer.count, own.hasPrefix(outer)
      else { continue }
      indentation = String(own.dropFirst(outer.count))
      return
    }
  }
}

extension PropertyListTree {
  /// The white space between the start of an offset's line and the offset; nil if anything else stands there.
  public func leadingBlanks(before offset: Int) -> String? {
    let start = Int(text.lineStarts[text.line(at: offset)])
    let blanks = text.slice(ByteRange(start, offset))
    return blanks.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? String(decoding: blanks, as: UTF8.self) : nil
  }

  /// The indentation of the line an offset lies on, whatever follows it.
  public func indentation(ofLineAt offset: Int) -> String {
    let line = text.contents(ofLine: text.line(at: offset))
    let blanks = text.slice(line).prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: blanks, as: UTF8.self)
  }

  /// The edits that take ranges out, each with the lines it has to itself. Comments stay, those inside the ranges too:
  /// what someone wrote about an entry is not part of it.
  ///
  /// - Parameter keepingComments: False where a comment is what is to go.
  public func removing(_ ranges: [ByteRange], keepingComments: Bool = true) -> [TextEdit] {
    var edits: [TextEdit] = []
    for range in keepingComments ? ranges.flatMap(aroundComments) : ranges {
      let removal = wholeLines(of: range)
      // Neighbours whose lines meet are one edit: two that touch confuse some clients.
      if let last = edits.last, last.range.upper >= removal.lower {
        edits[edits.count - 1].range.upper = max(last.range.upper, removal.upper)
      } else {
        edits.append(.delete(removal))
      }
    }
    return edits
  }

  /// The parts of a range that lie before, between and behind the comments in it, without white space around them.
  private func aroundComments(_ range: ByteRange) -> [ByteRange] {
    var next = nodes.partitioningIndex { $0.range.lower >= range.lower }
    var parts: [ByteRange] = []
    var start = range.lower
    func add(upTo end: Int) {
      let part = text.trimmed(ByteRange(start, end))
      if !part.isEmpty { parts.append(part) }
    }
    while next < nodes.count, nodes[next].range.lower < range.upper {
      let node = nodes[next]
      let parent = node.parent >= 0 ? nodes[Int(node.parent)].element : .other
      if node.kind == .comment, !parent.isLeaf {
        add(upTo: node.range.lower)
        start = node.range.upper
      }
      next += 1
    }
    add(upTo: range.upper)
    return parts
  }

  /// A range grown to the lines it fills: to the start of the next line if nothing but white space stands around it.
  func wholeLines(of range: ByteRange) -> ByteRange {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let lastLine = text.line(at: range.upper)
    let rest = ByteRange(range.upper, text.contents(ofLine: lastLine).upper)
    guard leadingBlanks(before: range.lower) != nil else {
      // It shares its line: take the blanks before it too, unless text comes before them.
      var lower = range.lower
      while lower > 0, isSpace(text.bytes[lower - 1]) { lower -= 1 }
      let isBehindTag = lower > 0 && text.bytes[lower - 1] == UInt8(ascii: ">")
      return isBehindTag ? ByteRange(lower, range.upper) : range
    }
    guard text.slice(rest).allSatisfy(isSpace) else {
      // Something stays behind it: that moves to its place.
      return ByteRange(range.lower, range.upper + text.slice(rest).prefix(while: isSpace).count)
    }
    let lower = Int(text.lineStarts[text.line(at: range.lower)])
    if lastLine + 1 < text.lineCount { return ByteRange(lower, Int(text.lineStarts[lastLine + 1])) }
    return ByteRange(lower, text.count)
  }

  /// The edit that puts text into an array or dictionary behind its last child, or alone into an empty one.
  ///
  /// - Parameter lines: One line an element, without indentation of the container's own; a leading tab stands for one
  ///   level more.
  public func appending(_ lines: [String], to container: PropertyListValue, layout: Layout) -> TextEdit {
    let children = self.children(of: container.index).map { nodes[$0] }
    let outer = indentation(ofLineAt: container.range.lower)
    if let last = children.last {
      let ownLine = leadingBlanks(before: last.range.lower)
      let isOneLine = ownLine == nil && text.line(at: container.range.lower) == text.line(at: last.range.upper)
      if isOneLine { return .insert(lines.map { $0.trimmingTabs }.joined(), at: last.range.upper) }
      let inner = ownLine ?? outer + layout.indentation
      let block = lines.map { layout.lineEnd + inner + $0.expandingTabs(to: layout.indentation) }
      return .insert(block.joined(), at: last.range.upper)
    }
    let inner = lines.map { layout.lineEnd + outer + layout.indentation + $0.expandingTabs(to: layout.indentation) }
    let block = inner.joined() + layout.lineEnd + outer
    if container.node.isSelfClosing {
      let name = container.element.name
      return TextEdit(container.range, "<\(name)>\(block)</\(name)>")
    }
    return TextEdit(container.textRange, block)
  }

  /// The edit that gives a leaf another text; a tag that closes itself becomes a pair.
  public func settingText(of leaf: PropertyListValue, to text: String) -> TextEdit {
    let escaped = escapedForXML(text)
    if leaf.node.isSelfClosing {
      let name = leaf.element.name
      return TextEdit(leaf.range, "<\(name)>\(escaped)</\(name)>")
    }
    return TextEdit(leaf.textRange, escaped)
  }
}

extension String {
  fileprivate var trimmingTabs: String { String(drop { $0 == "\t" }) }

  fileprivate func expandingTabs(to indentation: String) -> String {
    let tabs = prefix { $0 == "\t" }.count
    return String(repeating: indentation, count: tabs) + dropFirst(tabs)
  }
}
