import Wording

extension Rule {
  static let deniedPurpose = Rule.wording(
    id: "denied-purpose",
    severity: .information,
    summary: "A purpose string says that the app doesn’t use the resource.",
    explanation: """
      If nothing in the app uses the resource, the key isn’t needed. If App Store Connect asks for it because a library \
      is linked, say what that library does with the resource: the text is what people see if the alert comes up after \
      all. App Review has let such texts pass for code that never runs.
      """,
    sources: ["app-review-help", "protected-resources"],
    style: "a denial",
    examples: [
      .shows("«This app does not use the camera».", for: "NSCameraUsageDescription"),
      .shows("«Not used»", for: "NSCameraUsageDescription"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    guard case .denial(let namesCode) = finding.kind else { return nil }
    return Advice(
      namesCode
        ? "The text denies the use: if a library needs the key, say what for; if not, remove it"
        : "The text denies the use: remove the key, or say what this app does with \(text.resource)",
      severity: namesCode ? .hint : nil
    ) {
      let removals = text.string.mention.isTranslation ? [] : context.removingEverywhere(text.string.mention)
      return text.rewrite(context) + removals
    }
  }
}
