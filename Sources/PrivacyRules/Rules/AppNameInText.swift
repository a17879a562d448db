import Catalog
import SourceText
import Wording

extension Rule {
  static let appNameInText = Rule(
    id: "app-name-in-text",
    severity: .hint,
    summary: "A purpose string names the app, which the alert already shows.",
    explanation: """
      The alert’s title already says which app is asking. “This app” or “we” is shorter, and stays right when the app \
      is renamed.
      """,
    sources: ["hig-2014", "info-plist-keys", "hig-privacy"],
    kinds: .withPurposeStrings,
    isOnByDefault: false,
    style: "the app’s name",
    examples: [
      .shows(
        "«$(PRODUCT_NAME)» uses your camera to scan tickets.",
        fixed: "This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
      .shows(
        """
        <key>CFBundleName</key>
        <string>Gatekeeper</string>
        <key>NSCameraUsageDescription</key>
        <string>«Gatekeeper» scans tickets at the door.</string>
        """,
        fixed: """
          <key>CFBundleName</key>
          <string>Gatekeeper</string>
          <key>NSCameraUsageDescription</key>
          <string>This app scans tickets at the door.</string>
          """, in: .root, path: "Info.plist"),
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        guard case .namesApp(let isCertain) = finding.kind else { continue }
        findings.report(
          isCertain
            ? "\(quoted(finding.words)) is already in the alert: say “this app”"
            : "\(quoted(finding.words)) looks like the app’s name, which the alert already shows",
          about: text, as: .style, at: text.range(of: finding)
        ) {
          guard let change = context.vocabularies.wording.withoutName(finding, in: text.string.text) else { return [] }
          return [
            Fix(
              title: "Say \(quoted(change.replacement)) instead",
              edits: [text.string.replacing(change.range, with: change.replacement)], isPreferred: isCertain)
          ]
        }
      }
    }
  }
}
