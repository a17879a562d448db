import BuildTargets
public import Catalog
public import PropertyList
public import SourceText

/// What an Info.plist says about privacy and its bundle: typed views of the tree, with all ranges. Other keys are
/// ignored.
public final class InfoPlist: Sendable {
  /// The root dictionary.
  public let root: PropertyListValue
  /// The entries under purpose keys, in order, including duplicates and misspelled keys.
  public let purposes: [PurposeEntry]
  /// The entries under other keys that matter to purpose strings.
  public let relatedEntries: [(key: RelatedKey, entry: PropertyListEntry)]
  /// The entries that belong in a privacy manifest.
  public let manifestEntries: [PropertyListEntry]
  /// The first entry of each kind that says what is being built.
  private let bundle: [BundleKey.Role: PropertyListEntry]
  /// Whether there are keys of UIKit, which Mac-only apps don't have.
  private let isForUIKit: Bool
  /// The offset of the first purpose key that wasn't read because there are too many; nil if all were read.
  let cut: Int?

  /// An entry under a purpose key or a misspelled one.
  public struct PurposeEntry: Sendable {
    public let entry: PropertyListEntry
    public let name: String
    /// The key with exactly this name; nil if it doesn't exist.
    public let key: PurposeKey?
    /// What follows the name in the `<key>` element, as UTF-8 offsets of its text; nil if nothing does.
    public let strayText: ByteRange?
  }

  /// - Returns: Nil if the root isn't a dictionary.
  public init?(_ tree: PropertyListTree, catalog: Catalog, vocabularies: Vocabularies) {
    guard let root = tree.root, root.element == .dict else { return nil }
    self.root = root
    var purposes: [PurposeEntry] = []
    var related: [(key: RelatedKey, entry: PropertyListEntry)] = []
    var manifest: [PropertyListEntry] = []
    var bundle: [BundleKey.Role: PropertyListEntry] = [:]
    let definition = catalog.root
    let mostPurposes = 10_000 + tree.text.count / 256
    var cut: Int?
    var isForUIKit = false
    root.forEachEntry { key, value in
      let leaf = PropertyListValue(tree: tree, index: key)
      guard purposes.count < mostPurposes else {
        if cut == nil { cut = leaf.range.lower }
        return
      }
      let entry = PropertyListEntry(key: leaf, value: value.map { PropertyListValue(tree: tree, index: $0) })
      if let index = vocabularies.purposeKeyNames.index(of: leaf) {
        let known = catalog.purposeKeys[index]
        purposes.append(PurposeEntry(entry: entry, name: known.name, key: known, strayText: nil))
        return
      }
      // Names are short; a text of megabytes isn't one.
      guard leaf.node.inner.count <= 2_048 else { return }
      let name = leaf.string
      if name.hasPrefix("UI") { isForUIKit = true }
      if let known = catalog.purposeKey(name) {
        purposes.append(PurposeEntry(entry: entry, name: name, key: known, strayText: nil))
        return
      }
      if let (known, stray) = Self.keyWithText(name, catalog) {
        purposes.append(PurposeEntry(entry: entry, name: known.name, key: known, strayText: stray))
        return
      }
      if let known = catalog.relatedKey(name) {
        related.append((known, entry))
      } else if definition?.key(named: name) != nil {
        manifest.append(entry)
      } else if let role = vocabularies.bundleRoles[name] {
        if bundle[role] == nil { bundle[role] = entry }
      } else if vocabularies.looksLikePurposeKey(name) {
        purposes.append(PurposeEntry(entry: entry, name: name, key: nil, strayText: nil))
      }
    }
    self.purposes = purposes
    relatedEntries = related
    manifestEntries = manifest
    self.bundle = bundle
    self.isForUIKit = isForUIKit
    self.cut = cut
  }

  /// The purpose key that a text begins with, and what follows it.
  private static func keyWithText(_ text: String, _ catalog: Catalog) -> (PurposeKey, ByteRange)? {
    let bytes = Array(text.utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
    guard let start = bytes.firstIndex(where: { !isBlank($0) }) else { return nil }
    let end = bytes[start...].firstIndex { !isLetter($0) && !isDigit($0) } ?? bytes.count
    guard end < bytes.count, let last = bytes.lastIndex(where: { !isBlank($0) }), last >= end,
      let key = catalog.purposeKey(String(decoding: bytes[start..<end], as: UTF8.self))
    else { return nil }
    // After a hyphen or tilde comes a suffix, even an unknown one.
    if bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "~"),
      bytes[end...last].allSatisfy({ !isBlank($0) })
    {
      return nil
    }
    let lower = bytes[end...].firstIndex { !isBlank($0) } ?? end
    return (key, ByteRange(lower, last + 1))
  }

  /// The value of a key about the bundle.
  public func value(_ role: BundleKey.Role) -> PropertyListValue? { bundle[role]?.value }

  /// The first entry under a related key.
  public func entry(_ role: RelatedKey.Role) -> PropertyListEntry? {
    relatedEntries.first { $0.key.role == role }?.entry
  }

  /// The first entry under a purpose key.
  public func purpose(named name: String) -> PurposeEntry? { purposes.first { $0.name == name } }

  /// The app's names, with variables unresolved.
  public var bundleNames: [String] {
    [BundleKey.Role.displayName, .name].compactMap { value($0)?.string }.filter { !$0.isEmpty }
  }

  /// Whether the bundle is an app extension.
  public var isExtension: Bool { bundle[.appExtension] != nil }

  private var isForWatch: Bool { bundle[.watchApp] != nil || bundle[.watchKitApp] != nil }

  /// What kind of bundle the file itself describes.
  public var product: Project.Product {
    if isExtension { return .appExtension }
    // Codes of the classic Mac OS, the same on every platform.
    switch value(.packageType)?.string {
    case "APPL": return .app
    case "FMWK": return .library
    default: return bundle[.requiresIPhone] != nil || isForWatch ? .app : .unknown
    }
  }

  /// The device family numbers in the file; empty if there are none.
  var deviceFamilies: Set<String> {
    guard let value = value(.deviceFamily) else { return [] }
    let values = value.element == .array ? Array(value.elements) : [value]
    return Set(values.map { trimmingBlanks($0.string) })
  }

  /// The platforms that the file itself names, with their minimum versions where those are literal.
  public var platforms: [Platform: SystemVersion?] {
    var result: [Platform: SystemVersion?] = [:]
    if let mac = value(.minimumMacVersion)?.string {
      // A variable counts as well. An iPhone app has the key for Mac Catalyst.
      result[.macOS] = .some(SystemVersion(mac))
      if isForUIKit { result[.iOS] = .some(nil) }
    } else if bundle[.principalClass] != nil, value(.principalClass)?.string == "NSApplication" {
      result[.macOS] = .some(nil)
    }
    if isForWatch {
      result[.watchOS] = .some(value(.minimumVersion).flatMap { SystemVersion($0.string) })
    } else if bundle[.requiresIPhone] != nil {
      result[.iOS] = .some(value(.minimumVersion).flatMap { SystemVersion($0.string) })
    }
    // Xcode writes the key into built products, and some projects keep one of those.
    if result.isEmpty, let built = value(.supportedPlatforms) {
      for name in built.elements {
        if let platform = Platform(sdk: Substring(name.string)) { result[platform] = .some(nil) }
      }
      if result.keys.contains(.macOS), isForUIKit { result[.iOS] = .some(nil) }
    }
    return result
  }

  /// The language of the texts in the file, if it is literal.
  public var developmentRegion: String? {
    value(.developmentRegion).map(\.string).flatMap { $0.isEmpty || $0.utf8.first == UInt8(ascii: "$") ? nil : $0 }
  }
}
