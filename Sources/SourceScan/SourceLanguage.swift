import SourceText

/// The languages of source files that are scanned.
public enum SourceLanguage: Sendable, Hashable, CaseIterable {
  case swift, c, objectiveC, cPlusPlus, objectiveCPlusPlus
  /// A header, which any language of the C family may include.
  case header

  /// The language of a file, from its name; nil for other files.
  public init?(path: String) {
    switch fileEnding(of: path) {
    case "swift": self = .swift
    case "c": self = .c
    case "m": self = .objectiveC
    case "cc", "cpp", "cxx": self = .cPlusPlus
    case "mm": self = .objectiveCPlusPlus
    case "h", "hh", "hpp": self = .header
    default: return nil
    }
  }
}
