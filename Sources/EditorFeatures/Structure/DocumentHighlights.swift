import Catalog
import PrivacyRules
import ProjectFiles
import PropertyList
public import SourceText

/// A range that is highlighted together with what is under the cursor.
public struct DocumentHighlight: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Another occurrence of the same text, or the matching tag.
    case text
    /// A value.
    case read
    /// The key of a value.
    case write
  }

  public var kind: Kind
  public var range: ByteRange

  public init(_ kind: Kind, _ range: ByteRange) {
    self.kind = kind
    self.range = range
  }
}

/// The highlights for an offset, in order: a key and its value, all occurrences of a name or domain, or the two tags of
/// an element.
public func documentHighlights(in snapshot: Snapshot, at offset: Int) -> [DocumentHighlight] {
  guard let tree = snapshot.document.visibleTree else {
    return projectFileHighlights(in: snapshot.document, at: offset)
  }
  let highlighter = Highlighter(snapshot: snapshot, tree: tree)
  let cursor = Cursor(tree, at: offset)
  let found: [DocumentHighlight]
  switch cursor.place {
  case .text(let leaf): found = highlighter.highlights(onTextOf: leaf, at: cursor.offset)
  case .tag(let element): found = highlighter.highlights(onTagOf: element)
  case .gap:
    // A cursor before or after a tag touches it.
    found =
      [cursor.offset + 1, cursor.offset - 1].lazy.compactMap { offset in
        guard case .tag(let element) = Cursor(tree, at: offset).place else { return nil }
        let node = tree.nodes[element]
        let touches = node.startTag.touches(cursor.offset) || node.endTag?.touches(cursor.offset) ?? false
        return touches ? highlighter.highlights(onTagOf: element) : nil
      }.first ?? []
  case .nowhere, .blankFile, .halfEndTag: found = []
  }
  return found.sorted { $0.range.lower < $1.range.lower }
}

/// The highlights in a file that isn’t a property list: a key and its text, or all assignments of a build setting.
private func projectFileHighlights(in document: Document, at offset: Int) -> [DocumentHighlight] {
  let most = 5_000
  var found: [DocumentHighlight] = []
  switch document.content {
  case .propertyList, .lockFile, .source: break
  case .strings(let table):
    guard let entry = table.entry(at: offset) else { break }
    found = [DocumentHighlight(.write, entry.key.contentOrWhole)]
    if let value = entry.value, !entry.isShorthand { found.append(DocumentHighlight(.read, value.contentOrWhole)) }
    if let other = entry.other { found.append(DocumentHighlight(.read, other.range)) }
  case .stringCatalog(let catalog):
    guard let entry = catalog.entries.first(where: { $0.range.touches(offset) }) else { break }
    let texts = entry.localizations.flatMap { $0.units.compactMap(\.value) }
    let key = DocumentHighlight(.write, entry.key.contentOrWhole)
    if entry.key.range.touches(offset) {
      found = [key] + texts.map { DocumentHighlight(.read, $0.contentOrWhole) }
    } else if let text = texts.first(where: { $0.range.touches(offset) }) {
      found = [key, DocumentHighlight(.read, text.contentOrWhole)]
    }
  case .buildConfiguration(let file): found = settingHighlights(in: file.settings, at: offset)
  case .xcodeProject(let project):
    let configurations = project.configurations + project.targets.flatMap(\.configurations)
    found = settingHighlights(in: configurations.flatMap(\.settings), at: offset)
  }
  // In a broken file, ranges may overlap.
  return withoutOverlaps(found.prefix(most).filter { !$0.range.isEmpty }, \.range)
}

private func settingHighlights(in settings: [BuildSetting], at offset: Int) -> [DocumentHighlight] {
  guard let own = settings.first(where: { $0.range.touches(offset) }) else { return [] }
  var found: [DocumentHighlight] = []
  for setting in settings where setting.name == own.name {
    found.append(DocumentHighlight(.write, setting.nameRange))
    guard setting.range == own.range else { continue }
    found += setting.values.filter { !$0.range.isEmpty }.map { DocumentHighlight(.read, $0.range) }
  }
  return found
}

private struct Highlighter {
  /// The most occurrences of a text.
  private static let most = 5_000

  let snapshot: Snapshot
  let tree: PropertyListTree

  func highlights(onTextOf leaf: Int, at offset: Int) -> [DocumentHighlight] {
    let text = tree.text.trimmed(tree.nodes[leaf].inner)
    // Whitespace inside the tags has no highlights.
    guard text.isEmpty || text.touches(offset) else { return [] }
    if tree.nodes[leaf].element == .string, !text.isEmpty {
      switch Context(snapshot, at: offset)?.meaning(of: leaf) {
      case .element(let key, _, _): return places(of: text, inAnyCase: key.role == .trackingDomains)
      case .value(let key, _) where key.role == .dataType || key.role == .category: return places(of: text)
      default: if tree.nodes[Int(tree.nodes[leaf].parent)].element == .array { return places(of: text) }
      }
    }
    return entry(of: leaf) ?? [DocumentHighlight(.text, text.isEmpty ? tree.nodes[leaf].range : text)]
  }

  func highlights(onTagOf element: Int) -> [DocumentHighlight] {
    let node = tree.nodes[element]
    if node.isSelfClosing || node.element.isBoolean {
      return entry(of: element) ?? [DocumentHighlight(.text, node.range)]
    }
    return [DocumentHighlight(.text, node.startTag)] + (node.endTag.map { [DocumentHighlight(.text, $0)] } ?? [])
  }

  /// The key and value of which the element is one; nil if it is neither.
  private func entry(of element: Int) -> [DocumentHighlight]? {
    guard let entry = tree.entry(of: element) else { return nil }
    return [DocumentHighlight(.write, textOrElement(entry.key))]
      + (entry.value.map { value in ranges(ofValue: value).map { DocumentHighlight(.read, $0) } } ?? [])
  }

  private func ranges(ofValue index: Int) -> [ByteRange] {
    let node = tree.nodes[index]
    if node.element.isLeaf { return [textOrElement(index)] }
    guard node.element.isContainer, !node.isSelfClosing else { return [node.range] }
    // Only the tags of a container, which may be long.
    return [node.startTag] + (node.endTag.map { [$0] } ?? [])
  }

  private func textOrElement(_ leaf: Int) -> ByteRange {
    let text = tree.text.trimmed(tree.nodes[leaf].inner)
    return text.isEmpty ? tree.nodes[leaf].range : text
  }

  /// The strings with a text; the nearest ones if there are very many.
  private func places(of text: ByteRange, inAnyCase: Bool = false) -> [DocumentHighlight] {
    let wanted = folded(text, inAnyCase)
    var found: [DocumentHighlight] = []
    var own = 0
    for node in tree.nodes where node.element == .string && node.inner.count >= text.count {
      let other = tree.text.trimmed(node.inner)
      guard other.count == text.count, other == text || folded(other, inAnyCase) == wanted else { continue }
      if other == text { own = found.count }
      found.append(DocumentHighlight(.text, other))
    }
    guard found.count > Self.most else { return found }
    let first = min(max(own - Self.most / 2, 0), found.count - Self.most)
    return Array(found[first..<first + Self.most])
  }

  private func folded(_ range: ByteRange, _ inAnyCase: Bool) -> [UInt8] {
    guard inAnyCase else { return Array(tree.text.slice(range)) }
    return tree.text.slice(range).map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
