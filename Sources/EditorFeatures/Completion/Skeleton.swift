import PrivacyRules
import PropertyList
import SourceText

/// Elements to insert, as lines without layout.
struct Skeleton {
  struct Line {
    /// The line’s depth relative to the first line.
    var depth: Int
    var parts: [Template.Part]
  }

  var lines: [Line] = []

  static func + (a: Skeleton, b: Skeleton) -> Skeleton {
    Skeleton(lines: a.lines + b.lines)
  }

  /// A leaf with a text.
  static func leaf(_ element: Element, _ text: String) -> Skeleton {
    line([.text("<\(element.name)>\(escapedForXML(text))</\(element.name)>")])
  }

  /// A leaf with a tab stop for its text.
  static func leaf(_ element: Element, _ stop: Template.Part) -> Skeleton {
    line([.text("<\(element.name)>"), stop, .text("</\(element.name)>")])
  }

  /// A self-closing tag.
  static func empty(_ element: Element) -> Skeleton {
    line([.text("<\(element.name)/>")])
  }

  /// A Boolean with a choice.
  static func boolean(_ flag: Bool, stop: Int) -> Skeleton {
    let names = [Element.false.name, Element.true.name]
    return line([.text("<"), .stop(stop, choices: flag ? names.reversed() : names), .text("/>")])
  }

  /// A container with elements.
  static func container(_ element: Element, _ inner: Skeleton) -> Skeleton {
    var result = line([.text("<\(element.name)>")])
    result.lines += inner.lines.map { Line(depth: $0.depth + 1, parts: $0.parts) }
    return result + line([.text("</\(element.name)>")])
  }

  static func line(_ parts: [Template.Part]) -> Skeleton {
    Skeleton(lines: [Line(depth: 0, parts: parts)])
  }
}

extension Placement {
  /// The parts that insert elements in this place.
  func parts(_ skeleton: Skeleton) -> [Template.Part] {
    var result: [Template.Part] = [.text(before)]
    for (index, line) in skeleton.lines.enumerated() {
      result.append(.text(start(ofLine: index, depth: line.depth)))
      result += line.parts
    }
    result.append(.text(after))
    return result
  }

  func template(_ skeleton: Skeleton, plain: Skeleton? = nil) -> Template {
    var merged: [Template.Part] = []
    for part in parts(skeleton) {
      if case .text(let text) = part, case .text(let before)? = merged.last {
        merged[merged.count - 1] = .text(before + text)
      } else {
        merged.append(part)
      }
    }
    return Template(merged, plainAlternative: plain.map { Template(parts($0)).defaultText })
  }

  /// The place for elements that replace a range between two nodes of a container.
  init(replacing range: ByteRange, in container: Int, previous: Int?, next: Int?, of tree: PropertyListTree) {
    self.init(range)
    // A line that begins with thousands of spaces isn’t a layout to follow.
    guard range.lower - Int(tree.text.lineStarts[tree.text.line(at: range.lower)]) < 4_096 || previous != nil else {
      isInline = true
      return
    }
    layout = Layout(of: tree)
    let node = tree.nodes[container]
    let isOutermost = node.kind == .document || node.element == .plist
    let outer = isOutermost ? "" : tree.text.indentation(ofLineAt: node.range.lower)
    let line = tree.text.line(at: range.lower)
    let follower = Follower(behind: range.upper, next: next, of: tree)
    let rest = tree.blanks(behind: range.upper)

    if let leading = tree.text.leadingBlanks(before: range.lower) {
      let neighbours = [previous, next].map { Self.indentation(of: $0, onOtherLineThan: line, in: tree) }
      var wanted = neighbours.compactMap(\.self)
      let isBeforeContents = range.isEmpty && follower != .nothing
      // An element at the start of the line has the right indentation.
      if isBeforeContents, follower == .element { wanted.append(leading + rest) }
      if wanted.isEmpty { wanted.append(isOutermost ? "" : outer + layout.indentation) }
      indentation = wanted.first { $0.hasPrefix(leading) } ?? leading
      before = String(indentation.dropFirst(leading.count))
      if isBeforeContents {
        // What is on the line keeps its whitespace: the part before the place is written again, the rest is there.
        after = layout.lineEnd + leading
      } else {
        after = lineBreak(before: follower, outer: outer, rest: rest)
      }
      return
    }
    let beginsOnLine = container > 0 && tree.text.line(at: node.startTag.upper) == line
    if !beginsOnLine {
      // After an element that ends on this line.
      indentation = tree.text.indentation(ofLineAt: previous.map { tree.nodes[$0].range.lower } ?? range.lower)
      before = layout.lineEnd + indentation
      after = lineBreak(before: follower, outer: outer, rest: rest)
      return
    }
    // On the line of the container’s start tag: break the lines if it is empty, or if it has several lines already.
    let isEmpty = previous == nil && (follower == .endTag || follower == .nothing || follower == .other)
    let isOpened = isEmpty && tree.text.lineCount > 1 && tree.text.leadingBlanks(before: node.range.lower) != nil
    let continuesBelow = follower == .nothing && tree.text.line(at: node.range.upper) > line
    guard isOpened || continuesBelow else {
      isInline = true
      return
    }
    indentation =
      Self.indentation(of: next, onOtherLineThan: line, in: tree) ?? (isOutermost ? "" : outer + layout.indentation)
    before = layout.lineEnd + indentation
    after = lineBreak(before: follower, outer: outer, rest: rest)
  }

  /// What separates the last line from what follows it, which may already have some whitespace.
  private func lineBreak(before follower: Follower, outer: String, rest: String) -> String {
    let wanted: String
    switch follower {
    case .element: wanted = indentation
    case .endTag: wanted = outer
    case .other, .nothing: return ""
    }
    if rest.hasSuffix(wanted) { return layout.lineEnd }
    return layout.lineEnd + (wanted.hasSuffix(rest) ? String(wanted.dropLast(rest.count)) : wanted)
  }

  /// The indentation of a neighbor that begins on another line.
  private static func indentation(of neighbour: Int?, onOtherLineThan line: Int, in tree: PropertyListTree) -> String? {
    guard let lower = neighbour.map({ tree.nodes[$0].range.lower }), tree.text.line(at: lower) != line else {
      return nil
    }
    return tree.text.leadingBlanks(before: lower)
  }

  /// What follows a place on its line.
  private enum Follower {
    case nothing, element, endTag
    /// A comment, or text.
    case other

    init(behind offset: Int, next: Int?, of tree: PropertyListTree) {
      self = .nothing
      let bytes = tree.text.bytes
      var at = offset
      while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
      guard at < bytes.count, !isBlank(bytes[at]) else { return }
      self = .other
      guard bytes[at] == UInt8(ascii: "<") else { return }
      if let next, tree.nodes[next].range.lower == at {
        if tree.nodes[next].kind == .element { self = .element }
      } else if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
        self = .endTag
      }
    }
  }
}

extension PropertyListTree {
  /// The spaces and tabs after an offset, up to a maximum indentation.
  fileprivate func blanks(behind offset: Int) -> String {
    let line = text.contents(ofLine: text.line(at: offset))
    let blanks = text.slice(ByteRange(offset, min(line.upper, offset + 4_096))).prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: blanks, as: UTF8.self)
  }
}
