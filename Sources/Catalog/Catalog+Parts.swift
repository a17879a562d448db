extension Catalog {
  /// A part of the catalog that is decoded by itself, when something of it is first asked for: whoever only judges
  /// manifests waits for nothing that is known of purpose strings.
  public enum Part: String, Sendable, CaseIterable {
    case manifest, infoPlist, entitlements, languages, english, guidance, lookups, builtApps, code, sources

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
    let manifest: OnDemand<Content>
    let infoPlist: OnDemand<Content>
    let entitlements: OnDemand<Content>
    let languages: OnDemand<Content>
    let english: OnDemand<Content>
    let guidance: OnDemand<Content>
    let lookups: OnDemand<Content>
    let builtApps: OnDemand<Content>
    let sources: OnDemand<Content>
    let code: OnDemand<Content>

    init(_ make: @escaping @Sendable (Part) -> Content) {
      func part(_ part: Part) -> OnDemand<Content> { OnDemand { make(part) } }
      manifest = part(.manifest)
      infoPlist = part(.infoPlist)
      entitlements = part(.entitlements)
      languages = part(.languages)
      english = part(.english)
      guidance = part(.guidance)
      lookups = part(.lookups)
      builtApps = part(.builtApps)
      sources = part(.sources)
      code = part(.code)
    }
  }
}
