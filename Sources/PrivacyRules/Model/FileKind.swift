/// A kind of file this program understands.
public enum FileKind: String, Hashable, Sendable, CaseIterable {
  case privacyManifest = "privacy-manifest"
  case infoPlist = "info-plist"
  /// Texts of Info.plist in one language, in the old style `key = "text";`.
  case stringsTable = "info-plist-strings"
  /// Texts of Info.plist in all languages, as JSON.
  case stringCatalog = "info-plist-catalog"
  case entitlements
  case xcodeProject = "xcode-project"
  case buildSettings = "build-settings"

  /// The names that files of the kind have, as patterns with `*`.
  public var namePatterns: [String] {
    switch self {
    case .privacyManifest: ["*.xcprivacy"]
    case .infoPlist: ["Info.plist", "*-Info.plist", "Info-*.plist"]
    case .stringsTable: ["InfoPlist.strings"]
    case .stringCatalog: ["InfoPlist.xcstrings"]
    case .entitlements: ["*.entitlements"]
    case .xcodeProject: ["project.pbxproj"]
    case .buildSettings: ["*.xcconfig"]
    }
  }

  /// The name that files of the kind mostly have.
  public var usualName: String {
    switch self {
    case .privacyManifest: "PrivacyInfo.xcprivacy"
    case .entitlements: "App.entitlements"
    case .buildSettings: "App.xcconfig"
    case .infoPlist, .stringsTable, .stringCatalog, .xcodeProject: namePatterns.first ?? ""
    }
  }

  /// Whether files of the kind are property lists, in whatever format.
  public var isPropertyList: Bool {
    switch self {
    case .privacyManifest, .infoPlist, .entitlements: true
    case .stringsTable, .stringCatalog, .xcodeProject, .buildSettings: false
    }
  }

  /// The kind of a file by its name, nil if the file is none of ours. Only the last path component counts, and its
  /// letter case does not.
  public static func of(path: String) -> FileKind? {
    // Most files of a folder are none of ours, and all names of ours end with one of five letters.
    switch (path.utf8.last ?? 0) | 0x20 {
    case UInt8(ascii: "y"), UInt8(ascii: "t"), UInt8(ascii: "s"), UInt8(ascii: "j"), UInt8(ascii: "g"): break
    default: return nil
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...]).lowercased()
    switch name {
    case "info.plist": return .infoPlist
    case "infoplist.strings": return .stringsTable
    case "infoplist.xcstrings": return .stringCatalog
    case "project.pbxproj": return .xcodeProject
    default: break
    }
    if name.hasSuffix(".xcprivacy") { return .privacyManifest }
    if name.hasSuffix("-info.plist") || (name.hasPrefix("info-") && name.hasSuffix(".plist")) { return .infoPlist }
    if name.hasSuffix(".entitlements") { return .entitlements }
    if name.hasSuffix(".xcconfig") { return .buildSettings }
    return nil
  }
}
