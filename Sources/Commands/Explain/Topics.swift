import Catalog
import EditorFeatures
import PrivacyRules
import ProjectFiles

/// Something that can be explained.
struct Topic {
  /// The query that leads to its page.
  let name: String
  /// What it is: "purpose string".
  let kind: String
  /// One sentence about it.
  let summary: String
  /// The whole page, as Markdown.
  let page: @Sendable () -> String
}

/// The topics that a query can mean.
struct Topics {
  /// Topics with this name, or that people mean by it.
  private(set) var meant: [Topic] = []
  /// Topics that only contain the words of the query.
  private(set) var related: [Topic] = []

  /// The typed text, and the name in it: “AppStorage” in “@AppStorage”, “stat” in “stat()”.
  private let text: String
  private let query: String
  private let linter: Linter
  private var catalog: Catalog { linter.catalog }
  private var seen: Set<String> = []

  init(_ text: String, _ linter: Linter) {
    // Text that was copied from pages and mails may contain other hyphens and spaces.
    let text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          if (0x2010...0x2015).contains(scalar.value) || scalar.value == 0x2212 { return "-" }
          return scalar.properties.isWhitespace ? " " : scalar
        }))
    self.text = text
    var name = text.drop { $0 == "@" || $0.isWhitespace }.prefix { $0 != "(" }
    if name.count > infoPlistSettingPrefix.count, name.uppercased().hasPrefix(infoPlistSettingPrefix) {
      name = name.dropFirst(infoPlistSettingPrefix.count)
    }
    query = String(name.reversed().drop(while: \.isWhitespace).reversed())
    self.linter = linter
    addMessage()
    addNames()
    addSymbols()
    addSDKs()
    addEntries()
    addRules()
    // A topic with exactly this name wins over topics that have it as another name.
    if meant.count > 1, let named = meant.first(where: { $0.name.lowercased() == query.lowercased() }) {
      related = meant.filter { $0.name != named.name } + related
      meant = [named]
    }
  }

  private mutating func add(_ topic: Topic, isMeant: Bool) {
    guard seen.insert(topic.name).inserted else { return }
    if isMeant { meant.append(topic) } else { related.append(topic) }
  }

  /// Adds the entry with an identifier.
  private mutating func add(_ id: String, isMeant: Bool = true) {
    let catalog = catalog
    let found: (kind: String, summary: String)? =
      if let key = catalog.dictionaries.lazy.compactMap({ $0.key(named: id) }).first {
        ("manifest key", key.summary)
      } else if let type = catalog.dataType(id) {
        ("data type", type.definition)
      } else if let purpose = catalog.purpose(id) {
        ("purpose", purpose.definition)
      } else if let category = catalog.category(id) {
        ("category of required reason APIs", category.summary)
      } else if let (category, reason) = catalog.reason(id) {
        ("reason for \(category.title)", reason.meaning)
      } else if let key = catalog.purposeKey(id) {
        ("purpose string", key.summary)
      } else if let key = catalog.relatedKey(id) {
        ("Info.plist key", key.summary)
      } else if let entitlement = catalog.entitlement(id) {
        ("entitlement", entitlement.summary)
      } else {
        nil
      }
    guard let found else { return }
    add(
      Topic(name: id, kind: found.kind, summary: found.summary) { documentation(of: id, catalog: catalog) ?? "" },
      isMeant: isMeant)
  }

  // MARK: - Topics with this name

  /// Adds one of Apple’s mails or messages, by its code in any form, its title or another name.
  private mutating func addMessage() {
    guard let message = catalog.storeMessage(meantBy: text) else { return }
    let linter = linter
    add(
      Topic(name: message.id, kind: "Apple message", summary: message.title ?? message.meaning) {
        page(about: message, linter)
      }, isMeant: true)
  }

  private mutating func addNames() {
    if let rule = Rule.withID(query) ?? Rule.all.first(where: { hasSameWords($0.id, query) }) {
      add(rule, isMeant: true)
    }
    let manifest = catalog.manifest
    if [manifest.fileName, manifest.fileExtension, "privacy manifest"].contains(where: { hasSameWords(query, $0) }) {
      let (catalog, name) = (catalog, catalog.manifest.fileName)
      add(
        Topic(name: name, kind: "file", summary: "Says what a bundle collects and why.") {
          documentation(of: name, catalog: catalog) ?? ""
        }, isMeant: true)
    }
    // The word alone that all categories have in common.
    if ["required reason api", "required reason apis"].contains(where: { hasSameWords(query, $0) }) {
      for category in catalog.categories { add(category.id) }
    }
    for card in catalog.labelCards where hasSameWords(query, card.title) || hasSameWords(query, card.shortTitle) {
      add(
        Topic(name: card.title, kind: "part of the App Store label", summary: card.summary) {
          "# \(card.title)\n\n\(card.summary)\n\n[Apple’s page](\(card.provenance.link))\n"
        }, isMeant: true)
    }
    for source in catalog.sources.values where source.id == query.lowercased() && source.title.hasPrefix("Apple") {
      guard let link = source.link else { continue }
      add(
        Topic(name: query.uppercased(), kind: "page of Apple’s", summary: source.title) {
          "# \(source.title)\n\n[Apple’s page](\(link))\n"
        }, isMeant: true)
    }
    // An exact identifier wins over anything that its words may mean.
    for name in [query, query.uppercased()] { add(name) }
    guard meant.isEmpty else { return }
    let names = linter.vocabularies
    let keys = catalog.dictionaries.compactMap { names.keys(of: $0.id) }
    for vocabulary in [names.purposeKeys, names.dataTypes, names.purposes, names.categories] + keys + [names.reasons] {
      for name in vocabulary.names(meantBy: query) {
        // Who asks about reminders means the key of today.
        let successors = catalog.purposeKey(name)?.successors ?? []
        for successor in successors { add(successor) }
        add(name, isMeant: successors.isEmpty)
      }
    }
    for type in catalog.dataTypes where hasSameWords(type.labelCategory, query) { add(type.id) }
    for place in UnlistedName.Place.allCases where meant.isEmpty {
      guard let unlisted = names.unlisted(query, as: place) else { continue }
      let choices = unlisted.choices.map { "`\($0)`" }.joined(separator: ", ")
      add(
        Topic(name: unlisted.names.first ?? query, kind: "not a \(place.rawValue)", summary: unlisted.sentence) {
          let text = "# \(unlisted.names.first ?? "")\n\n\(unlisted.sentence)\n"
          return choices.isEmpty ? text : text + "\nDid you mean: \(choices)\n"
        }, isMeant: true)
    }
  }

  private mutating func addSymbols() {
    /// Whether the query is the name of a symbol in source code, its type or its member.
    func matches(_ symbol: String) -> Bool {
      let name = symbol.prefix { $0 != "(" }
      return ([name] + name.split(separator: ".")).contains { $0.lowercased() == query.lowercased() }
    }
    for category in catalog.categories {
      let spellings = category.symbols.flatMap { symbol in
        [symbol.name, symbol.swift, symbol.objectiveC, symbol.c].compactMap(\.self)
      }
      if spellings.contains(where: matches) { add(category.id) }
      var unlisted = category.notListed.filter(matches)
      if unlisted.isEmpty, query.count >= 6 {
        unlisted = category.notListed.filter { $0.lowercased().hasPrefix(query.lowercased()) }
      }
      for name in unlisted {
        let summary = "It isn’t on Apple’s list of required reason APIs, so you don’t have to declare a reason for it."
        let other =
          "It is often mistaken for one of the \(category.title); `privacy-lsp explain \(category.id)` has the list."
        add(
          Topic(name: name, kind: "not a required reason API", summary: summary) {
            "# \(name)\n\n\(summary)\n\n\(other)\n"
          }, isMeant: true)
      }
    }
    for key in catalog.purposeKeys
    where key.calls.contains(where: { matches($0.name) }) || key.frameworks.contains(where: { hasSameWords($0, query) })
    {
      add(key.name)
    }
    for entitlement in catalog.entitlements where entitlement.calls.contains(where: matches) { add(entitlement.name) }
  }

  private mutating func addSDKs() {
    for sdk in catalog.sdks {
      let names = [sdk.name] + sdk.otherNames
      let isMeant = names.contains { hasSameWords($0, query) }
      let part = query.lowercased()
      let isRelated = names.contains { $0.lowercased().hasPrefix(part) || $0.lowercased().hasSuffix(part) }
      guard isMeant || (query.count >= 4 && isRelated) else { continue }
      let summary = firstVersion(of: sdk)
      add(Topic(name: sdk.name, kind: "SDK on Apple’s list", summary: summary) { sdkPage(sdk) }, isMeant: isMeant)
    }
    for unlisted in catalog.unlistedNames where unlisted.place == .sdk {
      for name in unlisted.names where hasSameWords(name, query) {
        add(
          Topic(name: name, kind: "not a \(unlisted.place.rawValue)", summary: unlisted.sentence) {
            "# \(name)\n\n\(unlisted.sentence)\n\n[Apple’s list](\(unlisted.provenance.link))\n"
          }, isMeant: true)
      }
    }
  }

  // MARK: - Topics with these words

  private mutating func addEntries() {
    let titles = catalog.entitlements.map { ($0.name, $0.title) } + catalog.relatedKeys.map { ($0.name, $0.title) }
    for (name, title) in titles {
      let isMeant = hasSameWords(title, query)
      if isMeant || hasWords(of: query, title) { add(name, isMeant: isMeant) }
    }
    for guideline in catalog.guidelines where guideline.id == query.uppercased() {
      add(
        Topic(name: guideline.id, kind: "guideline", summary: guideline.summary) {
          "# \(guideline.id)\n\n\(guideline.summary)\n\n[Apple’s page](\(guideline.provenance.link))\n"
        }, isMeant: true)
    }
    var entries = catalog.purposeKeys.map { ($0.name, [$0.title, $0.name] + $0.synonyms) }
    entries += catalog.dataTypes.map { ($0.id, [$0.displayName] + $0.synonyms) }
    entries += catalog.purposes.map { ($0.id, [$0.displayName] + $0.synonyms) }
    entries += catalog.categories.map { ($0.id, [$0.title] + $0.synonyms) }
    for (id, words) in entries where words.contains(where: { hasWords(of: query, $0) }) { add(id, isMeant: false) }
  }

  private mutating func add(_ rule: Rule, isMeant: Bool) {
    let linter = linter
    add(
      Topic(name: rule.id, kind: "rule", summary: rule.summary) { rulePage(rule, linter: linter) }, isMeant: isMeant)
  }

  private mutating func addRules() {
    for rule in Rule.all where hasWords(of: query, rule.id) { add(rule, isMeant: false) }
  }
}

/// "The first version with a manifest is 5.9.0."
private func firstVersion(of sdk: ListedSDK) -> String {
  guard let version = sdk.firstVersion else { return "No version with a privacy manifest is known." }
  let caution = sdk.versionStatus == .verified ? "" : ", as far as we know"
  return "The first version with a privacy manifest is \(version)\(caution)."
}

private func sdkPage(_ sdk: ListedSDK) -> String {
  var parts = [
    "# \(sdk.name)",
    "It is on Apple’s list of SDKs that need a privacy manifest, and a signature if they come as a binary.",
    firstVersion(of: sdk),
  ]
  if let note = sdk.note { parts.append(note) }
  if !sdk.otherNames.isEmpty {
    parts.append("Also known as: \(sdk.otherNames.map { "`\($0)`" }.joined(separator: ", "))")
  }
  parts.append("[Apple’s list](\(sdk.provenance.link))")
  return parts.joined(separator: "\n\n") + "\n"
}

/// The page about one of Apple’s mails or messages.
private func page(about message: StoreMessage, _ linter: Linter) -> String {
  let code = message.twin ?? message.id
  let rules = Rule.all.filter { $0.itms == code }.map { "`\($0.id)`: \($0.summary)" }
  return documentation(of: message, rules: rules, catalog: linter.catalog) + "\n"
}
