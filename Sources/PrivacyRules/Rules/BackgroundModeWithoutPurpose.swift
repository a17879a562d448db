import Catalog
import PropertyList
import SourceText

extension Rule {
  static let backgroundModeWithoutPurpose = Rule(
    id: "background-mode-without-purpose-string",
    severity: .information,
    summary: "A background mode uses a resource that no purpose string speaks of.",
    explanation: """
      An app that follows the location in the background mostly needs permission at all times, and a text that says why. \
      Decide which permission the app asks for; if it is only in use, the mode may be one too many.
      """,
    sources: ["info-plist-keys", "memory"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        "<key>UIBackgroundModes</key>\n<array>\n\t<string>«location»</string>\n</array>\n"
          + "<key>NSLocationWhenInUseUsageDescription</key>\n"
          + "<string>This app uses your location to log your runs.</string>", in: .root, path: "Info.plist"),
      .shows(
        "<key>UIBackgroundModes</key>\n<array>\n\t<string>location</string>\n</array>\n"
          + "<key>NSLocationWhenInUseUsageDescription</key>\n"
          + "<string>This app uses your location to log your runs.</string>\n"
          + "<key>NSLocationAlwaysAndWhenInUseUsageDescription</key>\n"
          + "<string>This app uses your location to log your runs.</string>", in: .root, path: "Info.plist"),
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
        "The background mode \(quoted(mode.name)) mostly goes with \(quoted(first.name)), which is missing",
        at: element.highlight
      ) { context.adding(first) }
    }
  }
}
