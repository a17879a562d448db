import Catalog
import Wording

extension Rule {
  static let barePurpose = Rule.wording(
    id: "bare-purpose",
    severity: .warning,
    summary: "A purpose string gives a reason that any app could give, without detail.",
    explanation: """
      App Review asks for the use and a concrete example, and has rejected texts such as “to scan QR codes” or “to \
      send photos”. Say what this app does with the result, who receives it, or when: one more clause is enough. A \
      text is reported only if any app could use every word of it. A Mac app without the sandbox can’t be in the App \
      Store, so its texts aren’t.
      """,
    sources: ["app-review-help", "github-threads"],
    style: "too general",
    examples: [
      .shows("«This app uses your camera to scan QR codes.»", for: "NSCameraUsageDescription"),
      .shows("«사진을 선택하기 위해 사진 접근 권한이 필요합니다.»", for: "NSPhotoLibraryUsageDescription"),
      .shows(
        "This app uses your camera to scan QR codes on museum signs, for example to play the audio guide.",
        for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    guard finding.kind == .bare, context.isOriginal(text.string), !context.isOutsideMacAppStore else { return nil }
    return Advice("Too general for App Review: add an example of what this app does with \(text.resource)") {
      text.addingExample(context)
    }
  }
}

extension LintContext {
  /// Whether the document’s targets are Mac apps whose entitlements don’t turn the sandbox on, which the Mac App Store
  /// requires.
  fileprivate var isOutsideMacAppStore: Bool {
    let targets = project.targets.filter { !$0.isTest }
    return !targets.isEmpty
      && targets.allSatisfy { target in
        let files = target.files(.entitlements).compactMap(\.entitlements)
        return target.platforms.count == 1 && target.platforms[.macOS] != nil && !files.isEmpty
          && !files.contains { $0.entry(.sandbox)?.isOn ?? false }
      }
  }

  /// Whether a text is in the app’s development language, as far as known.
  fileprivate func isOriginal(_ string: PurposeString) -> Bool {
    guard let language = string.language.map(catalog.canonicalLanguage) else { return true }
    let own = project.targets.compactMap(\.developmentLanguage).map(catalog.canonicalLanguage)
    return own.isEmpty ? language == "en" : own.contains(language)
  }
}
