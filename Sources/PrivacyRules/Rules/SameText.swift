import Catalog
import SourceText

extension Rule {
  static let sameText = Rule(
    id: "same-text",
    severity: .information,
    summary: "Several purpose strings have the same text.",
    explanation: """
      Each alert asks for something else, so each text has a reason of its own to give. Keys for one and the same \
      resource, such as those for location, may share a text.
      """,
    sources: ["app-review-help", "hig-privacy"],
    kinds: .withPurposeStrings,
    examples: [
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>This app records and sends video messages.</string>\n"
          + "<key>NSMicrophoneUsageDescription</key>\n<string>«This app records and sends video messages.»</string>",
        in: .root, path: "Info.plist"),
      .shows(
        "<key>NSLocationWhenInUseUsageDescription</key>\n<string>This app finds cafés near you.</string>\n"
          + "<key>NSLocationAlwaysAndWhenInUseUsageDescription</key>\n"
          + "<string>This app finds cafés near you.</string>",
        in: .root, path: "Info.plist"),
    ]
  ) { findings, context in
    var firsts: [SharedText: WordedText] = [:]
    for text in context.wordedTexts where !text.isEmptyOrPlaceholder {
      let shared = SharedText(text)
      guard let first = firsts[shared] else {
        firsts[shared] = text
        continue
      }
      // Two texts under one key are that key's matter.
      if first.key.name == text.key.name || first.key.family != nil && first.key.family == text.key.family { continue }
      findings.report(
        "The same text as under \(quoted(first.string.name)): each has a reason of its own",
        at: text.string.highlight,
        related: [Diagnostic.Related(range: first.string.highlight, message: "The same text")])
    }
  }
}

/// What makes two texts the same for one reader: their words, their language and their place in the build.
private struct SharedText: Hashable {
  let text: String
  let language: String?
  let place: PurposeMention.Place
  let variation: [String]

  init(_ text: WordedText) {
    self.text = trimmingBlanks(text.string.text)
    language = text.string.language
    // Names of the app's own choice stand in one dictionary for one purpose each; that of Info.plist is one place.
    place = if case .namedText = text.string.place { .infoPlist } else { text.string.place }
    variation = text.string.variation
  }
}

extension WordedText {
  /// Whether there is a worse thing to say about the text.
  fileprivate var isEmptyOrPlaceholder: Bool {
    findings.contains { $0.kind == .empty || $0.kind == .placeholder }
  }
}
