/// A package that contains an SDK on Apple’s list.
public struct ListedPackage: Sendable {
  /// A lowercase package URL: "pkg:cocoapods/alamofire".
  public let url: String
  /// The first version with a privacy manifest in each release line that has one; empty if no version has one.
  public let firstVersions: [String]
  /// The name of the package that took the place of a discontinued one.
  public let replacement: String?
  /// The URL of a package that needs it and is only in debug builds.
  public let debugOnlyWith: String?
  /// The URL of a package by whose version it has a manifest, where that is locked as well.
  public let versionOf: String?
  /// The URLs of packages that require it, the most likely first.
  public let broughtBy: [String]
  /// Whether projects that link it usually name it themselves, so that others have it only from a package in
  /// ``broughtBy``.
  public let isNamed: Bool
  /// The beginnings of the names of the only products of these packages that need it; empty if all do.
  public let onlyFor: [String]

  /// - Parameter firstVersion: The SDK’s version for packages without “firstVersions”.
  init(_ entry: inout EntryReader, firstVersion: String?) {
    url = entry.string("url")
    firstVersions = entry.optionalStrings("firstVersions") ?? [firstVersion].compactMap(\.self)
    replacement = entry.optionalString("replacedBy")
    debugOnlyWith = entry.optionalString("debugOnlyWith")
    versionOf = entry.optionalString("versionOf")
    broughtBy = entry.strings("broughtBy")
    isNamed = entry.bool("isNamed")
    onlyFor = entry.strings("onlyFor")
  }

  /// Whether a version has a manifest.
  public enum Manifest: Hashable, Sendable {
    /// It has one, or it is unknown.
    case expected
    /// It has none; update to this version or later.
    case missing(until: String)
    /// No version has one.
    case neverThere
  }

  /// Whether a version has a manifest.
  ///
  /// - Parameter version: "5.8.1" or "v5.8.1"; anything else, such as a branch, is unknown.
  public func manifest(in version: String) -> Manifest {
    guard let version = PackageVersion(version) else { return .expected }
    let first = firstVersions.compactMap { text in PackageVersion(text).map { (text, $0) } }
    guard let last = first.max(by: { $0.1 < $1.1 }) else { return .neverThere }
    // An older release line may have got one later than a newer line: 4.8.2 has one, and 5.0.0 doesn’t.
    let line = first.filter { $0.1.major == version.major }.sorted { $0.1 < $1.1 }
    if !line.isEmpty {
      // A major version may have several release lines: 1.49.2 and 1.62.1 have one, and 1.50.0 doesn’t.
      let next = line.first { $0.1.minor == version.minor } ?? line.first { version < $0.1 }
      return next.flatMap { version < $0.1 ? .missing(until: $0.0) : nil } ?? .expected
    }
    return first.allSatisfy { version < $0.1 } ? .missing(until: last.0) : .expected
  }
}

/// A release version: "5.8.1", "v2.7.8", "16.3.1+1".
struct PackageVersion: Comparable {
  private let numbers: [UInt64]

  var major: UInt64 { numbers.first ?? 0 }
  var minor: UInt64 { numbers.dropFirst().first ?? 0 }

  /// Nil for anything else, such as a branch or a commit. A beta counts as its release.
  init?(_ text: String) {
    var rest = text.utf8[...]
    if let first = rest.first, first | 0x20 == UInt8(ascii: "v") { rest = rest.dropFirst() }
    let parts = rest.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
    let release = (parts.first ?? rest).prefix { $0 != UInt8(ascii: "-") }
    var numbers: [UInt64] = []
    for piece in release.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard let number = UInt64(Substring(piece)), numbers.count < 4 else { return nil }
      numbers.append(number)
    }
    // A single number may be a branch or a commit, unless it is small.
    guard let first = numbers.first, numbers.count > 1 || first < 100 else { return nil }
    // The build number, which pub compares, comes last.
    numbers += Array(repeating: 0, count: 4 - numbers.count)
    numbers.append(parts.count > 1 ? UInt64(Substring(parts[1])) ?? 0 : 0)
    self.numbers = numbers
  }

  static func < (a: Self, b: Self) -> Bool { a.numbers.lexicographicallyPrecedes(b.numbers) }
}

extension Catalog {
  /// The SDK on Apple’s list that a package contains.
  ///
  /// - Parameter url: A lowercase package URL.
  public func listedPackage(_ url: String) -> (sdk: ListedSDK, package: ListedPackage)? {
    parts[.lookups].index.packages[url]
  }
}
