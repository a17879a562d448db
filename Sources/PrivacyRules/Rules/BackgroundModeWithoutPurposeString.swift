import Catalog
import PropertyList
import SourceScan

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

extension LintContext {
  /// Whether the code of every target asks for another permission of the keys’ family, but never for the one these keys
  /// are for. Packages may ask as well, but an app that asks itself decides.
  func asksForLess(than names: [String]) -> Bool {
    guard let targets = evidence?.targets, !targets.isEmpty else { return false }
    let families = Set(names.compactMap { catalog.purposeKey($0)?.family })
    return targets.allSatisfy { target in
      var asks = false
      for call in target.callsWithExtensions {
        guard case .permission(let lists) = call.use.kind else { continue }
        if lists.contains(where: { $0.contains(where: names.contains) }) { return false }
        guard call.counts || call.use.confidence == .possible, !asks else { continue }
        let isInFamily = lists.contains { list in
          list.contains { catalog.purposeKey($0)?.family.map(families.contains) ?? false }
        }
        asks = isInFamily && catalog.sourceCalls.contains { $0.asks && $0.names.contains(call.use.symbol) }
      }
      return asks
    }
  }
}
