import Catalog
import PropertyList

extension Rule {
  static let backgroundModeWithoutPurposeString = Rule(
    id: "background-mode-without-purpose-string",
    severity: .information,
    summary: "A background mode uses a resource that has no purpose string.",
    explanation: """
      An app that uses location in the background usually needs permission at all times, and a purpose string that \
      says why. Decide which permission the app asks for; if it asks only for use in the foreground, it may not need \
      the mode. Nothing is reported if the code asks only for location while the app is in use: that works in the \
      background, too, as long as the system shows it. A key that code asks for is reported as missing instead.
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
      .shows(
        [
          "UIBackgroundModes": ["location"],
          "NSLocationWhenInUseUsageDescription": "This app uses your location to log your runs.",
        ],
        path: "App/Info.plist",
        inApp: """
          --- App/Run.swift
          import CoreLocation
          func start() { CLLocationManager().requestWhenInUseAuthorization() }
          """),
    ]
  ) { findings, context in
    guard let value = context.infoPlist?.entry(.backgroundModes)?.value, !context.isForTests else { return }
    // A Mac app has no background modes; the key is there for another platform.
    let platforms = context.platforms
    if !platforms.isEmpty, platforms.keys.allSatisfy({ $0 == .macOS }) { return }
    func works(_ key: PurposeKey) -> Bool { platforms.isEmpty || platforms.keys.contains(where: key.works) }
    for element in value.meantStrings {
      guard let mode = context.catalog.backgroundMode(element.trimmedString), mode.provenance.status != .inferred,
        !context.declares(mode.purposeKeys), !context.asksForLess(than: mode.purposeKeys),
        !context.isToldThatCodeLacks(mode.purposeKeys, findings),
        let first = mode.purposeKeys.first.flatMap({ context.catalog.purposeKey($0) }), works(first)
      else { continue }
      findings.report(
        "Background mode \(quoted(mode.name)) usually needs \(quoted(first.name)), which is missing",
        at: element.highlight
      ) { context.adding(first) }
    }
  }
}
