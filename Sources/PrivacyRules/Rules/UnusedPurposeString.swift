import BuildTargets
import Catalog
import PropertyList
import SourceScan
import SourceText

extension Rule {
  static let unusedPurposeString = Rule(
    id: "unused-purpose-string",
    severity: .information,
    summary: "Nothing in the target’s source code seems to need a purpose string.",
    explanation: """
      A text for a resource that the app doesn’t use may raise questions in review. It is reported only if the calls \
      that need the key are known, all of the target’s sources could be read and nothing in it comes from elsewhere. \
      Code that shows web pages, or names a type for the resource, such as an image picker, may need the text, too.
      """,
    sources: ["info-plist-keys", "hig-privacy"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings, .source],
    needsEvidence: true,
    examples: [
      .shows(
        ["«NSCameraUsageDescription»": "This app uses your camera to scan receipts."],
        path: "App/Info.plist",
        inApp: """
          --- App/Main.swift
          let version = 1
          """),
      .shows(
        ["NSCameraUsageDescription": "This app uses your camera to scan receipts."],
        path: "App/Info.plist",
        inApp: """
          --- App/Scanner.swift
          import AVFoundation
          func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence else { return }
    let targets = evidence.targets.filter { $0.build.kind.isProgram }
    var places: [(name: String, range: ByteRange)] = []
    var owners: [ByteRange: [DeclaringTarget]] = [:]
    if let plist = context.infoPlist {
      places = plist.purposes.filter { !trimmingBlanks($0.entry.value?.string ?? "").isEmpty }
        .map { ($0.name, $0.entry.key.highlight) }
      let all = targets.filter { $0.build.infoPlists.contains(evidence.path) }
      for place in places { owners[place.range] = all }
    } else {
      for target in targets {
        var seen: Set<ByteRange> = []
        for entry in target.build.infoPlistEntries where entry.path == evidence.path {
          // An empty one has its own finding.
          if context.document.kind != .source, !entry.values.isEmpty,
            entry.values.allSatisfy({ trimmingBlanks($0).isEmpty })
          {
            continue
          }
          guard seen.insert(entry.range).inserted else { continue }
          if owners[entry.range] == nil { places.append((entry.key, entry.range)) }
          owners[entry.range, default: []].append(target)
        }
      }
    }
    let known = context.catalog.keysWithKnownCalls
    // Each configuration of a target has the same entry in its build settings.
    var unused: [Unused] = []
    let copies = Dictionary(grouping: places) { "\($0.name) \((owners[$0.range] ?? []).map(\.build.name))" }
    for (name, range) in places {
      let root = context.catalog.root(of: name)
      // Any address may be one of the local network.
      guard known.contains(root), let key = context.catalog.purposeKey(root), key.role != .localNetwork else {
        continue
      }
      let owners = owners[range] ?? []
      let mention = context.mentions.first { $0.nameRange == range }
      // What no system reads is told to be that, with the same fix.
      if let mention, context.hasNoEffect(mention) || context.isReplaced(mention) { continue }
      if context.age(ofOld: key) != nil, !findings.isOff(.deprecatedPurposeKey),
        context.isReported(.deprecatedPurposeKey, in: context.file, at: range)
      {
        continue
      }
      // What a generator writes into the file is told where the generator has it from.
      if context.infoPlist != nil,
        owners.contains(where: { $0.build.infoPlistEntries.contains { $0.key == name && $0.path.hasSuffix("ml") } })
      {
        continue
      }
      // In an extension such a key is another rule’s.
      if key.place == .app, owners.contains(where: { $0.build.kind == .appExtension }) { continue }
      guard !owners.isEmpty,
        owners.allSatisfy({ $0.isWhole && !$0.build.sources.isEmpty && !$0.mayNeed(key, context.catalog) })
      else { continue }
      let same = copies["\(name) \(owners.map(\.build.name))"] ?? []
      guard same.first?.range == range else { continue }
      // A placeholder is told to be one.
      if mention.flatMap({ context.string(of: $0) })?.tellsNothing(context) ?? false { continue }
      unused.append((name, range, shortList(owners.names), same.dropFirst().map(\.range)))
    }
    // Many are the keys of another target, copied at once.
    let many = Dictionary(grouping: unused, by: \.owners).filter { $0.value.count > 3 }
    let groups = context.joined(
      unused, by: { many[$0.owners] == nil ? $0.name : $0.owners }, at: \.range, findings.rule,
      firstSpeaksForAll: false)
    for (first, all) in groups {
      if !context.file.rulesLeftOut(at: first.range).contains(findings.rule.id) {
        findings.noteUnneededKeys(all.flatMap { [$0.range] + $0.others })
      }
      findings.report(
        "Nothing in \(first.owners) seems to need \(shortList(all.map(\.name)))", at: first.range,
        related: first.others.map { Diagnostic.Related(range: $0, message: "Here as well") }
          + all.dropFirst().prefix(20).map {
            Diagnostic.Related(range: $0.range, message: "\(quoted($0.name)) isn’t needed either")
          },
        tags: [.unnecessary]
      ) {
        let entries = all.compactMap { context.infoPlist?.purpose(named: $0.name)?.entry }
        if entries.isEmpty { return [] }
        let title = entries.count > 1 ? "Remove all \(entries.count)" : "Remove \(quoted(first.name))"
        return [context.remove(entries.flatMap(context.parts), title: title)]
      }
    }
  }
}

/// A key that nothing needs, with the names of its targets and the places of the same entry.
private typealias Unused = (name: String, range: ByteRange, owners: String, others: [ByteRange])

extension LintContext {
  /// Whether anything in the document’s targets may need a key, as far as known.
  func mayNeed(_ key: PurposeKey) -> Bool {
    evidence?.targets.contains { $0.mayNeed(key, catalog) } ?? false
  }

  /// Whether the calls that need a key are known, all code of the document’s targets was read, and none of it may need
  /// the key.
  func knowsNoUse(of key: PurposeKey) -> Bool {
    // Any address may be one of the local network.
    guard catalog.keysWithKnownCalls.contains(key.name), key.role != .localNetwork, let targets = evidence?.targets,
      !targets.isEmpty
    else { return false }
    return targets.allSatisfy { $0.isWhole && !$0.build.sources.isEmpty } && !mayNeed(key)
  }

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

  /// A call in the document’s targets that asks for a key’s resource.
  func call(needing key: PurposeKey) -> SourceEvidence.Use? {
    evidence?.targets.lazy.compactMap { $0.call(needing: key, self.catalog) }.first
  }

  /// Whether the document’s targets have code that couldn’t be read, such as that of libraries.
  var hasUnknownCode: Bool {
    evidence?.targets.contains { !$0.isWhole || $0.build.sources.isEmpty } ?? false
  }
}

extension DeclaringTarget {
  /// Whether a call, an entitlement or another key may need this one.
  func mayNeed(_ key: PurposeKey, _ catalog: Catalog) -> Bool {
    if mentions(key, catalog) || key.place == .systemExtension && build.kind == .systemExtension { return true }
    let names = catalog.names(servingFor: key)
    let modes = catalog.relatedKey(.backgroundModes).flatMap { keys?[$0.name] } ?? []
    if modes.contains(where: { catalog.backgroundMode($0)?.purposeKeys.contains(where: names.contains) ?? false }) {
      return true
    }
    if catalog.relatedKeys.contains(where: { keys?[$0.name] != nil && $0.requires.contains(where: names.contains) }) {
      return true
    }
    return !entitlements.isDisjoint(
      with: catalog.entitlements.filter { $0.needs.contains { $0.keys.contains(where: names.contains) } }.map(\.name))
  }

  /// Whether the code asks for a key’s resource, or mentions a type of it.
  func mentions(_ key: PurposeKey, _ catalog: Catalog) -> Bool {
    call(needing: key, catalog) != nil || !catalog.names(servingFor: key).isDisjoint(with: mentionedKeys)
  }

  /// A call that asks for a key’s resource.
  fileprivate func call(needing key: PurposeKey, _ catalog: Catalog) -> SourceEvidence.Use? {
    let names = catalog.names(servingFor: key)
    return callsWithExtensions.first { use in
      guard case .permission(let lists) = use.use.kind else { return false }
      return lists.contains { $0.contains { names.contains(String($0.prefix { $0 != "=" })) } }
    }
  }
}

extension Catalog {
  /// The purpose keys for which calls in code are known.
  var keysWithKnownCalls: Set<String> {
    Set(sourceCalls.flatMap { $0.keys + $0.byArgument.flatMap(\.keys) }.flatMap(\.self))
  }

  /// The key and the other keys of its family.
  fileprivate func names(servingFor key: PurposeKey) -> Set<String> {
    Set(purposeKeys.filter { $0.name == key.name || key.family != nil && $0.family == key.family }.map(\.name))
  }
}
