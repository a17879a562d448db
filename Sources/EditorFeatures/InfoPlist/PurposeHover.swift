import Catalog
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// The hover over a key of Info.plist, its text or an entitlement, in a file of any kind; nil for anything else.
func purposeHover(in snapshot: Snapshot, at offset: Int) -> Hover? {
  let document = snapshot.document
  guard document.hasPositions else { return nil }
  let offset = min(max(offset, 0), document.text.count)
  return PurposeExplainer(file: snapshot.linter.read(document), snapshot: snapshot).hover(at: offset)
}

/// Explains the purpose string or entitlement under a cursor.
private struct PurposeExplainer {
  let file: ProjectFile
  let snapshot: Snapshot

  var catalog: Catalog { snapshot.catalog }
  var targets: [Target] { snapshot.project.targets }

  func hover(at offset: Int) -> Hover? {
    for mention in file.mentions {
      let name = mention.wholeName
      if name.touches(offset) { return hover(over: mention, text: text(under: mention), name) }
    }
    for text in file.purposeStrings where text.highlight.touches(offset) {
      return hover(over: text.mention, text: text, text.highlight)
    }
    if let plist = file.infoPlist { return hover(in: plist, at: offset) }
    return file.entitlements.flatMap { hover(in: $0, at: offset) }
  }

  // MARK: - Purpose strings

  private func hover(over mention: PurposeMention, text: PurposeString?, _ range: ByteRange) -> Hover? {
    var note: String?
    var key = mention.key ?? (mention.isTranslation ? snapshot.project.key(ofNamedText: mention.name) : nil)
    if key == nil, let spelling = mention.spelling, spelling.isClear {
      key = catalog.purposeKey(spelling.name)
      note = "The key is spelled `\(spelling.name)`."
    }
    guard let key else { return nil }
    var preview: AlertPreview?
    if key.isText {
      let language = text?.language.flatMap { snapshot.catalog.language($0)?.name }
      preview = AlertPreview(appName: appName(for: text), text: text.map(shown) ?? "", language: language)
    }
    var page = Page(key, alert: preview, isBrief: true, catalog)
    if let note { page.addFirst(note) }
    if let suffixed = catalog.suffixed(mention.name) {
      page.addFirst("With `\(suffixed.suffix)`, this entry counts only on \(suffixed.suffixes.last?.title ?? "").")
    }
    return Hover(markdown: page.markdown, range: range)
  }

  /// The text for a name: the file’s own, or the original for a translation without one.
  private func text(under mention: PurposeMention) -> PurposeString? {
    let own = file.purposeStrings.filter { $0.mention.nameRange == mention.nameRange }
    if let text = own.first(where: { $0.language == nil }) ?? own.first { return text }
    guard mention.isTranslation else { return nil }
    return snapshot.project.original(of: mention.name)
      ?? snapshot.project.original(of: catalog.root(of: mention.name))
  }

  /// A text as users see it, with variables for the app’s name replaced.
  private func shown(_ text: PurposeString) -> String {
    guard text.text.utf8.contains(UInt8(ascii: "$")), let name = appName(for: text) else { return text.text }
    var result = ""
    var rest = text.text[...]
    // A limit, because a name may be as long as a text; much less is shown.
    while result.utf8.count < 4_096, let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      let variable = ["$(PRODUCT_NAME)", "${PRODUCT_NAME}", "$(TARGET_NAME)", "${TARGET_NAME}"]
        .first { rest.hasPrefix($0) }
      result += variable == nil ? "$" : name
      rest = rest.dropFirst(variable?.count ?? 1)
    }
    return result + rest
  }

  /// The app’s name as users see it, in the language of a text if the file has it; nil if unknown.
  private func appName(for text: PurposeString?) -> String? {
    if file.kind == .stringsTable || file.kind == .stringCatalog {
      for role in [BundleKey.Role.displayName, .name] {
        let name = catalog.name(role)
        let found = file.purposeStrings.first { $0.name == name && $0.language == text?.language && isName($0.text) }
        if let found { return found.text }
      }
    }
    let plists = [file] + targets.flatMap { $0.files(.infoPlist) }
    if let name = plists.compactMap(\.infoPlist).flatMap(\.bundleNames).first(where: isName) { return name }
    return targets.flatMap(\.appNames).first(where: isName)
  }

  private func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && !text.utf8.contains(UInt8(ascii: "$"))
  }

  // MARK: - Other keys

  private func hover(in plist: InfoPlist, at offset: Int) -> Hover? {
    for (key, entry) in plist.relatedEntries where isOver(entry, offset) {
      return Hover(markdown: Page(key, catalog).markdown, range: entry.key.textRange)
    }
    for entry in plist.manifestEntries where isOver(entry, offset) {
      guard var page = page(for: entry.name, catalog) else { return nil }
      page.addFirst("It belongs in a privacy manifest and has no effect in Info.plist.")
      return Hover(markdown: page.markdown, range: entry.key.textRange)
    }
    return nil
  }

  private func hover(in entitlements: Entitlements, at offset: Int) -> Hover? {
    for entry in entitlements.entries {
      var range = entry.entry.key.textRange
      if !isOver(entry.entry, offset) {
        guard let value = entry.entry.value, value.range.touches(offset) else { continue }
        let values = value.element == .array ? value.elements.map(\.highlight) : [value.highlight]
        guard let touched = values.first(where: { $0.touches(offset) }) else { return nil }
        range = touched
      }
      return Hover(markdown: Page(entry.entitlement, catalog).markdown, range: range)
    }
    return nil
  }

  private func isOver(_ entry: PropertyListEntry, _ offset: Int) -> Bool {
    entry.key.textRange.touches(offset) && !entry.key.textRange.isEmpty
  }
}

extension PurposeMention {
  /// The range of the name, including the prefix in build settings.
  var wholeName: ByteRange {
    guard case .buildSetting = place else { return nameRange }
    return ByteRange(max(nameRange.lower - infoPlistSettingPrefix.utf8.count, 0), nameRange.upper)
  }
}

extension Project {
  /// The text of a name in the development language; nil if there is none.
  func original(of name: String) -> PurposeString? {
    for target in targets {
      for file in target.files {
        let texts = target.purposeStrings(in: file)
        if let text = texts.first(where: { $0.name == name && !$0.mention.isTranslation }) { return text }
      }
    }
    return nil
  }

  /// The key whose dictionary has a text with this name; nil if there is none.
  func key(ofNamedText name: String) -> PurposeKey? {
    for target in targets {
      for file in target.files(.infoPlist) {
        if let mention = file.mentions.first(where: { $0.isNamedText && $0.name == name }) { return mention.key }
      }
    }
    return nil
  }
}
