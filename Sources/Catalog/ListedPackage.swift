/// A package that carries an SDK of Apple's list.
public struct ListedPackage: Sendable {
  /// What it is everywhere, as a package URL in small letters: "pkg:cocoapods/alamofire".
  public let url: String
  /// The first version with a privacy manifest, in each line of releases that got one; empty where none has one.
  public let firstVersions: [String]

  /// - Parameter firstVersion: What the SDK says of all its packages; counts for those without “firstVersions”.
  init(_ entry: inout EntryReader, firstVersion: String?) {
    url = entry.string("url", form: .packageURL)
    let hasOwn = entry.isGiven("firstVersions")
    let own = entry.strings("firstVersions")
    firstVersions = hasOwn ? own : [firstVersion].compactMap(\.self)
    if entry.notes.isChecking, firstVersions.contains(where: { PackageVersion($0) == nil }) {
      entry.notes.fault("“firstVersions” must hold a version, as “firstVersion” has words", at: entry.value)
    }
  }

  /// What is known of the manifest of a version.
  public enum Manifest: Hashable, Sendable {
    /// The version has one, or nobody knows.
    case expected
    /// It has none, and this version or a later one has to be taken.
    case missing(until: String)
    /// No release has one.
    case neverThere
  }

  /// What is known of a version's manifest.
  ///
  /// - Parameter version: "5.8.1", "v5.8.1"; of anything that is no release nothing is known.
  public func manifest(in version: String) -> Manifest {
    guard let version = PackageVersion(version) else { return .expected }
    let first = firstVersions.compactMap { text in PackageVersion(text).map { (text, $0) } }
    guard let last = first.max(by: { $0.1 < $1.1 }) else { return .neverThere }
    // A line of older releases may have got it later than the next one: 4.8.2 has one, and 5.0.0 none.
    let line = first.filter { $0.1.major == version.major }.sorted { $0.1 < $1.1 }
    if !line.isEmpty {
      // Where a major version has several such lines, 1.49.2 and 1.62.1 have one, and 1.50.0 none.
      let next = line.first { $0.1.minor == version.minor } ?? line.first { version < $0.1 }
      return next.flatMap { version < $0.1 ? .missing(until: $0.0) : nil } ?? .expected
    }
    return first.allSatisfy { version < $0.1 } ? .missing(until: last.0) : .expected
  }
}

/// The number of a release: "5.8.1", "v2.7.8", "16.3.1+1".
struct PackageVersion: Comparable {
  private let numbers: [UInt64]

  var major: UInt64 { numbers.first ?? 0 }
  var minor: UInt64 { numbers.dropFirst().first ?? 0 }

  /// Nil for what is not numbers, such as a branch or a commit. A beta counts as the release that it comes before.
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
    // “5” may be anything, a branch too.
    guard numbers.count > 1 else { return nil }
    // The number of the build, which pub counts, comes behind all others.
    numbers += Array(repeating: 0, count: 4 - numbers.count)
    numbers.append(parts.count > 1 ? UInt64(Substring(parts[1])) ?? 0 : 0)
    self.numbers = numbers
  }

  static func < (a: Self, b: Self) -> Bool { a.numbers.lexicographicallyPrecedes(b.numbers) }
}

extension Catalog {
  /// The SDK of Apple's list that a package carries, and what is known of the package.
  ///
  /// - Parameter url: A package URL in small letters.
  public func listedPackage(_ url: String) -> (sdk: ListedSDK, package: ListedPackage)? {
    parts[.lookups].index.packages[url]
  }
}
