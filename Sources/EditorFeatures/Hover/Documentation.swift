public import Catalog
import PrivacyRules

/// The Markdown documentation of a catalog entry; nil for an unknown id. An id is an identifier, a code or a key.
///
/// - Parameter isBrief: Whether it is shown beside code, where a purpose string’s page has only the most important
///   facts.
public func documentation(of id: String, isBrief: Bool = false, catalog: Catalog) -> String? {
  page(for: id, isBrief: isBrief, catalog)?.markdown
}

/// The page about the entry with an exact id.
func page(for id: String, isBrief: Bool = false, _ catalog: Catalog) -> Page? {
  for dictionary in catalog.dictionaries {
    if let key = dictionary.key(named: id) { return Page(key, of: dictionary, catalog) }
  }
  if let type = catalog.dataType(id) { return Page(type, catalog) }
  if let purpose = catalog.purpose(id) { return Page(purpose, catalog) }
  if let category = catalog.category(id) { return Page(category, catalog) }
  if let (category, reason) = catalog.reason(id) { return Page(reason, of: category, catalog) }
  if let key = catalog.purposeKey(id) { return Page(key, isBrief: isBrief, catalog) }
  if let key = catalog.relatedKey(id) { return Page(key, catalog) }
  if let entitlement = catalog.entitlement(id) { return Page(entitlement, catalog) }
  if id == catalog.manifest.fileName, !id.isEmpty { return Page(manifestOf: catalog) }
  return nil
}

/// A page of Markdown: a short first line, then the meaning and obligations, then the sources.
struct Page {
  private var paragraphs: [String]
  private let date: String

  init(_ title: String, _ catalog: Catalog) {
    paragraphs = ["**\(escapedForMarkdown(title))**"]
    date = catalog.date
  }

  var markdown: String {
    let last = date.isEmpty ? [] : ["Rules as of \(date)"]
    return (paragraphs + last).joined(separator: "\n\n")
  }

  mutating func add(_ paragraph: String) {
    if !paragraph.isEmpty { paragraphs.append(paragraph) }
  }

  /// Inserts a paragraph after the first line.
  mutating func addFirst(_ paragraph: String) {
    paragraphs.insert(paragraph, at: min(1, paragraphs.count))
  }

  /// Inserts paragraphs after the first one, which describes the thing.
  mutating func addSecond(_ added: [String]) {
    paragraphs.insert(contentsOf: added, at: min(2, paragraphs.count))
  }

  mutating func add(list items: [String]) {
    if !items.isEmpty { paragraphs.append(items.map { "- \($0)" }.joined(separator: "\n")) }
  }

  /// Adds the link to Apple’s page.
  ///
  /// - Parameter saysDeprecation: Whether to say that Apple has withdrawn the entry; false if the page says more.
  mutating func add(_ provenance: Catalog.Provenance, saysDeprecation: Bool = true) {
    if provenance.isDeprecated, saysDeprecation { addFirst("Apple has withdrawn it.") }
    if !provenance.link.isEmpty { add("[Apple’s documentation](\(provenance.link))") }
  }

  /// Adds the guidelines that fit best, at most four.
  mutating func add(guidelines: [Guideline]) {
    func rank(_ guideline: Guideline) -> (Int, Int, Int) {
      // Definitions are the most useful, then guidelines about few things.
      let breadth = guideline.manifestKeys.count + guideline.dataTypes.count + guideline.apis.count
      return (guideline.isCurrent ? 0 : 1, guideline.kind == "definition" ? 0 : 1, breadth)
    }
    let ranked = guidelines.sorted { rank($0) < rank($1) }
    // Without a paragraph in between, two lists would become one.
    if !ranked.isEmpty { add("Guidelines:") }
    add(list: ranked.prefix(4).map { "\($0.summary) ([Apple](\($0.provenance.link)))" })
  }
}

// MARK: - Entries

extension Page {
  init(_ key: ManifestKey, of dictionary: ManifestDictionary, _ catalog: Catalog) {
    self.init(key.xcodeName, catalog)
    add(key.summary)
    let need = key.isRequired ? "required" : "optional"
    add("`\(key.name)`: \(words(for: key.type)), \(need) in \(withArticle(dictionary.title))")
    add(key.details)
    add(guidelines: catalog.guidelines.filter { $0.manifestKeys.contains(key.name) })
    add(key.provenance)
  }

  init(_ type: DataType, _ catalog: Catalog) {
    self.init(type.displayName, catalog)
    add(type.definition)
    add("`\(type.id)`: a data type, under **\(escapedForMarkdown(type.labelCategory))** on the App Store label")
    if type.isLinkedByNature {
      add(
        "It identifies a person: declare it as linked, unless you remove the link before storing the data and "
          + "never restore it.")
    }
    add(type.details)
    add(guidelines: catalog.guidelines.filter { $0.dataTypes.contains(type.id) })
    add(type.provenance)
  }

  init(_ purpose: Purpose, _ catalog: Catalog) {
    self.init(purpose.displayName, catalog)
    add(purpose.definition)
    add("`\(purpose.id)`: a purpose; App Store Connect asks for it by the name above")
    let types = purpose.suggestsTrackingWith.compactMap(catalog.dataType).map(\.displayName)
    if !types.isEmpty {
      add("Collected for this purpose, \(types.joined(separator: ", ")) most often means tracking.")
    }
    add(guidelines: catalog.guidelines.filter { $0.manifestKeys.contains(catalog.name(.purposes)) })
    add(purpose.provenance)
  }

  init(_ category: APICategory, _ catalog: Catalog) {
    self.init(category.title, catalog)
    add(category.summary)
    add("`\(category.id)`: a category of required reason APIs; each use needs one of these reasons:")
    add(list: category.reasons.map { "`\($0.code)` \($0.shortMeaning)" })
    let listed = category.symbols.filter(\.isListedByApple).map { "`\($0.name)`" }
    let derived = category.symbols.filter { !$0.isListedByApple }.map { "`\($0.name)`" }
    add(
      "APIs: " + listed.joined(separator: ", ")
        + (derived.isEmpty ? "" : "; and, as far as we know, " + derived.joined(separator: ", ")))
    if !category.notListed.isEmpty {
      add("Not on the list: " + category.notListed.map { "`\($0)`" }.joined(separator: ", "))
    }
    let names = Set(category.symbols.map(\.name))
    add(guidelines: catalog.guidelines.filter { !names.isDisjoint(with: $0.apis) })
    add(category.provenance)
  }

  init(_ reason: Reason, of category: APICategory, _ catalog: Catalog) {
    self.init("\(reason.code): \(reason.shortMeaning)", catalog)
    add(reason.meaning)
    add("`\(reason.code)`: a reason for **\(escapedForMarkdown(category.title))** (`\(category.id)`)")
    var demands = [reason.mayLeaveDevice, "Who may use it: \(reason.audience)"]
    if let consent = reason.consent { demands.append("Consent: \(consent)") }
    demands += reason.obligations
    demands += catalog.manifest.generalObligations.prefix(2)
    add(list: demands)
    let key = catalog.name(.reasons)
    add(guidelines: catalog.guidelines.filter { $0.manifestKeys.contains(key) })
    add(reason.provenance)
  }

  init(manifestOf catalog: Catalog) {
    self.init("Privacy manifest", catalog)
    add(
      "Declares what an app or SDK collects, whether it tracks people, with which hosts, and why it uses required "
        + "reason APIs. Each bundle with code has its own, named `\(catalog.manifest.fileName)`.")
    add(list: (catalog.root?.keys ?? []).map { "`\($0.name)`: \($0.summary)" })
    add(catalog.manifest.provenance)
  }
}
