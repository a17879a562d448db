public import Catalog
import ProjectFiles
import PropertyList
public import SourceText

/// A place where a file names a purpose key, or what was meant to be one: in Info.plist, a translation or a build
/// setting.
///
/// A class, since its text and its project hold it too, and a project may have thousands.
public final class PurposeMention: Sendable {
  /// What kind of place it is.
  public enum Place: Hashable, Sendable {
    case infoPlist
    /// A text under a name of the app's own choice, in the dictionary under the purpose key with this name.
    case namedText(of: String)
    case stringsTable
    case stringCatalog
    /// A setting that Xcode makes an entry of Info.plist from. Nil for one that holds for all targets of the file.
    case buildSetting(target: String?, configuration: String?)
  }

  /// The key's name. For a text under a name of the app's own choice that name.
  public let name: String
  /// The purpose key with this name, or the one in whose dictionary the text stands; nil for a name that is none.
  public let key: PurposeKey?
  /// What the name most likely means, where it is none. Looked for when it is first asked for: it takes longer than all
  /// else that is read of a name.
  public var spelling: Spelling? { nearest?.value }
  private let nearest: OnDemand<Spelling?>?
  /// Whether the name is none and looks like one.
  public var isSuspect: Bool { nearest != nil }
  public let place: Place
  /// The name's bytes in the file, without quotation marks and without what build settings have before it.
  public let nameRange: ByteRange
  /// The bytes of the whole entry: the name and its value.
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

  /// The name without the device or platform that it is for: that of `NSCameraUsageDescription~ipad` is that of the key.
  var baseName: String { isNamedText ? name : key?.name ?? name }

  /// The target whose build setting it is, by its identifier; nil for what holds for all that have the file.
  var owner: String? {
    if case .buildSetting(let target, _) = place { target } else { nil }
  }

  /// Whether the text stands under a name of the app's own choice.
  public var isNamedText: Bool {
    if case .namedText = place { true } else { false }
  }

  /// The same with what a project knows of the name; nil for a name that has nothing to do with purpose keys.
  ///
  /// - Parameter named: The names of texts in dictionaries under purpose keys, with the key.
  func resolved(_ named: [String: PurposeKey]) -> PurposeMention? {
    if key != nil { return self }
    if let key = named[name] {
      return PurposeMention(
        name: name, key: key, nearest: nil, place: place, nameRange: nameRange, range: range)
    }
    return isSuspect ? self : nil
  }

  /// Whether the place is a translation and not the text that is translated.
  public var isTranslation: Bool { place == .stringsTable || place == .stringCatalog }
}

/// A text that tells people what a resource is needed for, wherever it stands: one view of Info.plist, of its
/// translations and of build settings.
public struct PurposeString: Sendable {
  /// Where its name stands.
  public let mention: PurposeMention
  /// The text and how the file writes it; offsets in the text are turned to places in the file by it.
  public let written: WrittenText
  /// The language as the file or its folder calls it; nil for the language the app is developed in.
  public let language: String?
  /// Which case of a variation the text is for, from the outside in; empty for a text for all cases.
  public let variation: [String]
  /// The leaf of a property list that holds the text.
  let leaf: PropertyListValue?

  /// The same with what a project knows of its name; nil for a text that has nothing to do with purpose keys.
  func resolved(_ named: [String: PurposeKey]) -> PurposeString? {
    mention.resolved(named).map {
      PurposeString(mention: $0, written: written, language: language, variation: variation, leaf: leaf)
    }
  }

  public var name: String { mention.name }
  public var key: PurposeKey? { mention.key }
  public var place: PurposeMention.Place { mention.place }
  /// The text as a person sees it: escapes resolved, variables not.
  public var text: String { written.value }

  /// What to underline for the whole text: its bytes, or those that show that it is empty.
  public var highlight: ByteRange {
    if let leaf { return leaf.highlight }
    return written.content.isEmpty ? written.range : written.content
  }

  /// Where bytes of the text stand in the file.
  ///
  /// - Parameter range: UTF-8 offsets in ``text``.
  public func source(of range: ByteRange) -> ByteRange {
    let found = written.sourceRange(of: range)
    return found.isEmpty && range.isEmpty && text.isEmpty ? highlight : found
  }

  /// The edit that puts another text in the place of a part of this one, written as the file writes texts.
  ///
  /// - Parameter range: UTF-8 offsets in ``text``.
  public func replacing(_ range: ByteRange, with replacement: String) -> TextEdit {
    if let leaf, leaf.node.isSelfClosing { return leaf.tree.settingText(of: leaf, to: replacement) }
    return written.replacing(range, with: replacement)
  }

  /// The edit that puts another text in the place of this one.
  public func setting(to replacement: String) -> TextEdit {
    replacing(ByteRange(0, text.utf8.count), with: replacement)
  }
}

/// Finds the mentions of purpose keys in one document, and the texts under them.
struct PurposeReader {
  let catalog: Catalog
  let vocabularies: Vocabularies
  /// So many places are read, and so many texts.
  let mostMentions: Int
  private(set) var mentions: [PurposeMention] = []
  private(set) var strings: [PurposeString] = []
  /// The offset of the first thing that is not read.
  private(set) var cut: Int?

  /// Whether there is room for what stands at an offset.
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
        // Texts stand there as they are, or with facts about them in dictionaries of their own.
        guard key.type != .dictionaryOfDescriptions, entry.value?.element != .dict else { continue }
        add(entry: entry, entry.name, key: key, .namedText(of: key.name))
      }
    }
  }

  /// Reads a table of texts that is written as a property list.
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
    for configuration in project.configurations {
      read(configuration.settings, target: nil, configuration: configuration.name)
    }
    for target in project.targets {
      for configuration in target.configurations {
        read(configuration.settings, target: target.identifier, configuration: configuration.name)
      }
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
      // A list is what Xcode makes of a text that it takes for several words; no one writes one by hand.
      guard setting.values.count == 1, let value = setting.values.first else { continue }
      strings.append(PurposeString(mention: mention, written: value, language: nil, variation: [], leaf: nil))
    }
  }
}
