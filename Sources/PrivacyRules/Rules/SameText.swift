import Catalog
import SourceText
import Wording

extension Rule {
  static let sameText = Rule(
    id: "same-text",
    severity: .information,
    summary: "Several purpose strings have the same text.",
    explanation: """
      Each alert asks for something else, so each text needs its own reason. Keys for the same resource, such as those \
      for location or for the photo library, may share a text.
      """,
    sources: ["app-review-help", "hig-privacy"],
    kinds: .withPurposeStrings,
    examples: [
      .shows(
        [
          "NSCameraUsageDescription": "This app films your dives for the logbook.",
          "NSMicrophoneUsageDescription": "«This app films your dives for the logbook.»",
        ],
        path: "Info.plist"),
      .shows(
        [
          "NSLocationWhenInUseUsageDescription": "This app finds cafés near you.",
          "NSLocationAlwaysAndWhenInUseUsageDescription": "This app finds cafés near you.",
        ],
        path: "Info.plist"),
    ]
  ) { findings, context in
    var shared: [TextOfReader: [ReviewedText]] = [:]
    var order: [TextOfReader] = []
    let placeholders = Set(
      context.reviewedTexts.filter { $0.findings.contains(where: \.kind.isNoText) }.map(TextOfReader.init))
    for text in context.reviewedTexts where !context.isDead(text.string.mention) {
      if placeholders.contains(TextOfReader(text)) { continue }
      // What denies the use has a finding for all its keys.
      if text.deniesUse, !findings.isOff(.vaguePurpose) { continue }
      // A translation without an original has its own finding.
      if text.string.mention.isTranslation, !context.hasOriginal(of: text.string.mention) { continue }
      // If the originals have the same text, so do the translations.
      if text.string.mention.isTranslation, !context.isDevelopment(text.string.language),
        context.translations.contains(where: { $0.base(of: text.string.name) != nil })
      {
        continue
      }
      let identity = TextOfReader(text)
      if shared[identity] == nil { order.append(identity) }
      // Two texts of one key are equal on purpose.
      guard let first = shared[identity]?.first else {
        shared[identity] = [text]
        continue
      }
      if first.key.name == text.key.name || first.key.mayShareText(with: text.key) { continue }
      if shared[identity]?.contains(where: { $0.key.name == text.key.name }) ?? false { continue }
      shared[identity]?.append(text)
    }
    for identity in order {
      guard let texts = shared[identity], texts.count > 1, let first = texts.first,
        let second = texts.dropFirst().first,
        // The same pair in another file or configuration has its finding there.
        context.copies(of: first.string, findings) != nil || context.copies(of: second.string, findings) != nil
      else { continue }
      // What has to be rewritten won’t be the same any more.
      if texts.contains(where: { $0.findings.contains(where: \.kind.asksToRewrite) }), !findings.isOff(.vaguePurpose) {
        continue
      }
      let others = [first] + texts.dropFirst(2)
      findings.report(
        "Same text as \(list(others.map(\.string.name))): give each its own reason", about: second,
        as: .other, at: second.string.highlight,
        related: others.prefix(10).map { .init(range: $0.string.highlight, message: "The same text") })
    }
  }
}

extension PurposeKey {
  /// Whether two keys are for one resource, or ask to add to it and to read it.
  func mayShareText(with other: PurposeKey) -> Bool {
    family != nil && family == other.family || resource == other.resource
      || isAddOnly != other.isAddOnly
        && (related.contains(other.name) || other.related.contains(name))
  }
}

/// What must be equal for a reader to see the same text twice: text, language and place in the build.
struct TextOfReader: Hashable {
  let text: String
  let language: String?
  let place: PurposeMention.Place
  let variation: [String]

  init(_ text: ReviewedText) {
    self.text = trimmingBlanks(text.string.text)
    language = text.string.language
    // Texts with names that the app chose are one dictionary, with a text for each purpose; Info.plist counts as one place.
    place = if case .namedText = text.string.place { .infoPlist } else { text.string.place }
    variation = text.string.variation
  }
}
