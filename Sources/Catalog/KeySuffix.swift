/// What stands behind the name of a key of Info.plist that counts on some devices or platforms alone: the “~ipad” of
/// `UIRequiredDeviceCapabilities~ipad`.
public final class KeySuffix: Sendable {
  /// With the mark before it: "-iphoneos", "~ipad".
  public let name: String
  /// Where the key counts, in words: "iPad".
  public let title: String
  /// The platforms on which it counts.
  public let platforms: [Platform]
  /// The number that build settings and Info.plist have for the devices; nil where they have none of their own.
  public let family: String?
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", form: .suffix)
    title = entry.string("title")
    platforms = entry.words("platforms")
    family = entry.optionalString("family")
    provenance = Catalog.Provenance(&entry)
  }

  /// Whether it names a platform and not a device.
  public var isPlatform: Bool { name.utf8.first == UInt8(ascii: "-") }
}

/// The name of a key that counts on some devices or platforms alone.
public struct SuffixedKey: Sendable {
  /// The name without what stands behind it.
  public let root: String
  /// One or two: a platform, a device, or the device behind the platform.
  public let suffixes: [KeySuffix]

  /// What stands behind the root, in the right letter case.
  public var suffix: String { suffixes.map(\.name).joined() }
}

extension Catalog {
  /// The parts of a key's name with a suffix; nil for a name that has none, or one that is not known.
  ///
  /// - Parameter ignoringCase: Whether the suffix may have other letter case than the system reads.
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
