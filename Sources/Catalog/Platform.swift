/// A platform that apps run on.
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

  /// Reads one to three numbers separated by full stops; nil for anything else, such as a build setting’s variable.
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

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}

/// The versions of a platform on which something works.
public struct Availability: Sendable {
  public let platform: Platform
  /// Nil if the version is unknown.
  public let introduced: SystemVersion?
  /// The first version in which a successor replaces it; nil if it is current.
  public let deprecated: SystemVersion?
}
