/// A visible mark for what a person must fill in. Rules report it until it is replaced.
public enum Gap {
  public static let mark: Character = "…"
  public static let text = String(mark)

  /// Whether a text is only a gap.
  public static func isAll(of text: String) -> Bool {
    text.utf8.count < 64 && text.filter { !$0.isWhitespace } == self.text
  }
}
