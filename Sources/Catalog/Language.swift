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

  init(_ entry: inout EntryReader, endMarks: [Character], _ provenance: Catalog.Provenance) {
    code = entry.string("code", .defines(.language), form: .languageCode)
    name = entry.string("name")
    aliases = entry.strings("aliases", .defines(.language))
    self.endMarks = endMarks
    isRightToLeft = entry.bool("rightToLeft", default: false)
    self.provenance = provenance
  }

  /// Whether a text is expected to end with a mark.
  public var usesEndMark: Bool { !endMarks.isEmpty }
}
