import Catalog
import PrivacyRules
import PropertyList
public import SourceText

/// A hover.
public struct Hover: Hashable, Sendable {
  public var markdown: String
  /// The bytes that it describes.
  public var range: ByteRange
}

/// The hover at a byte offset; nil if there is nothing to say. For a finding with one of Apple’s codes, it explains the
/// code.
///
/// - Parameter checkedOut: Finds the checked-out copy of a dependency in a lock file.
public func hover(
  in snapshot: Snapshot, at offset: Int, checkedOut: CheckedOutManifests = { _ in nil }
) -> Hover? {
  var hover =
    snapshot.document.kind == .lockFile
    ? dependencyHover(in: snapshot, at: offset, checkedOut: checkedOut) : catalogHover(in: snapshot, at: offset)
  let document = snapshot.document
  if document.kind != .source, hover != nil, let place = EvidencePlace(snapshot, at: offset) { hover?.add(place) }
  guard document.hasPositions else { return hover }
  // A dependency has several lines, one of which has the finding.
  let dependency = document.kind == .lockFile ? hover?.range : nil
  let place = dependency ?? ByteRange(at: min(max(offset, 0), document.text.count))
  guard
    let finding = snapshot.lint(fixes: .touching(place)).first(where: { $0.itms != nil && !$0.range.isEmpty }),
    let message = finding.itms.flatMap({ snapshot.catalog.storeMessage($0) })
  else { return hover }
  guard hover != nil else {
    return Hover(markdown: documentation(of: message, catalog: snapshot.catalog), range: finding.range)
  }
  hover?.add(message)
  return hover
}

extension Hover {
  /// Adds the meaning of one of Apple’s codes before the last line, which has the date.
  fileprivate mutating func add(_ message: StoreMessage) {
    let date = markdown.split(separator: "\n").last ?? ""
    markdown = markdown.dropLast(date.count) + message.paragraph + "\n\n" + date
  }
}

private func catalogHover(in snapshot: Snapshot, at offset: Int) -> Hover? {
  if snapshot.document.kind == .source { return sourceHover(in: snapshot, at: offset) }
  guard snapshot.document.kind == .privacyManifest else { return purposeHover(in: snapshot, at: offset) }
  guard let context = Context(snapshot, at: offset) else { return nil }
  // A tag includes its opening bracket.
  if case .gap = context.cursor.place, let inTag = Context(snapshot, at: offset + 1) {
    return Explainer(context: inTag).hover(from: context.cursor.offset)
  }
  return Explainer(context: context).hover(from: context.cursor.offset)
}

/// Explains what is under a cursor.
private struct Explainer {
  let context: Context

  var tree: PropertyListTree { context.tree }
  var catalog: Catalog { context.catalog }

  /// - Parameter offset: A place that the hover must touch.
  func hover(from offset: Int) -> Hover? {
    let hover: Hover? =
      switch context.cursor.place {
      case .text(let leaf): hover(onTextOf: leaf)
      case .tag(let element): hover(onTagOf: element)
      case .nowhere, .blankFile, .gap, .halfEndTag: nil
      }
    return hover.flatMap { $0.range.touches(offset) ? $0 : nil }
  }

  // MARK: - Text

  private func hover(onTextOf leaf: Int) -> Hover? {
    let range = tree.text.trimmed(tree.nodes[leaf].inner)
    // Whitespace inside the tags has no hover.
    guard !range.isEmpty else { return nil }
    let text = context.text(of: leaf)
    let page: Page? =
      switch context.meaning(of: leaf) {
      case .key(let definition, _): keyPage(text, leaf, definition)
      case .value(let key, let owner), .element(let key, _, let owner): valuePage(text, of: key, owner: owner)
      default: misplacedPage(text, note: { "It is \($0), which has no effect here." })
      }
    return page.map { Hover(markdown: $0.markdown, range: range) }
  }

  private func keyPage(_ text: String, _ leaf: Int, _ definition: ManifestDictionary) -> Page? {
    if definition.key(named: text) == nil {
      let needed = "a key of \(withArticle(definition.title))"
      if let page = misplacedPage(text, note: { "It is \($0), but \(needed) belongs here." }) { return page }
    }
    guard let key = context.key(named: leaf, in: definition) else { return nil }
    var page = Page(key, of: definition, catalog)
    addLabel(to: &page, of: key)
    if key.name != text { page.addFirst("The key is spelled `\(key.name)`.") }
    return page
  }

  private func valuePage(_ text: String, of key: ManifestKey, owner: Int) -> Page? {
    let needed = needed(for: key)
    if kind(of: text) != needed, let page = misplacedPage(text, note: { "It is \($0), but \(needed) belongs here." }) {
      return page
    }
    switch key.role {
    case .trackingDomains: return domainPage(text, key)
    case .reasons: return reasonPage(text, owner: owner)
    case .dataType: return page(of: text, context.linter.vocabularies.dataTypes, "data type")
    case .purposes: return page(of: text, context.linter.vocabularies.purposes, "purpose")
    case .category: return page(of: text, context.linter.vocabularies.categories, "category")
    case .tracking, .collectedDataTypes, .accessedAPITypes, .linked, .usedForTracking: return nil
    }
  }

  // MARK: - Names in the wrong place

  /// The page of an exact name in the wrong place; nil if the text isn’t a name.
  ///
  /// - Parameter note: A note about its kind, shown first.
  private func misplacedPage(_ text: String, note: (String) -> String) -> Page? {
    guard let kind = kind(of: text), var page = EditorFeatures.page(for: text, catalog) else { return nil }
    page.addFirst(note(kind))
    return page
  }

  /// The kind of an exact name in the catalog; nil if the text isn’t one.
  private func kind(of text: String) -> String? {
    if let dictionary = catalog.dictionaries.first(where: { $0.key(named: text) != nil }) {
      return "a key of \(withArticle(dictionary.title))"
    }
    if catalog.dataType(text) != nil { return Self.dataType }
    if catalog.purpose(text) != nil { return Self.purpose }
    if catalog.category(text) != nil { return Self.category }
    return catalog.reason(text) == nil ? nil : Self.reason
  }

  /// The kind of value that a key needs; for a list, that of its elements.
  private func needed(for key: ManifestKey) -> String {
    switch key.role {
    case .dataType: Self.dataType
    case .purposes: Self.purpose
    case .category: Self.category
    case .reasons: Self.reason
    case .trackingDomains: "a host"
    case .tracking, .linked, .usedForTracking: "a Boolean"
    case .collectedDataTypes, .accessedAPITypes:
      withArticle(catalog.entryDefinition(of: key)?.title ?? words(for: key.type))
    }
  }

  private static let dataType = "a data type"
  private static let purpose = "a purpose"
  private static let category = "a category"
  private static let reason = "a reason"

  // MARK: - Names

  /// The page of the name that a text is or most likely means.
  private func page(of text: String, _ vocabulary: Vocabulary, _ what: String) -> Page? {
    if vocabulary.names.contains(text) { return EditorFeatures.page(for: text, catalog) }
    guard let spelling = vocabulary.spelling(of: text), spelling.isOnlyCandidate else { return nil }
    var page = EditorFeatures.page(for: spelling.name, catalog)
    page?.addFirst("Unknown \(what); the nearest one is `\(spelling.name)`.")
    return page
  }

  private func reasonPage(_ text: String, owner: Int) -> Page? {
    guard var page = page(of: text, context.linter.vocabularies.reasons, "reason") else { return nil }
    if case .known(let category) = context.category(of: owner), let found = catalog.reason(text),
      found.category.id != category.id
    {
      page.addFirst("It isn’t a reason for `\(category.id)`, the category of this entry.")
    }
    return page
  }

  private func domainPage(_ text: String, _ key: ManifestKey) -> Page {
    var page = Page(shortened(text, to: 70), catalog)
    page.add(key.elementSummary ?? key.summary)
    page.add(guidelines: catalog.guidelines.filter { $0.manifestKeys.contains(key.name) })
    page.add(key.provenance)
    return page
  }

  // MARK: - Tags

  private func hover(onTagOf element: Int) -> Hover? {
    let node = tree.nodes[element]
    if node.element == .plist { return tree.root.flatMap { manifestHover($0.index, node.startTag) } }
    let range = node.element.isBoolean && node.isClosed ? node.range : node.startTag
    switch context.meaning(of: element) {
    case .value(let key, let owner):
      if node.element.isBoolean {
        return Hover(markdown: flagPage(key, node.element == .true, owner).markdown, range: range)
      }
      guard node.element == .array, case .dictionary(let definition, _) = context.meaning(of: owner) else { return nil }
      var page = Page(key, of: definition, catalog)
      addLabel(to: &page, of: key)
      return Hover(markdown: page.markdown, range: range)
    case .dictionary(let definition, let list):
      if element == tree.root?.index { return manifestHover(element, range) }
      return list.flatMap { _ in entryPage(element, definition) }.map { Hover(markdown: $0.markdown, range: range) }
    default: return nil
    }
  }

  /// The meaning of true or false for a key.
  private func flagPage(_ key: ManifestKey, _ flag: Bool, _ owner: Int) -> Page {
    var page = Page("\(key.xcodeName): \(flag ? "yes" : "no")", catalog)
    switch (key.role, flag) {
    case (.tracking, true):
      page.add(
        "This code uses data for tracking. People must first allow it in the system’s alert, and the hosts that it uses "
          + "must be listed.")
    case (.tracking, false): page.add("This code uses no data for tracking, so it must not list tracking domains.")
    case (.linked, true):
      page.add("This data is linked to a person’s identity: an account, a device or other details.")
    case (.linked, false):
      page.add("This data is not linked to a person’s identity, now or later.")
    case (.usedForTracking, true):
      page.add("This data is used for tracking: the label lists it under data used to track people.")
    case (.usedForTracking, false): page.add("This data is not used for tracking.")
    default: page.add(key.summary)
    }
    page.add("`\(key.name)`: \(key.summary)")
    page.add(guidelines: catalog.guidelines.filter { $0.manifestKeys.contains(key.name) })
    page.add(key.provenance)
    return page
  }

  /// A summary of what an entry declares, and what that means.
  private func entryPage(_ entry: Int, _ definition: ManifestDictionary) -> Page? {
    guard let naming = definition.keys.first(where: { $0.role == .dataType || $0.role == .category }),
      let value = context.value(naming.role, of: entry),
      var page = valuePage(context.text(of: value), of: naming, owner: entry)
    else { return nil }
    var facts: [String] = []
    for key in definition.keys where key.role != naming.role {
      guard let value = context.value(key.role, of: entry) else { continue }
      let node = tree.nodes[value]
      if node.element.isBoolean {
        facts.append("\(key.xcodeName): \(node.element == .true ? "yes" : "no")")
      } else if node.element == .array {
        let names = PropertyListValue(tree: tree, index: value).elements.prefix(10).map { element in
          catalog.purpose(element.string)?.displayName ?? element.string
        }
        facts.append("\(key.xcodeName): \(names.isEmpty ? "none" : escapedForMarkdown(names.joined(separator: ", ")))")
      }
    }
    if !facts.isEmpty { page.addFirst("Declared here. " + facts.joined(separator: "; ")) }
    return page
  }

  /// The hover over the whole manifest.
  private func manifestHover(_ root: Int, _ range: ByteRange) -> Hover? {
    guard let manifest else { return nil }
    var page = Page("App Store label", catalog)
    for paragraph in label(of: manifest) { page.add(paragraph) }
    page.add("**Privacy manifest**")
    let types = manifest.dataTypes
    let linked = types.filter { $0.isLinked == true }.count
    let tracked = types.filter { $0.isUsedForTracking == true }.count
    let reasons = manifest.accessedAPIs.map(\.reasons.count).reduce(0, +)
    page.add(list: [
      manifest.isTracking == true
        ? "Tracks people, with \(counted(manifest.trackingDomains.count, "domain"))" : "Does not track people",
      types.isEmpty
        ? "Collects nothing"
        : "Collects \(counted(types.count, "data type")): \(linked) linked to the person, \(tracked) used for tracking",
      manifest.accessedAPIs.isEmpty
        ? "Declares no required reason APIs"
        : "Uses \(counted(manifest.accessedAPIs.count, "category", "categories")) of required reason APIs, for "
          + counted(reasons, "reason"),
    ])
    page.add(
      "Each bundle with code has its own manifest; Xcode’s privacy report merges those of an app and its SDKs."
    )
    page.add(catalog.manifest.provenance)
    return Hover(markdown: page.markdown, range: range)
  }

  /// Adds the App Store label to the page about the key of the data types.
  private func addLabel(to page: inout Page, of key: ManifestKey) {
    guard key.role == .collectedDataTypes, let manifest else { return }
    page.addSecond(["App Store label:"] + label(of: manifest))
  }

  private var manifest: PrivacyManifest? {
    PrivacyManifest(tree, catalog: catalog, vocabularies: context.linter.vocabularies)
  }

  private func label(of manifest: PrivacyManifest) -> [String] {
    context.linter.label(of: [PrivacyLabel.Source(path: "", manifest: manifest)]).hoverParagraphs
  }
}
