import PropertyList
import SourceText

/// Where the words go that leave a finding out.
public enum SuppressionPlace: Hashable, Sendable {
  /// Into a new comment at this offset, right before the element it speaks of.
  case before(Int)
  /// Into a new comment for the whole file at this offset, before the root: the finding lies in no element.
  case beforeRoot(Int)
  /// Into a comment that speaks of the element already: the offset behind the last rule it names, and where its words
  /// end if it has none for a reason.
  case inComment(rulesEnd: Int, reasonAt: Int?)
}

/// Finds the places for the comments that leave findings of one document out.
public struct SuppressionPlaces: Sendable {
  private let document: Document
  private let tree: PropertyListTree
  /// The directives that there are, the last one for each target.
  private var directives: [ByteRange: Suppressions.Directive] = [:]
  /// What comments can speak of in a file that is no property list, in order.
  private let elements: [ByteRange]

  public init(_ document: Document) {
    self.document = document
    tree = document.tree
    elements = Suppressions.elements(of: document)
    for directive in Suppressions(document).directives {
      // Nobody names as many rules; see the reading of directives.
      if let target = directive.target, (1..<32).contains(directive.rules.count) { directives[target] = directive }
    }
  }

  /// Where the words for a finding go; nil for one that cannot be left out, or whose comment only lacks its reason.
  public func place(for diagnostic: Diagnostic) -> SuppressionPlace? {
    guard Rule.withID(diagnostic.rule)?.isSuppressible ?? false, document.hasPositions else { return nil }
    guard document.isPropertyList else { return placeInProjectFile(for: diagnostic) }
    guard let root = tree.root?.range else { return nil }
    var index = tree.path(at: diagnostic.range.lower).last ?? 0
    while index > 0 {
      if let target = target(at: index), target.contains(diagnostic.range) {
        return place(for: diagnostic, target, otherwise: .before(target.lower))
      }
      index = Int(tree.nodes[index].parent)
    }
    return place(for: diagnostic, ofAllFrom: root)
  }

  private func placeInProjectFile(for diagnostic: Diagnostic) -> SuppressionPlace? {
    // JSON doesn’t allow comments, and a lock file is written anew with each update.
    guard document.kind != .stringCatalog, document.kind != .lockFile, let first = elements.first else { return nil }
    let target = elements[max(elements.partitioningIndex { $0.lower > diagnostic.range.lower } - 1, 0)]
    if target.contains(diagnostic.range) {
      return place(for: diagnostic, target, otherwise: .before(target.lower))
    }
    return place(for: diagnostic, ofAllFrom: first)
  }

  private func place(for diagnostic: Diagnostic, ofAllFrom first: ByteRange) -> SuppressionPlace? {
    let all = ByteRange(0, document.text.count)
    return all.contains(diagnostic.range)
      ? place(for: diagnostic, all, otherwise: .beforeRoot(first.lower)) : nil
  }

  private func place(
    for diagnostic: Diagnostic, _ target: ByteRange, otherwise new: SuppressionPlace
  ) -> SuppressionPlace? {
    guard let directive = directives[target], let last = directive.rules.last else { return new }
    if directive.rules.contains(where: { $0.id == diagnostic.rule }) { return nil }
    return .inComment(
      rulesEnd: last.range.upper, reasonAt: directive.hasWordsForReason ? nil : directive.range.upper)
  }

  /// What a comment right before an element speaks of, or before the key the element is the value of; nil where no
  /// comment can stand.
  private func target(at index: Int) -> ByteRange? {
    let node = tree.nodes[index]
    guard node.kind == .element, node.element != .plist else { return nil }
    let parent = Int(node.parent)
    guard parent >= 0 else { return nil }
    let outer = tree.nodes[parent]
    guard outer.element == .dict else {
      return outer.kind == .document || outer.element == .plist || outer.element == .array ? node.range : nil
    }
    // A key with its value, whichever of the two this is.
    var key: Int?
    for child in tree.children(of: parent) where tree.nodes[child].kind == .element {
      let element = tree.nodes[child].element
      if element == .key {
        if key == index { break }
        key = child
      } else {
        if child == index || key == index {
          return ByteRange(key.map { tree.nodes[$0].range.lower } ?? node.range.lower, tree.nodes[child].range.upper)
        }
        key = nil
      }
    }
    return node.range
  }
}
