import Catalog

/// Pages about keys of Info.plist and about entitlements.
extension Page {
  /// - Parameters:
  ///   - alert: The alert to show; nil without a file.
  ///   - isBrief: Whether to include only what helps to write the text: under 1,200 characters, with a text of usual
  ///     length.
  init(_ key: PurposeKey, alert: AlertPreview? = nil, isBrief: Bool = false, _ catalog: Catalog) {
    self.init(key.title, catalog)
    if let preview = alert?.markdown(of: key) { add(preview) }
    add(key.summary)
    add("`\(key.name)`: \(words(for: key.type))" + behindComma(words(for: key.platforms)))
    var facts: [String] = []
    if let change = words(forChangeOf: key) { facts.append(change) }
    let calls = key.calls.filter { $0.language == .swift }.prefix(isBrief ? 2 : 5).map { "`\($0.name)`" }
    let frameworks = key.frameworks.isEmpty ? nil : key.frameworks.joined(separator: ", ")
    if !calls.isEmpty {
      facts.append("Needed for " + calls.joined(separator: ", ") + (isBrief ? "" : frameworks.map { " (\($0))" } ?? ""))
    } else if let frameworks {
      facts.append("Needed for \(frameworks)")
    }
    if let missing = key.whenMissing { facts.append("Without it: \(missing)") }
    if isBrief {
      add(list: facts)
      addBrief(guidelinesFor: key, catalog)
      add(key.provenance, saysDeprecation: false)
      add("More: `privacy-lsp explain \(key.name)`")
      return
    }
    if !key.entitlements.isEmpty {
      facts.append("Entitlements: " + key.entitlements.map { "`\($0)`" }.joined(separator: ", "))
    }
    let types = key.dataTypes.compactMap(catalog.dataType).map { "\($0.displayName) (`\($0.id)`)" }
    let declared = key.manifestKeys.map { "`\($0)`" } + types
    if !declared.isEmpty { facts.append("In the privacy manifest, if it applies: " + declared.joined(separator: ", ")) }
    if !key.related.isEmpty { facts.append("See also " + key.related.map { "`\($0)`" }.joined(separator: ", ")) }
    add(list: facts + key.notes)
    if alert == nil, let example = key.example { add("For example: “\(example)”") }
    add(guidelinesFor: key, catalog)
    add(key.provenance, saysDeprecation: false)
  }

  init(_ key: RelatedKey, _ catalog: Catalog) {
    self.init(key.title, catalog)
    add(key.summary)
    add("`\(key.name)`: \(words(for: key.type))")
    var facts: [String] = []
    if !key.requires.isEmpty { facts.append("Needs " + key.requires.map { "`\($0)`" }.joined(separator: ", ")) }
    add(list: facts + key.notes)
    add(key.provenance)
  }

  init(_ entitlement: Entitlement, _ catalog: Catalog) {
    self.init(entitlement.title, catalog)
    add(entitlement.summary)
    add("`\(entitlement.name)`: \(words(for: entitlement.type))" + behindComma(words(for: entitlement.platforms)))
    var facts: [String] = []
    switch entitlement.kind {
    case .capability: break
    case .sandbox: facts.append("For sandboxed apps on the Mac")
    case .hardenedRuntime: facts.append("For apps with the hardened runtime on the Mac")
    case .sandboxAndHardenedRuntime: facts.append("For apps with the sandbox or the hardened runtime on the Mac")
    }
    if entitlement.isManagedByApple { facts.append("Apple must grant it first") }
    if !entitlement.values.isEmpty {
      facts.append("Values: " + entitlement.values.prefix(12).map { "`\($0)`" }.joined(separator: ", "))
    }
    for need in entitlement.needs { facts.append(words(for: need)) }
    if entitlement.needs.isEmpty { facts.append("Needs no purpose string, as far as we know") }
    if !entitlement.calls.isEmpty {
      facts.append("Opens " + entitlement.calls.map { "`\($0)`" }.joined(separator: ", "))
    }
    add(list: facts + entitlement.notes)
    add(entitlement.provenance)
  }

  /// Guidelines about this key, then in one item those about the wording of every text, then those about when to ask.
  private mutating func add(guidelinesFor key: PurposeKey, _ catalog: Catalog) {
    guard key.isText else { return }
    let current = catalog.guidelines.filter(\.isCurrent)
    let own = current.filter { $0.infoPlistKeys.contains(key.name) && $0.infoPlistKeys.count <= 4 }
    let general = current.filter { $0.infoPlistKeys.contains { $0.hasPrefix("*") } && !own.map(\.id).contains($0.id) }
    var items = own.prefix(3).map { item([$0]) }
    // Short sentences from one page: with a line and a link each, they would bury the rest.
    let wording = general.filter { !$0.topics.isEmpty }
    if !wording.isEmpty { items.append(item(wording)) }
    items += general.filter { $0.topics.isEmpty && $0.kind == "guideline" && !$0.apis.isEmpty }.prefix(1).map {
      item([$0])
    }
    // What App Review asks of every text besides its wording, from one page as well.
    if let page = general.first(where: { $0.kind == "review" })?.provenance.link {
      items.append(item(general.filter { $0.topics.isEmpty && $0.provenance.link == page }))
    }
    if items.isEmpty { return }
    add("Guidelines:")
    add(list: items)
  }

  /// The guideline that is most specific to this key, and the most important one for every text.
  private mutating func addBrief(guidelinesFor key: PurposeKey, _ catalog: Catalog) {
    guard key.isText else { return }
    let current = catalog.guidelines.filter { $0.isCurrent && !$0.infoPlistKeys.isEmpty }
    let own = current.filter { $0.infoPlistKeys.contains(key.name) }.min {
      $0.infoPlistKeys.count < $1.infoPlistKeys.count
    }
    let wording = current.first { !$0.topics.isEmpty && $0.infoPlistKeys.contains { $0.hasPrefix("*") } }
    let shown = [own, wording].compactMap(\.self)
    if !shown.isEmpty { add("Apple asks: " + item(shown)) }
  }

  private func item(_ guidelines: [Guideline]) -> String {
    let summary = guidelines.map(\.summary).joined(separator: " ")
    return summary + (guidelines.first.map { " ([Apple](\($0.provenance.link)))" } ?? "")
  }
}

/// Roughly what the system’s alert shows, with the app’s name and text.
struct AlertPreview {
  /// Nil if unknown.
  var appName: String?
  /// The text as users read it.
  var text: String
  /// The name of the text’s language; nil for the development language.
  var language: String?

  /// The alert as a quotation; nil for keys without one.
  func markdown(of key: PurposeKey) -> String? {
    guard let alert = key.alert, let title = key.alertTitle(app: appName ?? "Your app") else { return nil }
    // A long text would push everything else off the page.
    let shown = text.count > 300 ? String(text.prefix(300)) + "…" : text
    let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let buttons = alert.buttons.map { "**\(escapedForMarkdown("[ \($0) ]"))**" }.joined(separator: "  ")
    let head =
      language.map { "The alert in \($0), roughly as people see it; the system translates the rest:" }
      ?? "The alert, roughly as people see it:"
    return """
      \(head)

      > **\(escapedForMarkdown(title))**
      >
      > \(words.isEmpty ? "*(no text)*" : escapedForMarkdown(words))
      >
      > \(buttons)
      """
  }
}

// MARK: - Words

/// The name of a type: “array of strings”.
func words(for type: InfoPlistValueType) -> String {
  switch type {
  case .boolean: "Boolean"
  case .url: "string, an address"
  case .dictionaryOfDescriptions: "dictionary of dictionaries with a text each"
  case .string, .dictionary, .arrayOfStrings, .arrayOfDictionaries, .dictionaryOfStrings: type.rawValue
  }
}

/// “iOS 7.0, macOS 10.14”; iPadOS is omitted if it is the same as iOS.
private func words(for platforms: [Availability]) -> String {
  let phone = platforms.first { $0.platform == .iOS }
  return Platform.allCases.compactMap { platform in
    guard let place = platforms.first(where: { $0.platform == platform }) else { return nil }
    if platform == .iPadOS, phone?.introduced == place.introduced, phone?.deprecated == place.deprecated { return nil }
    let introduced = place.introduced.map { " \($0)" } ?? ""
    let deprecated = place.deprecated.map { " to \($0)" } ?? ""
    return platform.rawValue + introduced + deprecated
  }.joined(separator: ", ")
}

/// The deprecation of a key and its replacement; nil for a current one.
private func words(forChangeOf key: PurposeKey) -> String? {
  guard key.isDeprecated else { return nil }
  let since = key.platforms.compactMap { place in place.deprecated.map { "\(place.platform.rawValue) \($0)" } }
  let names = key.successors.map { "`\($0)`" }.joined(separator: " or ")
  return "**Deprecated**" + (since.first.map { " since \($0)" } ?? "") + (names.isEmpty ? "" : ": use \(names)")
}

/// The purpose strings that an entitlement needs, as a sentence without a full stop.
private func words(for need: Entitlement.Need) -> String {
  let keys = need.keys.map { "`\($0)`" }.joined(separator: " or ")
  let value = need.value.map { "With `\($0)`, needs" } ?? "Needs"
  let condition = need.condition.map { " " + $0 } ?? ""
  return "\(value) \(keys) in Info.plist\(condition)"
}

private func behindComma(_ text: String) -> String {
  text.isEmpty ? "" : ", " + text
}
