import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// The action that sorts the keys of a manifest in Apple’s order, at every level with known keys; nil if they are
/// sorted, or the structure of the file is in doubt.
///
/// Unknown keys come last. They and duplicates keep their relative order. A comment moves with the key after it, or
/// with the value before it on its line.
func sortKeys(in snapshot: Snapshot) -> CodeAction? {
  let document = snapshot.document
  guard document.format == .xml, PropertyListFormatter.obstacle(in: document.tree) == nil,
    let manifest = snapshot.visibleManifest
  else { return nil }
  // Entries first, which don’t nest: when something in the root moves, it includes their edits.
  let entries = KeySorting(tree: document.tree, inner: [])
  let inner = manifest.dictionaries.dropFirst().flatMap { entries.edits(of: $0) }
  let root = KeySorting(tree: document.tree, inner: inner.sorted { $0.range.lower < $1.range.lower })
  let edits = root.edits(of: manifest.root)
  return edits.isEmpty ? nil : CodeAction(kind: .sortKeys, title: "Sort keys", edits: edits)
}

private struct KeySorting {
  /// A key with its value, their comments, and the whitespace before them.
  private struct Unit {
    /// Begins where the previous unit ends.
    var range: ByteRange
    /// Where the whitespace ends.
    var start: Int
    /// The position of the key in Apple’s order.
    var rank: Int
  }

  let tree: PropertyListTree
  /// The edits inside the dictionary, sorted, without overlaps.
  let inner: [TextEdit]

  /// The edits that sort a dictionary, including those inside it.
  func edits(of dictionary: ManifestDictionaryValue) -> [TextEdit] {
    let units = units(of: dictionary)
    let order = units.indices.sorted { units[$0].rank < units[$1].rank }
    guard let first = units.first, order != Array(units.indices) else { return inner }
    let kept = longestRising(order)
    var moves: [TextEdit] = []
    var inserted = ""
    var place = first.range.lower
    func insert() {
      if !inserted.isEmpty { moves.append(.insert(inserted, at: place)) }
      inserted = ""
    }
    for (position, index) in order.enumerated() {
      let unit = units[index]
      if kept.contains(index) {
        insert()
        place = unit.range.upper
        continue
      }
      // The new first unit gets the old one’s whitespace, and the other way around.
      let model = position == 0 ? first : index == 0 ? units[1] : unit
      inserted += tree.text[ByteRange(model.range.lower, model.start)]
      inserted += text(ByteRange(unit.start, unit.range.upper))
      moves.append(.delete(unit.range))
    }
    insert()
    // What moves includes its own edits.
    let moved = moves.map(\.range).filter { !$0.isEmpty }.sorted { $0.lower < $1.lower }
    var next = 0
    let left = inner.filter { edit in
      while next < moved.count, moved[next].upper < edit.range.upper { next += 1 }
      return next == moved.count || edit.range.lower < moved[next].lower
    }
    return joined(left + moves)
  }

  /// A range’s text with the edits in it applied.
  private func text(_ range: ByteRange) -> String {
    var result = ""
    var at = range.lower
    let first = inner.partitioningIndex { $0.range.lower >= range.lower }
    for edit in inner[first...].prefix(while: { $0.range.upper <= range.upper }) {
      result += tree.text[ByteRange(at, edit.range.lower)] + edit.replacement
      at = edit.range.upper
    }
    return result + tree.text[ByteRange(at, range.upper)]
  }

  /// Sorted edits. Adjacent edits are merged, because some clients mishandle them.
  private func joined(_ edits: [TextEdit]) -> [TextEdit] {
    var result: [TextEdit] = []
    for edit in edits.sorted(by: { $0.range < $1.range }) {
      if let last = result.last, last.range.upper == edit.range.lower {
        result[result.count - 1] = TextEdit(
          ByteRange(last.range.lower, edit.range.upper), last.replacement + edit.replacement)
      } else {
        result.append(edit)
      }
    }
    return result
  }

  // MARK: - Units

  private func units(of dictionary: ManifestDictionaryValue) -> [Unit] {
    let keys = dictionary.definition.keys
    var ranks: [Int: Int] = [:]
    for field in dictionary.fields {
      ranks[field.entry.key.index] = field.key.flatMap { key in keys.firstIndex { $0.name == key.name } } ?? keys.count
    }
    var units: [Unit] = []
    var end = dictionary.value.node.startTag.upper
    var start: Int?
    var rank: Int?
    for child in tree.children(of: dictionary.value.index) {
      let node = tree.nodes[child]
      if node.kind == .element {
        if let known = ranks[child] {
          rank = known
          if start == nil { start = node.range.lower }
          if units.isEmpty {
            (end, start) = withoutHeading(in: dictionary.value.index, from: end, key: node.range.lower, start: start)
          }
        } else if let known = rank, let first = start {
          units.append(Unit(range: ByteRange(end, node.range.upper), start: first, rank: known))
          end = node.range.upper
          (start, rank) = (nil, nil)
        }
      } else if rank == nil, start == nil, !units.isEmpty, endsLine(child, behind: end) {
        units[units.count - 1].range.upper = node.range.upper
        end = node.range.upper
      } else if start == nil {
        start = node.range.lower
      }
    }
    return units
  }

  /// Keeps comments at the top of a dictionary in place if a blank line separates them from the first key.
  private func withoutHeading(in dictionary: Int, from end: Int, key: Int, start: Int?) -> (end: Int, start: Int?) {
    var (newEnd, newStart) = (end, start)
    var at = end
    for child in tree.children(of: dictionary) {
      let node = tree.nodes[child]
      if node.range.lower > key { break }
      if node.range.lower < at { continue }
      let lineEnds = tree.text.slice(ByteRange(at, node.range.lower)).count { $0 == 0x0A }
      if at > end, lineEnds > 1 { (newEnd, newStart) = (at, node.range.lower) }
      at = node.range.upper
    }
    return (newEnd, newStart)
  }

  /// Whether a comment is on the line where the previous element ended, followed only by comments.
  private func endsLine(_ comment: Int, behind end: Int) -> Bool {
    let text = tree.text
    guard text.line(at: end) == text.line(at: tree.nodes[comment].range.lower) else { return false }
    var last = comment
    // A limit, so that a long row of comments doesn’t cost more.
    for _ in 0..<8 {
      let upper = tree.nodes[last].range.upper
      let rest = ByteRange(upper, text.contents(ofLine: text.line(at: upper)).upper)
      let blanks = text.slice(rest).prefix { $0 == 0x20 || $0 == 0x09 }.count
      if blanks == rest.count { return true }
      guard let next = tree.nextSibling(of: last), tree.nodes[next].kind != .element,
        tree.nodes[next].range.lower == upper + blanks
      else { return false }
      last = next
    }
    return false
  }

  /// The longest increasing subsequence of a permutation: its elements stay, and all others move around them.
  private func longestRising(_ order: [Int]) -> Set<Int> {
    // The last elements of the best sequences of each length, and the predecessor of each element.
    var tails: [Int] = []
    var before: [Int: Int] = [:]
    for index in order {
      let length = tails.partitioningIndex { $0 >= index }
      if length > 0 { before[index] = tails[length - 1] }
      if length < tails.count { tails[length] = index } else { tails.append(index) }
    }
    var kept: Set<Int> = []
    var at = tails.last
    while let index = at {
      kept.insert(index)
      at = before[index]
    }
    return kept
  }
}
