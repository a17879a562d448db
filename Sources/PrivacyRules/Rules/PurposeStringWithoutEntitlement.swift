import Catalog
import PropertyList
import SourceText

extension Rule {
  static let purposeStringWithoutEntitlement = Rule(
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
    // A target for several platforms has entitlements for all of them.
    guard context.platforms[.macOS] != nil, context.platforms.count == 1 else { return }
    for target in context.project.targets {
      let files = target.files(.entitlements).filter { $0.entitlements != nil }
      guard !files.isEmpty else { continue }
      let isSandboxed = files.contains { $0.entitlements?.entry(.sandbox)?.isOn ?? false }
      guard isSandboxed || target.hasHardenedRuntime else { continue }
      // Keys that one entitlement opens are one mistake.
      var closed: [(place: NamedPlace, key: PurposeKey, entitlement: Entitlement)] = []
      for mention in context.mentions where !mention.isNamedText {
        // A key that has no effect on the Mac has its own finding.
        guard let key = mention.key, key.works(on: .macOS) else { continue }
        let opening = key.entitlements.compactMap { context.catalog.entitlement($0) }
          .filter { isSandboxed && $0.isForSandbox || target.hasHardenedRuntime && $0.isForHardenedRuntime }
        // In the sandbox, the hardened runtime’s entitlement for the same device counts as well.
        let either = key.entitlements.filter { name in
          opening.contains { $0.name == name }
            || isSandboxed && context.catalog.entitlement(name)?.isForHardenedRuntime ?? false
        }
        guard let first = opening.first,
          !either.contains(where: { name in files.contains { $0.entitlements?.isOn(name) ?? false } })
        else { continue }
        guard let others = context.placesLike(mention, findings, dependsOnBuild: true) else { continue }
        closed.append(((mention, others), key, first))
      }
      let groups = context.joined(
        closed, by: \.entitlement.name, at: \.place.mention.nameRange, findings.rule, firstSpeaksForAll: false)
      for (closed, all) in groups {
        let first = closed.entitlement
        let names = all.map(\.key.name).unique()
        func offEntries(_ file: ProjectFile) -> [Entitlements.Entry] {
          (file.entitlements?.entries ?? []).filter { $0.entitlement.name == first.name }
        }
        let places = files.prefix(3).map { file -> Diagnostic.Related in
          if let off = offEntries(file).first {
            return context.related(file, off.entry.key.highlight, "The entitlement is off here")
          }
          let root = file.entitlements?.root.node.startTag ?? ByteRange(at: 0)
          return context.related(file, root, "The entitlement is missing here")
        }
        let why = isSandboxed && first.isForSandbox ? "in the sandbox" : "with the hardened runtime"
        findings.report(
          shortList(names) + (names.count == 1 ? " has" : " have")
            + " no effect \(why) without the entitlement \(quoted(first.name))",
          at: closed.place.mention.nameRange,
          related: places + closed.place.others
            + all.dropFirst().flatMap { other in
              let words = "\(quoted(other.key.name)) has no effect either"
              return [context.related(context.file, other.place.mention.nameRange, words)] + other.place.others
            }
        ) {
          guard first.type == .boolean, files.allSatisfy(\.document.hasPositions) else { return [] }
          let lines = ["<key>\(escapedForXML(first.name))</key>", "<true/>"]
          // An entitlement of only one configuration works for the developers, but not for anyone else.
          let fileNames = enumerated(files.map { String($0.document.fileName) })
          let isThere = files.contains { !offEntries($0).isEmpty }
          // A key without a value is still being typed.
          guard files.allSatisfy({ offEntries($0).allSatisfy { $0.entry.value != nil } }) else { return [] }
          let title =
            isThere ? "Turn on \(quoted(first.name)) in \(fileNames)" : "Add \(quoted(first.name)) to \(fileNames)"
          var fix = Fix(title: title, edits: [])
          fix.otherFiles = files.compactMap { file in
            file.entitlements.map { entitlements -> FileEdits in
              var edits = offEntries(file).compactMap(\.entry.value).map { context.setting($0, to: true) }
              if edits.isEmpty {
                edits = [file.document.tree.appending(lines, to: entitlements.root, layout: file.document.layout)]
              }
              return FileEdits(path: file.path, edits: edits)
            }
          }
          return [fix]
        }
      }
      return
    }
  }
}
