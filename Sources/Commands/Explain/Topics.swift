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
  private var text = ""
  private var query = ""
  private let linter: Linter
  private var catalog: Catalog { linter.catalog }
  private var seen: Set<String> = []

  init(_ text: String, _ linter: Linter) {
    // Text that was copied from pages and mails may contain other hyphens and spaces.
    let plain = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          if (0x2010...0x2015).contains(scalar.value) || scalar.value == 0x2212 { return "-" }
          return scalar.properties.isWhitespace ? " " : scalar
        }))
    self.linter = linter
    for reading in Self.readings(of: plain) where meant.isEmpty && related.isEmpty {
      self.text = reading
      var name = reading.drop { $0 == "@" || $0.isWhitespace }.prefix { $0 != "(" }
      if name.count > infoPlistSettingPrefix.count, name.uppercased().hasPrefix(infoPlistSettingPrefix) {
        name = name.dropFirst(infoPlistSettingPrefix.count).prefix { CodeName.isNamePart($0) }
        self.text = String(name)
      }
      query = String(name.reversed().drop(while: \.isWhitespace).reversed())
      addAll()
      if meant.isEmpty, related.isEmpty { addQuotedSDKs() }
    }
    // A topic with exactly this name wins over topics that have it as another name.
    if meant.count > 1, let named = meant.first(where: { $0.name.lowercased() == query.lowercased() }) {
      related = meant.filter { $0.name != named.name } + related
      meant = [named]
    }
  }

  /// The names that a path, the address of a page of documentation or an import leads to, the best first: “Alamofire” for
  /// “Alamofire.framework/Alamofire”; any other text itself.
  private static func readings(of text: String) -> [String] {
    // A path in an import begins with the module, whose headers say no more.
    let words = text.prefix { $0 != "/" }.split { !CodeName.isNamePart($0) }
    if words.prefix(2).contains(where: { $0 == "import" }) { return words.suffix(1).map { String($0) } }
    let parts = text.split(separator: "/")
    guard !text.contains(where: \.isWhitespace) else { return [text] }
    for part in parts {
      let ending = [".framework", ".xcframework"].first(where: part.lowercased().hasSuffix)
      if let ending { return [String(part.dropLast(ending.count))] }
    }
    guard let documentation = parts.dropLast().firstIndex(of: "documentation") else { return [text] }
    // A page about a symbol isn’t about the rest of its framework.
    let names = parts[(documentation + 1)...]
    return names.dropFirst(names.count > 1 ? 1 : 0).reversed().map { String($0.prefix { !"(?#".contains($0) }) }
  }

  /// What is exact comes first, and ends the search if the text can only be an address or code.
  private mutating func addAll() {
    if let repository = Repository(text) { return addSDKs(in: repository) }
    // Who is told of a guideline without a code mostly met the message that is sent the longest.
    for message in catalog.storeMessages(meantBy: text).sorted(by: { ($0.since ?? "") < ($1.since ?? "") }) {
      add(topic(of: message))
    }
    addNames()
    let isFile = FileKind.of(path: text) != nil
    if !isFile, CodeName.isCode(text) {
      addSDKs(named: query)
      let names = CodeName.all(in: text)
      return addFirst(Self.steps.flatMap { step in names.map { name in { step(&$0, name) } } })
    }
    let code = CodeName(query)
    if CodeName.isCompound(query) {
      addSymbols(code)
      guard meant.isEmpty else { return }
    }
    if meant.isEmpty { addWords(of: query) }
    if code.parts.count == 1 { addSymbols(code, ignoresCase: true) }
    addFrameworks(named: query)
    addSDKs(named: query)
    addEntries(withWordsOf: query)
    addRules(withWordsOf: query)
    addSDKs(withPart: query)
    guard meant.isEmpty, related.isEmpty else { return }
    // The ending of a file says less than its name, unless that is a word like “App”.
    if isFile, let name = code.parts.first, CodeName.isCompound(name) { return addRules(withWordsOf: name) }
    // Other words than names precede the name: “import”, the function that takes it.
    if let last = code.parts.last, code.parts.count > 1 {
      addSymbols(code)
      addFrameworks(named: last)
    }
    // Each of these is a sentence, whose words say less than names.
    for guideline in catalog.guidelines where hasWords(of: query, guideline.summary) {
      add(topic(of: guideline), isMeant: false)
    }
  }

  /// Takes steps until one finds something.
  private mutating func addFirst(_ steps: [(inout Topics) -> Void]) {
    for step in steps where meant.isEmpty { step(&self) }
  }

  /// The ways to find a name in code, the surest first.
  private static let steps: [@Sendable (inout Topics, CodeName) -> Void] = [
    // What has to be declared says more about a line than what hasn’t, beside it.
    { $0.addSymbols($1, upTo: .ending, isDeclared: true) },
    { $0.addSymbols($1, upTo: .ending) },
    { topics, name in name.parts.first.map { topics.addOwner($0) } },
    // A member of several words says what it is, whatever it belongs to; “name” and “url” don’t.
    { topics, name in
      let members = name.parts.reversed().filter { CodeName.isCompound($0) && $0.first?.isLowercase == true }
      topics.addFirst(members.map { member in { $0.addWords(of: member) } })
    },
    { $0.addDataTypes(titled: $1.parts.joined(separator: " ")) },
    { $0.addSymbols($1) },
    { topics, name in name.parts.last.map { topics.addFrameworks(named: $0) } },
  ]

  private mutating func add(_ topic: Topic?, isMeant: Bool = true) {
    guard let topic, seen.insert(topic.name).inserted else { return }
    if isMeant { meant.append(topic) } else { related.append(topic) }
  }

  /// The entry with an identifier.
  private func topic(ofEntry id: String) -> Topic? {
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

  private func topic(of message: StoreMessage) -> Topic {
    let linter = linter
    return Topic(name: message.id, kind: "Apple message", summary: message.title ?? message.meaning) {
      page(about: message, linter)
    }
  }

  private func topic(of rule: Rule) -> Topic {
    let linter = linter
    return Topic(name: rule.id, kind: "rule", summary: rule.summary) { rulePage(rule, linter: linter) }
  }

  private func topic(of guideline: Guideline) -> Topic {
    Topic(name: guideline.id, kind: "guideline", summary: guideline.summary) {
      "# \(guideline.id)\n\n\(guideline.summary)\n\n[Apple’s page](\(guideline.provenance.link))\n"
    }
  }

  private func topic(of sdk: ListedSDK) -> Topic {
    Topic(name: sdk.name, kind: "SDK on Apple’s list", summary: firstVersion(of: sdk)) { sdkPage(sdk) }
  }

  private func topic(of unlisted: UnlistedName) -> Topic {
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

  // MARK: - Topics with this name

  /// Adds what has exactly this name.
  private mutating func addNames() {
    if let rule = Rule.withID(query) ?? Rule.all.first(where: { hasSameWords($0.id, query) }) {
      add(topic(of: rule))
    }
    let manifest = catalog.manifest
    let stem = String(manifest.fileName.prefix { $0 != "." })
    if [manifest.fileName, stem, manifest.fileExtension, "privacy manifest"].contains(where: { hasSameWords(query, $0) }
    ) {
      let (catalog, name) = (catalog, catalog.manifest.fileName)
      add(
        Topic(name: name, kind: "file", summary: "Says what a bundle collects and why.") {
          documentation(of: name, catalog: catalog) ?? ""
        })
    }
    // The word alone that all categories have in common.
    if ["required reason api", "required reason apis"].contains(where: { hasSameWords(query, $0) }) {
      for category in catalog.categories { add(topic(ofEntry: category.id)) }
    }
    for card in catalog.labelCards where hasSameWords(query, card.title) || hasSameWords(query, card.shortTitle) {
      add(
        Topic(name: card.title, kind: "part of the App Store label", summary: card.summary) {
          "# \(card.title)\n\n\(card.summary)\n\n[Apple’s page](\(card.provenance.link))\n"
        })
    }
    for source in catalog.sources.values where source.id == query.lowercased() && source.title.hasPrefix("Apple") {
      guard let link = source.link else { continue }
      add(
        Topic(name: query.uppercased(), kind: "page of Apple’s", summary: source.title) {
          "# \(source.title)\n\n[Apple’s page](\(link))\n"
        })
    }
    for guideline in catalog.guidelines where guideline.id == query.uppercased() { add(topic(of: guideline)) }
    for name in [query, query.uppercased()] { add(topic(ofEntry: name)) }
  }

  /// Adds the entries that people mean by some words, in the words’ order or as one name.
  private mutating func addWords(of query: String) {
    let names = linter.vocabularies
    let keys = catalog.dictionaries.compactMap { names.keys(of: $0.id) }
    for vocabulary in [names.purposeKeys, names.dataTypes, names.purposes, names.categories] + keys + [names.reasons] {
      for name in vocabulary.names(meantBy: query) {
        // Who asks about reminders means the key of today, and who asks about locations that of the most devices.
        let key = catalog.purposeKey(name)
        let successors = key?.successors ?? []
        for other in successors { add(topic(ofEntry: other)) }
        if let key, let family = key.family, successors.isEmpty, !key.isCurrentOnPhones {
          for other in catalog.purposeKeys where other.family == family && other.isCurrentOnPhones {
            add(topic(ofEntry: other.name))
          }
        }
        add(topic(ofEntry: name), isMeant: successors.isEmpty)
      }
    }
    for type in catalog.dataTypes where hasSameWords(type.labelCategory, query) { add(topic(ofEntry: type.id)) }
    for place in UnlistedName.Place.allCases where meant.isEmpty {
      if let unlisted = names.unlisted(query, as: place) { add(topic(of: unlisted)) }
    }
  }

  /// Adds what the symbols are about that fit a name in code best.
  ///
  /// - Parameter worst: The worst fit that counts.
  private mutating func addSymbols(
    _ name: CodeName, upTo worst: CodeName.Fit = .member, ignoresCase: Bool = false, isDeclared: Bool = false
  ) {
    var found: [(fit: CodeName.Fit, topic: Topic)] = []
    func look(_ symbols: [String], _ topic: @autoclosure () -> Topic?) {
      let fits = symbols.compactMap { name.fit(of: $0, ignoresCase: ignoresCase) }
      if let fit = fits.min(), fit <= worst, let topic = topic() { found.append((fit, topic)) }
    }
    for category in catalog.categories {
      look(
        category.symbols.flatMap { [$0.swift, $0.objectiveC, $0.c].compactMap(\.self) }, topic(ofEntry: category.id))
      for symbol in category.notListed where !isDeclared { look([symbol], topic(symbol, notIn: category)) }
    }
    for key in catalog.purposeKeys { look(key.calls.map(\.name), topic(ofEntry: key.name)) }
    for entitlement in catalog.entitlements { look(entitlement.calls, topic(ofEntry: entitlement.name)) }
    for unlisted in catalog.unlistedNames where unlisted.place != .sdk && !isDeclared {
      look(unlisted.names.filter(CodeName.isCompound), topic(of: unlisted))
    }
    let best = found.map(\.fit).min()
    for (fit, topic) in found where fit == best { add(topic) }
  }

  private mutating func addFrameworks(named name: String) {
    for key in catalog.purposeKeys where key.frameworks.contains(where: { hasSameWords($0, name) }) {
      add(topic(ofEntry: key.name))
    }
  }

  /// Adds what a name in code begins with: an SDK’s module, a key, a type without a data type. Names in code are exact.
  private mutating func addOwner(_ name: String) {
    addFirst([
      { topics in
        for sdk in topics.catalog.sdks where sdk.name == name { topics.add(topics.topic(of: sdk)) }
      },
      { topics in
        for sdk in topics.catalog.sdks where sdk.otherNames.contains(name) { topics.add(topics.topic(of: sdk)) }
      },
      { $0.add($0.topic(ofEntry: name)) },
      { topics in
        for unlisted in topics.catalog.unlistedNames where unlisted.place == .dataType && unlisted.names.contains(name)
        {
          topics.add(topics.topic(of: unlisted))
        }
      },
    ])
  }

  /// Adds the data types with a title: “Email Address”. Their synonyms are names of other things in code: “user name”.
  private mutating func addDataTypes(titled title: String) {
    for type in catalog.dataTypes where hasSameWords(type.displayName, title) { add(topic(ofEntry: type.id)) }
  }

  /// Adds the SDKs in a repository.
  private mutating func addSDKs(in repository: Repository) {
    for sdk in catalog.sdks where repository.holds(sdk) { add(topic(of: sdk)) }
    if meant.isEmpty { addUnlistedSDKs(named: repository.name) }
  }

  /// Adds the SDKs that texts in code name, as descriptions of dependencies do.
  private mutating func addQuotedSDKs() {
    let parts = text.split(omittingEmptySubsequences: false) { "\"'".contains($0) }.map { String($0) }
    for index in stride(from: 1, to: parts.count, by: 2) where meant.isEmpty {
      if let repository = Repository(parts[index]) { addSDKs(in: repository) } else { addSDKs(named: parts[index]) }
    }
  }

  /// Adds the SDKs with a name, also that of a package.
  private mutating func addSDKs(named name: String) {
    for sdk in catalog.sdks
    where sdk.names.contains(where: { hasSameWords($0, name) }) || sdk.packageNames.contains(name.lowercased()) {
      add(topic(of: sdk))
    }
    addUnlistedSDKs(named: name)
  }

  private mutating func addUnlistedSDKs(named name: String) {
    for unlisted in catalog.unlistedNames where unlisted.place == .sdk {
      for other in unlisted.names where hasSameWords(other, name) {
        add(
          Topic(name: other, kind: "not a \(unlisted.place.rawValue)", summary: unlisted.sentence) {
            "# \(other)\n\n\(unlisted.sentence)\n\n[Apple’s list](\(unlisted.provenance.link))\n"
          })
      }
    }
  }

  // MARK: - Topics with these words

  /// Adds the SDKs whose names begin or end with a part, or whose packages have its words.
  private mutating func addSDKs(withPart part: String) {
    let small = part.lowercased()
    for sdk in catalog.sdks where part.count >= 4 {
      let isInName = sdk.names.contains { $0.lowercased().hasPrefix(small) || $0.lowercased().hasSuffix(small) }
      if isInName || sdk.packageNames.contains(where: { hasWords(of: part, $0) }) {
        add(topic(of: sdk), isMeant: false)
      }
    }
  }

  private mutating func addEntries(withWordsOf query: String) {
    let titles = catalog.entitlements.map { ($0.name, $0.title) } + catalog.relatedKeys.map { ($0.name, $0.title) }
    for (name, title) in titles {
      let isMeant = hasSameWords(title, query)
      if isMeant || hasWords(of: query, title) { add(topic(ofEntry: name), isMeant: isMeant) }
    }
    var entries = catalog.purposeKeys.map { ($0.name, [$0.title, $0.name] + $0.synonyms) }
    entries += catalog.dataTypes.map { ($0.id, [$0.displayName] + $0.synonyms) }
    entries += catalog.purposes.map { ($0.id, [$0.displayName] + $0.synonyms) }
    entries += catalog.categories.map { ($0.id, [$0.title] + $0.synonyms) }
    // Addresses have the words in lowercase and joined, which is the same name without being the same words.
    for (id, words) in entries where words.contains(where: { hasWords(of: query, $0) || hasSameWords(query, $0) }) {
      add(topic(ofEntry: id), isMeant: false)
    }
  }

  private mutating func addRules(withWordsOf query: String) {
    for rule in Rule.all where hasWords(of: query, rule.id) { add(topic(of: rule), isMeant: false) }
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

/// A Swift package’s repository or a page in a registry, by its address: “https://github.com/Alamofire/Alamofire.git”.
private struct Repository {
  /// The package URL, in lowercase.
  private let url: String
  /// The beginning of the package URLs of the registry; nil for a repository.
  private let registry: String?
  /// The last part of the URL.
  let name: String

  private static let registries = ["cocoapods.org": "pkg:cocoapods/", "npmjs.com": "pkg:npm/", "pub.dev": "pkg:pub/"]

  /// Nil for a text that isn’t an address with a host, an owner and a name.
  init?(_ text: String) {
    let parts = repositoryURL(text).split(separator: "/")
    guard let host = parts.dropFirst().first, let name = parts.dropFirst(3).first, host.contains(where: { $0 == "." }),
      !text.contains(where: \.isWhitespace)
    else { return nil }
    registry = Self.registries[String(host)]
    self.name = String(name)
    // Instead of an owner, only a package of npm may have a scope.
    let path = parts.dropFirst(3).prefix(name.hasPrefix("@") ? 2 : 1).joined(separator: "/")
    let encoded = path.split(separator: "@", omittingEmptySubsequences: false).joined(separator: "%40")
    url = registry.map { $0 + encoded } ?? parts.prefix(4).joined(separator: "/")
  }

  /// Whether an SDK is in it. The list may name only the part of a package that is for iOS.
  func holds(_ sdk: ListedSDK) -> Bool {
    if sdk.urls.contains(where: { $0 == url }) { return true }
    guard let registry else { return false }
    return sdk.names.contains { hasSameWords($0, name) } && sdk.urls.allSatisfy { $0.hasPrefix(registry) }
  }
}

extension ListedSDK {
  fileprivate var names: [String] { [name] + otherNames }
  fileprivate var urls: [String] { packages.map(\.url) + [partOf].compactMap(\.self) }
  fileprivate var packageNames: [String] { urls.compactMap { $0.split(separator: "/").last.map { String($0) } } }
}

extension PurposeKey {
  /// Whether new apps for iOS should use it.
  fileprivate var isCurrentOnPhones: Bool {
    availability(on: .iOS).map { $0.deprecated == nil } ?? false
  }
}
