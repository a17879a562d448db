/// A system that apps run on.
public enum Platform: String, Sendable, CaseIterable {
  case iOS, iPadOS
  case macCatalyst = "Mac Catalyst"
  case macOS, tvOS, visionOS, watchOS
}

/// The version of a system or a deployment target: "10.14".
public struct SystemVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let major: Int
  public let minor: Int

  public init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// Reads one to three numbers with full stops between them; nil for anything else, a build setting’s variable too.
  public init?(_ text: some StringProtocol) {
    let parts = String(text).utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      guard part.count <= 4, part.allSatisfy(isDigit), let number = Int(Substring(part)) else { return nil }
      numbers.append(number)
    }
    guard let first = numbers.first, numbers.count <= 3 else { return nil }
    self.init(first, numbers.count > 1 ? numbers[1] : 0)
  }

  public static func < (left: SystemVersion, right: SystemVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  public var description: String { "\(major).\(minor)" }
}

/// Since when something works on a platform, and until when.
public struct Availability: Sendable {
  public let platform: Platform
  /// Nil where the version is not known.
  public let introduced: SystemVersion?
  /// The first version in which a successor should be used; nil for what is current.
  public let deprecated: SystemVersion?
  /// How sure it is that it works there.
  public let status: Catalog.Status
}
