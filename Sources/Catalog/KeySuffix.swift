/// A suffix that limits a key of Info.plist to some devices or platforms: the “~ipad” in
/// `UIRequiredDeviceCapabilities~ipad`.
public final class KeySuffix: Sendable {
  /// With its punctuation: "-iphoneos", "~ipad".
  public let name: String
  /// Where the key applies, in words: "iPad".
  public let title: String
  /// The platforms on which it applies.
  public let platforms: [Platform]
  /// The device family in build settings and Info.plist; nil if the devices have no number of their own.
  public let family: String?
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    title = entry.string("title")
    platforms = entry.words("platforms")
    family = entry.optionalString("family")
    provenance = Catalog.Provenance(&entry)
  }

  /// Whether it is for a platform rather than a device.
  public var isPlatform: Bool { name.utf8.first == UInt8(ascii: "-") }
}

/// A key name with a suffix.
public struct SuffixedKey: Sendable {
  /// The name without the suffix.
  public let root: String
  /// One or two: a platform, a device, or both in this order.
  public let suffixes: [KeySuffix]

  /// The suffix in the correct case.
  public var suffix: String { suffixes.map(\.name).joined() }
}

extension Catalog {
  /// The parts of a key name; nil if it has no suffix or an unknown one.
  ///
  /// - Parameter ignoringCase: Whether the suffix may differ in case.
  public func suffixed(_ name: String, ignoringCase: Bool = false) -> SuffixedKey? {
    guard let start = name.utf8.firstIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "~") }) else {
      return nil
    }
    var rest = name[start...]
    if ignoringCase { rest = rest.lowercased()[...] }
    var found: [KeySuffix] = []
    for mark: Character in ["-", "~"] where rest.first == mark {
      let end = rest.dropFirst().firstIndex(of: "~") ?? rest.endIndex
      guard let suffix = keySuffixes.first(where: { $0.name == rest[..<end] }) else { return nil }
      found.append(suffix)
      rest = rest[end...]
    }
    return found.isEmpty || !rest.isEmpty ? nil : SuffixedKey(root: String(name[..<start]), suffixes: found)
  }

  /// The name of a key without its suffix.
  public func root(of name: String) -> String { suffixed(name)?.root ?? name }
}
