import SourceText

extension Rule {
  static let untranslatedText = Rule(
    id: "untranslated-text",
    severity: .warning,
    summary: "A translation is identical to the text it should translate.",
    explanation: """
      The text is the same, word for word, as in the development language, so people who use the app in this language \
      see a foreign one in the alert. If several languages repeat the original, one finding at the original lists them \
      all.
      """,
    sources: ["info-plist-keys", "framework-pages"],
    kinds: .withPurposeStrings,
    examples: [
      .shows(
        "«This app uses your camera to scan receipts.»", for: "NSCameraUsageDescription", translatedTo: "de",
        beside: """
          --- Info.plist
          <key>CFBundleDevelopmentRegion</key>
          <string>en</string>
          <key>NSCameraUsageDescription</key>
          <string>This app uses your camera to scan receipts.</string>
          """),
      .shows(
        "This app uses your camera to scan receipts.", for: "NSCameraUsageDescription", translatedTo: "en-GB",
        beside: """
          --- Info.plist
          <key>CFBundleDevelopmentRegion</key>
          <string>en</string>
          <key>NSCameraUsageDescription</key>
          <string>This app uses your camera to scan receipts.</string>
          """),
      .shows(
        [
          "CFBundleDevelopmentRegion": "en",
          "NSCameraUsageDescription": "«This app uses your camera to scan receipts.»",
        ],
        path: "Info.plist",
        beside: """
          --- de.lproj/InfoPlist.strings
          "NSCameraUsageDescription" = "This app uses your camera to scan receipts.";
          --- fr.lproj/InfoPlist.strings
          "NSCameraUsageDescription" = "This app uses your camera to scan receipts.";
          """),
    ]
  ) { findings, context in
    var seen: Set<ByteRange> = []
    let wording = context.vocabularies.wording
    for translations in context.translations {
      var asked: Set<String> = []
      for string in context.purposeStrings where asked.insert(string.name).inserted {
        guard string.key != nil,
          let (own, places) = translations.untranslated(string.name, wording), let first = places.first,
          let (file, base) = translations.base(of: string.name),
          // A text that has to be rewritten, or is never shown, needs no translation.
          !context.isDead(string.mention), context.hasOriginal(of: string.mention), !base.isPlaceholder(context)
        else { continue }
        let name = quoted(string.name)
        let language = context.catalog.languageName(own)
        // A single one is reported where it is, several at the text that they should translate.
        if places.count == 1 {
          guard first.file === context.file, seen.insert(first.string.highlight).inserted,
            context.copies(of: first.string, findings) != nil
          else { continue }
          findings.report(
            "\(name) is not translated into \(context.catalog.languageName(first.string.language ?? "")) but left in "
              + language,
            at: first.string.highlight, related: [context.related(file, base.highlight, "The same text")])
          continue
        }
        guard file === context.file, !seen.contains(base.highlight) else { continue }
        let copies = context.copies(of: base, findings) { other in
          // In each target, the finding belongs to the text that is translated.
          context.project.targets(with: other).contains { target in
            target.translations.base(of: base.name)?.file.path == other.path
              && target.translations.untranslated(base.name, wording).map {
                $0.places.map(\.string.language) == places.map(\.string.language)
              } ?? false
          }
        }
        guard let copies, seen.insert(base.highlight).inserted else { continue }
        var names: [String] = []
        for place in places {
          let name = context.catalog.languageName(place.string.language ?? "")
          if !names.contains(name) { names.append(name) }
        }
        findings.report(
          "\(name) is not translated into \(enumerated(names)) but left in \(language)", at: base.highlight,
          related: places.prefix(20).map {
            context.related($0.file, $0.string.highlight, "Left in \(language)")
          } + copies)
      }
    }
  }
}
