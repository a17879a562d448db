import Catalog
import PropertyList

extension Rule {
  static let locationAlwaysAlone = Rule(
    id: "location-always-alone",
    severity: .warning,
    summary: "The purpose string for location at all times needs the one for location while the app is in use.",
    explanation: """
      The system first asks for location while the app is in use, even if the app wants it at all times. Without the \
      text for that first question, it doesn’t ask at all.
      """,
    sources: ["info-plist-keys", "memory"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .shows(
        ["«NSLocationAlwaysAndWhenInUseUsageDescription»": "This app uses your location to log your runs."],
        fixed: [
          "NSLocationAlwaysAndWhenInUseUsageDescription": "This app uses your location to log your runs.",
          "NSLocationWhenInUseUsageDescription": "This app uses your location to ….",
        ],
        path: "Info.plist"),
      .shows(
        [
          "NSLocationAlwaysAndWhenInUseUsageDescription": "This app uses your location to log your runs.",
          "NSLocationWhenInUseUsageDescription": "This app uses your location to log your runs.",
        ],
        path: "Info.plist"),
    ]
  ) { findings, context in
    guard let always = context.catalog.purposeKey(.locationAlwaysAndWhenInUse),
      let inUse = context.catalog.purposeKey(.locationWhenInUse)
    else { return }
    // An extension has its app’s permission.
    guard !context.isExtension else { return }
    let platforms = context.platforms
    guard platforms.isEmpty || platforms.keys.contains(where: inUse.works) else { return }
    // A misspelled key isn’t missing.
    guard let mention = context.mentions.first(where: { $0.name == always.name }), !context.declares([inUse.name]),
      !context.mentions.contains(where: { $0.spelling?.candidates.contains(inUse.name) == true })
    else { return }
    // The call that needs it tells more.
    if let plist = context.infoPlist,
      context.isReported(.missingPurposeString, in: context.file, at: plist.root.node.startTag),
      context.evidence?.targets.contains(where: { target in
        target.missingKeys.contains { $0.element == nil && $0.keys == [inUse.name] && $0.severity >= .warning }
      }) ?? false
    {
      return
    }
    findings.report(
      "\(quoted(always.name)) also needs \(quoted(inUse.name)), which is missing", at: mention.nameRange
    ) { context.infoPlist == nil ? [] : context.adding(inUse, isPreferred: true) }
  }
}
