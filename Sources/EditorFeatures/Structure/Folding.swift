public import Catalog
public import PrivacyRules
import PropertyList
public import SourceText

/// A part of a document that can be hidden.
public struct FoldingRange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case comment
    /// The declaration and the document type.
    case header
    /// What stands between two tags.
    case content
  }

  public var kind: Kind
  /// The bytes that are hidden where a client hides parts of lines: between the tags, without them.
  public var range: ByteRange
  /// The lines, from zero: the first stays, those behind it are hidden up to and with the last.
  public var lines: ClosedRange<Int>
  /// What is shown in place of what is hidden; may be empty.
  public var collapsedText: String

  public init(kind: Kind, range: ByteRange, lines: ClosedRange<Int>, collapsedText: String = "") {
    self.kind = kind
    self.range = range
    self.lines = lines
    self.collapsedText = collapsedText
  }
}

/// How a client folds.
public struct FoldingOptions: Hashable, Sendable {
  /// Whether whole lines are hidden; then no two folds begin on one line.
  public var wholeLines: Bool
  /// The most folds it takes; the outer ones are kept.
  public var limit: Int
  /// Whether it shows a text in place of what it hides.
  public var showsText: Bool

  public init(wholeLines: Bool, limit: Int = .max, showsText: Bool = false) {
    self.wholeLines = wholeLines
    self.limit = limit
    self.showsText = showsText
  }
}

/// The parts of a document that can be hidden, in order: dictionaries, arrays, texts and comments of several lines, and
/// the header. They lie in each other or beside each other.
public func foldingRanges(of document: Document, catalog: Catalog, options: FoldingOptions) -> [FoldingRange] {
  guard let tree = document.visibleTree else { return projectFileFolds(of: document, options: options) }
  var folder = Folder(tree: tree, wholeLines: options.wholeLines)
  folder.fold()
  var found = folder.outermost(min(max(options.limit, 0), Folder.most))
  if options.showsText {
    let names = ElementNames(tree, catalog: catalog)
    for index in found.indices { found[index].range.collapsedText = names.collapsedText(of: found[index].node) }
  }
  return found.map(\.range)
}

extension ElementNames {
  /// What stands for an element that is folded; empty for one that is better shown by dots.
  fileprivate func collapsedText(of index: Int) -> String {
    let node = tree.nodes[index]
    switch node.element {
    case .dict where node.kind == .element:
      let list = tree.nodes[Int(node.parent)].element == .array ? key(ofArray: Int(node.parent)) : nil
      let words = words(ofEntry: index, in: list)
      let text = [words.name, words.detail].filter { !$0.isEmpty }.joined(separator: " — ")
      return text.isEmpty ? detail(ofValue: index, key: nil) : text
    case .array: return detail(ofValue: index, key: key(ofArray: index))
    default: return ""
    }
  }

  private func key(ofArray index: Int) -> ManifestKey? {
    tree.entry(of: index).flatMap { key(at: $0.key) }
  }
}

private struct Folder {
  /// The most folds of a document.
  static let most = 20_000

  let tree: PropertyListTree
  let wholeLines: Bool
  private var found: [(range: FoldingRange, node: Int)] = []
  /// Where whole lines are hidden, a fold in one that begins on the same line could not be told from it.
  private var lastLine = -1

  init(tree: PropertyListTree, wholeLines: Bool) {
    self.tree = tree
    self.wholeLines = wholeLines
  }

  mutating func fold() {
    if let header = tree.header {
      let firstLine = tree.text.contents(ofLine: tree.text.line(at: header.lower))
      add(.header, 0, whole: header, hidden: ByteRange(firstLine.upper, header.upper))
    }
    // A node is in front of those in it, so of folds that begin on one line the outermost comes first.
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .comment: add(.comment, index, whole: node.range, hidden: node.inner)
      case .element
      where !node.isSelfClosing && (node.element.isLeaf || node.element == .dict || node.element == .array):
        let end = node.isClosed ? node.inner.upper : node.range.upper
        add(.content, index, whole: node.range, hidden: ByteRange(node.startTag.upper, end))
      default: break
      }
    }
  }

  private mutating func add(_ kind: FoldingRange.Kind, _ index: Int, whole: ByteRange, hidden: ByteRange) {
    let first = tree.text.line(at: hidden.lower)
    var last = tree.text.line(at: hidden.upper)
    guard last > first else { return }
    if wholeLines {
      let node = tree.nodes[index]
      let isContainer = node.kind == .element && node.element.isContainer
      if kind == .content, node.isClosed, isContainer || isFirstOnLine(hidden.upper) {
        // The end tag stays.
        last -= 1
      } else {
        last = tree.text.line(at: whole.upper)
        // A line on which something else begins is not hidden.
        if !isLastOnLine(whole.upper) { last -= 1 }
      }
      guard last > first, first != lastLine else { return }
      lastLine = first
    }
    found.append((FoldingRange(kind: kind, range: hidden, lines: first...last), index))
  }

  private func isFirstOnLine(_ offset: Int) -> Bool {
    let line = tree.text.contents(ofLine: tree.text.line(at: offset))
    return isBlankAndShort(ByteRange(line.lower, offset))
  }

  private func isLastOnLine(_ offset: Int) -> Bool {
    let line = tree.text.contents(ofLine: tree.text.line(at: offset))
    return isBlankAndShort(ByteRange(offset, line.upper))
  }

  /// More than a few blanks are not looked at, or many elements before them would take long.
  private func isBlankAndShort(_ range: ByteRange) -> Bool {
    range.count <= 200 && tree.text.slice(range).allSatisfy(isBlank)
  }

  /// The folds in order; of too many those that lie in the fewest others, and of those the first.
  func outermost(_ limit: Int) -> [(range: FoldingRange, node: Int)] {
    guard found.count > limit else { return found }
    return FoldingRange.outermost(found.map(\.range), limit).map { found[$0] }
  }
}

extension FoldingRange {
  /// The indices, in order, of those that lie in the fewest others; of equals, of the first.
  ///
  /// - Parameter folds: In order, in each other or apart.
  static func outermost(_ folds: [FoldingRange], _ limit: Int) -> [Int] {
    // How many folds each one lies in: those that have not ended when it begins.
    var open: [Int] = []
    var levels: [Int] = []
    for fold in folds {
      while let end = open.last, end < fold.range.upper { open.removeLast() }
      levels.append(open.count)
      open.append(fold.range.upper)
    }
    return folds.indices.sorted { levels[$0] < levels[$1] }.prefix(limit).sorted()
  }
}
