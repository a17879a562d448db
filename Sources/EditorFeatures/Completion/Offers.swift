import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// The completions at a byte offset, the best first. None of them breaks what surrounds it.
///
/// - Parameter isAskedFor: Whether the user invoked completion, which after an empty array means the array. If typing
///   triggered it, the next line is as likely.
public func completions(in snapshot: Snapshot, at offset: Int, isAskedFor: Bool = true) -> [Completion] {
  let text = snapshot.document.text
  let start = text.start(ofLine: text.line(at: offset))
  // A marker of a merge goes as a whole, with the choice of a side.
  if start < text.count, text.bytes.span.isConflictMarker(at: start) { return [] }
  let items =
    switch snapshot.document.kind {
    case .privacyManifest:
      Context(snapshot, at: offset).map { Offers(context: $0, isAskedFor: isAskedFor).all() } ?? []
    case .infoPlist, .entitlements: propertyListCompletions(in: snapshot, at: offset, isAskedFor: isAskedFor)
    case .stringsTable, .stringCatalog: translationCompletions(in: snapshot, at: offset)
    case .xcodeProject, .buildSettings: settingCompletions(in: snapshot, at: offset)
    // Lock files are written by tools, and for sources there are other servers.
    case .lockFile, .source: [Completion]()
    }
  var harmless = snapshot.harmless(items)
  // Update the indices.
  if harmless.count < items.count {
    for index in harmless.indices { harmless[index].order = index }
  }
  return harmless
}

/// Finds completions at a cursor.
struct Offers {
  let context: Context
  let isAskedFor: Bool

  var tree: PropertyListTree { context.tree }
  var catalog: Catalog { context.catalog }
  var offset: Int { context.cursor.offset }

  /// An item that isn’t compared with what is typed yet.
  struct Candidate {
    var item: Completion
    /// The names that match it, starting with the inserted one.
    var names: [String]
    /// Other words for it; items that match by name come first.
    var words: [String]
    /// The element that it inserts; nil if it is text inside one.
    var tag: String?

    init(
      _ kind: Completion.Kind, _ label: String, detail: String, range: ByteRange, insertion: Template,
      names: [String] = [], words: [String] = [], tag: String? = nil, documentationID: String? = nil
    ) {
      item = Completion(
        kind: kind, label: label, detail: detail, range: range, insertion: insertion, filterText: label, order: 0,
        documentationID: documentationID)
      self.names = names.isEmpty ? [label] : names
      self.words = words
      self.tag = tag
    }
  }

  func all() -> [Completion] {
    if let slot = emptyArray, case .value(let key, let owner) = context.meaning(of: slot.array) {
      let found = items(elements(of: key, owner: owner, slot), into: slot)
      if !found.isEmpty { return found }
    }
    return switch context.cursor.place {
    case .nowhere: []
    case .blankFile(let fragment): wholeFile(fragment)
    case .gap(let gap): inGap(gap)
    case .text(let leaf): inText(leaf)
    case .halfEndTag(let element, let fragment): endTag(of: element, fragment)
    case .tag(let element): inTag(element)
    }
  }

  private func inGap(_ gap: Cursor.Gap) -> [Completion] {
    let node = tree.nodes[gap.container]
    if node.kind == .document || node.element == .plist { return restOfFile(gap) }
    var candidates: [Candidate] = []
    var mayEnd = true
    switch context.meaning(of: gap.container) {
    case .dictionary(let definition, _):
      let (before, behind) = context.elements(of: gap.container, around: gap.fragment.range.lower)
      if let before, tree.nodes[before].element == .key {
        mayEnd = false
        let hasValue = behind.map { tree.nodes[$0].element != .key } ?? false
        if !hasValue, !hasOtherText(gap), let key = context.key(named: before, in: definition) {
          candidates = values(of: key, owner: gap.container, gap)
        }
      } else {
        candidates = keys(offers(of: definition, in: gap.container, except: nil), behind: behind, gap)
      }
    case .value(let key, let owner) where node.element == .array:
      candidates = elements(of: key, owner: owner, slot(for: gap))
    default: break
    }
    if mayEnd, !node.isClosed, context.elements(of: gap.container, around: offset).behind == nil {
      candidates += endTags(of: gap.container, replacing: gap.fragment.range)
    }
    return found(candidates, Typed(gap.fragment.typed), indentation: indentation)
  }

  /// The whitespace at the start of the cursor’s line, up to the cursor. Editors indent further lines by it.
  var indentation: String {
    let line = tree.text.contents(ofLine: tree.text.line(at: offset))
    return String(tree.text.indentation(ofLineAt: offset).prefix(max(offset - line.lower, 0)))
  }

  /// Whether a gap has other text than the fragment: a value half typed on another line.
  func hasOtherText(_ gap: Cursor.Gap) -> Bool {
    let range = gap.fragment.range
    let lower = gap.previous.map { tree.nodes[$0].range.upper } ?? range.lower
    let upper = gap.next.map { tree.nodes[$0].range.lower } ?? max(tree.nodes[gap.container].inner.upper, range.upper)
    return context.hasText(from: lower, to: range.lower) || context.hasText(from: range.upper, to: upper)
  }

  private func inText(_ leaf: Int) -> [Completion] {
    guard let place = TextPlace(leaf, at: offset, in: tree) else { return [] }
    var candidates: [Candidate]
    let text = context.text(of: leaf)
    var isComplete = false
    switch context.meaning(of: leaf) {
    case .key(let definition, let owner):
      candidates = names(offers(of: definition, in: owner, except: leaf), owner: owner, key: leaf, place)
      isComplete = definition.key(named: text) != nil
    case .value(let key, let owner) where tree.nodes[leaf].element == .string:
      candidates = texts(of: key, owner: owner, array: nil, leaf: leaf, place)
      isComplete = isValue(text)
    case .element(let key, let array, let owner) where tree.nodes[leaf].element == .string:
      candidates = texts(of: key, owner: owner, array: array, leaf: leaf, place)
      isComplete = isValue(text)
    default: return []
    }
    for index in candidates.indices { candidates[index].item.additionalEdits += place.cleaning }
    return found(
      candidates, Typed(tree.text[ByteRange(place.range.lower, offset)]), current: isComplete ? text : nil,
      indentation: indentation)
  }

  private func isValue(_ text: String) -> Bool {
    catalog.dataType(text) != nil || catalog.purpose(text) != nil || catalog.category(text) != nil
      || catalog.reason(text) != nil
  }

  private func inTag(_ element: Int) -> [Completion] {
    let node = tree.nodes[element]
    guard node.element.isBoolean, case .value(let key, let owner) = context.meaning(of: element), key.type == .boolean
    else { return [] }
    let range = node.isClosed ? node.range : node.startTag
    guard tree.text.line(at: range.lower) == tree.text.line(at: range.upper), range.touches(offset) else { return [] }
    let candidates = booleans(of: key, owner: owner) { flag in
      (range, Template("<\(Self.name(of: flag))/>"))
    }
    return found(
      candidates, Typed(tree.text[ByteRange(range.lower, offset)]), current: "<\(node.element.name)/>", indentation: "")
  }
}

/// The items that match what is typed, the best first; empty if none match, because a client that compares loosely
/// would pick one that means something else.
///
/// - Parameter current: The complete and correct name at the place; then all others are offered as replacements.
func found(_ candidates: [Offers.Candidate], _ typed: Typed, current: String? = nil, indentation: String)
  -> [Completion]
{
  var ranked: [Typed.Match.Rank: [Completion]] = [:]
  var result: [Completion] = []
  for candidate in candidates {
    var item = candidate.item
    let match = typed.match(candidate.names, words: candidate.words, tag: candidate.tag)
    guard match != nil || current != nil else { continue }
    item.filterText = match?.filterText ?? typed.text + " " + (candidate.names.first ?? "")
    if item.label == current {
      result.append(item)
    } else {
      // A name to be replaced says nothing about the new one.
      let rank = current == nil ? match?.rank : nil
      ranked[rank ?? .beginsName, default: []].append(item)
    }
  }
  for rank in Typed.Match.Rank.allCases { result += ranked[rank] ?? [] }
  for index in result.indices {
    result[index].order = index
    result[index].lineIndentation = indentation
  }
  return result
}

/// Where a new text of a leaf goes.
struct TextPlace {
  /// The range to replace, on the cursor’s line.
  private(set) var range: ByteRange
  /// The edits that remove the rest of the old text.
  private(set) var cleaning: [TextEdit] = []
  /// Whether the end tag must be inserted too.
  let lacksEndTag: Bool

  /// - Returns: Nil on an empty line in a text of whitespace, whose other lines can’t be removed: the protocol forbids
  ///   other edits at a place of insertion.
  init?(_ leaf: Int, at offset: Int, in tree: PropertyListTree) {
    let node = tree.nodes[leaf]
    lacksEndTag = !node.isClosed
    // A partial end tag is replaced by a complete one.
    let inner = ByteRange(node.inner.lower, max(node.halfEndTag?.upper ?? node.inner.upper, offset))
    let line = tree.text.contents(ofLine: tree.text.line(at: offset))
    if line.contains(inner) {
      range = inner
      return
    }
    // In a text of several lines, the word on the cursor’s line is replaced, and the rest is removed if it certainly
    // belongs to this leaf.
    var lower = max(inner.lower, line.lower)
    var upper = max(min(inner.upper, line.upper), lower)
    while lower < min(upper, offset), isBlank(tree.text.bytes[lower]) { lower += 1 }
    while upper > max(lower, offset), isBlank(tree.text.bytes[upper - 1]) { upper -= 1 }
    range = ByteRange(lower, upper)
    guard node.isClosed else { return }
    if range.isEmpty {
      range = ByteRange(max(inner.lower, line.lower), min(inner.upper, line.upper))
      if range.isEmpty { return nil }
    }
    (lower, upper) = (range.lower, range.upper)
    let rest = [ByteRange(inner.lower, lower), ByteRange(upper, inner.upper)]
    cleaning = rest.filter { !$0.isEmpty }.map(TextEdit.delete)
  }
}
