import ProjectFiles

/// The kinds of files that this program understands.
public enum FileKind: String, Hashable, Sendable, CaseIterable {
  case privacyManifest = "privacy-manifest"
  case infoPlist = "info-plist"
  /// Info.plist texts in one language, in the old style `key = "text";`.
  case stringsTable = "info-plist-strings"
  /// Info.plist texts in all languages, as JSON.
  case stringCatalog = "info-plist-catalog"
  case entitlements
  case xcodeProject = "xcode-project"
  case buildSettings = "build-settings"
  /// The package versions chosen by a package manager.
  case lockFile = "lock-file"
  /// Source code, or a description of targets that isn't one of the others: `Package.swift`, `project.yml`. Its
  /// findings come only from ``SourceEvidence``, and searches don't look for it by name.
  case source

  /// The names of such files, as patterns with `*`.
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

  /// The most common name of such files.
  public var usualName: String {
    switch self {
    case .privacyManifest: "PrivacyInfo.xcprivacy"
    case .entitlements: "App.entitlements"
    case .buildSettings: "App.xcconfig"
    case .infoPlist, .stringsTable, .stringCatalog, .xcodeProject, .lockFile: namePatterns.first ?? ""
    case .source: "App.swift"
    }
  }

  /// Whether such files are property lists, in any format.
  public var isPropertyList: Bool {
    switch self {
    case .privacyManifest, .infoPlist, .entitlements: true
    case .stringsTable, .stringCatalog, .xcodeProject, .buildSettings, .lockFile, .source: false
    }
  }

  /// Whether source code can affect the findings in such files.
  public var isComparedWithSources: Bool {
    switch self {
    case .privacyManifest, .infoPlist, .entitlements, .xcodeProject, .buildSettings, .source: true
    case .stringsTable, .stringCatalog, .lockFile: false
    }
  }

  /// The kind of a file by its name, ignoring case; nil for all other files. Only the last path component matters, and
  /// for an Info.plist also its folder.
  public static func of(path: String) -> FileKind? {
    var path = path
    // Called for every file that a search finds.
    return path.withUTF8 { bytes in
      let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
      // The last two letters rule out nearly every name. `._Info.plist` has what the Mac’s file system knows about a file,
      // for volumes that can’t keep that.
      guard let last = NamePattern.lastTwo(name), lastLetters.contains(last), !name.starts(with: "._".utf8),
        let kind = patterns.first(where: { $0.matches(name) })?.kind
      else { return nil }
      if othersNames.contains(where: { $0.kind == kind && $0.matches(name) }) { return nil }
      return kind == .infoPlist && isOfNoBundle(bytes[..<name.startIndex]) ? nil : kind
    }
  }

  /// Whether a file’s name is that of a table for Info.plist with something before or behind it, as a build may have it
  /// that copies one of several: `InfoPlist-Beta.strings`.
  package static func isRenamedTable(_ name: String) -> Bool {
    let name = name.lowercased()
    guard name.hasSuffix(".strings"), name != "infoplist.strings" else { return false }
    return name.hasPrefix("infoplist") || name.hasSuffix("infoplist.strings")
  }

  /// Whether an Info.plist in a folder with this path describes no bundle unless a project says so: with translations,
  /// of which `Base.lproj` is shared by all languages, so it may, or the data of a catalog of assets.
  private static func isOfNoBundle(_ folder: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let path = String(decoding: folder, as: UTF8.self).lowercased()
    if path.hasSuffix(".dataset/") { return true }
    return path.hasSuffix(".lproj/") && !path.hasSuffix("/base.lproj/") && path != "base.lproj/"
  }

  /// The kind of a file by its name and the path of its folder.
  package static func of(_ name: String, in folder: String) -> FileKind? {
    // Only these kinds need the path.
    switch of(path: name) {
    case .infoPlist: of(path: "\(folder)/\(name)")
    // Outside its bundle it is a copy, not a project.
    case .xcodeProject: folder.hasSuffix(".xcodeproj") ? .xcodeProject : nil
    case let kind: kind
    }
  }

  private static let patterns = allCases.flatMap { kind in kind.namePatterns.map { NamePattern(kind, $0) } }

  /// Names that match our patterns but belong to other tools: Firebase's settings describe no bundle.
  private static let othersNames = [NamePattern(.infoPlist, "GoogleService-Info*.plist")]

  private static let lastLetters = Set(patterns.compactMap { NamePattern.lastTwo($0.tail) })

  /// A name with at most one `*`.
  private struct NamePattern: Sendable {
    let kind: FileKind
    /// What is before and after the `*`, in lower case; without a `*`, the tail is the whole name.
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

    /// The last two letters in lower case, as a number; nil for a shorter name.
    static func lastTwo(_ name: some BidirectionalCollection<UInt8>) -> UInt16? {
      guard let last = name.last, let other = name.dropLast().last else { return nil }
      return UInt16(small(other)) << 8 | UInt16(small(last))
    }

    static func small(_ byte: UInt8) -> UInt8 {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
  }
}
