import PropertyList
import SourceText

/// Where to write the suppression of a finding.
public enum SuppressionPlace: Hashable, Sendable {
  /// In a new comment at this offset, right before the element it applies to.
  case before(Int)
  /// In a new comment for the whole file at this offset, before the root: the finding is in no element.
  case beforeRoot(Int)
  /// In an existing comment for the element: the offset after its last rule and, if it has no reason, the offset where
  /// the reason goes.
  case inComment(rulesEnd: Int, reasonAt: Int?)
}

/// Finds where to suppress findings in one document.
public struct SuppressionPlaces: Sendable {
  private let document: Document
  private let tree: PropertyListTree
  /// The existing directives, the last one for each target.
  private var directives: [ByteRange: Suppressions.Directive] = [:]
  /// The elements that comments can apply to, in order, for a file that isn't a property list.
  private let elements: [ByteRange]

  public init(_ document: Document) {
    self.document = document
    tree = document.tree
    elements = Suppressions.elements(of: document)
    for directive in Suppressions(document).directives {
      // Nobody names that many rules; see `Suppressions.directive(in:of:)`.
      if let target = directive.target, (1..<32).contains(directive.rules.count) { directives[target] = directive }
    }
  }

  /// Where to suppress a finding; nil if it can't be suppressed, or if its comment only lacks a reason.
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
    // JSON doesn't allow comments, and each update rewrites a lock file.
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

  /// What a comment right before an element applies to: the element, or its key and value; nil where there can't be a
  /// comment.
  private func target(at index: Int) -> ByteRange? {
    let node = tree.nodes[index]
    guard node.kind == .element, node.element != .plist, node.parent >= 0 else { return nil }
    let outer = tree.nodes[Int(node.parent)]
    guard outer.element == .dict else {
      return outer.kind == .document || outer.element == .plist || outer.element == .array ? node.range : nil
    }
    let entries = PropertyListValue(tree: tree, index: Int(node.parent)).entries
    return entries.first { $0.key.index == index || $0.value?.index == index }?.range ?? node.range
  }
}
