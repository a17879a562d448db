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
        in: .dataTypes),
      .shows("", in: .dataTypes),
    ]
  ) { findings, context in
    guard let manifest = context.manifest, manifest.isTracking != true else { return }
    // An entry that says so has another finding.
    for entry in manifest.dataTypes where entry.isUsedForTracking != true {
      for (value, purpose) in entry.trackingPurposes {
        findings.report(
          "\(purpose.displayName) with \(entry.meantType?.displayName ?? "") is usually tracking; "
            + "check Apple’s definition",
          at: value.highlight)
      }
    }
  }
}

extension CollectedDataType {
  /// The purposes for which data of this type usually is used to track.
  var trackingPurposes: [(value: PropertyListValue, purpose: Purpose)] {
    guard let type = meantType else { return [] }
    return zip(purposes, namedPurposes).compactMap { value, purpose in
      purpose.flatMap { $0.suggestsTrackingWith.contains(type.id) ? (value, $0) : nil }
    }
  }
}
