/// A check, with everything that is said about it.
public struct Rule: Sendable {
  /// Kebab-case, never reused: "unknown-reason".
  public let id: String

  public static func isKnown(_ id: String) -> Bool { false }
}
