import SourceText

extension Rule {
  static let emptyTranslation = Rule(
    id: "empty-translation",
    severity: .warning,
    itms: "ITMS-90738",
    summary: "A translated purpose string is empty or repeats the name of its key.",
    explanation: """
      People see this text when they use the app in this language. An empty text tells them nothing, and the key’s \
      name looks like a mistake. App Store Connect delivers the app and asks for a correction by email.
      """,
    sources: ["info-plist-keys", "github-threads", "public-files"],
    kinds: [.stringsTable, .stringCatalog],
    examples: [
      .shows(
        """
        "NSCameraUsageDescription" = «""»;
        """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows("«NSCameraUsageDescription»", for: "NSCameraUsageDescription", translatedTo: "de"),
      .shows("Liest deine Belege ein.", for: "NSCameraUsageDescription", translatedTo: "de"),
    ]
  ) { findings, context in
    var told: Set<String> = []
    for string in context.purposeStrings where string.key != nil {
      let text = trimmingBlanks(string.text)
      guard text.isEmpty || text == string.name, !context.isDead(string.mention),
        context.hasOriginal(of: string.mention), let copies = context.copies(of: string, findings)
      else { continue }
      let language = string.language.map { " in \(context.catalog.languageName($0))" } ?? ""
      // A lone quotation mark is being typed, and has a syntax finding.
      if text.isEmpty, string.highlight.count != 1 {
        // A text that is empty in several languages is reported in the first of them; if empty in all, in Info.plist.
        guard let others = context.emptyTranslations(like: string, findings), told.insert(string.name).inserted else {
          continue
        }
        let names = ([string] + others.map(\.string)).compactMap { $0.language.map(context.catalog.languageName) }
          .unique()
        findings.report(
          others.isEmpty || names.isEmpty
            ? "\(quoted(string.name)) is empty\(language)" : "\(quoted(string.name)) is empty in \(enumerated(names))",
          at: string.highlight, itms: string.text.isEmpty ? nil : "",
          related: (copies + others.prefix(20).map { context.related($0.file, $0.string.highlight, "Empty as well") })
            .unique())
      } else if text == string.name {
        findings.report(
          "\(quoted(string.name)) has only its own name as its text\(language)", at: string.highlight, related: copies)
      }
    }
  }
}

extension LintContext {
  /// The other empty translations of a key; nil if the finding in an earlier file, or the one in Info.plist, covers
  /// this one.
  fileprivate func emptyTranslations(like string: PurposeString, _ findings: Findings) -> [Translations.Place]? {
    let own = project.targets.filter { !$0.isTest }
    if own.contains(where: { isEmptyEverywhere(string.name, in: $0) }) { return nil }
    let isFirst = isBefore(in: own)
    var others: [Translations.Place] = []
    for target in own {
      for other in target.files where other.isTranslation {
        let isOwn = other === file || other.path == ownPath
        for like in isOwn ? purposeStrings : other.purposeStrings
        where like.name == string.name && trimmingBlanks(like.text).isEmpty && like.highlight.count != 1 {
          if isOwn, like.highlight == string.highlight { continue }
          let isEarlier = isOwn ? like.highlight.lower < string.highlight.lower : isFirst(other, file)
          if isEarlier, isReported(findings, in: other, at: like.highlight) { return nil }
          others.append((other, like))
        }
      }
    }
    return others
  }

  /// Whether the text is empty in Info.plist and in every translation, so that Info.plist has the finding.
  private func isEmptyEverywhere(_ name: String, in target: Target) -> Bool {
    let texts = target.texts(named: name)
    return texts.allSatisfy { trimmingBlanks($0.string.text).isEmpty }
      && texts.contains { text in
        !text.file.isTranslation && isReported(.emptyPurposeString, in: text.file, at: text.string.highlight)
      }
  }
}

extension Target {
  /// The texts of a key in Info.plist, in build settings and in all languages.
  func texts(named name: String) -> [Translations.Place] {
    files.flatMap { file in purposeStrings(in: file).filter { $0.name == name }.map { (file, $0) } }
  }
}
