/// A language of translations.
public final class Language: Sendable {
  /// The shortest code: "de", or "zh-Hant" if the script matters.
  public let code: String
  /// The English name.
  public let name: String
  /// Other codes and old folder names: "iw", "German".
  public let aliases: [String]
  /// The characters that may end a sentence, the usual one first; empty if sentences have no end mark.
  public let endMarks: [Character]
  public let isRightToLeft: Bool
  /// Whether people can choose it only with a region.
  public let isByRegion: Bool
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader, endMarks: [Character], _ provenance: Catalog.Provenance) {
    code = entry.string("code")
    name = entry.string("name")
    aliases = entry.strings("aliases")
    self.endMarks = endMarks
    isRightToLeft = entry.bool("rightToLeft")
    isByRegion = entry.bool("isByRegion")
    self.provenance = provenance
  }

  /// Whether sentences have end marks.
  public var usesEndMark: Bool { !endMarks.isEmpty }
}
