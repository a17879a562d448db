import Catalog
import SourceScan
import Wording

extension Rule {
  static let vaguePurpose = Rule.wording(
    id: "vague-purpose",
    severity: .warning,
    summary: "A purpose string gives no reason, or only a vague one.",
    explanation: """
      People decide based on this sentence. Name something that this app does with the resource and what for, \
      concretely enough to picture: “to scan receipts, for example to split a restaurant bill”, not “for a better \
      experience”. Asking isn’t a reason, and neither is what every app with the permission does, such as taking \
      pictures with the camera. App Review rejects texts like these; its automated check of 2026 rejects tools’ \
      default texts, which are errors here. A text that denies the use is reported as information.
      """,
    sources: ["hig-privacy", "app-review-help", "info-plist-keys", "hig-2022"],
    style: "no clear reason",
    examples: [
      .shows("«We need access to your camera».", for: "NSCameraUsageDescription"),
      .shows("«Allow $(PRODUCT_NAME) to access your camera.»", for: "NSCameraUsageDescription"),
      .shows("This app uses your camera for «a better experience».", for: "NSCameraUsageDescription"),
      .shows("This app needs the camera to «take pictures».", for: "NSCameraUsageDescription"),
      .shows("«This app does not use the camera».", for: "NSCameraUsageDescription"),
      .shows("This app uses your camera for «various features».", for: "NSCameraUsageDescription", translatedTo: "en"),
      .shows(
        "This app uses your camera to scan receipts, for example to split a restaurant bill.",
        for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    let advice = "say what this app does with \(text.resource)"
    switch finding.kind {
    case .noPurpose where context.vocabularies.wording.isToolDefault(text.string.text, key: text.key.name):
      return Advice("App Review rejects this default text: \(advice)", severity: .error)
    case .noPurpose: return Advice("No clear reason: \(advice)")
    case .vague(isTautology: true): return Advice("Too general: \(advice)")
    case .vague:
      // Most of a long text is no quotation.
      let what = finding.words.utf8.count > 60 ? "This" : quoted(finding.words)
      return Advice("\(what) is vague: \(advice)")
    case .denial(let namesCode):
      if let use = context.call(needing: text.key) {
        return Advice(
          "The text denies the use, but \(quoted(use.use.symbol)) asks for \(text.resource): \(advice)",
          related: [use.related])
      }
      let same = text.denialsReportedHere(context)
      if same.isEmpty { return nil }
      // App Review has accepted such texts for linked code that never runs, which we may not have seen.
      return Advice(
        "The text denies the use: if a library needs the key, say what for; if not, remove it",
        severity: namesCode ? .hint : .information,
        related: same.dropFirst().prefix(10).map { .init(range: $0.string.highlight, message: "The same text") }
      ) {
        let unneeded = same.filter { !context.mayNeed($0.key) }.map(\.string.mention).filter { !$0.isTranslation }
        return context.hasUnknownCode ? [] : context.removingEverywhere(unneeded)
      }
    default: return nil
    }
  }
}

extension ReviewedText {
  /// Whether the text says that its resource isn’t used.
  var deniesUse: Bool { findings.contains(where: \.kind.isDenial) }

  /// The texts with the words of this one that deny the use, and for which nothing is known to ask: one mistake, which is
  /// reported at the first of them; empty at the others.
  fileprivate func denialsReportedHere(_ context: LintContext) -> [ReviewedText] {
    let like = context.reviewedTexts.filter { other in
      other.string.text == string.text && other.string.language == string.language && other.deniesUse
        && context.call(needing: other.key) == nil
    }
    return context.joined(like, by: { _ in true }, at: \.string.highlight, Rule.vaguePurpose)
      .first { $0.first.string.highlight == string.highlight }?.all ?? []
  }
}
