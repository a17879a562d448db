extension Catalog {
  /// A part of the catalog that is decoded by itself, when something of it is first asked for: whoever only judges
  /// manifests waits for nothing that is known of purpose strings.
  public enum Part: String, Sendable, CaseIterable {
    case manifest, infoPlist, entitlements, languages, english, guidance, lookups, sources

    /// The part that a section of the schema files belongs to; nil for a name that no section has.
    public init?(ofSection name: String) {
      switch name {
      case "manifest", "dictionaries", "dataTypes", "purposes", "categories", "labelCards", "labelCategories":
        self = .manifest
      case "purposeKeys", "relatedKeys", "bundleKeys", "backgroundModes", "keySuffixes": self = .infoPlist
      case "entitlements": self = .entitlements
      case "sentenceEnds": self = .languages
      case "wordLists", "resourceWords", "commonUses": self = .english
      case "guidelines", "otherAPIs", "storeMessages": self = .guidance
      case "sdks", "unlistedNames": self = .lookups
      case "sources": self = .sources
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
    let manifest: OnDemand<Content>
    let infoPlist: OnDemand<Content>
    let entitlements: OnDemand<Content>
    let languages: OnDemand<Content>
    let english: OnDemand<Content>
    let guidance: OnDemand<Content>
    let lookups: OnDemand<Content>
    let sources: OnDemand<Content>

    init(_ make: @escaping @Sendable (Part) -> Content) {
      func part(_ part: Part) -> OnDemand<Content> { OnDemand { make(part) } }
      manifest = part(.manifest)
      infoPlist = part(.infoPlist)
      entitlements = part(.entitlements)
      languages = part(.languages)
      english = part(.english)
      guidance = part(.guidance)
      lookups = part(.lookups)
      sources = part(.sources)
    }
  }
}
