import Wording

extension Rule {
  static let appNameInText = Rule.wording(
    id: "app-name-in-text",
    severity: .hint,
    summary: "A purpose string names the app, which the alert already shows.",
    explanation: """
      The alert’s title already says which app is asking. “This app” or “we” is shorter, and stays right when the app \
      is renamed.
      """,
    sources: ["hig-2014", "info-plist-keys", "hig-privacy"],
    isOnByDefault: false,
    style: "the app’s name",
    examples: [
      .shows(
        "«$(PRODUCT_NAME)» uses your camera to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        ["CFBundleName": "Gatekeeper", "NSCameraUsageDescription": "«Gatekeeper» scans tickets at the door."],
        fixed: ["CFBundleName": "Gatekeeper", "NSCameraUsageDescription": "This app scans tickets at the door."],
        path: "Info.plist"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    guard case .namesApp(let isCertain) = finding.kind else { return nil }
    let advice =
      isCertain
      ? "is already in the alert: say “this app”" : "looks like the app’s name, which the alert already shows"
    return Advice("\(quoted(finding.words)) \(advice)") {
      guard let change = context.vocabularies.wording.withoutName(finding, in: text.string.text) else { return [] }
      let edit = text.string.replacing(change.range, with: change.replacement)
      return [Fix(title: "Say \(quoted(change.replacement)) instead", edits: [edit], isPreferred: isCertain)]
    }
  }
}
