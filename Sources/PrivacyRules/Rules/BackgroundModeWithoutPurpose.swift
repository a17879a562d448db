import Catalog
import PropertyList

extension Rule {
  static let backgroundModeWithoutPurpose = Rule(
    id: "background-mode-without-purpose-string",
    severity: .information,
    summary: "A background mode uses a resource that has no purpose string.",
    explanation: """
      An app that uses location in the background usually needs permission at all times, and a purpose string that \
      says why. Decide which permission the app asks for; if it asks only for use in the foreground, it may not need \
      the mode.
      """,
    sources: ["info-plist-keys", "memory"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        [
          "UIBackgroundModes": ["«location»"],
          "NSLocationWhenInUseUsageDescription": "This app uses your location to log your runs.",
        ],
        path: "Info.plist"),
      .shows(
        [
          "UIBackgroundModes": ["location"],
          "NSLocationWhenInUseUsageDescription": "This app uses your location to log your runs.",
          "NSLocationAlwaysAndWhenInUseUsageDescription": "This app uses your location to log your runs.",
        ],
        path: "Info.plist"),
    ]
  ) { findings, context in
    guard let value = context.infoPlist?.entry(.backgroundModes)?.value,
      context.project.targets.isEmpty || !context.project.targets.allSatisfy(\.isTest)
    else { return }
    for element in value.meantStrings {
      guard let mode = context.catalog.backgroundMode(element.trimmedString), mode.provenance.status != .inferred,
        !context.declares(mode.purposeKeys),
        let first = mode.purposeKeys.first.flatMap({ context.catalog.purposeKey($0) })
      else { continue }
      findings.report(
        "Background mode \(quoted(mode.name)) usually needs \(quoted(first.name)), which is missing",
        at: element.highlight
      ) { context.adding(first) }
    }
  }
}
