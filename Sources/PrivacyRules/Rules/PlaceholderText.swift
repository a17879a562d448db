import Catalog
import SourceText
import Wording

extension Rule {
  static let placeholderText = Rule.wording(
    id: "placeholder-text",
    severity: .warning,
    summary: "A purpose string is a placeholder, not a message.",
    explanation: """
      People see the text in the system’s alert, word for word. Dots, the name of a setting, a note to the developer \
      or a word such as “test” tell them nothing, and App Review rejects the app. A text that can only be a \
      placeholder, such as the key’s own name in Info.plist, is an error. A text in brackets that points to the \
      strings files is fine if those files have the texts.
      """,
    sources: ["app-review-help", "hig-privacy", "info-plist-keys"],
    style: "a placeholder",
    examples: [
      .shows("«Description»", for: "NSCameraUsageDescription"),
      .shows("«Camera usage description»", for: "NSCameraUsageDescription"),
      .shows("«Privacy - Camera Usage Description»", for: "NSCameraUsageDescription"),
      .shows("«...»", for: "NSCameraUsageDescription", translatedTo: "en"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    guard finding.kind == .placeholder, !context.pointsToTranslations(text.string) else { return nil }
    // A translation that is its key’s name has its own rule.
    if text.string.mention.isTranslation, text.string.key != nil, trimmingBlanks(text.string.text) == text.string.name {
      return nil
    }
    // A key by the name that Xcode shows: “Privacy - Camera Usage Description”.
    let own = trimmingBlanks(text.string.text)
    let isName = context.catalog.purposeKeys.contains { $0.xcodeName == own }
    let isCertain =
      !text.string.mention.isTranslation
      && (isName || context.vocabularies.wording.isPlaceholderBeyondDoubt(text.string.text, key: text.string.name))
    let isQuotation = finding.words.unicodeScalars.allSatisfy(\.properties.isQuotationMark)
    let what = isQuotation ? "A text of quotation marks" : quoted(finding.words)
    return Advice(
      "\(what) is a placeholder: say what this app does with \(text.resource)",
      severity: isCertain ? .error : nil)
  }
}

extension LintContext {
  /// Whether a text in brackets, such as “[localized in strings file]”, points to the strings files, and they have a
  /// text in the development language.
  fileprivate func pointsToTranslations(_ string: PurposeString) -> Bool {
    guard !string.mention.isTranslation, vocabularies.wording.pointsToTranslations(string.text) else { return false }
    return translations.contains { target in
      guard let base = target.base(of: string.name)?.string, base.mention.isTranslation else { return false }
      return !trimmingBlanks(base.text).isEmpty && base.text != string.name
    }
  }
}
