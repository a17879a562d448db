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
    let ending = [".framework", ".xcframework"].first(where: text.hasSuffix) ?? ""
    self.text = String(text.dropLast(ending.count))
    var name = self.text.drop { $0 == "@" || $0.isWhitespace }.prefix { $0 != "(" }
    if name.count > infoPlistSettingPrefix.count, name.uppercased().hasPrefix(infoPlistSettingPrefix) {
      name = name.dropFirst(infoPlistSettingPrefix.count)
    }
    query = String(name.reversed().drop(while: \.isWhitespace).reversed())
    self.linter = linter
    addAll()
    // A topic with exactly this name wins over topics that have it as another name.
    if meant.count > 1, let named = meant.first(where: { $0.name.lowercased() == query.lowercased() }) {
      related = meant.filter { $0.name != named.name } + related
      meant = [named]
    }
  }

  /// What is exact comes first, and ends the search if the text can only be an address or code.
  private mutating func addAll() {
    if let repository = RepositoryName(query) {
      return addSDKs(named: repository.name, at: repository.url, isWhole: true)
    }
    for message in catalog.storeMessages(meantBy: text) { add(message) }
    addNames()
    let isCode = CodeName.isCode(text)
    let code = CodeName(text)
    if isCode {
      if meant.isEmpty { addSymbols(code, upTo: .ending) }
      if meant.isEmpty { addSDKs(named: query, isWhole: true) }
      // A member of several words says what it is, whatever it belongs to; “name” and “url” don’t.
      if meant.isEmpty, let last = code.parts.last, CodeName.isCompound(last) { addWords(of: last) }
      if meant.isEmpty { addSymbols(code) }
      if meant.isEmpty, let last = code.parts.last { addFrameworks(named: last) }
      return
    }
    if CodeName.isCompound(query) {
      addSymbols(code)
      guard meant.isEmpty else { return }
    }
    if meant.isEmpty { addWords(of: query) }
    if code.parts.count == 1 { addSymbols(code, ignoresCase: true) }
    addFrameworks(named: query)
    addSDKs(named: query)
    addEntries()
    addRules()
    guard meant.isEmpty, related.isEmpty else { return }
    // Other words than names precede the name: “import”, the function that takes it.
    if let last = code.parts.last, code.parts.count > 1 {
      addSymbols(code)
      addFrameworks(named: last)
    }
    // Each of these is a sentence, whose words say less than names.
    for guideline in catalog.guidelines where hasWords(of: query, guideline.summary) { add(guideline, isMeant: false) }
  }

  private mutating func add(_ topic: Topic, isMeant: Bool) {
    guard seen.insert(topic.name).inserted else { return }
    if isMeant { meant.append(topic) } else { related.append(topic) }
  }

  /// Adds the entry with an identifier.
  private mutating func add(_ id: String, isMeant: Bool = true) {
    if let entry = entry(id) { add(entry, isMeant: isMeant) }
  }

  /// The entry with an identifier.
  private func entry(_ id: String) -> Topic? {
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
    return found.map { found in
      Topic(name: id, kind: found.kind, summary: found.summary) { documentation(of: id, catalog: catalog) ?? "" }
    }
  }

  // MARK: - Topics with this name

  /// Adds one of Apple’s mails or messages.
  private mutating func add(_ message: StoreMessage) {
    let linter = linter
    add(
      Topic(name: message.id, kind: "Apple message", summary: message.title ?? message.meaning) {
        page(about: message, linter)
      }, isMeant: true)
  }

  /// Adds a guideline.
  private mutating func add(_ guideline: Guideline, isMeant: Bool) {
    add(
      Topic(name: guideline.id, kind: "guideline", summary: guideline.summary) {
        "# \(guideline.id)\n\n\(guideline.summary)\n\n[Apple’s page](\(guideline.provenance.link))\n"
      }, isMeant: isMeant)
  }

  /// Adds what has exactly this name.
  private mutating func addNames() {
    if let rule = Rule.withID(query) ?? Rule.all.first(where: { hasSameWords($0.id, query) }) {
      add(rule, isMeant: true)
    }
    let manifest = catalog.manifest
    let stem = String(manifest.fileName.prefix { $0 != "." })
    if [manifest.fileName, stem, manifest.fileExtension, "privacy manifest"].contains(where: { hasSameWords(query, $0) }
    ) {
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
    for guideline in catalog.guidelines where guideline.id == query.uppercased() { add(guideline, isMeant: true) }
    for name in [query, query.uppercased()] { add(name) }
  }

  /// Adds the entries that people mean by some words, in the words’ order or as one name.
  private mutating func addWords(of query: String) {
    let names = linter.vocabularies
    let keys = catalog.dictionaries.compactMap { names.keys(of: $0.id) }
    for vocabulary in [names.purposeKeys, names.dataTypes, names.purposes, names.categories] + keys + [names.reasons] {
      for name in vocabulary.names(meantBy: query) {
        // Who asks about reminders means the key of today, and who asks about locations that of the most devices.
        let key = catalog.purposeKey(name)
        for other in key?.successors ?? [] { add(other) }
        if let key, let family = key.family, !key.isCurrentOnPhones {
          for other in catalog.purposeKeys where other.family == family && other.isCurrentOnPhones { add(other.name) }
        }
        add(name, isMeant: key?.successors.isEmpty ?? true)
      }
    }
    for type in catalog.dataTypes where hasSameWords(type.labelCategory, query) { add(type.id) }
    for place in UnlistedName.Place.allCases where meant.isEmpty {
      if let unlisted = names.unlisted(query, as: place) { add(topic(unlisted), isMeant: true) }
    }
  }

  private func topic(_ unlisted: UnlistedName) -> Topic {
    let name = unlisted.names.first ?? query
    return Topic(name: name, kind: "not a \(unlisted.place.rawValue)", summary: unlisted.sentence) {
      let choices = unlisted.choices.map { "`\($0)`" }.joined(separator: ", ")
      return "# \(name)\n\n\(unlisted.sentence)\n" + (choices.isEmpty ? "" : "\nDid you mean: \(choices)\n")
    }
  }

  private func topic(_ name: String, notIn category: APICategory) -> Topic {
    let summary = "It isn’t on Apple’s list of required reason APIs, so you don’t have to declare a reason for it."
    return Topic(name: name, kind: "not a required reason API", summary: summary) {
      "# \(name)\n\n\(summary)\n\nIt is often mistaken for one of the \(category.title); "
        + "`privacy-lsp explain \(category.id)` has the list.\n"
    }
  }

  /// Adds what the symbols are about that fit a name in code best.
  ///
  /// - Parameter worst: The worst fit that counts.
  private mutating func addSymbols(
    _ name: CodeName, upTo worst: CodeName.Fit = .member, ignoresCase: Bool = false
  ) {
    var found: [(fit: CodeName.Fit, topic: Topic)] = []
    func look(_ symbols: [String], _ topic: @autoclosure () -> Topic?) {
      let fits = symbols.compactMap { name.fit(of: $0, ignoresCase: ignoresCase) }
      if let fit = fits.min(), fit <= worst, let topic = topic() { found.append((fit, topic)) }
    }
    for category in catalog.categories {
      look(category.symbols.flatMap { [$0.swift, $0.objectiveC, $0.c].compactMap(\.self) }, entry(category.id))
      for symbol in category.notListed { look([symbol], topic(symbol, notIn: category)) }
    }
    for key in catalog.purposeKeys { look(key.calls.map(\.name), entry(key.name)) }
    for entitlement in catalog.entitlements { look(entitlement.calls, entry(entitlement.name)) }
    for unlisted in catalog.unlistedNames where unlisted.place != .sdk {
      look(unlisted.names.filter(CodeName.isCompound), topic(unlisted))
    }
    let best = found.map(\.fit).min()
    for (fit, topic) in found where fit == best { add(topic, isMeant: true) }
  }

  private mutating func addFrameworks(named name: String) {
    for key in catalog.purposeKeys where key.frameworks.contains(where: { hasSameWords($0, name) }) { add(key.name) }
  }

  /// Adds the SDKs with a name, or in the repository with this package URL.
  ///
  /// - Parameter isWhole: Whether the name is the whole name of an SDK.
  private mutating func addSDKs(named name: String, at url: String? = nil, isWhole: Bool = false) {
    let part = name.lowercased()
    for sdk in catalog.sdks {
      let urls = sdk.packages.map(\.url) + [sdk.partOf].compactMap(\.self)
      let names = [sdk.name] + sdk.otherNames
      let packages = urls.map { String($0[($0.lastIndex(of: "/") ?? $0.startIndex)...].dropFirst()) }
      let isMeant =
        urls.contains { $0 == url } || names.contains { hasSameWords($0, name) }
        || packages.contains { $0 == part }
      let isRelated =
        names.contains { $0.lowercased().hasPrefix(part) || $0.lowercased().hasSuffix(part) }
        || packages.contains { hasWords(of: name, $0) }
      guard isMeant || (name.count >= 4 && isRelated && !isWhole) else { continue }
      let summary = firstVersion(of: sdk)
      add(Topic(name: sdk.name, kind: "SDK on Apple’s list", summary: summary) { sdkPage(sdk) }, isMeant: isMeant)
    }
    for unlisted in catalog.unlistedNames where unlisted.place == .sdk {
      for unlistedName in unlisted.names where hasSameWords(unlistedName, name) {
        add(
          Topic(name: unlistedName, kind: "not a \(unlisted.place.rawValue)", summary: unlisted.sentence) {
            "# \(unlistedName)\n\n\(unlisted.sentence)\n\n[Apple’s list](\(unlisted.provenance.link))\n"
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

/// A Swift package’s repository, by its address: “https://github.com/Alamofire/Alamofire.git”.
private struct RepositoryName {
  /// The package URL, in lowercase.
  let url: String
  /// The last part of the URL.
  let name: String

  /// Nil for a text that isn’t an address with a host, an owner and a name.
  init?(_ text: String) {
    let parts = repositoryURL(text).split(separator: "/")
    guard let host = parts.dropFirst().first, let name = parts.dropFirst(3).first, host.contains(where: { $0 == "." }),
      !text.contains(where: \.isWhitespace)
    else { return nil }
    url = parts.prefix(4).joined(separator: "/")
    self.name = String(name)
  }
}

extension PurposeKey {
  /// Whether new apps for iOS should use it.
  fileprivate var isCurrentOnPhones: Bool {
    availability(on: .iOS).map { $0.deprecated == nil } ?? false
  }
}
