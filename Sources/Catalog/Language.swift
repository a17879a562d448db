/// A language that texts may be translated into.
public final class Language: Sendable {
  /// The shortest code: "de", or "zh-Hant" where the script decides.
  public let code: String
  /// The English name.
  public let name: String
  /// Other codes and the old names of folders: "iw", "German".
  public let aliases: [String]
  /// The characters that may end a sentence, the usual one first; empty where sentences take no mark.
  public let endMarks: [Character]
  public let isRightToLeft: Bool
  public let provenance: Catalog.Provenance

  init(
    code: String, name: String, aliases: [String], endMarks: [Character], isRightToLeft: Bool,
    provenance: Catalog.Provenance
  ) {
    self.code = code
    self.name = name
    self.aliases = aliases
    self.endMarks = endMarks
    self.isRightToLeft = isRightToLeft
    self.provenance = provenance
  }

  /// Whether a text is expected to end with a mark.
  public var usesEndMark: Bool { !endMarks.isEmpty }
}
