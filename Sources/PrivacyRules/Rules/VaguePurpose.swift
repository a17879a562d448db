import Catalog
import Wording

extension Rule {
  static let vaguePurpose = Rule.wording(
    id: "vague-purpose",
    severity: .warning,
    summary: "A purpose string gives no reason, or only a vague one.",
    explanation: """
      People decide based on this sentence. Name something that this app does with the resource, concretely enough to \
      picture: “to scan receipts”, not “for a better experience”. Asking isn’t a reason, and neither is what every app \
      with the permission does, such as taking pictures with the camera. App Review rejects texts like these; its \
      automated check of 2026 rejects tools’ default texts, which are errors here.
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
      .shows("This app uses your camera to scan tickets.", for: "NSCameraUsageDescription"),
    ]
  ) { finding, text, context in
    let advice = "say what this app does with \(text.resource)"
    switch finding.kind {
    case .noPurpose(isDenial: true):
      // App Review has accepted such texts for linked code that never runs.
      return Advice("The text says that nothing is needed: give a reason, or remove the key", severity: .information)
    case .noPurpose where context.vocabularies.wording.isToolDefault(text.string.text, key: text.key.name):
      return Advice("App Review rejects this default text: \(advice)", severity: .error)
    case .noPurpose: return Advice("No reason given: \(advice)")
    case .vague(tautologyOf: .some): return Advice("This only restates the permission: \(advice)")
    case .vague: return Advice("\(quoted(finding.words)) is vague: \(advice)")
    default: return nil
    }
  }
}
