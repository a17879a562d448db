public import SourceText

/// The layout of a file, for new lines.
public struct Layout: Hashable, Sendable {
  /// The indentation of one level; a tab if the file doesn’t show it.
  public var indentation: String
  /// `\n`, `\r\n` or `\r`, as at the end of the first line.
  public var lineEnd: String

  public init(indentation: String = "\t", lineEnd: String = "\n") {
    self.indentation = indentation
    self.lineEnd = lineEnd
  }

  /// The layout of a text that isn’t XML: its first line end and its first indentation.
  public init(ofLinesIn text: SourceText) {
    self.init()
    guard text.lineCount > 1 else { return }
    lineEnd = text[ByteRange(text.contents(ofLine: 0).upper, text.start(ofLine: 1))]
    for line in 1..<min(text.lineCount, 100) {
      let blanks = text.slice(text.contents(ofLine: line)).prefix { $0 == 0x20 || $0 == 0x09 }
      if !blanks.isEmpty {
        indentation = String(decoding: blanks, as: UTF8.self)
        return
      }
    }
  }

  /// The layout of a tree, by the first element that is indented more than its parent.
  public init(of tree: PropertyListTree) {
    self.init()
    if tree.text.lineCount > 1 {
      lineEnd = tree.text[ByteRange(tree.text.contents(ofLine: 0).upper, tree.text.start(ofLine: 1))]
    }
    for node in tree.nodes.prefix(2_000) where node.kind == .element && node.parent > 0 {
      guard let own = tree.text.leadingBlanks(before: node.range.lower),
        let outer = tree.text.leadingBlanks(before: tree.nodes[Int(node.parent)].range.lower),
        own.count > outer.count, own.hasPrefix(outer)
      else { continue }
      indentation = String(own.dropFirst(outer.count))
      return
    }
  }
}

extension PropertyListTree {
  /// The edits that remove ranges, along with lines that become empty. Comments are kept, even inside of the ranges, since
  /// they aren’t part of an entry.
  ///
  /// - Parameter keepingComments: False to remove a comment itself.
  public func removing(_ ranges: [ByteRange], keepingComments: Bool = true) -> [TextEdit] {
    var edits: [TextEdit] = []
    for range in keepingComments ? ranges.flatMap(aroundComments) : ranges {
      let removal = wholeLines(of: range)
      // Merge adjacent edits, because edits that touch confuse some clients.
      if let last = edits.last, last.range.upper >= removal.lower {
        edits[edits.count - 1].range.upper = max(last.range.upper, removal.upper)
      } else {
        edits.append(.delete(removal))
      }
    }
    return edits
  }

  /// The parts of a range before, between and after its comments, without surrounding whitespace.
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

  /// A range extended to whole lines, if only whitespace is around it.
  func wholeLines(of range: ByteRange) -> ByteRange {
    let lastLine = text.line(at: range.upper)
    let rest = ByteRange(range.upper, text.contents(ofLine: lastLine).upper)
    guard text.leadingBlanks(before: range.lower) != nil else {
      // It shares its line: include the spaces before it, unless text comes before them.
      var lower = range.lower
      while lower > 0, isSpace(text.bytes[lower - 1]) { lower -= 1 }
      let isBehindTag = lower > 0 && text.bytes[lower - 1] == UInt8(ascii: ">")
      return isBehindTag ? ByteRange(lower, range.upper) : range
    }
    guard text.slice(rest).allSatisfy(isSpace) else {
      // What comes after it moves to its place.
      return ByteRange(range.lower, range.upper + text.slice(rest).prefix(while: isSpace).count)
    }
    return ByteRange(text.start(ofLine: text.line(at: range.lower)), text.start(ofLine: lastLine + 1))
  }

  /// The edit that appends text to an array or dictionary.
  ///
  /// - Parameter lines: One line per element, without the container’s indentation; a leading tab means one more level.
  public func appending(_ lines: [String], to container: PropertyListValue, layout: Layout) -> TextEdit {
    let place = Placement(behindLastChildOf: container, layout: layout)
    let written = lines.enumerated().map { index, line in
      let depth = line.prefix { $0 == "\t" }.count
      return place.start(ofLine: index, depth: depth) + line.dropFirst(depth)
    }
    return TextEdit(place.range, place.before + written.joined() + place.after)
  }

  /// The edit that replaces the text of a leaf; a self-closing tag becomes a pair.
  public func settingText(of leaf: PropertyListValue, to text: String) -> TextEdit {
    let escaped = escapedForXML(text)
    if leaf.node.isSelfClosing {
      let name = leaf.element.name
      return TextEdit(leaf.range, "<\(name)>\(escaped)</\(name)>")
    }
    return TextEdit(leaf.textRange, escaped)
  }
}

/// How to insert elements at one place, one per line.
public struct Placement: Sendable {
  /// The range to replace.
  public var range: ByteRange
  /// Whether everything goes on one line, like the text around the place.
  public var isInline = false
  /// The text before the first line.
  public var before = ""
  /// What each further line begins with.
  public var indentation = ""
  /// What comes behind the last line.
  public var after = ""
  public var layout: Layout

  public init(_ range: ByteRange, layout: Layout = Layout()) {
    self.range = range
    self.layout = layout
  }

  /// The place after the last child of an array or dictionary.
  public init(behindLastChildOf container: PropertyListValue, layout: Layout) {
    let tree = container.tree
    let text = tree.text
    self.init(container.textRange, layout: layout)
    let outer = text.indentation(ofLineAt: container.range.lower)
    var last: ByteRange?
    for child in tree.children(of: container.index) { last = tree.nodes[child].range }
    guard let last else {
      indentation = outer + layout.indentation
      before = layout.lineEnd + indentation
      after = layout.lineEnd + outer
      if container.node.isSelfClosing {
        range = container.range
        before = "<\(container.element.name)>" + before
        after += "</\(container.element.name)>"
      }
      return
    }
    range = ByteRange(at: last.upper)
    let ownLine = text.leadingBlanks(before: last.lower)
    isInline = ownLine == nil && text.line(at: container.range.lower) == text.line(at: last.upper)
    if isInline { return }
    indentation = ownLine ?? outer + layout.indentation
    before = layout.lineEnd + indentation
  }

  /// The start of a line, including the line end before it.
  ///
  /// - Parameter depth: How many levels deeper it is than the first.
  public func start(ofLine index: Int, depth: Int) -> String {
    if isInline { return "" }
    return (index == 0 ? "" : layout.lineEnd + indentation) + String(repeating: layout.indentation, count: depth)
  }
}
