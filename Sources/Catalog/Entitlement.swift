/// A key of an entitlements file that matters for privacy.
public final class Entitlement: Sendable {
  /// Identifies the entitlement in code; most have none.
  public enum Role: String, Sendable, CaseIterable {
    case sandbox, appGroups
  }

  /// What requires it.
  public enum Kind: String, Sendable, CaseIterable {
    /// A capability, on any platform.
    case capability
    /// The sandbox of macOS.
    case sandbox
    /// The hardened runtime of macOS.
    case hardenedRuntime = "hardened runtime"
    case sandboxAndHardenedRuntime = "sandbox and hardened runtime"
  }

  /// Purpose strings that go with the entitlement.
  public struct Need: Sendable {
    public enum Basis: String, Sendable, CaseIterable {
      /// The entitlement itself requires the text.
      case entitlement
      /// Only code that uses the resource requires the text.
      case code
    }

    /// Names of ``PurposeKey``s; one of them is enough. The likeliest is first.
    public let keys: [String]
    public let basis: Basis
    /// The value of the entitlement that requires the text; nil for any value.
    public let value: String?
    /// Whether the connection was read in a source or is our conclusion.
    public let status: Catalog.Status
    /// Whether code may use the entitlement without the text, so that only a call shows that the text is missing.
    public let isOnlyForCalls: Bool
    /// The condition as the end of a sentence: "when the app asks for location"; nil if there is none.
    public let condition: String?

    init(_ entry: inout EntryReader) {
      keys = entry.strings("keys")
      basis = entry.word("basis", or: .entitlement)
      value = entry.optionalString("value")
      status = entry.word("status", or: .inferred)
      isOnlyForCalls = entry.bool("onlyForCalls")
      condition = entry.optionalString("condition")
    }
  }

  public let name: String
  public let role: Role?
  public let type: InfoPlistValueType
  public let title: String
  /// What it gives access to, in one sentence.
  public let summary: String
  public let notes: [String]
  public let kind: Kind
  /// The known values of the array’s elements; empty if unknown.
  public let values: [String]
  public let platforms: [Availability]
  public let needs: [Need]
  /// Whether Apple must approve it first.
  public let isManagedByApple: Bool
  public let calls: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    role = entry.optionalWord("role")
    type = entry.word("type", or: .boolean)
    title = entry.string("title")
    summary = entry.string("summary")
    notes = entry.strings("notes")
    kind = entry.word("kind", or: .capability)
    values = entry.strings("values")
    platforms = entry.platforms()
    needs = entry.entries("needs", Need.init)
    isManagedByApple = entry.bool("managedByApple")
    calls = entry.strings("calls")
    provenance = Catalog.Provenance(&entry)
  }

  /// Whether the sandbox of macOS requires it.
  public var isForSandbox: Bool { kind == .sandbox || kind == .sandboxAndHardenedRuntime }
  /// Whether the hardened runtime of macOS requires it.
  public var isForHardenedRuntime: Bool { kind == .hardenedRuntime || kind == .sandboxAndHardenedRuntime }
}
