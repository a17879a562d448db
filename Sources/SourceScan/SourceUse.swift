public import Catalog
public import SourceText

/// A place in source code that uses a protected API.
public struct SourceUse: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A required reason API, with the index of its category in the catalog, and of others that may fit.
    case requiredReason(category: Int, alternatives: [Int])
    /// An API that needs purpose strings: one key of each of the lists.
    case permission(keys: [[String]])
    /// A violation of a guideline, with the id of the guideline or the rule.
    case guideline(String)
  }

  /// A reason that fits, and the evidence for it.
  public struct Reason: Sendable, Hashable {
    public let code: String
    /// A sentence without its full stop.
    public let why: String
    /// Whether the code has no evidence for it, and it’s only the most common one.
    public let isDefault: Bool

    public init(code: String, why: String, isDefault: Bool = false) {
      self.code = code
      self.why = why
      self.isDefault = isDefault
    }
  }

  /// The symbol itself, in bytes.
  public var range: ByteRange
  public var symbol: String
  public var kind: Kind
  /// How certain it is that the code means this API.
  public var confidence: Confidence
  /// Whether it’s a hint at most: code of debug builds and previews, or only possibly the API.
  public var isHint: Bool
  /// Likeliest first.
  public var reasons: [Reason] = []
  /// The macro whose definition contains the use. If no file expands the macro, the use is a hint.
  public var macro: String?
  /// What a request is for, if that isn’t known by its keys.
  public var role: SourceCall.Role?
  /// Whether the identifier is read when the app is launched, before anything that people do.
  public var isAtLaunch = false
  /// The builds that compile it.
  var builds = Builds.all
  /// Whether it’s a type that is only named: at the start of an extension, as the type of a variable, as an argument of a
  /// generic type.
  public var isMention = false
  /// Whether it’s qualified with the system module’s name.
  var isQualified = false

  /// Whether only builds with one of the project’s own flags compile it.
  public var isUnderFlag: Bool { builds.contains(.underFlag) }

  /// Whether a product for one of some platforms contains it; true if no platform is given.
  public func isBuilt(for platforms: some Collection<Platform>) -> Bool {
    let wanted = Builds(platforms.compactMap(\.condition), isDebug: nil)
    guard !wanted.isEmpty else { return true }
    // A use that ships on one platform only doesn’t count for others.
    return !wanted.isDisjoint(with: builds.ships && !isHint ? builds.intersection(.shipping) : builds)
  }

  /// The same use in a module that declares some names itself, since these hide the system’s.
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

/// The contents of a source file that matter here.
public struct ScannedSource: Sendable, Hashable {
  /// In the order of their ranges.
  public var uses: [SourceUse] = []
  /// The purpose keys for types that the file mentions, however it uses them.
  public var mentionedKeys: Set<String> = []
  /// The names of required reason APIs that the file redeclares for its whole module.
  public var declarations: Set<String> = []
  /// Whether findings may be in the file; otherwise it only counts as part of its target.
  public var isOurs = true

  public init(uses: [SourceUse] = [], mentionedKeys: Set<String> = [], declarations: Set<String> = []) {
    self.uses = uses
    self.mentionedKeys = mentionedKeys
    self.declarations = declarations
  }
}
