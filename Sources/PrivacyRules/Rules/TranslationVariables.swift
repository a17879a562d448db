import SourceScan
import SourceText

extension Rule {
  static let translationVariables = Rule(
    id: "translation-variables",
    severity: .warning,
    summary: "A translation has different variables from the original.",
    explanation: """
      A specifier such as `%@` must be in every translation. A misspelled one shows as typed, or as nothing. Build \
      settings such as `$(PRODUCT_NAME)` are only replaced in Info.plist, so a translation spells out what they stand for.
      """,
    sources: ["info-plist-keys", "framework-pages"],
    kinds: [.stringsTable, .stringCatalog],
    examples: [
      .shows(
        "«%@ liest deine Belege ein.»", for: "NSCameraUsageDescription", translatedTo: "de", beside: original),
      .shows(
        "100 % deiner Belege liest die App ein.", for: "NSCameraUsageDescription", translatedTo: "de", beside: original),
    ]
  ) { findings, context in
    var seen: Set<ByteRange> = []
    for translations in context.translations {
      for string in context.purposeStrings where string.key != nil {
        guard let language = string.language, !translations.isDevelopment(language),
          !trimmingBlanks(string.text).isEmpty, context.hasOriginal(of: string.mention),
          let (file, base) = translations.base(of: string.name)
        else { continue }
        let found = LintContext.variables(in: string.text)
        // Xcode replaces build settings in Info.plist alone.
        let wanted = LintContext.variables(in: base.text).filter { !$0.hasPrefix("$") || found.contains($0) }
        guard wanted != found, seen.insert(string.highlight).inserted, let copies = context.copies(of: string, findings)
        else {
          continue
        }
        let missing = wanted.filter { !found.contains($0) }
        let extra = found.filter { !wanted.contains($0) }
        let words =
          !missing.isEmpty
          ? "is missing \(list(missing)), which the original has"
          : !extra.isEmpty
            ? "has \(list(extra)), which the original doesn’t"
            : "uses a variable more or less often than the original"
        findings.report(
          "The translation of \(quoted(string.name)) \(words)", at: string.highlight,
          related: [context.related(file, base.highlight, "The original")] + copies)
      }
    }
  }

  private static let original = """
    --- Info.plist
    <key>CFBundleDevelopmentRegion</key>
    <string>en</string>
    <key>NSCameraUsageDescription</key>
    <string>This app uses your camera to scan receipts.</string>
    """
}
