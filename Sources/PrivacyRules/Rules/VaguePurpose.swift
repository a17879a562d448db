import Catalog
import SourceText
import Wording

extension Rule {
  static let vaguePurpose = Rule(
    id: "vague-purpose",
    severity: .warning,
    summary: "A purpose string gives no reason, or only a vague one.",
    explanation: """
      People decide by this sentence. Name something that this app does with the resource, concretely enough to \
      picture: “to scan receipts”, not “for a better experience”. Asking isn’t a reason, and neither is what every app \
      with the permission does, such as taking pictures with the camera. App Review rejects texts like these; its \
      automated check of 2026 rejects the default texts of tools, which are errors here.
      """,
    sources: ["hig-privacy", "app-review-help", "info-plist-keys", "hig-2022"],
    kinds: .withPurposeStrings,
    style: "no clear reason",
    examples: [
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«We need access to your camera».</string>", in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«Allow $(PRODUCT_NAME) to access your camera.»</string>",
        in: .root, path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera for «a better experience».</string>",
        in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>This app needs the camera to «take pictures».</string>",
        in: .root,
        path: "Info.plist"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>«This app does not use the camera».</string>", in: .root,
        path: "Info.plist"),
      .shows(
        "\"NSCameraUsageDescription\" = \"This app uses your camera for «various features».\";\n", in: .file,
        path: "en.lproj/InfoPlist.strings"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera to scan tickets.</string>", in: .root,
        path: "Info.plist"),
    ]
  ) { findings, context in
    for text in context.wordedTexts {
      for finding in text.findings {
        let message: String
        var severity: Severity?
        switch finding.kind {
        case .noPurpose(isDenial: true):
          // App Review has let such texts pass for code that is linked and never runs.
          severity = .information
          message = "The text says that nothing is needed: give a reason, or remove the key"
        case .noPurpose where context.vocabularies.wording.isToolDefault(text.string.text, key: text.key.name):
          severity = .error
          message = "App Review rejects this default text: say what this app does with \(text.resource)"
        case .noPurpose:
          message = "No reason given: say what this app does with \(text.resource)"
        case .vague(tautologyOf: .some):
          message = "This only restates the permission: say what this app does with \(text.resource)"
        case .vague: message = "\(quoted(finding.words)) is vague: say what this app does with \(text.resource)"
        default: continue
        }
        findings.report(message, about: text, as: .content, at: text.range(of: finding), severity: severity) {
          text.rewrite(context)
        }
      }
    }
  }
}
