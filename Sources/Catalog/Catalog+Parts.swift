extension Catalog {
  /// A part of the catalog that is decoded by itself, when something of it is first asked for: whoever only judges
  /// manifests waits for nothing that is known of purpose strings.
  public enum Part: Int, Sendable, CaseIterable {
    case manifest, infoPlist, entitlements, languages, english, guidance, lookups, builtApps, code, sources

    /// Those with entries that tell the day on which they were checked.
    static let withProvenance: [Part] = [
      .manifest, .infoPlist, .entitlements, .languages, .guidance, .lookups, .builtApps,
    ]

    /// The part that a file of `schema/` is of; nil for a file that is of none.
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

  /// What a part holds, with the places of its entries.
  final class Content: Sendable {
    let sections: Sections
    let index: Index

    init(_ sections: Sections) {
      self.sections = sections
      index = Index(sections)
    }
  }

  /// The parts, each made when it is first asked for.
  final class Parts: Sendable {
    private let contents: [OnDemand<Content>]

    init(_ make: @escaping @Sendable (Part) -> Content) {
      contents = Part.allCases.map { part in OnDemand { make(part) } }
    }

    subscript(part: Part) -> Content { contents[part.rawValue].value }
  }
}
