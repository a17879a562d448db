public import Catalog
import ProjectFiles
import PropertyList
public import SourceText

/// A place where a file names a purpose key, possibly misspelled: in Info.plist, a translation or a build setting.
///
/// A class, because its text and its project refer to it, and a project may have thousands.
public final class PurposeMention: Sendable {
  /// The kind of place.
  public enum Place: Hashable, Sendable {
    case infoPlist
    /// A text under a key that the app chose, in the dictionary under this purpose key.
    case namedText(of: String)
    case stringsTable
    case stringCatalog
    /// A build setting that Xcode turns into an entry of Info.plist. The target is nil for a setting of the whole
    /// project.
    case buildSetting(target: String?, configuration: String?)
  }

  /// The key's name; for a named text, the name that the app chose.
  public let name: String
  /// The purpose key with this name, or the one whose dictionary has the text; nil for an unknown name.
  public let key: PurposeKey?
  /// What an unknown name most likely means. Computed on demand, because this takes longer than everything else about a
  /// name.
  public var spelling: Spelling? { nearest?.value }
  private let nearest: OnDemand<Spelling?>?
  /// Whether the name is unknown but looks like a purpose key.
  public var isSuspect: Bool { nearest != nil }
  public let place: Place
  /// The bytes of the name, without quotation marks and without the prefix of build settings.
  public let nameRange: ByteRange
  /// The bytes of the entry: the name and its value.
  public let range: ByteRange

  init(
    name: String, key: PurposeKey?, nearest: OnDemand<Spelling?>?, place: Place, nameRange: ByteRange, range: ByteRange
  ) {
    self.name = name
    self.key = key
    self.nearest = nearest
    self.place = place
    self.nameRange = nameRange
    self.range = range
  }

  /// The name of the key that is named or clearly meant.
  var meantName: String { spelling.map { $0.isClear ? $0.name : name } ?? name }

  /// The name of the key without a device or platform suffix: `NSCameraUsageDescription` for
  /// `NSCameraUsageDescription~ipad`.
  var baseName: String { isNamedText ? name : key?.name ?? name }

  /// The identifier of the target whose build setting it is; nil if it applies to all targets of the file.
  var owner: String? {
    if case .buildSetting(let target, _) = place { target } else { nil }
  }

  /// Whether the text is under a name that the app chose.
  public var isNamedText: Bool {
    if case .namedText = place { true } else { false }
  }

  /// The same mention with what a project knows about the name; nil for a name that has nothing to do with purpose
  /// keys.
  ///
  /// - Parameter named: The names of texts in dictionaries under purpose keys, with their keys.
  func resolved(_ named: [String: PurposeKey]) -> PurposeMention? {
    if key != nil { return self }
    if let key = named[name] {
      return PurposeMention(
        name: name, key: key, nearest: nil, place: place, nameRange: nameRange, range: range)
    }
    return isSuspect ? self : nil
  }

  /// Whether the place is a translation rather than the original.
  public var isTranslation: Bool { place == .stringsTable || place == .stringCatalog }
}

/// A text that tells people why the app needs a resource, in Info.plist, a translation or a build setting.
public struct PurposeString: Sendable {
  /// The place of its name.
  public let mention: PurposeMention
  /// The text as written in the file, which maps offsets in the text to the file.
  public let written: WrittenText
  /// The language as spelled in the file or its folder; nil for the development language.
  public let language: String?
  /// The case of a variation that the text is for, outermost first; empty for a text without variations.
  public let variation: [String]
  /// The property list leaf with the text.
  let leaf: PropertyListValue?

  /// The same text with what a project knows about its name; nil for a text that has nothing to do with purpose keys.
  func resolved(_ named: [String: PurposeKey]) -> PurposeString? {
    mention.resolved(named).map {
      PurposeString(mention: $0, written: written, language: language, variation: variation, leaf: leaf)
    }
  }

  public var name: String { mention.name }
  public var key: PurposeKey? { mention.key }
  public var place: PurposeMention.Place { mention.place }
  /// The text as people see it: escapes resolved, variables not.
  public var text: String { written.value }

  /// The range to underline for the whole text, even if it is empty.
  public var highlight: ByteRange {
    if let leaf { return leaf.highlight }
    return written.content.isEmpty ? written.range : written.content
  }

  /// The range in the file of a part of the text.
  ///
  /// - Parameter range: UTF-8 offsets in ``text``.
  public func source(of range: ByteRange) -> ByteRange {
    let found = written.sourceRange(of: range)
    return found.isEmpty && range.isEmpty && text.isEmpty ? highlight : found
  }

  /// The edit that replaces a part of the text, escaped as the file requires.
  ///
  /// - Parameter range: UTF-8 offsets in ``text``.
  public func replacing(_ range: ByteRange, with replacement: String) -> TextEdit {
    if let leaf, leaf.node.isSelfClosing { return leaf.tree.settingText(of: leaf, to: replacement) }
    return written.replacing(range, with: replacement)
  }

  /// The edit that replaces the whole text.
  public func setting(to replacement: String) -> TextEdit {
    replacing(ByteRange(0, text.utf8.count), with: replacement)
  }
}

/// Finds the mentions of purpose keys and their texts in one document.
struct PurposeReader {
  let catalog: Catalog
  let vocabularies: Vocabularies
  /// The limit for mentions, and for texts.
  let mostMentions: Int
  private(set) var mentions: [PurposeMention] = []
  private(set) var strings: [PurposeString] = []
  /// The offset of the first mention that wasn't read.
  private(set) var cut: Int?

  /// Whether there is room for another mention or text.
  private mutating func hasRoom(at offset: Int) -> Bool {
    if mentions.count < mostMentions, strings.count < mostMentions { return true }
    if cut == nil { cut = offset }
    return false
  }

  // MARK: - Property lists

  mutating func read(_ plist: InfoPlist) {
    for purpose in plist.purposes {
      add(entry: purpose.entry, purpose.name, key: purpose.key, .infoPlist)
      guard let key = purpose.key, key.isText, let value = purpose.entry.value, value.element == .dict else { continue }
      for entry in value.entries {
        // A dictionary has texts directly, or dictionaries with facts about them.
        guard key.type != .dictionaryOfDescriptions, entry.value?.element != .dict else { continue }
        add(entry: entry, entry.name, key: key, .namedText(of: key.name))
      }
    }
  }

  /// Reads a table of translations in the form of a property list.
  mutating func read(translations root: PropertyListValue, language: String?) {
    for entry in root.entries {
      let name = entry.name
      add(
        entry: entry, name, key: catalog.purposeKey(name), .stringsTable, language: language, isAlwaysText: true)
    }
  }

  private mutating func add(
    entry: PropertyListEntry, _ name: String, key: PurposeKey?, _ place: PurposeMention.Place,
    language: String? = nil, isAlwaysText: Bool = false
  ) {
    guard hasRoom(at: entry.key.range.lower) else { return }
    let mention = addMention(name, key, entry.key.highlight, entry.range, place)
    let isText =
      isAlwaysText || mention.isNamedText || key.map { $0.type == .string } ?? true
    guard isText, let value = entry.value, value.element == .string, value.node.isClosed else { return }
    strings.append(
      PurposeString(mention: mention, written: value.written, language: language, variation: [], leaf: value))
  }

  // MARK: - Translations

  mutating func read(_ table: StringsTable, language: String?) {
    for entry in table.entries {
      guard hasRoom(at: entry.range.lower) else { return }
      let name = entry.key.value
      let mention = addMention(name, catalog.purposeKey(name), entry.key.content, entry.range, .stringsTable)
      guard let value = entry.value else { continue }
      strings.append(PurposeString(mention: mention, written: value, language: language, variation: [], leaf: nil))
    }
  }

  mutating func read(_ table: StringCatalog) {
    let source = table.sourceLanguage?.value
    for entry in table.entries {
      guard hasRoom(at: entry.range.lower) else { return }
      let name = entry.key.value
      let mention = addMention(name, catalog.purposeKey(name), entry.key.content, entry.range, .stringCatalog)
      for localization in entry.localizations {
        let language = localization.language.value
        for unit in localization.units {
          guard let value = unit.value, hasRoom(at: unit.range.lower) else { continue }
          strings.append(
            PurposeString(
              mention: mention, written: value, language: language == source ? nil : language,
              variation: unit.variation, leaf: nil))
        }
      }
    }
  }

  private mutating func addMention(
    _ name: String, _ key: PurposeKey?, _ nameRange: ByteRange, _ range: ByteRange, _ place: PurposeMention.Place
  ) -> PurposeMention {
    let isSuspect = key == nil && vocabularies.looksLikePurposeKey(name)
    let nearest = isSuspect ? OnDemand { [vocabularies] in vocabularies.purposeSpelling(of: name) } : nil
    mentions.append(
      PurposeMention(name: name, key: key, nearest: nearest, place: place, nameRange: nameRange, range: range))
    return mentions[mentions.count - 1]
  }

  // MARK: - Build settings

  mutating func read(_ project: XcodeProject) {
    let all =
      project.configurations.map { (target: String?.none, configuration: $0) }
      + project.targets.flatMap { target in target.configurations.map { (target.identifier, $0) } }
    // Projects list them in another order than the file has them. What rules report about several is at the first.
    let starts = all.map { $0.configuration.settings.first?.range.lower ?? 0 }
    for index in all.indices.sorted(by: { (starts[$0], $0) < (starts[$1], $1) }) {
      let (target, configuration) = all[index]
      read(configuration.settings, target: target, configuration: configuration.name)
    }
  }

  mutating func read(_ file: BuildConfigurationFile) {
    read(file.settings, target: nil, configuration: nil)
  }

  private mutating func read(_ settings: [BuildSetting], target: String?, configuration: String?) {
    for setting in settings {
      guard setting.name.hasPrefix(infoPlistSettingPrefix), setting.name.utf8.count <= 256 else { continue }
      let name = String(setting.name.dropFirst(infoPlistSettingPrefix.count))
      let key = catalog.purposeKey(name)
      guard key != nil || vocabularies.looksLikePurposeKey(name) else { continue }
      guard hasRoom(at: setting.range.lower) else { return }
      let lower = min(setting.nameRange.lower + infoPlistSettingPrefix.utf8.count, setting.nameRange.upper)
      let mention = addMention(
        name, key, ByteRange(lower, setting.nameRange.upper), setting.range,
        .buildSetting(target: target, configuration: configuration))
      // Xcode writes a list when it splits a text into words; nobody writes one by hand.
      guard setting.values.count == 1, let value = setting.values.first else { continue }
      strings.append(PurposeString(mention: mention, written: value, language: nil, variation: [], leaf: nil))
    }
  }
}
