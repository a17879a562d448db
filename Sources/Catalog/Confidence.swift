/// How certain it is that something means an API.
public enum Confidence: String, Sendable, CaseIterable, Comparable {
  case possible, likely, certain

  private var rank: Int { self == .possible ? 0 : self == .likely ? 1 : 2 }
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}
