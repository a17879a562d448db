extension Catalog {
  /// A part of the catalog that is decoded when it is first used, so that linting a manifest doesn’t wait for purpose
  /// strings.
  public enum Part: Int, Sendable, CaseIterable {
    case manifest, infoPlist, entitlements, languages, english, guidance, lookups, builtApps, code, sources

    /// The parts whose entries have the day on which they were checked.
    static let withProvenance: [Part] = [
      .manifest, .infoPlist, .entitlements, .languages, .guidance, .lookups, .builtApps,
    ]

    /// The part that a file in `schema/` belongs to; nil for other files.
    public init?(ofFile name: String) {
      switch name {
      case "manifest.json", "data-types.json", "purposes.json", "required-reasons.json", "label.json": self = .manifest
      case "purpose-strings.json": self = .infoPlist
      case "entitlements.json": self = .entitlements
      case "languages.json": self = .languages
      case "english.json", "common-uses.json": self = .english
      case "guidelines.json", "store-messages.json": self = .guidance
      case "sdks.json", "unlisted.json": self = .lookups
      case "built-apps.json": self = .builtApps
      case "sources.json": self = .sources
      case "source-apis.json": self = .code
      default: return nil
      }
    }
  }

  /// A decoded part with its lookup tables.
  final class Content: Sendable {
    let sections: Sections
    let index: Index

    init(_ sections: Sections) {
      self.sections = sections
      index = Index(sections)
    }
  }

  /// The parts, each decoded when it is first used.
  final class Parts: Sendable {
    private let contents: [OnDemand<Content>]

    init(_ make: @escaping @Sendable (Part) -> Content) {
      contents = Part.allCases.map { part in OnDemand { make(part) } }
    }

    subscript(part: Part) -> Content { contents[part.rawValue].value }
  }
}
