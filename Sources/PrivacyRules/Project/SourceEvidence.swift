public import BuildTargets
public import Catalog
import PropertyList
public import SourceScan
import SourceText

/// What the sources of a project use, and what the files of its targets declare of it.
///
/// Made once of what was read, and pure from there on: the rules ask it about one document. The command line makes it from
/// one walk; a server can keep the uses of each file and make it anew when one changes.
public final class SourceEvidence: Sendable {
  /// A use with the file that it is in.
  public struct Use: Sendable {
    /// Absolute.
    public let path: String
    public let use: SourceUse
    /// Whether the target itself has the file, not a library that becomes part of it.
    let isOwn: Bool

    /// Whether a finding may rest on it.
    var counts: Bool { use.counts }
  }

  public let model: BuildModel
  let catalog: Catalog
  fileprivate let generation: Int
  /// The targets that have to declare what they use, in the order of the model.
  let targets: [DeclaringTarget]
  private let survey: TargetSurvey
  /// The uses of each file that ships, by its absolute path.
  private let uses: [String: [SourceUse]]
  /// The places in ``targets`` of those that a file has to do with, by its path.
  private let places: [String: [Int]]

  /// - Parameters:
  ///   - sources: What was found in each source file that was read, by its absolute path.
  ///   - isComplete: Whether every file that was looked for could be read.
  ///   - generation: A number that tells it from others, for ``FileEvidence/generation``.
  ///   - file: Reads a manifest, an Info.plist or entitlements; nil for what can’t be read.
  public init(
    _ model: BuildModel, sources: [String: ScannedSource], isComplete: Bool, catalog: Catalog, generation: Int = 0,
    file: (String, FileKind) -> ProjectFile?
  ) {
    self.model = model
    self.catalog = catalog
    self.generation = generation
    uses = sources.compactMapValues { $0.uses.isEmpty ? nil : $0.uses }
    let survey = TargetSurvey(model, sources: sources, isComplete: isComplete, catalog: catalog)
    self.survey = survey
    var known: [String: ProjectFile?] = [:]
    targets = survey.declaring.map { number in
      DeclaringTarget(number, survey, generation: generation) { path, kind in
        if let file = known[path] { return file }
        let file = file(path, kind)
        known[path] = .some(file)
        return file
      }
    }
    places = Self.places(of: targets)
  }

  /// What is known after some files have changed, where the targets have the same code as before. Only the targets that
  /// have to do with the files are looked at.
  ///
  /// - Parameters:
  ///   - model: The targets, if a description has changed; with ``BuildModel/hasSameCode(as:)`` as before.
  ///   - sources: What was found in each source file, as for the others.
  ///   - changed: The paths of sources, manifests, property lists and entitlements that say something else now.
  public init(
    _ old: SourceEvidence, model: BuildModel? = nil, sources: [String: ScannedSource], changed: Set<String>,
    isComplete: Bool, generation: Int, file: (String, FileKind) -> ProjectFile?
  ) {
    (self.model, catalog, self.generation) = (model ?? old.model, old.catalog, generation)
    var survey = old.survey
    if let model { survey.model = model }
    let isWhole = survey.isComplete == isComplete
    var uses = old.uses
    var owners: Set<Int> = []
    var hasSource = !isWhole
    for path in changed where survey.isSource(path) {
      hasSource = true
      uses[path] = sources[path].flatMap { $0.uses.isEmpty ? nil : $0.uses }
      owners.formUnion(old.model.targets(of: path))
    }
    self.uses = uses
    survey.take(sources, changedIn: owners, isComplete: isComplete)
    self.survey = survey
    targets = zip(survey.declaring, old.targets).map { number, old in
      let hasOtherCode = !isWhole || !old.reach.isDisjoint(with: owners)
      if model == nil, !hasOtherCode, old.read.isDisjoint(with: changed) { return old }
      return DeclaringTarget(number, survey, old: hasOtherCode ? nil : old, generation: generation, file)
    }
    places = hasSource || model != nil ? Self.places(of: targets) : old.places
  }

  private static func places(of targets: [DeclaringTarget]) -> [String: [Int]] {
    var places: [String: [Int]] = [:]
    for (place, target) in targets.enumerated() {
      for path in target.paths { places[path, default: []].append(place) }
    }
    return places
  }

  /// The files that say something for targets: descriptions, manifests, property lists and build settings; absolute.
  public var declaringPaths: Set<String> { Set(targets.flatMap(\.declaringPaths)) }

  /// The files of some targets: those that say something for them, and the sources with uses.
  ///
  /// - Parameter isWanted: Whether a target is one of them, by the file that declares it and all that say something for it.
  public func paths(ofTargetsWhere isWanted: (_ declaredIn: String, _ files: Set<String>) -> Bool) -> Set<String> {
    var result: Set<String> = []
    for target in targets where isWanted(target.build.declaredIn, target.declaringPaths) {
      result.formUnion(target.paths)
    }
    return result
  }

  /// The ids of the rules about declarations that are missing.
  public static let rulesOfMissingDeclarations = Set(
    [Rule.undeclaredCategory, .missingManifest, .missingPurposeString].map(\.id))

  /// What is to be known of a file; nil for one that has nothing to do with sources.
  ///
  /// - Parameter path: Absolute and without links.
  public func file(_ path: String) -> FileEvidence? {
    guard places[path] != nil || uses[path] != nil && !model.targets(of: path).isEmpty else { return nil }
    return FileEvidence(evidence: self, path: path)
  }

  /// The sources and descriptions of targets in which something may be found: absolute paths, sorted.
  public var sourcePaths: [String] {
    var result: Set<String> = []
    for target in targets {
      result.formUnion(target.undeclared.compactMap(\.uses.first?.path))
      result.formUnion(target.missingKeys.compactMap(\.uses.first?.path))
      result.formUnion(target.build.infoPlistEntries.map(\.path))
      if target.manifests.isEmpty { result.insert(target.build.declaredIn) }
    }
    for (path, uses) in uses where uses.contains(where: { $0.isGuideline }) { result.insert(path) }
    return result.filter { FileKind.of(path: $0) == nil && file($0) != nil }.sorted()
  }

  /// The files of which something else is known than in the evidence that this was made from, sorted.
  public var changedPaths: [String] {
    places.keys.filter { path in targets(of: path).contains { $0.generation == generation } }.sorted()
  }

  func targets(of path: String) -> [DeclaringTarget] { (places[path] ?? []).map { targets[$0] } }

  /// The uses of a file that ships in a target for which Apple asks for declarations.
  func uses(in path: String) -> [SourceUse] {
    let targets = model.targets(of: path).map { model.targets[$0] }.filter(\.needsDeclarations)
    return (uses[path] ?? []).filter { use in targets.contains { $0.builds(use) } }
  }
}

/// What sources say of one file of a project.
public struct FileEvidence: Sendable {
  public let evidence: SourceEvidence
  /// The file, absolute and without links.
  public let path: String

  /// Tells it from what was known of the file before and after, if both were made one from the other.
  public var generation: Int { targets.map(\.generation).max() ?? evidence.generation }

  var targets: [DeclaringTarget] { evidence.targets(of: path) }
  /// The targets that have the file as their manifest.
  var targetsOfManifest: [DeclaringTarget] { targets.filter { $0.manifests.first?.path == path } }
  var uses: [SourceUse] { evidence.uses(in: path) }

  /// Whether a category is used that the file, a manifest, doesn’t declare.
  var lacksCategories: Bool { targetsOfManifest.contains { !$0.undeclared.isEmpty } }
}

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
  /// Whether everything in it is known: no source is unread, and nothing comes from elsewhere.
  let isWhole: Bool
  /// The codes that are declared for each category, by its identifier; nil where a manifest is broken.
  let reasons: [String: Set<String>]?
  /// What Info.plist has, with the elements of lists and dictionaries; nil where it isn’t known.
  let keys: [String: Set<String>]?
  let undeclared: [UndeclaredCategory]
  let missingKeys: [MissingKey]
  /// The numbers of the targets whose sources it was made from, and the paths of the other files.
  fileprivate let reach: Set<Int>
  fileprivate let read: Set<String>
  fileprivate let generation: Int

  fileprivate var declaringPaths: Set<String> {
    let entries = (build.infoPlistEntries + build.entitlementEntries).map(\.path)
    return Set([build.declaredIn] + build.manifests.map(\.path) + build.infoPlists + build.entitlements + entries)
  }
  /// Those, and the sources with uses.
  fileprivate var paths: Set<String> { declaringPaths.union(usePaths).union(callPaths) }
  var hasManifest: Bool { !build.manifests.isEmpty }
  /// Whether the project lists a manifest that isn’t there or can’t be read.
  var isManifestMissing: Bool { hasManifest && manifests.isEmpty }
  /// Whether its declarations are part of a program’s or framework’s bundle, which the upload looks into.
  var isChecked: Bool { build.kind.isProgram }

  /// - Parameter old: The same target before, if its sources are as they were.
  fileprivate init(
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
    entitlements = Set(
      build.entitlementEntries.map(\.key)
        + build.entitlements.compactMap { file($0, .entitlements)?.entitlements }.flatMap { list in
          list.entries.filter(\.isOn).map(\.entitlement.name)
        })
    let isMissing = !build.manifests.isEmpty && manifests.isEmpty
    var undeclared =
      survey.isSpokenForElsewhere(number)
      ? [] : Self.undeclared(uses, isMissing ? [:] : reasons, own: isMissing ? [:] : ownReasons, number, survey)
    // It may be made while the app is built.
    if isMissing {
      for place in undeclared.indices { undeclared[place].severity = min(undeclared[place].severity, .information) }
    }
    self.undeclared = undeclared
    let missing = Self.missing(calls, keys, build, survey.catalog)
    missingKeys = missing + Self.missingInConfigurations(calls, keys, build, survey.catalog, infoPlists)
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

  /// The entries of the Info.plist files of some targets together; nil where the first one’s aren’t known.
  private static func keys(
    of numbers: [Int], _ survey: TargetSurvey, _ file: (String, FileKind) -> ProjectFile?
  ) -> [String: Set<String>]? {
    var result: [String: Set<String>] = [:]
    for (place, number) in numbers.enumerated() {
      let build = survey.model.targets[number]
      if build.lacksSettings { return nil }
      var isKnown = build.generatesInfoPlist || !build.infoPlistEntries.isEmpty
      for path in build.infoPlists {
        guard let plist = file(path, .infoPlist) else { continue }
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
        severity: isSure && !isNoted && parts.count == 1 ? .error : .warning)
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

/// The files of a target in which something was found.
private struct TargetFiles {
  let sources: [String]
  let headers: [String]
  /// Whether all of its sources were read.
  let areRead: Bool

  var all: [String] { sources + headers }
}

/// What is to be known of all targets before each is looked at.
private struct TargetSurvey {
  var model: BuildModel
  let catalog: Catalog
  private var found: [String: ScannedSource]
  private(set) var isComplete: Bool
  private var files: [TargetFiles]
  /// The targets that have to declare what they use.
  let declaring: [Int]
  /// For each target, the programs and frameworks that it becomes part of or is copied into.
  private var hosts: [[Int]]
  /// For each target, the others that its manifests speak for.
  private var spokenFor: [[Int]]

  init(_ model: BuildModel, sources: [String: ScannedSource], isComplete: Bool, catalog: Catalog) {
    self.model = model
    self.catalog = catalog
    self.isComplete = isComplete
    found = sources
    files = model.targets.map { Self.files(of: $0, in: sources) }
    var hosts = [[Int]](repeating: [], count: model.targets.count)
    for number in model.targets.indices where model.targets[number].kind.isBundleOfCode {
      var open = model.targets[number].dependencies + model.targets[number].embedded
      var seen: Set<Int> = [number]
      while let next = open.popLast() {
        guard seen.insert(next).inserted else { continue }
        hosts[next].append(number)
        // What a framework is made of is part of it, and what an extension is made of part of that alone.
        if !model.targets[next].kind.isProgram { open += model.targets[next].dependencies }
      }
    }
    declaring = model.targets.indices.filter { number in
      let target = model.targets[number]
      guard target.needsDeclarations else { return false }
      if target.kind.isBundleOfCode { return true }
      guard target.kind == .library || target.kind == .pod || target.kind == .staticLibrary else { return false }
      return !target.manifests.isEmpty || !hosts[number].contains { model.targets[$0].needsDeclarations }
    }
    self.hosts = hosts
    spokenFor = [[Int]](repeating: [], count: model.targets.count)
    for number in declaring {
      for speaker in Set(speakers(for: number) + hosts[number]) {
        spokenFor[speaker].append(number)
      }
    }
  }

  /// Takes what is in sources now.
  ///
  /// - Parameter numbers: The targets that have a source in which something else is than before.
  mutating func take(_ sources: [String: ScannedSource], changedIn numbers: Set<Int>, isComplete: Bool) {
    found = sources
    self.isComplete = isComplete
    for number in numbers where files.indices.contains(number) {
      files[number] = Self.files(of: model.targets[number], in: sources)
    }
  }

  private static func files(
    of target: BuildTarget, in sources: [String: ScannedSource]
  ) -> TargetFiles {
    var areRead = true
    var kept: [String] = []
    for path in target.sources {
      guard let source = sources[path] else {
        areRead = false
        continue
      }
      if !source.isEmpty { kept.append(path) }
    }
    let headers = target.headers.filter { sources[$0].map { !$0.isEmpty } ?? false }
    return TargetFiles(sources: kept, headers: headers, areRead: areRead)
  }

  /// The names of required reason APIs that a target’s own files declare.
  private func declarations(of number: Int) -> Set<String> {
    files[number].sources.reduce(into: []) { names, path in
      if let own = found[path]?.declarations, !own.isEmpty { names.formUnion(own) }
    }
  }

  func hosts(of number: Int) -> [Int] { hosts[number] }

  /// Whether a program carries a target along.
  func isEmbedded(_ number: Int) -> Bool {
    hosts[number].contains { model.targets[$0].kind.isProgram && model.targets[$0].needsDeclarations }
  }

  /// Whether a library needs no manifest of its own: a static one can’t have any, and of several libraries in one tree
  /// one mostly speaks for all. Of a package’s own libraries one speaks for what it declares.
  func isSpokenForElsewhere(_ number: Int) -> Bool {
    let target = model.targets[number]
    guard !target.kind.isProgram, target.manifests.isEmpty else { return false }
    if target.kind == .staticLibrary { return true }
    return !isEmbedded(number)
      && model.targets.contains {
        $0.speaksForOthers && (target.kind != .library || $0.declaredIn != target.declaredIn)
      }
  }

  /// The libraries of a library’s package that have manifests.
  private func neighbours(of number: Int) -> [Int] {
    let target = model.targets[number]
    guard target.kind == .library, target.manifests.isEmpty else { return [] }
    let all = model.targets.indices.lazy.filter {
      model.targets[$0].declaredIn == target.declaredIn && model.targets[$0].speaksForOthers
    }
    return Array(all.prefix(Self.mostNeighbours))
  }

  /// Packages with more libraries that have manifests aren’t known; what the others declare isn’t looked at.
  private static let mostNeighbours = 50

  /// The targets whose manifests may speak for a target too. Apple judges each executable on its own, so an app’s manifest
  /// speaks for what becomes part of its program alone.
  func speakers(for number: Int) -> [Int] {
    let linked = model.linkedTargets(of: number).filter { $0 != number }
    return linked + (model.targets[number].kind.isBundleOfCode ? [] : hosts[number] + neighbours(of: number))
  }

  /// The targets that a target is made of for which no other manifest speaks.
  private func parts(of number: Int) -> [Int] {
    guard model.targets[number].kind.isBundleOfCode else { return [number] }
    return model.linkedTargets(of: number).filter { part in
      part == number || model.targets[part].manifests.isEmpty && model.targets[part].needsDeclarations
    }
  }

  /// The uses in a target and in what becomes part of it, in the order of paths and places.
  func uses(of number: Int) -> [SourceEvidence.Use] { uses(in: parts(of: number), of: number) }

  /// The uses in all that runs in a program.
  func calls(of number: Int, withExtensions: Bool = false) -> [SourceEvidence.Use] {
    uses(in: partsOfProgram(number, withExtensions: withExtensions), of: number)
  }

  /// The keys whose resources the types are for that a program and its extensions name.
  func mentionedKeys(of number: Int) -> Set<String> {
    var result: Set<String> = []
    for part in partsOfProgram(number, withExtensions: true) {
      for path in files[part].all {
        if let keys = found[path]?.mentionedKeys, !keys.isEmpty { result.formUnion(keys) }
      }
    }
    return result
  }

  /// The identifiers of the categories that a target may use, or one that its manifests speak for.
  func categories(of number: Int) -> Set<String> {
    var result: Set<Int> = []
    for part in Set(([number] + spokenFor[number]).flatMap(parts)) {
      for path in files[part].all {
        for use in found[path]?.uses ?? [] {
          if case .requiredReason(let category, let alternatives) = use.kind {
            result.formUnion([category] + alternatives)
          }
        }
      }
    }
    return Set(result.filter(catalog.categories.indices.contains).map { catalog.categories[$0].id })
  }

  /// The targets whose sources have to do with a target.
  func reach(of number: Int) -> Set<Int> {
    var result = Set(([number] + spokenFor[number]).flatMap(parts))
    result.formUnion(model.linkedTargets(of: number))
    for other in model.targets.indices where hosts[other].contains(number) {
      result.formUnion(model.linkedTargets(of: other))
    }
    return result
  }

  /// Whether a file is code and no declaration, by its name.
  func isSource(_ path: String) -> Bool { SourceLanguage(path: path) != nil }

  private func partsOfProgram(_ number: Int, withExtensions: Bool) -> [Int] {
    var parts = Set(model.linkedTargets(of: number))
    for other in model.targets.indices where hosts[other].contains(number) {
      let target = model.targets[other]
      guard target.needsDeclarations, withExtensions || !target.kind.isProgram else { continue }
      parts.formUnion(target.kind.isProgram ? model.linkedTargets(of: other) : [other])
    }
    return parts.sorted()
  }

  private func uses(in parts: [Int], of number: Int) -> [SourceEvidence.Use] {
    let target = model.targets[number]
    var paths: [String: (isOwn: Bool, declarations: Set<String>)] = [:]
    for part in parts {
      let declarations = declarations(of: part)
      for path in files[part].all where !(found[path]?.uses ?? []).isEmpty {
        let known = paths[path]
        paths[path] = (
          known?.isOwn ?? false || part == number, known?.declarations.intersection(declarations) ?? declarations
        )
      }
    }
    return paths.sorted { $0.key < $1.key }.flatMap { path, module in
      (found[path]?.uses ?? []).compactMap { use in
        guard !use.isGuideline, target.builds(use) else { return nil }
        let use = SourceLanguage(path: path) == .swift ? use.shadowed(by: module.declarations) : use
        return SourceEvidence.Use(path: path, use: use, isOwn: module.isOwn)
      }
    }
  }

  /// Whether all that a target is made of is in the sources that were read.
  func isWhole(_ number: Int) -> Bool {
    guard isComplete, model.unread.isEmpty else { return false }
    let all = model.targets.indices.filter {
      $0 == number || hosts[$0].contains(number) || spokenFor[number].contains($0)
    }
    return all.allSatisfy { number in
      let target = model.targets[number]
      return target.externalDependencies.isEmpty && !target.linksUnknownCode
        && files[number].areRead
    }
  }
}

extension BuildModel {
  /// The names of required reason APIs that a target’s own files declare, which hide those of the system in it.
  public func declarations(of number: Int, in sources: [String: ScannedSource]) -> Set<String> {
    targets[number].sources.reduce(into: []) { $0.formUnion(sources[$1]?.declarations ?? []) }
  }
}

extension BuildTarget {
  /// Whether its product has a use, by the conditions around it. A package names platforms for their versions alone.
  public func builds(_ use: SourceUse) -> Bool {
    kind == .library || use.isBuilt(for: platforms.keys)
  }
}

extension BuildTarget {
  /// Whether it is a library with a manifest.
  fileprivate var speaksForOthers: Bool { !kind.isProgram && ships && !manifests.isEmpty }
}

extension BuildTarget.Kind {
  /// Whether it has an executable and a bundle of its own.
  fileprivate var isBundleOfCode: Bool { isProgram || self == .framework || self == .dynamicLibrary }
}

extension ScannedSource {
  fileprivate var isEmpty: Bool { uses.isEmpty && mentionedKeys.isEmpty && declarations.isEmpty }
}

extension SourceUse {
  /// Whether a finding may rest on it: it is more than possible, and users get it.
  public var counts: Bool { !isHint && macro == nil && confidence > .possible }

  /// Whether it does what a guideline advises against, and asks for no declaration.
  public var isGuideline: Bool { if case .guideline = kind { true } else { false } }
}
