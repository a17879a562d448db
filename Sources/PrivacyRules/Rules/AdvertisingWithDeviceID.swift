import Catalog
import PropertyList

extension Rule {
  static let advertisingWithDeviceID = Rule(
    id: "advertising-with-device-id",
    severity: .information,
    summary: "A device ID is used for third-party advertising, but tracking is off.",
    explanation: """
      Third-party advertising with a device ID is usually tracking as App Tracking Transparency defines it. Check the \
      definition, and declare tracking if it applies.
      """,
    sources: ["tracking-keys", "describing-data-use"],
    examples: [
      .shows(
        dataTypeEntry(
          "NSPrivacyCollectedDataTypeDeviceID", purposes: "«NSPrivacyCollectedDataTypePurposeThirdPartyAdvertising»"),
        in: .dataTypes)
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking != true else { return }
    // An entry that says it’s used for tracking needs no hint that it is.
    for entry in manifest.dataTypes where entry.isUsedForTracking != true {
      guard let type = entry.meantType else { continue }
      for (value, purpose) in entry.purposesOfTracking {
        findings.report(
          "\(purpose.displayName) with \(type.displayName) is usually tracking; check Apple’s definition",
          at: value.highlight)
      }
    }
  }
}
