/// What is left where only a person can write or choose: a mark that people see, and that rules report until it is
/// replaced.
public enum Gap {
  public static let mark: Character = "…"
  public static let text = String(mark)

  /// Whether a text is nothing but a gap.
  public static func isAll(of text: String) -> Bool {
    text.utf8.count < 64 && text.filter { !$0.isWhitespace } == self.text
  }
}
