public import SourceText

/// The lock file of a package manager. Any bytes give one.
///
/// Supports `Package.resolved` (versions 1 to 3), `Podfile.lock`, `Cartfile.resolved`, `pubspec.lock`, `package-lock.json`
/// (versions 1 to 3) and `yarn.lock` (classic and Berry).
public struct LockFile: Sendable {
  /// The package manager.
  public enum Format: String, Sendable, CaseIterable {
    case swiftPackage = "Package.resolved"
    case cocoaPods = "Podfile.lock"
    case carthage = "Cartfile.resolved"
    case pub = "pubspec.lock"
    case npm = "package-lock.json"
    case yarn = "yarn.lock"

    /// The format by the last component of a path, ignoring case; nil for other files.
    public init?(path: String) {
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let small = path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...].lowercased()
      guard let format = Self.allCases.first(where: { $0.rawValue.lowercased() == small }) else { return nil }
      self = format
    }
  }

  /// A package with its resolved version.
  public struct Dependency: Hashable, Sendable {
    /// The name in the file: "Alamofire", "alamofire", "Alamofire/Alamofire".
    public var name: String
    /// A lowercase package URL: "pkg:cocoapods/alamofire", "pkg:swift/github.com/alamofire/alamofire".
    public var packageURL: String
    /// The released version; nil for a branch, a commit, a path or a modified copy.
    public var version: String?
    /// The folder in which npm and Yarn install it, relative to the lock file: "node_modules/a/node_modules/@capacitor/ios".
    /// A pod may come from there: "../node_modules/lottie-ios", or from Flutter: ".symlinks/plugins/geolocator/ios". Nil for
    /// all others.
    public var folder: String?
    /// Whether it’s a pod of the developers’ own, in a folder that no tool made. Only read from `Podfile.lock`.
    public var isLocal = false
    /// Whether the project names it itself, or the file doesn’t tell.
    public var isDirect = true
    /// The direct dependency that requires it; nil for a direct dependency, and if the file doesn’t tell. Only read from
    /// `Podfile.lock`.
    public var broughtBy: String?
    /// The package of which that one requires a single version, or nearly, so that all that do are updated together.
    /// Only read from `Podfile.lock`.
    public var pinnedWith: String?
    /// The other pods that require it, with what they require of its version. Only read from `Podfile.lock`.
    public var requirements: [Requirement] = []
    /// What the project itself requires of its version, as written; empty if any will do. Only read from `Podfile.lock`.
    public var ownRequirement = ""
    /// The bytes of the version, without quotation marks; those of the name if there is no version.
    public var range: ByteRange
    /// The bytes of the whole entry.
    public var entry: ByteRange

    /// The name of the Flutter plug-in in whose folder it is: "geolocator".
    package var plugIn: String? {
      guard let parts = folder?.split(separator: "/"), let links = parts.lastIndex(of: ".symlinks") else { return nil }
      return parts.dropFirst(links + 2).first.map(String.init)
    }

    /// The name of the npm package in whose folder it is: "@capacitor/ios".
    package var npmPackage: String? {
      guard let parts = folder?.split(separator: "/"), let modules = parts.lastIndex(of: "node_modules") else {
        return nil
      }
      let name = parts[(modules + 1)...]
      return name.prefix(name.first?.first == "@" ? 2 : 1).joined(separator: "/")
    }
  }

  /// What a package requires of another one’s version.
  public struct Requirement: Hashable, Sendable {
    /// The package that requires it.
    public var name: String
    /// As written: "~> 5.0", "= 1.49.1", "< 3.0, >= 1.2"; empty if any version will do.
    public var versions: String

    /// How little choice it leaves: more numbers leave less, and an equals sign none.
    var strictness: Int {
      if versions.hasPrefix("=") { return .max }
      return versions.hasPrefix("~>") ? versions.split(separator: ".").count : versions.contains("<") ? 1 : 0
    }
  }

  /// A syntax error in the file.
  public struct Problem: Hashable, Sendable {
    /// A sentence without a full stop.
    public let message: String
    public let range: ByteRange
  }

  /// In the order of the file.
  public let dependencies: [Dependency]
  public let problems: [Problem]
  /// Where reading stopped because there are too many entries; nil if all were read.
  public let cut: Int?

  /// The entry at a byte offset.
  public func dependency(at offset: Int) -> Dependency? {
    dependencies.first { $0.entry.touches(offset) }
  }
}
