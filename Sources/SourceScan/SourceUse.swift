public import Catalog
public import SourceText

/// A place in source code that uses what Apple protects.
public struct SourceUse: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A required reason API, with the place of its category in the catalog, and of others where any of them fits.
    case requiredReason(category: Int, alternatives: [Int])
    /// An API that needs purpose strings: every one of the lists, of a list any.
    case permission(keys: [[String]])
    /// What a guideline advises against, with the guideline’s or the rule’s identifier.
    case guideline(String)
  }

  /// How sure it is that the code means this API.
  public enum Confidence: String, Sendable, Comparable {
    case possible, likely, certain

    public static func < (a: Self, b: Self) -> Bool { a.place < b.place }
    private var place: Int { self == .possible ? 0 : self == .likely ? 1 : 2 }
  }

  /// A reason that fits, and what in the code speaks for it.
  public struct Reason: Sendable, Hashable {
    public let code: String
    /// A sentence without its full stop.
    public let why: String
    /// Whether nothing at the call speaks for it; it is only the most common one.
    public let isDefault: Bool

    public init(code: String, why: String, isDefault: Bool = false) {
      self.code = code
      self.why = why
      self.isDefault = isDefault
    }
  }

  /// The symbol alone, in bytes.
  public var range: ByteRange
  public var symbol: String
  public var kind: Kind
  public var confidence: Confidence
  /// Whether it is a hint at most: code of debug builds and previews, and what only may be the API.
  public var isHint: Bool
  /// The likeliest first.
  public var reasons: [Reason] = []
  /// The macro whose definition it is in. Where no file expands the macro, the use is a hint.
  public var macro: String?
  /// The builds that compile it.
  var builds = Builds.all
  /// Whether the name of the system’s module stands before it.
  var isQualified = false

  /// Whether only builds with a flag of the project’s own compile it.
  public var isUnderFlag: Bool { builds.contains(.underFlag) }

  /// Whether a product for any of some platforms has it; where no platform is given, nobody knows.
  public func isBuilt(for platforms: some Collection<Platform>) -> Bool {
    let wanted = Builds(platforms.compactMap(\.condition), isDebug: nil)
    guard !wanted.isEmpty else { return true }
    // What ships on one platform alone is no hint for another.
    return !wanted.isDisjoint(with: builds.ships && !isHint ? builds.intersection(.shipping) : builds)
  }

  /// The same use where its module declares some names itself, which win over those of the system.
  public func shadowed(by declarations: Set<String>) -> SourceUse {
    guard case .requiredReason = kind, !isQualified, declarations.contains(symbol) else { return self }
    var use = self
    use.confidence = .possible
    use.isHint = true
    return use
  }
}

extension Platform {
  fileprivate var condition: BuildCondition.Platform? {
    switch self {
    case .iPadOS: .iOS
    case .macCatalyst: .macCatalyst
    default: BuildCondition.Platform(rawValue: rawValue)
    }
  }
}

/// What a source file uses.
public struct ScannedSource: Sendable, Hashable {
  /// In the order of their ranges.
  public var uses: [SourceUse] = []
  /// The purpose strings for what the types are for that it names, whatever it does with them.
  public var mentionedKeys: Set<String> = []
  /// Names of required reason APIs that the file declares for its whole module.
  public var declarations: Set<String> = []
  /// Whether the file imports a module for tests, and so ships in no product.
  public var isTest = false

  public init(
    uses: [SourceUse] = [], mentionedKeys: Set<String> = [], declarations: Set<String> = [], isTest: Bool = false
  ) {
    self.uses = uses
    self.mentionedKeys = mentionedKeys
    self.declarations = declarations
    self.isTest = isTest
  }
}
