import BuildTargets
import Catalog
import PropertyList
import SourceScan
import SourceText

/// A category of required reason APIs that a target uses but doesn’t declare.
struct UndeclaredCategory: Sendable {
  let category: APICategory
  /// In the order of paths and places; the first is the most certain.
  let uses: [SourceEvidence.Use]
  var severity: Severity
}

/// An entry that a target’s code needs and its Info.plist doesn’t have.
struct MissingKey: Sendable {
  /// One of them is enough.
  let keys: [String]
  /// The element that a list or dictionary under the key needs; nil for the key itself.
  let element: String?
  let uses: [SourceEvidence.Use]
  var severity: Severity
  /// The build configuration that lacks it, if another one has it.
  var configuration: String?
}

/// A target with the uses in its code and the declarations in its files.
final class DeclaringTarget: Sendable {
  let build: BuildTarget
  /// Its number in the model.
  let number: Int
  /// Its readable manifests, those in the bundle first.
  let manifests: [ProjectFile]
  /// The manifests of other targets that may cover this one as well.
  let otherManifests: [ProjectFile]
  let infoPlists: [ProjectFile]
  /// The uses of required reason APIs and permissions in its code and in libraries that become part of it.
  let uses: [SourceEvidence.Use]
  /// All uses in its process, including frameworks and libraries with their own manifests.
  let calls: [SourceEvidence.Use]
  /// The paths of the files with ``uses`` and with ``calls``.
  let usePaths: Set<String>
  let callPaths: Set<String>
  /// The same, including the extensions that it embeds.
  let callsWithExtensions: [SourceEvidence.Use]
  /// The purpose keys for the types that all this code mentions, however it uses them.
  let mentionedKeys: Set<String>
  /// The ids of categories that it, or a target that its manifest covers, may use, including in debug builds.
  let categories: Set<String>
  /// The names of its entitlements.
  let entitlements: Set<String>
  /// Whether it has entitlements and all of them are readable. Without any, they may be added elsewhere.
  let hasKnownEntitlements: Bool
  /// Whether it embeds a custom keyboard, which may be the one that reads the active keyboards.
  let hasKeyboard: Bool
  /// Whether another program embeds it.
  let isEmbedded: Bool
  /// Whether all its code is known: every source is read, and there is no binary code.
  let isWhole: Bool
  /// The declared reasons for each category, by its id; nil if a manifest is broken or only made by the build.
  let reasons: [String: Set<String>]?
  /// The keys of Info.plist, with the elements of lists and dictionaries; nil if unknown.
  let keys: [String: Set<String>]?
  let undeclared: [UndeclaredCategory]
  let missingKeys: [MissingKey]
  /// Missing keys that an Info.plist has under a misspelled name, which has its own finding.
  let misspeltKeys: [MissingKey]
  /// The numbers of the targets whose sources it depends on, and the paths of the other files.
  let reach: Set<Int>
  let read: Set<String>
  let generation: Int

  var declaringPaths: Set<String> {
    let entries = (build.infoPlistEntries + build.entitlementEntries).map(\.path)
    let manifests = build.manifests.map(\.path) + build.strayManifests
    return Set([build.declaredIn] + manifests + build.infoPlists + build.entitlements + entries)
  }
  /// Those, and the sources with uses.
  var paths: Set<String> { declaringPaths.union(usePaths).union(callPaths) }
  var hasManifest: Bool { !build.manifests.isEmpty }
  /// Whether the project lists a manifest that doesn’t exist or can’t be read.
  var isManifestMissing: Bool { hasManifest && manifests.isEmpty }

  /// - Parameter old: The same target before the change, if its sources are unchanged.
  init(
    _ number: Int, _ survey: TargetSurvey, old: DeclaringTarget? = nil, generation: Int,
    _ find: (String, FileKind) -> ProjectFile?
  ) {
    let build = survey.model.targets[number]
    self.build = build
    self.number = number
    self.generation = generation
    var paths: Set<String> = []
    func file(_ path: String, _ kind: FileKind) -> ProjectFile? {
      paths.insert(path)
      return find(path, kind)
    }
    let read = build.manifests.map { file($0.path, .privacyManifest) }
    manifests = read.compactMap(\.self)
    otherManifests = survey.speakers(for: number).flatMap { survey.model.targets[$0].manifests }
      .compactMap { file($0.path, .privacyManifest) }
    var reasons = build.isMadeByTool ? nil : Self.reasons(read + otherManifests)
    var ownReasons = otherManifests.isEmpty ? reasons : Self.reasons(read)
    if build.getsManifest {
      for category in survey.catalog.categories {
        let added = category.reasons.filter(\.isAddedByTools).map(\.code)
        if added.isEmpty { continue }
        reasons?[category.id, default: []].formUnion(added)
        ownReasons?[category.id, default: []].formUnion(added)
      }
    }
    self.reasons = reasons
    infoPlists = build.infoPlists.compactMap { file($0, .infoPlist) }
    isEmbedded = survey.isEmbedded(number)
    let keyboards = survey.catalog.sourceWords.first { $0.role == .customKeyboard }?.words ?? []
    hasKeyboard = build.embedded.contains { number in
      survey.model.targets[number].infoPlists.contains { path in
        file(path, .infoPlist)?.infoPlist?.root.entries.contains { entry in
          entry.value?.entries.contains { keyboards.contains($0.value?.string ?? "") } ?? false
        } ?? false
      }
    }
    let keys = Self.keys(
      of: [number] + survey.hosts(of: number).filter { _ in build.kind == .appExtension || build.kind == .appClip },
      survey, file)
    self.keys = keys
    if let old {
      (isWhole, uses, calls, callsWithExtensions) = (old.isWhole, old.uses, old.calls, old.callsWithExtensions)
      (mentionedKeys, categories, reach) = (old.mentionedKeys, old.categories, old.reach)
      (usePaths, callPaths) = (old.usePaths, old.callPaths)
    } else {
      isWhole = survey.isWhole(number)
      uses = survey.uses(of: number)
      calls = build.kind.isProgram ? survey.calls(of: number) : []
      callsWithExtensions = build.kind.isProgram ? survey.calls(of: number, withExtensions: true) : []
      mentionedKeys = build.kind.isProgram ? survey.mentionedKeys(of: number) : []
      categories = survey.categories(of: number)
      reach = survey.reach(of: number)
      usePaths = Set(uses.map(\.path))
      callPaths = Set(calls.map(\.path))
    }
    let lists = build.entitlements.map { file($0, .entitlements)?.entitlements }
    hasKnownEntitlements = !(lists.isEmpty && build.entitlementEntries.isEmpty) && !lists.contains { $0 == nil }
    entitlements = Set(
      build.entitlementEntries.map(\.key)
        + lists.compactMap(\.self).flatMap { $0.entries.filter(\.isOn).map(\.entitlement.name) })
    let isMissing = !build.manifests.isEmpty && manifests.isEmpty && !build.getsManifest
    var undeclared =
      survey.isSpokenForElsewhere(number)
      ? [] : Self.undeclared(uses, isMissing ? [:] : reasons, own: isMissing ? [:] : ownReasons, number, survey)
    // The build may create it.
    if isMissing {
      for place in undeclared.indices { undeclared[place].severity = min(undeclared[place].severity, .information) }
    }
    self.undeclared = undeclared
    let meant = Set(infoPlists.flatMap(\.mentions).filter(\.isSuspect).map(\.meantName))
    func isMisspelt(_ missing: MissingKey) -> Bool {
      missing.keys.contains { meant.contains($0) || build.ignoredKeys.contains($0) }
    }
    let missing = Self.missing(calls, keys, build, survey.catalog)
    misspeltKeys = missing.filter(isMisspelt)
    missingKeys =
      missing.filter { !isMisspelt($0) }
      + Self.missingInConfigurations(calls, keys, build, survey.catalog, infoPlists)
    self.read = paths
  }

  /// The keys that only debug configurations have, each once.
  private static func missingInConfigurations(
    _ calls: [SourceEvidence.Use], _ keys: [String: Set<String>]?, _ build: BuildTarget, _ catalog: Catalog,
    _ infoPlists: [ProjectFile]
  ) -> [MissingKey] {
    // An extension may use its app’s.
    guard let keys, build.kind != .appExtension, build.kind != .appClip else { return [] }
    var result: [MissingKey] = []
    var seen: Set<[String]> = []
    // The configuration without the key may be the one that doesn’t define the flag.
    let calls = calls.filter { !$0.use.isUnderFlag }
    for configuration in build.shippedConfigurations {
      var given = configuration.keys
      if let path = configuration.infoPlist {
        guard let root = infoPlists.first(where: { $0.path == path })?.infoPlist?.root else { continue }
        given.formUnion(root.entries.map(\.name))
      }
      // Entries that don’t come from build settings are in all configurations.
      let settings = build.infoPlistEntries.filter { $0.path != build.declaredIn && !$0.path.hasSuffix(".xcconfig") }
      let roots = Set((given + settings.map(\.key)).map { catalog.root(of: $0) })
      for lack in missing(calls, keys.filter { roots.contains($0.key) }, build, catalog)
      where lack.element == nil && lack.keys.contains(where: { keys[$0] != nil }) && seen.insert(lack.keys).inserted {
        var lack = lack
        lack.severity = min(lack.severity, .warning)
        lack.configuration = configuration.name
        result.append(lack)
      }
    }
    return result
  }

  /// The declarations of all manifests; nil if one can’t be read or names an unknown category.
  private static func reasons(_ manifests: [ProjectFile?]) -> [String: Set<String>]? {
    var result: [String: Set<String>] = [:]
    for file in manifests {
      guard let file, let manifest = file.manifest, !file.document.isBroken else { return nil }
      for api in manifest.accessedAPIs {
        guard let category = api.category else { return nil }
        result[category.id, default: []].formUnion(api.reasons.map(\.string))
      }
    }
    return result
  }

  private static func undeclared(
    _ uses: [SourceEvidence.Use], _ reasons: [String: Set<String>]?, own: [String: Set<String>]?, _ number: Int,
    _ survey: TargetSurvey
  ) -> [UndeclaredCategory] {
    guard let reasons, let own else { return [] }
    let all = survey.catalog.categories
    let isProgram = survey.model.targets[number].kind.isProgram
    var found: [Int: [SourceEvidence.Use]] = [:]
    var open: [(use: SourceEvidence.Use, categories: [Int])] = []
    for use in uses where use.counts {
      guard case .requiredReason(let category, let alternatives) = use.use.kind else { continue }
      let fitting = ([category] + alternatives).filter(all.indices.contains)
      // Apple doesn’t say whether the manifest of an embedded library covers the program’s own code.
      let declared = isProgram && use.isOwn ? own : reasons
      guard !fitting.isEmpty, !fitting.contains(where: { declared[all[$0].id] != nil }) else { continue }
      if fitting.count > 1 { open.append((use, fitting)) } else { found[category, default: []].append(use) }
    }
    // If several categories fit, choose one that another use needs anyway.
    for (use, categories) in open where !categories.contains(where: { found[$0] != nil }) {
      found[categories[0], default: []].append(use)
    }
    return found.sorted { $0.key < $1.key }.map { category, uses in
      let severity = severity(ofUndeclared: uses, number, survey)
      return UndeclaredCategory(
        category: all[category], uses: surestFirst(uses),
        severity: reasons[all[category].id] == nil ? severity : min(severity, .information))
    }
  }

  private static func severity(
    ofUndeclared uses: [SourceEvidence.Use], _ number: Int, _ survey: TargetSurvey
  ) -> Severity {
    let build = survey.model.targets[number]
    if uses.allSatisfy(\.mayBeLeftOut) { return .information }
    // The apps that use a library may declare everything.
    guard build.kind.isProgram else {
      return build.manifests.isEmpty && !survey.isEmbedded(number) ? .information : .warning
    }
    return uses.contains { $0.isOwn && $0.use.confidence == .certain } ? .error : .warning
  }

  private static func surestFirst(_ uses: [SourceEvidence.Use]) -> [SourceEvidence.Use] {
    let best = uses.indices.max { a, b in
      // A type that is only named is as certain as a call, but a call is easier to recognize.
      func rank(_ use: SourceEvidence.Use) -> Int {
        (use.isOurs ? 8 : 0) + (use.use.confidence == .certain ? 4 : 0) + (use.isOwn ? 2 : 0)
          + (use.use.isMention ? 0 : 1)
      }
      return (rank(uses[a]), -a) < (rank(uses[b]), -b)
    }
    guard let best else { return uses }
    var others = uses
    let first = others.remove(at: best)
    return [first] + others.callsFirst
  }

  // MARK: - Info.plist

  /// The entries of the Info.plist files of some targets together; nil where the first one’s aren’t known, or a file that
  /// settings name isn’t there: the build may make it.
  private static func keys(
    of numbers: [Int], _ survey: TargetSurvey, _ file: (String, FileKind) -> ProjectFile?
  ) -> [String: Set<String>]? {
    var result: [String: Set<String>] = [:]
    for (place, number) in numbers.enumerated() {
      let build = survey.model.targets[number]
      if build.lacksSettings { return nil }
      var isKnown = build.generatesInfoPlist || !build.infoPlistEntries.isEmpty
      for path in build.infoPlists {
        guard let plist = file(path, .infoPlist) else {
          if path == build.writtenInfoPlist { continue }
          return nil
        }
        guard let root = plist.infoPlist?.root, !plist.document.isBroken, plist.document.preprocessorLines.isEmpty
        else {
          if place == 0 { return nil }
          continue
        }
        isKnown = true
        for entry in root.entries {
          var elements: Set<String> = []
          if let value = entry.value, value.element.isContainer {
            elements.formUnion(value.element == .dict ? value.entries.map(\.name) : value.elements.map(\.string))
          }
          // A key for only some devices counts; another rule checks the devices.
          result[survey.catalog.root(of: entry.name), default: []].formUnion(elements)
        }
      }
      if place == 0, !isKnown { return nil }
      for entry in build.infoPlistEntries {
        result[survey.catalog.root(of: entry.key), default: []].formUnion(entry.values)
      }
    }
    return result
  }

  private static func missing(
    _ uses: [SourceEvidence.Use], _ keys: [String: Set<String>]?, _ build: BuildTarget, _ catalog: Catalog
  ) -> [MissingKey] {
    guard let given = keys else { return [] }
    var order: [[String]] = []
    var found: [[String]: [SourceEvidence.Use]] = [:]
    // An extension mostly leaves it to its app to ask for what a library in it could use.
    for use in uses where use.counts && (use.isOwn || build.kind != .appExtension) {
      guard case .permission(let lists) = use.use.kind else { continue }
      for list in lists where !list.contains(where: { has($0, given) }) {
        if found[list] == nil { order.append(list) }
        found[list, default: []].append(use)
      }
    }
    let missing: [MissingKey] = order.compactMap { list in
      guard let uses = found[list], let first = list.first else { return nil }
      let parts = first.split(separator: "=", maxSplits: 1).map(String.init)
      let names = list.map { String($0.prefix { $0 != "=" }) }
      guard catalog.mayNeed(names, build) else { return nil }
      let isSure = uses.contains { $0.isOwn && $0.use.confidence == .certain }
      // The system has a text of its own for the local network, and much of a library is never called.
      let isOfNetwork = names.contains { catalog.purposeKey($0)?.role == .localNetwork }
      let mayNeverAsk = isOfNetwork && !uses.contains(where: \.isOwn)
      // Who builds a library’s code may not set the flag that it’s under.
      let mayBeLeftOut = uses.allSatisfy { $0.mayBeLeftOut || $0.use.isUnderFlag && !$0.isOwn }
      let isNoted = build.isForWatchAlone || names.contains { catalog.isOnlyNoted($0) }
      return MissingKey(
        keys: names, element: parts.count > 1 && given[parts[0]] != nil ? parts[1] : nil, uses: surestFirst(uses),
        severity: mayNeverAsk || mayBeLeftOut
          ? .information : isSure && !isNoted && parts.count == 1 ? .error : .warning)
    }
    // Any of several keys would do: if one of them has a finding of its own, that’s enough.
    return missing.filter { one in
      one.keys.count == 1
        || !missing.contains { other in
          other.keys.count == 1 && other.keys.allSatisfy(one.keys.contains) && other.severity >= one.severity
        }
    }
  }

  /// Whether Info.plist has what “KEY” or “KEY=ELEMENT” requires.
  static func has(_ wanted: String, _ given: [String: Set<String>]) -> Bool {
    let parts = wanted.split(separator: "=", maxSplits: 1).map(String.init)
    guard let key = parts.first, let elements = given[key] else { return false }
    guard parts.count > 1 else { return true }
    // A value with a variable may be anything.
    return elements.contains { folded($0) == folded(parts[1]) || $0.utf8.contains(UInt8(ascii: "$")) }
  }

  /// Service types are equal with or without a final dot, and in any letter case.
  private static func folded(_ text: String) -> String {
    text.hasSuffix(".") ? text.dropLast().lowercased() : text.lowercased()
  }
}

extension [SourceEvidence.Use] {
  /// Types that are only named come last: they show less of what the code does.
  var callsFirst: Self { filter { !$0.use.isMention } + filter(\.use.isMention) }
}

extension [DeclaringTarget] {
  /// Their names, each once: a package and a pod of the same sources mostly share theirs.
  var names: [String] { map(\.build.name).unique() }
}

extension BuildTarget {
  /// Whether it’s only for watches, of which no rejection for a missing purpose string is known.
  fileprivate var isForWatchAlone: Bool { !platforms.isEmpty && platforms.keys.allSatisfy { $0 == .watchOS } }
}

extension Catalog {
  /// Whether one of the keys has an effect on a platform that a target is built for.
  fileprivate func mayNeed(_ names: [String], _ target: BuildTarget) -> Bool {
    let platforms = target.platforms.keys.filter { $0 != .macOS && $0 != .macCatalyst }
    guard !platforms.isEmpty else { return true }
    return names.contains { name in
      // These two systems have no permission for the local network.
      if place(ofKey: name) == .app {
        return target.kind != .appExtension && platforms.contains { $0 != .tvOS && $0 != .watchOS }
      }
      return purposeKey(name).map { key in platforms.contains(where: key.works) } ?? true
    }
  }

  private func place(ofKey name: String) -> PurposeKey.Place {
    purposeKey(name)?.place ?? relatedKeys.first { $0.name == name }?.place ?? .anywhere
  }

  /// Whether Apple only mentions a missing purpose string: for locations, and for keys that have a default text.
  fileprivate func isOnlyNoted(_ name: String) -> Bool {
    guard let key = purposeKey(name) else { return true }
    return key.family == .location || key.place == .app || key.provenance.status != .verified
  }
}
