import PropertyList
import SourceText

/// Elements to insert, a line each, before it is known how the file around them is laid out.
struct Skeleton {
  struct Line {
    /// How much deeper the line is than the first.
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

  /// A leaf whose text is to be typed.
  static func leaf(_ element: Element, _ stop: Template.Part) -> Skeleton {
    line([.text("<\(element.name)>"), stop, .text("</\(element.name)>")])
  }

  /// A tag that closes itself.
  static func empty(_ element: Element) -> Skeleton {
    line([.text("<\(element.name)/>")])
  }

  /// A Boolean that can be switched.
  static func boolean(_ flag: Bool, stop: Int) -> Skeleton {
    let names = [Element.false.name, Element.true.name]
    return line([.text("<"), .stop(stop, choices: flag ? names.reversed() : names), .text("/>")])
  }

  /// A container with elements in it.
  static func container(_ element: Element, _ inner: Skeleton) -> Skeleton {
    var result = line([.text("<\(element.name)>")])
    result.lines += inner.lines.map { Line(depth: $0.depth + 1, parts: $0.parts) }
    return result + line([.text("</\(element.name)>")])
  }

  static func line(_ parts: [Template.Part]) -> Skeleton {
    Skeleton(lines: [Line(depth: 0, parts: parts)])
  }
}

/// How lines are put into a file at one place.
struct Placement {
  /// Whether everything goes on one line, as the file has it around the place.
  var isInline = false
  /// What comes before the first line.
  var before = ""
  /// What each further line begins with.
  var indentation = ""
  /// What comes behind the last line.
  var after = ""
  var layout = Layout()
  /// What the line that is inserted into begins with.
  var lineIndentation = ""

  /// The parts that put elements there.
  func parts(_ skeleton: Skeleton) -> [Template.Part] {
    var result: [Template.Part] = [.text(before)]
    for (index, line) in skeleton.lines.enumerated() {
      if !isInline {
        let depth = String(repeating: layout.indentation, count: line.depth)
        result.append(.text((index == 0 ? "" : layout.lineEnd + indentation) + depth))
      }
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
}

extension Placement {
  /// Where elements go that replace a range between two nodes of a container.
  init(replacing range: ByteRange, in container: Int, previous: Int?, next: Int?, of tree: PropertyListTree) {
    layout = Layout(of: tree)
    lineIndentation = tree.indentation(ofLineAt: range.lower)
    let node = tree.nodes[container]
    let isOutermost = node.kind == .document || node.element == .plist
    let outer = isOutermost ? "" : tree.indentation(ofLineAt: node.range.lower)
    let expected = Self.indentation(previous: previous, next: next, of: tree) ?? (isOutermost ? "" : outer + layout.indentation)
    let follower = Follower(behind: range.upper, next: next, of: tree)

    if let leading = tree.leadingBlanks(before: range.lower) {
      // The line is its own.
      let isAtEndTag = follower == .endTag
      let isShort = expected.hasPrefix(leading)
      indentation = isShort ? expected : leading
      before = String(indentation.dropFirst(leading.count))
      after = isAtEndTag ? layout.lineEnd + outer : follower == .element ? layout.lineEnd + indentation : ""
      return
    }
    let line = tree.text.line(at: range.lower)
    let beginsOnLine = container > 0 && tree.text.line(at: node.startTag.upper) == line
    if !beginsOnLine {
      // Behind an element that stands on this line.
      indentation = tree.indentation(ofLineAt: range.lower)
      before = layout.lineEnd + indentation
      after =
        follower == .endTag ? layout.lineEnd + outer : follower == .element ? layout.lineEnd + indentation : ""
      return
    }
    // Right behind the container's own start tag, or in a container on one line.
    let isOpened = tree.text.lineCount > 1 && tree.leadingBlanks(before: node.range.lower) != nil
    guard isOpened, previous == nil, follower != .element else {
      isInline = true
      return
    }
    indentation = expected
    before = layout.lineEnd + indentation
    after = follower == .endTag ? layout.lineEnd + outer : ""
  }

  /// The indentation of the neighbour that begins a line.
  private static func indentation(previous: Int?, next: Int?, of tree: PropertyListTree) -> String? {
    for neighbour in [previous, next] {
      guard let neighbour else { continue }
      if let blanks = tree.leadingBlanks(before: tree.nodes[neighbour].range.lower) { return blanks }
    }
    return nil
  }

  /// What stands behind a place on its line.
  private enum Follower {
    case nothing, element, endTag

    init(behind offset: Int, next: Int?, of tree: PropertyListTree) {
      self = .nothing
      let bytes = tree.text.bytes
      var at = offset
      while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "<") else { return }
      if let next, tree.nodes[next].range.lower == at {
        if tree.nodes[next].kind == .element { self = .element }
      } else if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") {
        self = .endTag
      }
    }
  }
}
