import BuildTargets
import Catalog
import PropertyList
import SourceScan

/// A category of required reason APIs that a target uses and doesn’t declare.
struct UndeclaredCategory: Sendable {
  let category: APICategory
  /// In the order of paths and places; the first is the surest.
  let uses: [SourceEvidence.Use]
  var severity: Severity
}

/// An entry of Info.plist that a target’s code needs and that isn’t there.
struct MissingKey: Sendable {
  /// Any of them serves.
  let keys: [String]
  /// What a list or a dictionary under the key must have in it; nil for the key itself.
  let element: String?
  let uses: [SourceEvidence.Use]
  var severity: Severity
  /// The name of the build configuration that lacks it, where another one has it.
  var configuration: String?
}

/// A target with what its code uses and what its files declare.
final class DeclaringTarget: Sendable {
  let build: BuildTarget
  /// Its manifests that could be read, those in the bundle first.
  let manifests: [ProjectFile]
  /// The manifests of other targets that may speak for it too.
  let otherManifests: [ProjectFile]
  let infoPlists: [ProjectFile]
  /// What it uses, and what the libraries use that become part of it: required reason APIs, and what asks people.
  let uses: [SourceEvidence.Use]
  /// The uses in all that runs in its process: frameworks and libraries with manifests of their own, too.
  let calls: [SourceEvidence.Use]
  /// The paths of the files of ``uses``, and of ``calls``.
  let usePaths: Set<String>
  let callPaths: Set<String>
  /// The same with those of the extensions that it carries.
  let callsWithExtensions: [SourceEvidence.Use]
  /// The keys whose resources the types that all this code names are for, whatever it does with them.
  let mentionedKeys: Set<String>
  /// The identifiers of the categories that it may use, or a target that its manifest speaks for, be it in debug builds.
  let categories: Set<String>
  /// The names of its entitlements.
  let entitlements: Set<String>
  /// Whether it has entitlements and all of them could be read. Without any, it may be that they are added elsewhere.
  let hasKnownEntitlements: Bool
  /// Whether it carries a custom keyboard, so that what it asks of keyboards may be that one’s business.
  let hasKeyboard: Bool
  /// Whether everything in it is known: no source is unread, and nothing comes from elsewhere.
  let isWhole: Bool
  /// The codes that are declared for each category, by its identifier; nil where a manifest is broken.
  let reasons: [String: Set<String>]?
  /// What Info.plist has, with the elements of lists and dictionaries; nil where it isn’t known.
  let keys: [String: Set<String>]?
  let undeclared: [UndeclaredCategory]
  let missingKeys: [MissingKey]
  /// Those that an Info.plist has under a misspelt name, which is the one mistake.
  let misspeltKeys: [MissingKey]
  /// The numbers of the targets whose sources it was made from, and the paths of the other files.
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
  /// Whether the project lists a manifest that isn’t there or can’t be read.
  var isManifestMissing: Bool { hasManifest && manifests.isEmpty }

  /// - Parameter old: The same target before, if its sources are as they were.
  init(
    _ number: Int, _ survey: TargetSurvey, old: DeclaringTarget? = nil, generation: Int,
    _ find: (String, FileKind) -> ProjectFile?
  ) {
    let build = survey.model.targets[number]
    self.build = build
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
    reasons = Self.reasons(read + otherManifests)
    let ownReasons = otherManifests.isEmpty ? reasons : Self.reasons(read)
    infoPlists = build.infoPlists.compactMap { file($0, .infoPlist) }
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
    let isMissing = !build.manifests.isEmpty && manifests.isEmpty
    var undeclared =
      survey.isSpokenForElsewhere(number)
      ? [] : Self.undeclared(uses, isMissing ? [:] : reasons, own: isMissing ? [:] : ownReasons, number, survey)
    // It may be made while the app is built.
    if isMissing {
      for place in undeclared.indices { undeclared[place].severity = min(undeclared[place].severity, .information) }
    }
    self.undeclared = undeclared
    let meant = Set(infoPlists.flatMap(\.mentions).filter(\.isSuspect).map(\.meantName))
    func isMisspelt(_ missing: MissingKey) -> Bool { missing.keys.contains(where: meant.contains) }
    let missing = Self.missing(calls, keys, build, survey.catalog)
    misspeltKeys = missing.filter(isMisspelt)
    missingKeys =
      missing.filter { !isMisspelt($0) }
      + Self.missingInConfigurations(calls, keys, build, survey.catalog, infoPlists)
    self.read = paths
  }

  /// What only the configurations for debugging have; each key once.
  private static func missingInConfigurations(
    _ calls: [SourceEvidence.Use], _ keys: [String: Set<String>]?, _ build: BuildTarget, _ catalog: Catalog,
    _ infoPlists: [ProjectFile]
  ) -> [MissingKey] {
    // An extension may have its app’s.
    guard let keys, build.kind != .appExtension, build.kind != .appClip else { return [] }
    var result: [MissingKey] = []
    var seen: Set<[String]> = []
    // The configuration that lacks the key may be the one that doesn’t define the flag.
    let calls = calls.filter { !$0.use.isUnderFlag }
    for configuration in build.shippedConfigurations {
      var given = configuration.keys
      if let path = configuration.infoPlist {
        guard let root = infoPlists.first(where: { $0.path == path })?.infoPlist?.root else { continue }
        given.formUnion(root.entries.map(\.name))
      }
      // What no build setting adds is in all of them.
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

  /// What manifests declare together; nil where one can’t be read or names what is no category.
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
      // Whether the manifest of a library in it counts for a program’s own code, Apple doesn’t say.
      let declared = isProgram && use.isOwn ? own : reasons
      guard !fitting.isEmpty, !fitting.contains(where: { declared[all[$0].id] != nil }) else { continue }
      if fitting.count > 1 { open.append((use, fitting)) } else { found[category, default: []].append(use) }
    }
    // Where any of several fits, it is the one that something else needs as well.
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
    // A library may be used by apps that declare it all.
    guard build.kind.isProgram else {
      return build.manifests.isEmpty && !survey.isEmbedded(number) ? .information : .warning
    }
    // The build may never define the flag.
    if uses.allSatisfy(\.use.isUnderFlag) { return .information }
    return uses.contains { $0.isOwn && $0.use.confidence == .certain } ? .error : .warning
  }

  private static func surestFirst(_ uses: [SourceEvidence.Use]) -> [SourceEvidence.Use] {
    let best = uses.indices.max { a, b in
      func rank(_ use: SourceEvidence.Use) -> Int { (use.use.confidence == .certain ? 2 : 0) + (use.isOwn ? 1 : 0) }
      return (rank(uses[a]), -a) < (rank(uses[b]), -b)
    }
    guard let best else { return uses }
    var result = uses
    result.insert(result.remove(at: best), at: 0)
    return result
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
        guard let plist = file(path, .infoPlist) else { return nil }
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
          // What stands for some devices only counts for all: which ones matter is another rule’s.
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
    // What a library in an extension could ask for, the extension mostly leaves to its app.
    for use in uses where use.counts && (use.isOwn || build.kind != .appExtension) {
      guard case .permission(let lists) = use.use.kind else { continue }
      for list in lists where !list.contains(where: { has($0, given) }) {
        if found[list] == nil { order.append(list) }
        found[list, default: []].append(use)
      }
    }
    return order.compactMap { list in
      guard let uses = found[list], let first = list.first else { return nil }
      let parts = first.split(separator: "=", maxSplits: 1).map(String.init)
      let names = list.map { String($0.prefix { $0 != "=" }) }
      guard catalog.mayNeed(names, build) else { return nil }
      let isSure = uses.contains { $0.isOwn && $0.use.confidence == .certain }
      let isNoted = names.contains { catalog.isOnlyNoted($0) }
      return MissingKey(
        keys: names, element: parts.count > 1 && given[parts[0]] != nil ? parts[1] : nil, uses: surestFirst(uses),
        severity: uses.allSatisfy(\.use.isUnderFlag)
          ? .information : isSure && !isNoted && parts.count == 1 ? .error : .warning)
    }
  }

  /// Whether Info.plist has what “KEY” or “KEY=ELEMENT” asks for.
  static func has(_ wanted: String, _ given: [String: Set<String>]) -> Bool {
    let parts = wanted.split(separator: "=", maxSplits: 1).map(String.init)
    guard let key = parts.first, let elements = given[key] else { return false }
    guard parts.count > 1 else { return true }
    // A value with a variable in it may be anything.
    return elements.contains { folded($0) == folded(parts[1]) || $0.utf8.contains(UInt8(ascii: "$")) }
  }

  /// Service types are the same with a dot behind them, and whatever their letters’ case.
  private static func folded(_ text: String) -> String {
    text.hasSuffix(".") ? text.dropLast().lowercased() : text.lowercased()
  }
}

extension Catalog {
  /// Whether a key does anything on a platform that a target is built for.
  fileprivate func mayNeed(_ names: [String], _ target: BuildTarget) -> Bool {
    let platforms = target.platforms.keys.filter { $0 != .macOS && $0 != .macCatalyst }
    guard !platforms.isEmpty else { return true }
    return names.contains { name in
      // Neither of these systems asks for the local network.
      if place(ofKey: name) == .app { return platforms.contains { $0 != .tvOS && $0 != .watchOS } }
      return purposeKey(name).map { key in platforms.contains(where: key.works) } ?? true
    }
  }

  private func place(ofKey name: String) -> PurposeKey.Place {
    purposeKey(name)?.place ?? relatedKeys.first { $0.name == name }?.place ?? .anywhere
  }

  /// Whether Apple only notes that a purpose string is missing: for locations, and for what it has a text of its own for.
  fileprivate func isOnlyNoted(_ name: String) -> Bool {
    guard let key = purposeKey(name) else { return true }
    return key.family == .location || key.place == .app || key.provenance.status != .verified
  }
}
