import PrivacyRules
import PropertyList
import SourceText

/// A place for an element of an array.
struct ArraySlot {
  let array: Int
  /// What is replaced.
  let range: ByteRange
  private let place: Placement
  /// Whether the array is replaced by one that holds the element.
  private let isWholeArray: Bool

  fileprivate init(array: Int, place: Placement, isWholeArray: Bool) {
    self.array = array
    self.place = place
    self.isWholeArray = isWholeArray
    range = place.range
  }

  func template(_ element: Skeleton) -> Template {
    place.template(isWholeArray ? .container(.array, element) : element)
  }
}

extension Offers {
  func slot(for gap: Cursor.Gap) -> ArraySlot {
    ArraySlot(array: gap.container, place: placement(of: gap), isWholeArray: false)
  }

  /// An array without contents that the cursor is at, in or right behind.
  var emptyArray: (index: Int, slot: ArraySlot)? {
    let touching: Int?
    switch context.cursor.place {
    case .tag(let element): touching = element
    case .gap(let gap) where gap.fragment.range.isEmpty:
      if let previous = gap.previous, tree.nodes[previous].range.upper == offset {
        touching = isAskedFor ? previous : nil
      } else {
        touching = gap.next.flatMap { tree.nodes[$0].range.lower == offset ? $0 : nil }
      }
    default: return nil
    }
    guard let touching else { return nil }
    let node = tree.nodes[touching]
    guard node.kind == .element, node.element == .array, node.isClosed, node.range.touches(offset),
      tree.text.slice(node.inner).allSatisfy(isBlank),
      tree.text.line(at: node.range.lower) == tree.text.line(at: node.range.upper)
    else { return nil }
    var previous: Int?
    for child in tree.children(of: Int(node.parent)) {
      if child == touching { break }
      previous = child
    }
    let place = Placement(
      replacing: node.range, in: Int(node.parent), previous: previous, next: tree.nextSibling(of: touching), of: tree)
    return (touching, ArraySlot(array: touching, place: place, isWholeArray: true))
  }

  /// All items for the place of an array: what is there of it says nothing about its contents.
  func found(_ candidates: [Candidate], in array: (index: Int, slot: ArraySlot)) -> [Completion] {
    let range = array.slot.range
    return EditorFeatures.found(
      candidates, Typed(tree.text[ByteRange(range.lower, offset)]), current: tree.text[range], indentation: indentation)
  }
}
