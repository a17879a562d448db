import PrivacyRules
import PropertyList
import SourceText

/// A place for an element of an array.
struct ArraySlot {
  let array: Int
  let place: Placement
  /// Whether the array is replaced by one with the element.
  let isWholeArray: Bool

  /// The range to replace.
  var range: ByteRange { place.range }

  func template(_ element: Skeleton) -> Template {
    place.template(isWholeArray ? .container(.array, element) : element)
  }
}

extension Offers {
  func slot(for gap: Cursor.Gap) -> ArraySlot {
    ArraySlot(array: gap.container, place: placement(of: gap), isWholeArray: false)
  }

  /// The empty array that the cursor touches, or is separated from only by what is typed.
  var emptyArray: ArraySlot? {
    let touching: Int?
    var end: Int?
    switch context.cursor.place {
    case .tag(let element): touching = element
    case .gap(let gap):
      let typed = gap.fragment.range
      if let previous = gap.previous, tree.nodes[previous].range.upper == typed.lower {
        touching = isAskedFor || !typed.isEmpty ? previous : nil
        end = typed.upper
      } else {
        touching = typed.isEmpty ? gap.next.flatMap { tree.nodes[$0].range.lower == offset ? $0 : nil } : nil
      }
    default: return nil
    }
    guard let touching else { return nil }
    let node = tree.nodes[touching]
    guard node.kind == .element, node.element == .array, node.isClosed, tree.text.slice(node.inner).allSatisfy(isBlank),
      tree.text.line(at: node.range.lower) == tree.text.line(at: node.range.upper)
    else { return nil }
    let place = Placement(
      replacing: ByteRange(node.range.lower, max(node.range.upper, end ?? 0)), in: Int(node.parent),
      previous: tree.previousSibling(of: touching), next: tree.nextSibling(of: touching), of: tree)
    return ArraySlot(array: touching, place: place, isWholeArray: true)
  }

  /// Completions that insert an element into an empty array, matched with what is typed after it.
  func items(_ candidates: [Candidate], into array: ArraySlot) -> [Completion] {
    let text = tree.text
    let end = min(tree.nodes[array.array].range.upper, offset)
    var items = found(candidates, Typed(text[ByteRange(end, offset)]), indentation: indentation)
    // Clients compare with everything in the range.
    let before = text[ByteRange(array.range.lower, end)]
    for index in items.indices { items[index].filterText = before + items[index].filterText }
    return items
  }
}
