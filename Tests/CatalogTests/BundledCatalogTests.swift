import Catalog
import CatalogData
import Testing

/// What the repository's own schema files say.
struct BundledCatalogTests {
  let catalog = Catalog.bundled

  @Test func holdsAllThatApplePublishes() {
    let symbols = catalog.categories.flatMap(\.symbols)
    let listed = symbols.filter(\.isListedByApple)
    let found = [
      catalog.dataTypes.count, catalog.purposes.count, catalog.categories.count,
      catalog.categories.flatMap(\.reasons).count, listed.count, Set(listed.map(\.name)).count,
      catalog.dictionaries.flatMap(\.keys).count, catalog.guidelines.count,
    ]
    // Data types, purposes, categories, reasons, listed symbols, those without repetition, keys, guidelines.
    #expect(found == [35, 6, 5, 17, 30, 27, 10, 74])
    #expect(catalog.date == Catalog.bundledDate)
  }

  @Test func isWhatTheSchemaFilesSay() throws {
    let files = try schemaFiles()
    #expect(faults(in: files, isComplete: true) == [])
    let decoded = try Catalog.decode(files, isComplete: true)
    for (bundled, file) in zip(texts(catalog), texts(decoded)) { #expect(bundled == file) }
  }

  @Test func everyEntryIsFoundByItsName() {
    for type in catalog.dataTypes { #expect(catalog.dataType(type.id)?.id == type.id) }
    for purpose in catalog.purposes { #expect(catalog.purpose(purpose.id)?.id == purpose.id) }
    for category in catalog.categories {
      #expect(catalog.category(category.id)?.id == category.id)
      for reason in category.reasons {
        #expect(catalog.reason(reason.code)?.reason.code == reason.code)
        #expect(catalog.reason(reason.code)?.category.id == category.id)
      }
    }
    for role in ManifestKey.Role.allCases {
      #expect(catalog.key(role)?.role == role)
      #expect(catalog.name(role) == catalog.key(role)?.name)
    }
    #expect(catalog.dataType("") == nil && catalog.reason("0000.0") == nil)
    #expect(catalog.labelCategories.count == 16)
    for role in LabelCard.Role.allCases { #expect(catalog.labelCard(role)?.role == role) }
    // The store's order of groups is that of their types.
    var groups: [String] = []
    for type in catalog.dataTypes where !groups.contains(type.labelCategory) { groups.append(type.labelCategory) }
    #expect(catalog.labelCategories.map(\.name) == groups)
    #expect(catalog.labelCards.map(\.role) == LabelCard.Role.allCases)
  }

  @Test func noStringIsEmpty() {
    var empty: [String] = []
    func visit(_ value: Any, _ path: String) {
      if let text = value as? String {
        if text.isEmpty, !path.hasSuffix(".details") { empty.append(path) }
        return
      }
      for child in Mirror(reflecting: value).children { visit(child.value, "\(path).\(child.label ?? "")") }
    }
    visit(catalog, "catalog")
    #expect(empty == [])
  }

  @Test func everySourceIsUsed() {
    var used = Set(catalog.manifest.provenance.sources)
    used.formUnion(catalog.dictionaries.flatMap(\.keys).flatMap(\.provenance.sources))
    used.formUnion(catalog.dataTypes.flatMap(\.provenance.sources))
    used.formUnion(catalog.purposes.flatMap(\.provenance.sources))
    used.formUnion(catalog.categories.flatMap(\.provenance.sources))
    used.formUnion(catalog.categories.flatMap(\.reasons).flatMap(\.provenance.sources))
    used.formUnion(catalog.categories.flatMap(\.symbols).flatMap(\.provenance.sources))
    used.formUnion(catalog.labelCards.flatMap(\.provenance.sources))
    used.formUnion(catalog.labelCategories.flatMap(\.provenance.sources))
    used.formUnion(catalog.guidelines.flatMap(\.provenance.sources))
    #expect(used == Set(catalog.sources.keys))
  }

  private func texts(_ catalog: Catalog) -> [String] {
    [
      "\(catalog.manifest)", "\(catalog.dictionaries)", "\(catalog.dataTypes)", "\(catalog.purposes)",
      "\(catalog.categories)", "\(catalog.labelCards)", "\(catalog.labelCategories)", "\(catalog.guidelines)",
      "\(catalog.otherAPIs)",
      "\(catalog.sources.values.sorted { $0.id < $1.id })", catalog.date,
    ]
  }
}
