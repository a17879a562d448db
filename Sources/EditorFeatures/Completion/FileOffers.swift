import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// Completions for a whole manifest, and for end tags.
extension Offers {
  // MARK: - The file

  /// A complete manifest, which replaces what is typed and all whitespace.
  ///
  /// The edit of an item must stay on the cursor’s line, and its other edits can’t touch the place of an insertion. Yet
  /// nothing may precede the XML declaration. So if the cursor isn’t on the first line, the declaration replaces the
  /// whitespace at the start of the file, and the line end before the cursor separates it from the rest.
  func wholeFile(_ fragment: Cursor.Fragment) -> [Completion] {
    let text = tree.text
    let file = ByteRange(text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, text.count)
    let number = text.line(at: offset)
    let line = text.contents(ofLine: number)
    let range = ByteRange(max(line.lower, file.lower), line.upper)
    // The whitespace on the line is replaced too. With thousands of characters, it isn’t the start of a manifest.
    guard offset >= file.lower, range.count < 4_096 else { return [] }
    let place = Placement(range, layout: Layout(of: tree))
    let isOnFirstLine = number == 0
    let head = (isOnFirstLine ? declaration : Skeleton()) + header(hasDoctype: false)
    let isLast = number + 1 >= text.lineCount
    var candidates = fileCandidates(range, place, lineEnd: isLast ? place.layout.lineEnd : "") { head + plist($0) }
    var edits: [TextEdit] = []
    if !isOnFirstLine {
      let blanks = ByteRange(file.lower, text.contents(ofLine: number - 1).upper)
      edits.append(TextEdit(blanks, place.template(declaration).plainText))
    }
    if !isLast {
      let rest = ByteRange(text.contents(ofLine: number + 1).lower, file.upper)
      if !rest.isEmpty { edits.append(.delete(rest)) }
    }
    for index in candidates.indices { candidates[index].item.additionalEdits = edits }
    var items = found(candidates, Typed(fragment.typed), indentation: "")
    // Clients compare with everything in the range.
    let blanks = text[ByteRange(range.lower, min(fragment.range.lower, offset))]
    for index in items.indices { items[index].filterText = blanks + items[index].filterText }
    return items
  }

  /// The rest of a file that has a header and no value yet.
  func restOfFile(_ gap: Cursor.Gap) -> [Completion] {
    guard tree.root == nil, tree.nodes.count > 1 else { return [] }
    let node = tree.nodes[gap.container]
    let place = placement(of: gap)
    if node.element == .plist {
      guard context.elements(of: gap.container, around: offset) == (nil, nil) else { return [] }
      let end = node.isClosed ? Skeleton() : .line([.text("</\(Element.plist.name)>")])
      let candidates = fileCandidates(gap.fragment.range, place) { $0 + end }
      return found(candidates, Typed(gap.fragment.typed), indentation: "")
    }
    // Only after the declaration, document type and comments.
    var hasDoctype = false
    for child in tree.children(of: gap.container) where tree.nodes[child].range != gap.fragment.range {
      let child = tree.nodes[child]
      if child.kind == .doctype { hasDoctype = true }
      guard child.kind != .element, child.kind != .incompleteTag, child.range.upper <= offset else { return [] }
    }
    let candidates = fileCandidates(gap.fragment.range, place) { header(hasDoctype: hasDoctype) + plist($0) }
    return found(candidates, Typed(gap.fragment.typed), indentation: "")
  }

  /// The manifests to start with.
  ///
  /// - Parameters:
  ///   - lineEnd: The end of the last line.
  ///   - lines: Inserts a root dictionary in a document.
  private func fileCandidates(
    _ range: ByteRange, _ place: Placement, lineEnd: String = "", _ lines: (Skeleton) -> Skeleton
  ) -> [Candidate] {
    func candidate(_ label: String, _ detail: String, hasAPIs: Bool) -> Candidate {
      var insertion = place.template(
        lines(rootDictionary(hasAPIs: hasAPIs, hasStops: true)),
        plain: lines(rootDictionary(hasAPIs: hasAPIs, hasStops: false)))
      insertion.parts.append(.text(lineEnd))
      insertion.plainAlternative = insertion.plainAlternative.map { $0 + lineEnd }
      return Candidate(
        .file, label, detail: detail, range: range, insertion: insertion,
        names: [label, "Privacy manifest", "plist", "xml", "DOCTYPE"], documentationID: catalog.manifest.fileName)
    }
    // No label is a prefix of another: some editors complete the common prefix, and take it for a choice.
    return [
      candidate(
        "Privacy manifest", "a complete \(catalog.manifest.fileName): no tracking, no data collected", hasAPIs: false),
      candidate(
        "Manifest with APIs", "no tracking, no data collected, APIs to be declared", hasAPIs: true),
    ]
  }

  private var declaration: Skeleton {
    .line([.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")])
  }

  /// The lines between the declaration and the manifest.
  private func header(hasDoctype: Bool) -> Skeleton {
    if hasDoctype { return Skeleton() }
    let system = "http://www.apple.com/DTDs/PropertyList-1.0.dtd"
    return .line([.text("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"\(system)\">")])
  }

  private func plist(_ root: Skeleton) -> Skeleton {
    let name = Element.plist.name
    return .line([.text("<\(name) version=\"1.0\">")]) + root + .line([.text("</\(name)>")])
  }

  /// A root dictionary that both App Store Connect and Xcode’s privacy report accept: no tracking, nothing collected,
  /// and a list of accessed APIs only if some will be declared, because it can’t be empty.
  ///
  /// The tab stops of lists with completions come before that of the domains, which few apps need.
  private func rootDictionary(hasAPIs: Bool, hasStops: Bool) -> Skeleton {
    let keys = (catalog.root?.keys ?? []).filter { hasAPIs || $0.role != .accessedAPITypes }
    let lists = keys.filter { catalog.entryDefinition(of: $0) != nil } + keys.filter { $0.type == .arrayOfStrings }
    var inner = Skeleton()
    for key in keys {
      inner = inner + .leaf(.key, key.name)
      if key.type == .boolean {
        inner = inner + .boolean(false, stop: 1)
      } else if hasStops, let list = lists.firstIndex(where: { $0.name == key.name }) {
        inner = inner + .leaf(.array, .stop(list + 2))
      } else {
        inner = inner + .empty(.array)
      }
    }
    return .container(.dict, inner)
  }

  // MARK: - End tags

  /// The complete end tag for a partial one.
  func endTag(of element: Int, _ fragment: Cursor.Fragment) -> [Completion] {
    guard element > 0, !isEndedBehind(fragment.range.upper, element) else { return [] }
    return found(endTags(of: element, replacing: fragment.range), Typed(fragment.typed), indentation: "")
  }

  /// The end tag of an element without one.
  func endTags(of element: Int, replacing range: ByteRange) -> [Candidate] {
    guard isUnclosed(element) else { return [] }
    let tag = "</\(name(of: element))>"
    return [Candidate(.closingTag, tag, detail: "", range: range, insertion: Template(tag), names: [tag])]
  }

  /// Whether an element has no end tag, or its end tag was taken from one around it.
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

  /// Whether the element’s end tag follows a place, where the tree can’t know whose it is.
  private func isEndedBehind(_ offset: Int, _ element: Int) -> Bool {
    guard tree.nodes[element].element.isLeaf else { return false }
    let tag = Array("</\(name(of: element))".utf8)
    return tree.text.slice(ByteRange(offset, offset + 200)).drop(while: isBlank).starts(with: tag)
  }

  /// The name in an element’s tag.
  private func name(of element: Int) -> String {
    let node = tree.nodes[element]
    if node.element != .other { return node.element.name }
    let tag = tree.text.slice(node.startTag).dropFirst().prefix { !isBlank($0) && $0 != 0x3E && $0 != 0x2F }
    return String(decoding: tag, as: UTF8.self)
  }
}
