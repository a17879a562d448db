public import Catalog
public import PrivacyRules
import PropertyList
public import SourceText

/// A range that can be folded.
public struct FoldingRange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case comment
    /// The declaration and the document type.
    case header
    /// What is between two tags.
    case content
  }

  public var kind: Kind
  /// The hidden bytes for a client that folds parts of lines: between the tags.
  public var range: ByteRange
  /// The lines, from zero: the first stays visible, the others are hidden.
  public var lines: ClosedRange<Int>
  /// The text shown instead; may be empty.
  public var collapsedText = ""
}

/// A client’s options for folding.
public struct FoldingOptions: Hashable, Sendable {
  /// Whether the client folds whole lines; then no two folds begin on one line.
  public var wholeLines: Bool
  /// The most folds that the client takes; outer ones are kept.
  public var limit: Int
  /// Whether the client shows a text for a fold.
  public var showsText: Bool

  public init(wholeLines: Bool, limit: Int = .max, showsText: Bool = false) {
    self.wholeLines = wholeLines
    self.limit = limit
    self.showsText = showsText
  }
}

/// The folding ranges of a document in order: dictionaries, arrays, texts and comments of several lines, and the
/// header. They may be nested but don’t overlap.
public func foldingRanges(of document: Document, catalog: Catalog, options: FoldingOptions) -> [FoldingRange] {
  let tree = document.visibleTree
  var folds = LineFolds(text: tree?.text ?? document.text, wholeLines: options.wholeLines)
  if let tree { folds.add(tree) } else { folds.add(document.content) }
  var found = folds.outermost(min(max(options.limit, 0), LineFolds.most))
  if let tree, options.showsText {
    let names = ElementNames(tree, catalog: catalog)
    for index in found.indices {
      if let node = found[index].node { found[index].range.collapsedText = names.collapsedText(of: node) }
    }
  }
  return found.map(\.range)
}

extension ElementNames {
  /// The text for a folded element; empty if dots are better.
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

/// Collects the folds of a document.
struct LineFolds {
  /// The most folds of a document.
  static let most = 20_000

  let text: SourceText
  let wholeLines: Bool
  /// The folds, with the nodes of the tree.
  var found: [(range: FoldingRange, node: Int?)] = []

  /// - Parameters:
  ///   - whole: The hidden range including its delimiters.
  ///   - keepsEnd: Whether the closing delimiter stays visible.
  mutating func add(
    _ kind: FoldingRange.Kind, _ hidden: ByteRange, whole: ByteRange, keepsEnd: Bool, node: Int? = nil
  ) {
    let first = text.line(at: hidden.lower)
    var last = text.line(at: hidden.upper)
    guard last > first else { return }
    if wholeLines {
      if keepsEnd {
        last -= 1
      } else {
        last = text.line(at: whole.upper)
        // Don’t hide a line with anything else on it.
        if !isBlankAndShort(ByteRange(whole.upper, text.contents(ofLine: last).upper)) { last -= 1 }
      }
      guard last > first else { return }
    }
    found.append((FoldingRange(kind: kind, range: hidden, lines: first...last), node))
  }

  /// Adds the header, dictionaries, arrays, texts and comments of a property list.
  mutating func add(_ tree: PropertyListTree) {
    if let header = tree.header {
      let firstLine = text.contents(ofLine: text.line(at: header.lower))
      add(.header, ByteRange(firstLine.upper, header.upper), whole: header, keepsEnd: false, node: 0)
    }
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .comment: add(.comment, node.inner, whole: node.range, keepsEnd: false, node: index)
      case .element
      where !node.isSelfClosing && (node.element.isLeaf || node.element == .dict || node.element == .array):
        let end = node.isClosed ? node.inner.upper : node.range.upper
        // The end tag stays visible if it begins its line.
        let keepsEnd = node.isClosed && (node.element.isContainer || isFirstOnLine(end))
        add(.content, ByteRange(node.startTag.upper, end), whole: node.range, keepsEnd: keepsEnd, node: index)
      default: break
      }
    }
  }

  /// Whether only whitespace precedes an offset on its line.
  func isFirstOnLine(_ offset: Int) -> Bool {
    isBlankAndShort(ByteRange(text.contents(ofLine: text.line(at: offset)).lower, offset))
  }

  /// Limited to a few characters, because many elements may be on the same long line.
  private func isBlankAndShort(_ range: ByteRange) -> Bool {
    range.count <= 200 && text.slice(range).allSatisfy(isBlank)
  }

  /// The folds in order; if there are too many, the least nested ones.
  func outermost(_ limit: Int) -> [(range: FoldingRange, node: Int?)] {
    let sorted = found.sorted {
      ($0.range.range.lower, $1.range.range.upper) < ($1.range.range.lower, $0.range.range.upper)
    }
    // In a broken document, comments and brackets may overlap, and in whole lines, two folds may begin on the same one.
    // Keep the outer fold.
    var ordered: [(range: FoldingRange, node: Int?)] = []
    // The nesting depth of each fold.
    var levels: [Int] = []
    var open: [FoldingRange] = []
    for fold in sorted {
      let (range, lines) = (fold.range.range, fold.range.lines)
      while let last = open.last,
        wholeLines ? last.lines.upperBound < lines.lowerBound : last.range.upper <= range.lower
      {
        open.removeLast()
      }
      if let last = open.last {
        let isIn =
          wholeLines
          ? lines.upperBound <= last.lines.upperBound && lines.lowerBound > last.lines.lowerBound
          : range.upper <= last.range.upper && range != last.range
        if !isIn { continue }
      }
      if wholeLines, ordered.last?.range.lines.lowerBound == lines.lowerBound { continue }
      ordered.append(fold)
      levels.append(open.count)
      open.append(fold.range)
    }
    guard ordered.count > limit else { return ordered }
    return ordered.indices.sorted { levels[$0] < levels[$1] }.prefix(limit).sorted().map { ordered[$0] }
  }
}
