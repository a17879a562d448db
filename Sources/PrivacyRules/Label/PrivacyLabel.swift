public import Catalog
import PropertyList
import SourceText

/// What the App Store says an app does with data, as one or several manifests declare it.
///
/// A pure function of the manifests. The cards follow each data type's own flags, not the manifest's tracking flag: where
/// the two disagree, a rule finds it, and the label stays what the types say.
public struct PrivacyLabel: Sendable {
  /// A file that goes into a label.
  public struct Source: Sendable {
    /// As it is shown.
    public let path: String
    /// Nil where no manifest can be read in the file, as in one that has just been begun.
    public let manifest: PrivacyManifest?
    /// Whether Apple's parser refuses the file, so that it may say more than could be read.
    public let isBroken: Bool

    public init(path: String, manifest: PrivacyManifest?, isBroken: Bool = false) {
      self.path = path
      self.manifest = manifest
      self.isBroken = isBroken
    }
  }

  /// A data type that is collected, with what all files together say of it.
  public struct Item: Sendable {
    public let type: DataType
    /// All that any file names, in Apple's order.
    public fileprivate(set) var purposes: [Purpose] = []
    /// What each file that declares it says, in the order of the files.
    public fileprivate(set) var declarations: [Declaration] = []

    /// Whether any file says that it is linked to the person.
    public var isLinked: Bool { declarations.contains(where: \.isLinked) }
    /// Whether any file says that it is used for tracking.
    public var isUsedForTracking: Bool { declarations.contains(where: \.isUsedForTracking) }
  }

  /// What one file says of a data type, all its entries taken together.
  public struct Declaration: Hashable, Sendable {
    /// As it is shown.
    public let path: String
    public fileprivate(set) var isLinked = false
    public fileprivate(set) var isUsedForTracking = false
  }

  /// A name that is none of Apple's data types, and who declares it.
  public struct UnknownType: Hashable, Sendable {
    public let name: String
    public fileprivate(set) var paths: [String]
  }

  /// One card of the label.
  public struct Card: Sendable {
    public let role: LabelCard.Role
    /// What the store calls it.
    public let title: String
    /// What it says of its data, in a sentence.
    public let summary: String
    /// The drawing above the title, as SVG shapes on a 24 by 24 grid.
    public let shapes: String
    /// In the store's order, none of them empty.
    public let categories: [Group]
  }

  /// The data types of one group on a card.
  public struct Group: Sendable {
    public let category: LabelCategory
    /// In Apple's order.
    public let entries: [Entry]
  }

  /// A data type on a card.
  public struct Entry: Sendable {
    public let item: Item
    /// The files that put it on this card.
    public let paths: [String]
    /// The files that declare it too, but would put it elsewhere.
    public let otherPaths: [String]
  }

  /// The paths of the manifests, as they are shown.
  public let paths: [String]
  /// The data types that are collected, in Apple's order.
  public let items: [Item]
  /// What any of them is collected for, in Apple's order.
  public let purposes: [Purpose]
  /// The names of data types that are left out, in the order in which they come.
  public let unknownTypes: [UnknownType]
  /// The cards in the store's order. None where all that is declared is unknown, or nothing could be read.
  public let cards: [Card]
  /// What a reader of the label should know besides, each a sentence or two in plain text.
  public let notes: [String]
  /// The day on which the rules behind it were last compared with Apple's pages, as `YYYY-MM-DD`.
  public let rulesAsOf: String

  /// Whether several manifests are merged, so that it matters which of them brought an item.
  public var isMerged: Bool { paths.count > 1 }

  /// What the label is of, in a line.
  public var title: String {
    let heading = "App Store label"
    guard let path = paths.first else { return heading }
    return isMerged ? "\(heading): \(paths.count) privacy manifests" : "\(heading): \(path)"
  }

  /// The label of these manifests.
  public init(_ sources: [Source], catalog: Catalog, vocabularies: Vocabularies) {
    var collector = Collector(catalog, vocabularies)
    for source in sources { collector.add(source) }
    paths = sources.map(\.path)
    items = collector.items.compactMap(\.self)
    let named = Set(items.flatMap(\.purposes).map(\.id))
    purposes = catalog.purposes.filter { named.contains($0.id) }
    unknownTypes = collector.unknownTypes
    rulesAsOf = catalog.date
    // Whoever declares a type, be it none of Apple's, collects something.
    let declaresNothing = unknownTypes.isEmpty && sources.contains { $0.manifest != nil }
    cards = Self.cards(of: items, declaresNothing: declaresNothing, catalog)
    notes = collector.notes(on: sources)
  }
}

// MARK: - Cards

extension PrivacyLabel {
  private static func cards(of items: [Item], declaresNothing: Bool, _ catalog: Catalog) -> [Card] {
    func card(_ role: LabelCard.Role, _ categories: [Group]) -> Card {
      let card = catalog.labelCard(role)
      return Card(
        role: role, title: card?.title ?? role.rawValue, summary: card?.summary ?? "", shapes: card?.shapes ?? "",
        categories: categories)
    }
    if items.isEmpty { return declaresNothing ? [card(.notCollected, [])] : [] }
    return catalog.labelCards.compactMap { description in
      let entries = items.compactMap { entry($0, on: description.role) }
      let groups = catalog.labelCategories.compactMap { category -> Group? in
        let own = entries.filter { $0.item.type.labelCategory == category.name }
        return own.isEmpty ? nil : Group(category: category, entries: own)
      }
      return groups.isEmpty ? nil : card(description.role, groups)
    }
  }

  /// A data type as it stands on a card, nil if it does not.
  private static func entry(_ item: Item, on role: LabelCard.Role) -> Entry? {
    let belongs: (Declaration) -> Bool
    switch role {
    case .tracking where item.isUsedForTracking: belongs = \.isUsedForTracking
    case .linked where item.isLinked: belongs = \.isLinked
    case .notLinked where !item.isLinked: belongs = { _ in true }
    case .tracking, .linked, .notLinked, .notCollected: return nil
    }
    return Entry(
      item: item, paths: item.declarations.filter(belongs).map(\.path),
      otherPaths: item.declarations.filter { !belongs($0) }.map(\.path))
  }
}

// MARK: - Reading

/// Takes manifests one after the other and joins what they say of each data type.
private struct Collector {
  private let catalog: Catalog
  private let vocabularies: Vocabularies
  private let places: [String: Int]
  /// For each data type of the catalog what is said of it, nil where it is not declared.
  private(set) var items: [PrivacyLabel.Item?]
  private(set) var unknownTypes: [PrivacyLabel.UnknownType] = []
  private var unknownPlaces: [String: Int] = [:]
  /// The entries that name no type at all.
  private var nameless = 0
  /// The types of which some entry does not say whether they are linked, or used for tracking.
  private var unstatedLinked: Set<Int> = []
  private var unstatedTracking: Set<Int> = []

  init(_ catalog: Catalog, _ vocabularies: Vocabularies) {
    self.catalog = catalog
    self.vocabularies = vocabularies
    places = Dictionary(firstOf: catalog.dataTypes.enumerated().map { ($1.id, $0) })
    items = Array(repeating: nil, count: catalog.dataTypes.count)
  }

  mutating func add(_ source: PrivacyLabel.Source) {
    for entry in source.manifest?.dataTypes ?? [] {
      guard let type = entry.dataType, let place = places[type.id] else {
        if let name = entry.identifier?.string, name.utf8.contains(where: { $0 > 0x20 }) {
          addUnknown(name, source.path)
        } else {
          nameless += 1
        }
        continue
      }
      var item = items[place] ?? PrivacyLabel.Item(type: type)
      if item.declarations.last?.path != source.path {
        item.declarations.append(PrivacyLabel.Declaration(path: source.path))
      }
      let last = item.declarations.count - 1
      if entry.isLinked ?? false { item.declarations[last].isLinked = true }
      if entry.isUsedForTracking ?? false { item.declarations[last].isUsedForTracking = true }
      if entry.isLinked == nil { unstatedLinked.insert(place) }
      if entry.isUsedForTracking == nil { unstatedTracking.insert(place) }
      let purposes = zip(entry.namedPurposes, entry.purposes).compactMap { named, value in
        named?.id ?? vocabularies.purposes.clearName(of: value.string)
      }
      let all = Set(item.purposes.map(\.id) + purposes)
      item.purposes = catalog.purposes.filter { all.contains($0.id) }
      items[place] = item
    }
  }

  private mutating func addUnknown(_ name: String, _ path: String) {
    if let place = unknownPlaces[name] {
      if unknownTypes[place].paths.last != path { unknownTypes[place].paths.append(path) }
    } else {
      unknownPlaces[name] = unknownTypes.count
      unknownTypes.append(PrivacyLabel.UnknownType(name: name, paths: [path]))
    }
  }

  // MARK: Notes

  func notes(on sources: [PrivacyLabel.Source]) -> [String] {
    var notes: [String] = []
    if !unknownTypes.isEmpty {
      let names = enumerated(unknownTypes.map { quoted($0.name) }, most: 6)
      notes.append(
        unknownTypes.count == 1
          ? "1 unknown data type is left out: \(names)."
          : "\(unknownTypes.count) unknown data types are left out: \(names).")
    }
    if nameless > 0 {
      notes.append(
        nameless == 1
          ? "1 entry names no data type and is left out." : "\(nameless) entries name no data type and are left out.")
    }
    // What another entry says settles it.
    let unlinked = unstatedLinked.filter { self.items[$0]?.isLinked == false }
    if !unlinked.isEmpty {
      notes.append("Data types that don’t say whether they are linked count as not linked: \(names(unlinked)).")
    }
    let untracked = unstatedTracking.filter { self.items[$0]?.isUsedForTracking == false }
    if !untracked.isEmpty {
      notes.append("Data types that don’t mention tracking count as not used for it: \(names(untracked)).")
    }
    for source in sources.filter({ $0.manifest == nil }).prefix(10) {
      notes.append("\(source.path) contains no readable manifest.")
    }
    for source in sources.filter({ $0.isBroken && $0.manifest != nil }).prefix(10) {
      let name = source.path.isEmpty ? "the file" : source.path
      notes.append("The syntax of \(name) is broken, so the label may be incomplete.")
    }
    return notes
  }

  private func names(_ places: Set<Int>) -> String {
    enumerated(places.sorted().map { catalog.dataTypes[$0].displayName }, most: 6)
  }
}
