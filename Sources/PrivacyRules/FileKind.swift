/// A kind of file this program understands.
public enum FileKind: String, Hashable, Sendable, CaseIterable {
  case privacyManifest = "privacy-manifest"
  case infoPlist = "info-plist"

  /// The names that files of the kind have, as patterns with `*`.
  public var namePatterns: [String] {
    switch self {
    case .privacyManifest: ["*.xcprivacy"]
    case .infoPlist: ["Info.plist", "*-Info.plist", "Info-*.plist"]
    }
  }

  /// The kind of a file by its name, nil if the file is none of ours. Only the last path component counts, and its
  /// letter case does not.
  public static func of(path: String) -> FileKind? {
    let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]).lowercased()
    if name.hasSuffix(".xcprivacy") { return .privacyManifest }
    if name == "info.plist" || name.hasSuffix("-info.plist") || (name.hasPrefix("info-") && name.hasSuffix(".plist")) {
      return .infoPlist
    }
    return nil
  }
}
