import Catalog
import PrivacyRules
import PropertyList
import SourceText

/// The whole manifest, and the tags that end what is open.
extension Offers {
  // MARK: - The file

  /// A complete manifest, in place of whatever has been typed.
  func wholeFile(_ fragment: Cursor.Fragment) -> [Completion] {
    let lines = header(hasNodes: false, hasDoctype: false) + plist
    var place = Placement()
    place.layout = Layout(of: tree)
    var candidate = fileCandidate(fragment.range, lines, place)
    let file = ByteRange(tree.text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, tree.text.count)
    let rest = [ByteRange(file.lower, fragment.range.lower), ByteRange(fragment.range.upper, file.upper)]
    candidate.item.additionalEdits = rest.filter { !$0.isEmpty }.map(TextEdit.delete)
    candidate.item.insertion.parts.append(.text(place.layout.lineEnd))
    return found([candidate], Typed(fragment.typed), indentation: "")
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
    let lines = header(hasNodes: true, hasDoctype: hasDoctype) + plist
    return found([fileCandidate(gap.fragment.range, lines, place)], Typed(gap.fragment.typed), indentation: "")
  }

  private func fileCandidate(_ range: ByteRange, _ lines: Skeleton, _ place: Placement) -> Candidate {
    Candidate(
      .file, "Privacy manifest", detail: "a complete \(catalog.manifest.fileName)", range: range,
      insertion: place.template(lines), names: ["Privacy manifest", "plist", "xml", "DOCTYPE"],
      documentationID: catalog.manifest.fileName)
  }

  private func header(hasNodes: Bool, hasDoctype: Bool) -> Skeleton {
    var result = Skeleton()
    // Nothing may stand before the declaration.
    if !hasNodes { result = result + .line([.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")]) }
    if !hasDoctype {
      let system = "http://www.apple.com/DTDs/PropertyList-1.0.dtd"
      result = result + .line([.text("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"\(system)\">")])
    }
    return result
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
