public import SourceText

/// The file in which a package manager notes the versions that it chose. Any bytes give one.
///
/// Read are `Package.resolved` (versions 1 to 3), `Podfile.lock`, `Cartfile.resolved`, `pubspec.lock`,
/// `package-lock.json` (versions 1 to 3) and `yarn.lock` (classic and Berry).
public struct LockFile: Sendable {
  /// What wrote the file.
  public enum Format: String, Sendable, CaseIterable {
    case swiftPackage = "Package.resolved"
    case cocoaPods = "Podfile.lock"
    case carthage = "Cartfile.resolved"
    case pub = "pubspec.lock"
    case npm = "package-lock.json"
    case yarn = "yarn.lock"

    /// The format by the last component of a path, whatever its letter case; nil for other files.
    public init?(path: String) {
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let small = path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...].lowercased()
      guard let format = Self.allCases.first(where: { $0.rawValue.lowercased() == small }) else { return nil }
      self = format
    }
  }

  /// A package with the version that was chosen.
  public struct Dependency: Hashable, Sendable {
    /// As the file spells it: "Alamofire", "alamofire", "Alamofire/Alamofire".
    public var name: String
    /// What it is everywhere, as a package URL in small letters: "pkg:cocoapods/alamofire",
    /// "pkg:swift/github.com/alamofire/alamofire".
    public var packageURL: String
    /// The released version; nil for a branch, a commit, a path or a changed copy.
    public var version: String?
    /// Where npm and Yarn put it, from the folder of the lock file: "node_modules/a/node_modules/@capacitor/ios"; nil for
    /// other formats.
    public var folder: String?
    /// The dependency of the project that brings it along; nil for one that the project names, and where the file doesn’t
    /// tell. Only `Podfile.lock` is read for it.
    public var broughtBy: String?
    /// The bytes of the version, without quotation marks; those of the name where there is no version.
    public var range: ByteRange
    /// The bytes of the whole entry.
    public var entry: ByteRange
  }

  /// What is broken in the file.
  public struct Problem: Hashable, Sendable {
    /// A sentence without its full stop.
    public let message: String
    public let range: ByteRange
  }

  /// In the order of the file.
  public let dependencies: [Dependency]
  public let problems: [Problem]
  /// Where reading ended before the end of the text, since there are too many entries; nil where all were read.
  public let cut: Int?

  /// The entry at an offset in bytes.
  public func dependency(at offset: Int) -> Dependency? {
    dependencies.first { $0.entry.touches(offset) }
  }
}
