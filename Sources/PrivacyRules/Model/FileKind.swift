import ProjectFiles

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
  /// The versions of packages that a package manager chose.
  case lockFile = "lock-file"
  /// Source code, or a description of targets that isn’t one of the others: `Package.swift`, `project.yml`. What is found
  /// in it rests on ``SourceEvidence`` alone, and no search finds it by its name.
  case source

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
    case .lockFile: LockFile.Format.allCases.map(\.rawValue)
    case .source: []
    }
  }

  /// The name that files of the kind mostly have.
  public var usualName: String {
    switch self {
    case .privacyManifest: "PrivacyInfo.xcprivacy"
    case .entitlements: "App.entitlements"
    case .buildSettings: "App.xcconfig"
    case .infoPlist, .stringsTable, .stringCatalog, .xcodeProject, .lockFile: namePatterns.first ?? ""
    case .source: "App.swift"
    }
  }

  /// Whether files of the kind are property lists, in whatever format.
  public var isPropertyList: Bool {
    switch self {
    case .privacyManifest, .infoPlist, .entitlements: true
    case .stringsTable, .stringCatalog, .xcodeProject, .buildSettings, .lockFile, .source: false
    }
  }

  /// Whether sources may have to do with what is found in files of the kind.
  public var isComparedWithSources: Bool {
    switch self {
    case .privacyManifest, .infoPlist, .entitlements, .xcodeProject, .buildSettings, .source: true
    case .stringsTable, .stringCatalog, .lockFile: false
    }
  }

  /// The kind of a file by its name, nil if the file is none of ours. Only the last path component counts, and of
  /// an Info.plist its folder; letter case does not.
  public static func of(path: String) -> FileKind? {
    var path = path
    // Searches ask this of every file of a tree.
    return path.withUTF8 { bytes in
      let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
      // Nearly every name is none of ours, and its last two letters tell so.
      guard let last = NamePattern.lastTwo(name), lastLetters.contains(last),
        let kind = patterns.first(where: { $0.matches(name) })?.kind
      else { return nil }
      if othersNames.contains(where: { $0.kind == kind && $0.matches(name) }) { return nil }
      return kind == .infoPlist && isOfLanguage(bytes[..<name.startIndex]) ? nil : kind
    }
  }

  /// Whether a file’s name is that of a table for Info.plist with something before or behind it, as a build may have it
  /// that copies one of several: `InfoPlist-Beta.strings`.
  package static func isRenamedTable(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".strings") && name.contains("infoplist") && name != "infoplist.strings"
  }

  /// Whether a folder has translations, by its path: no bundle is described there unless a project says so. What all
  /// languages share may lie in one, too.
  private static func isOfLanguage(_ folder: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let path = String(decoding: folder, as: UTF8.self).lowercased()
    return path.hasSuffix(".lproj/") && !path.hasSuffix("/base.lproj/") && path != "base.lproj/"
  }

  /// The kind of a file by its name and its folder’s path.
  package static func of(_ name: String, in folder: String) -> FileKind? {
    // Few names need the path.
    switch of(path: name) {
    case .infoPlist: of(path: "\(folder)/\(name)")
    // A copy that someone has put aside is no project.
    case .xcodeProject: folder.hasSuffix(".xcodeproj") ? .xcodeProject : nil
    case let kind: kind
    }
  }

  private static let patterns = allCases.flatMap { kind in kind.namePatterns.map { NamePattern(kind, $0) } }

  /// Names with a pattern of ours that others made up for something else: Firebase’s settings describe no bundle.
  private static let othersNames = [NamePattern(.infoPlist, "GoogleService-Info*.plist")]

  private static let lastLetters = Set(patterns.compactMap { NamePattern.lastTwo($0.tail) })

  /// A name with one `*` at most.
  private struct NamePattern: Sendable {
    let kind: FileKind
    /// What stands before the `*` and behind it, in small letters; the whole name as the second where there is none.
    let head, tail: [UInt8]
    let isWhole: Bool

    init(_ kind: FileKind, _ pattern: String) {
      self.kind = kind
      let parts = pattern.lowercased().utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      isWhole = parts.count == 1
      head = isWhole ? [] : Array(parts[0])
      tail = parts.last.map { Array($0) } ?? []
    }

    func matches(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      guard isWhole ? name.count == tail.count : name.count >= head.count + tail.count else { return false }
      return zip(name.reversed(), tail.reversed()).allSatisfy { Self.small($0) == $1 }
        && zip(name, head).allSatisfy { Self.small($0) == $1 }
    }

    /// The last two letters, small, as a number; nil where there is but one.
    static func lastTwo(_ name: some BidirectionalCollection<UInt8>) -> UInt16? {
      guard let last = name.last, let other = name.dropLast().last else { return nil }
      return UInt16(small(other)) << 8 | UInt16(small(last))
    }

    static func small(_ byte: UInt8) -> UInt8 {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
  }
}
