import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// The whole manifest, and the tags that end what is open.
extension Offers {
  // MARK: - The file

  /// A complete manifest, in place of whatever has been typed and of all blanks.
  ///
  /// An item's edit stays on the cursor's line, and its other edits may not meet the place of an insertion. Yet nothing
  /// may stand before the XML declaration. So on any line but the first the declaration goes to the start of the file,
  /// in place of the blanks there, and the line end before the cursor stays and parts it from the rest.
  func wholeFile(_ fragment: Cursor.Fragment) -> [Completion] {
    let text = tree.text
    let file = ByteRange(text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, text.count)
    let number = text.line(at: offset)
    let line = text.contents(ofLine: number)
    let range = ByteRange(max(line.lower, file.lower), line.upper)
    // The blanks on the line go too. Thousands of them are no start of a manifest, and before the mark nothing stands.
    guard offset >= file.lower, range.count < 4_096 else { return [] }
    let place = Placement(range, layout: Layout(of: tree))
    let isOnFirstLine = number == 0
    let below = header(hasDoctype: false) + plist
    var candidate = fileCandidate(range, isOnFirstLine ? declaration + below : below, place)
    if !isOnFirstLine {
      let blanks = ByteRange(file.lower, text.contents(ofLine: number - 1).upper)
      candidate.item.additionalEdits.append(TextEdit(blanks, place.template(declaration).plainText))
    }
    if number + 1 < text.lineCount {
      let rest = ByteRange(text.contents(ofLine: number + 1).lower, file.upper)
      if !rest.isEmpty { candidate.item.additionalEdits.append(.delete(rest)) }
    } else {
      candidate.item.insertion.parts.append(.text(place.layout.lineEnd))
    }
    var items = found([candidate], Typed(fragment.typed), indentation: "")
    // Clients compare with all that stands in the range.
    let blanks = text[ByteRange(range.lower, min(fragment.range.lower, offset))]
    for index in items.indices { items[index].filterText = blanks + items[index].filterText }
    return items
  }

  /// What a file lacks that has a beginning and no value yet.
  func restOfFile(_ gap: Cursor.Gap) -> [Completion] {
    guard tree.root == nil, tree.nodes.count > 1 else { return [] }
    let node = tree.nodes[gap.container]
    let place = placement(of: gap)
    if node.element == .plist {
      guard context.elements(of: gap.container, around: offset) == (nil, nil) else { return [] }
      var lines = rootDictionary
      if !node.isClosed { lines = lines + .line([.text("</\(Element.plist.name)>")]) }
      return found([fileCandidate(gap.fragment.range, lines, place)], Typed(gap.fragment.typed), indentation: "")
    }
    // Behind the declaration, document type and comments, and nothing else.
    var hasDoctype = false
    for child in tree.children(of: gap.container) where tree.nodes[child].range != gap.fragment.range {
      let child = tree.nodes[child]
      if child.kind == .doctype { hasDoctype = true }
      guard child.kind != .element, child.kind != .incompleteTag, child.range.upper <= offset else { return [] }
    }
    let lines = header(hasDoctype: hasDoctype) + plist
    return found([fileCandidate(gap.fragment.range, lines, place)], Typed(gap.fragment.typed), indentation: "")
  }

  private func fileCandidate(_ range: ByteRange, _ lines: Skeleton, _ place: Placement) -> Candidate {
    Candidate(
      .file, "Privacy manifest", detail: "a complete \(catalog.manifest.fileName): no tracking, no data collected",
      range: range,
      insertion: place.template(lines), names: ["Privacy manifest", "plist", "xml", "DOCTYPE"],
      documentationID: catalog.manifest.fileName)
  }

  private var declaration: Skeleton {
    .line([.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")])
  }

  /// What stands between the declaration and the manifest.
  private func header(hasDoctype: Bool) -> Skeleton {
    if hasDoctype { return Skeleton() }
    let system = "http://www.apple.com/DTDs/PropertyList-1.0.dtd"
    return .line([.text("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"\(system)\">")])
  }

  private var plist: Skeleton {
    let name = Element.plist.name
    return .line([.text("<\(name) version=\"1.0\">")]) + rootDictionary + .line([.text("</\(name)>")])
  }

  /// The root dictionary in the one shape that App Store Connect and Xcode's privacy report both take: no tracking,
  /// nothing collected, and no list of accessed APIs, since that one must not be empty.
  private var rootDictionary: Skeleton {
    var inner = Skeleton()
    for key in catalog.root?.keys ?? [] where key.role != .accessedAPITypes {
      inner = inner + .leaf(.key, key.name)
      inner = inner + (key.type == .boolean ? .boolean(false, stop: 1) : .empty(.array))
    }
    return .container(.dict, inner)
  }

  // MARK: - End tags

  /// The end tag for what has been typed of one.
  func endTag(of element: Int, _ fragment: Cursor.Fragment) -> [Completion] {
    guard element > 0, !isEndedBehind(fragment.range.upper, element) else { return [] }
    return found(endTags(of: element, replacing: fragment.range), Typed(fragment.typed), indentation: "")
  }

  /// The end tag of an element that has none.
  func endTags(of element: Int, replacing range: ByteRange) -> [Candidate] {
    guard isUnclosed(element) else { return [] }
    let tag = "</\(name(of: element))>"
    return [Candidate(.closingTag, tag, detail: "", range: range, insertion: Template(tag), names: [tag])]
  }

  /// Whether an element, or one around it that its end tag was taken from, has no end tag.
  private func isUnclosed(_ element: Int) -> Bool {
    let kind = tree.nodes[element].element
    var at = element
    for _ in 0..<16 {
      guard at > 0 else { return false }
      if tree.nodes[at].element == kind, !tree.nodes[at].isClosed { return true }
      at = Int(tree.nodes[at].parent)
    }
    return false
  }

  /// Whether the element's end tag stands right behind a place, where the tree cannot know whose it is.
  private func isEndedBehind(_ offset: Int, _ element: Int) -> Bool {
    guard tree.nodes[element].element.isLeaf else { return false }
    let tag = Array("</\(name(of: element))".utf8)
    return tree.text.slice(ByteRange(offset, offset + 200)).drop(while: isBlank).starts(with: tag)
  }

  /// An element's name as its tag has it.
  private func name(of element: Int) -> String {
    let node = tree.nodes[element]
    if node.element != .other { return node.element.name }
    let tag = tree.text.slice(node.startTag).dropFirst().prefix { !isBlank($0) && $0 != 0x3E && $0 != 0x2F }
    return String(decoding: tag, as: UTF8.self)
  }
}
