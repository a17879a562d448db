/// A key of an entitlements file that has to do with privacy.
public final class Entitlement: Sendable {
  /// What the entitlement is for, where a rule must speak of one; most have none.
  public enum Role: String, Sendable, CaseIterable {
    case sandbox, appGroups
  }

  /// Who asks for it.
  public enum Kind: String, Sendable, CaseIterable {
    /// A feature of the app, on any platform.
    case capability
    /// The sandbox of macOS.
    case sandbox
    /// The hardened runtime of macOS.
    case hardenedRuntime = "hardened runtime"
    /// Both: the sandbox and the hardened runtime.
    case sandboxAndHardenedRuntime = "sandbox and hardened runtime"
  }

  /// Purpose strings that go with the entitlement.
  public struct Need: Sendable {
    public enum Basis: String, Sendable, CaseIterable {
      /// With the entitlement the text is expected.
      case entitlement
      /// Only code that uses the resource needs the text.
      case code
    }

    /// Names of ``PurposeKey``s; one of them is enough. The likeliest is first.
    public let keys: [String]
    public let basis: Basis
    /// The value of the entitlement that brings the need; nil if any value does.
    public let value: String?
    /// How sure the link is: read in a source, or our conclusion.
    public let status: Catalog.Status
    /// When it holds, as the end of a sentence: "when the app asks for location"; nil if always.
    public let condition: String?

    init(_ entry: inout EntryReader) {
      keys = entry.nonEmptyStrings("keys", .refersTo(.infoPlistKey))
      basis = entry.word("basis", or: .entitlement)
      value = entry.optionalString("value")
      status = entry.word("status", or: .inferred)
      condition = entry.optionalString("condition")
    }
  }

  public let name: String
  public let role: Role?
  public let type: InfoPlistValueType
  public let title: String
  /// What it opens, in one sentence.
  public let summary: String
  public let notes: [String]
  public let kind: Kind
  /// The values that an element of the array may have, where they are known; empty elsewhere.
  public let values: [String]
  public let platforms: [Availability]
  public let needs: [Need]
  /// Whether Apple must grant it first.
  public let isManagedByApple: Bool
  public let calls: [String]
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name", .defines(.entitlement), form: .dottedWords)
    role = entry.optionalWord("role", .defines(.entitlementRole))
    type = entry.word("type", or: .boolean)
    title = entry.string("title")
    summary = entry.string("summary")
    notes = entry.strings("notes")
    kind = entry.word("kind", or: .capability)
    values = entry.strings("values")
    platforms = entry.platforms()
    needs = entry.optionalEntries("needs", Need.init)
    isManagedByApple = entry.bool("managedByApple", default: false)
    calls = entry.strings("calls")
    provenance = Catalog.Provenance(&entry)
  }

  /// Whether the sandbox of macOS asks for it.
  public var isForSandbox: Bool { kind == .sandbox || kind == .sandboxAndHardenedRuntime }
  /// Whether the hardened runtime of macOS asks for it.
  public var isForHardenedRuntime: Bool { kind == .hardenedRuntime || kind == .sandboxAndHardenedRuntime }
}
