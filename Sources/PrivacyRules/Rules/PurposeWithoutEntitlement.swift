import Catalog
import PropertyList
import SourceText

extension Rule {
  static let purposeWithoutEntitlement = Rule(
    id: "purpose-string-without-entitlement",
    severity: .hint,
    summary: "A sandboxed or hardened Mac app has a purpose string but not its entitlement.",
    explanation: """
      On the Mac, the sandbox and the hardened runtime block a resource, whatever the person answers, unless an \
      entitlement allows it.
      """,
    sources: ["entitlement-pages", "info-plist-keys"],
    kinds: [.infoPlist],
    examples: [
      .shows(
        [
          "LSMinimumSystemVersion": "13.0",
          "«NSCameraUsageDescription»": "This app uses your camera to scan receipts.",
        ],
        path: "Info.plist",
        beside: """
          --- App.entitlements
          <key>com.apple.security.app-sandbox</key>
          <true/>
          """),
      .shows(
        [
          "LSMinimumSystemVersion": "13.0",
          "NSCameraUsageDescription": "This app uses your camera to scan receipts.",
        ],
        path: "Info.plist",
        beside: """
          --- App.entitlements
          <key>com.apple.security.app-sandbox</key>
          <true/>
          <key>com.apple.security.device.camera</key>
          <true/>
          """),
    ]
  ) { findings, context in
    // What is built for other systems too has its entitlements for those as well.
    guard context.platforms[.macOS] != nil, context.platforms.count == 1 else { return }
    for target in context.project.targets {
      let files = target.files(.entitlements).filter { $0.entitlements != nil }
      guard !files.isEmpty else { continue }
      let isSandboxed = files.contains { $0.entitlements?.entry(.sandbox)?.isOn ?? false }
      guard isSandboxed || target.hasHardenedRuntime else { continue }
      for mention in context.mentions where !mention.isNamedText {
        // What is no key of the Mac's is said to be none.
        guard let key = mention.key, key.works(on: .macOS) else { continue }
        let opening = key.entitlements.compactMap { context.catalog.entitlement($0) }
          .filter { isSandboxed && $0.isForSandbox || target.hasHardenedRuntime && $0.isForHardenedRuntime }
        // In the sandbox, the entitlement of the hardened runtime for the same device shows what is meant as well.
        let either = key.entitlements.filter { name in
          opening.contains { $0.name == name }
            || isSandboxed && context.catalog.entitlement(name)?.isForHardenedRuntime ?? false
        }
        guard let first = opening.first,
          !either.contains(where: { name in files.contains { $0.entitlements?.isOn(name) ?? false } })
        else { continue }
        guard let others = context.placesLike(mention, findings, dependsOnBuild: true) else { continue }
        let why = isSandboxed && first.isForSandbox ? "in the sandbox" : "with the hardened runtime"
        findings.report(
          "\(quoted(key.name)) has no effect \(why) without the entitlement \(quoted(first.name))",
          at: mention.nameRange,
          related: files.prefix(3).map { file in
            context.related(
              file, file.entitlements?.root.node.startTag ?? ByteRange(at: 0), "The entitlement is missing here")
          } + others
        ) {
          guard first.type == .boolean, files.allSatisfy(\.document.hasPositions) else { return [] }
          let lines = ["<key>\(escapedForXML(first.name))</key>", "<true/>"]
          // What one configuration has alone works for those who develop the app, and for no one else.
          let names = enumerated(files.map { String($0.document.fileName) })
          var fix = Fix(title: "Add \(quoted(first.name)) to \(names)", edits: [])
          fix.otherFiles = files.compactMap { file in
            file.entitlements.map { entitlements in
              FileEdits(
                path: file.path,
                edits: [
                  file.document.tree.appending(lines, to: entitlements.root, layout: file.document.layout)
                ])
            }
          }
          return [fix]
        }
      }
      return
    }
  }
}
