/// The languages of source files. This is the only list of their file extensions.
public enum SourceLanguage: Sendable, Hashable, CaseIterable {
  case swift, c, objectiveC, cPlusPlus, objectiveCPlusPlus
  /// A header, which any language of the C family may include.
  case header

  /// The file extensions in lowercase.
  public var endings: [String] {
    switch self {
    case .swift: ["swift"]
    case .c: ["c"]
    case .objectiveC: ["m"]
    case .cPlusPlus: ["cc", "cpp", "cxx"]
    case .objectiveCPlusPlus: ["mm"]
    case .header: ["h", "hh", "hpp", "hxx"]
    }
  }

  /// The language of a file by its name; nil for other files.
  public init?(path: String) { self.init(ending: fileEnding(of: path)) }

  /// The language of a file by its extension; nil for other files.
  public init?(ending: String) {
    guard let language = Self.byEnding[ending] else { return nil }
    self = language
  }

  private static let byEnding = Dictionary(
    firstOf: allCases.flatMap { language in language.endings.map { ($0, language) } })
}
