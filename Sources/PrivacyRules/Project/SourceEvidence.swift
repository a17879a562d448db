public import BuildTargets
public import Catalog
public import SourceScan
import SourceText

/// The uses in a project’s sources, and the declarations in the files of its targets.
///
/// Created from files that were read before, so rules can ask about a document without any I/O. The command line
/// creates it from one walk; a server keeps the uses of each file and creates it again when one changes.
public final class SourceEvidence: Sendable {
  /// A use with its file.
  public struct Use: Sendable {
    /// The absolute path.
    public let path: String
    public let use: SourceUse
    /// Whether the file belongs to the target itself, not to a library that becomes part of it.
    let isOwn: Bool
    /// Whether a finding may be in the file.
    var isOurs = true

    /// Whether a finding may be based on it.
    var counts: Bool { use.counts }

    /// Whether it’s under a macro that any header of the target may define as 0.
    var mayBeLeftOut: Bool { use.isUnderFlag && SourceLanguage(path: path) != .swift }
  }

  public let model: BuildModel
  let catalog: Catalog
  fileprivate let generation: Int
  /// See ``pathsOfNoApp(_:)``.
  private let pathsOfNoApp: OnDemand<Set<String>>
  /// The targets that have to declare their uses, in the order of the model.
  let targets: [DeclaringTarget]
  private let survey: TargetSurvey
  /// The uses in each file that ships, by its absolute path.
  private let uses: [String: [SourceUse]]
  /// See ``askers(_:_:_:)``.
  private let askers: OnDemand<Set<Int>>
  /// The indices in ``targets`` of those that a file concerns, by its path.
  private let places: [String: [Int]]

  /// - Parameters:
  ///   - sources: The contents of each source file that was read, by its absolute path.
  ///   - isComplete: Whether every source file could be read.
  ///   - generation: A number that identifies this evidence, for ``FileEvidence/generation``.
  ///   - file: Reads a manifest, an Info.plist or entitlements; nil if it can’t.
  public init(
    _ model: BuildModel, sources: [String: ScannedSource], isComplete: Bool, catalog: Catalog, generation: Int = 0,
    file: (String, FileKind) -> ProjectFile?
  ) {
    self.model = model
    self.catalog = catalog
    self.generation = generation
    pathsOfNoApp = OnDemand { Self.pathsOfNoApp(model) }
    uses = sources.compactMapValues { $0.uses.isEmpty ? nil : $0.uses }
    askers = Self.askers(uses, model, catalog)
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

  /// Updates the evidence after changes to files that leave the targets’ code the same. Only targets that the files
  /// concern are checked again.
  ///
  /// - Parameters:
  ///   - model: The targets, if a description has changed; ``BuildModel/hasSameCode(as:)`` must hold.
  ///   - sources: The contents of each source file, as in the other initializer.
  ///   - changed: The paths of sources, manifests, property lists and entitlements with changed contents.
  public init(
    _ old: SourceEvidence, model: BuildModel? = nil, sources: [String: ScannedSource], changed: Set<String>,
    isComplete: Bool, generation: Int, file: (String, FileKind) -> ProjectFile?
  ) {
    (self.model, catalog, self.generation) = (model ?? old.model, old.catalog, generation)
    pathsOfNoApp = model.map { model in OnDemand { Self.pathsOfNoApp(model) } } ?? old.pathsOfNoApp
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
    askers = Self.askers(uses, self.model, catalog)
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

  /// The absolute paths of files with declarations for targets: descriptions, manifests, property lists and build
  /// settings.
  public var declaringPaths: Set<String> { Set(targets.flatMap(\.declaringPaths)) }

  /// How many apps and how many frameworks have no privacy manifest.
  public var targetsWithoutManifest: (apps: Int, frameworks: Int) {
    let lacking = targets.filter { $0.manifests.isEmpty && !$0.build.getsManifest }
    return (
      lacking.count { $0.build.kind == .application },
      lacking.count { $0.build.kind == .framework && $0.otherManifests.isEmpty }
    )
  }

  /// The files of some targets: those with declarations, and the sources with uses.
  ///
  /// - Parameter isWanted: Whether to include a target, given the file that declares it and all its files with
  ///   declarations.
  public func paths(ofTargetsWhere isWanted: (_ declaredIn: String, _ files: Set<String>) -> Bool) -> Set<String> {
    var result: Set<String> = []
    for target in targets where isWanted(target.build.declaredIn, target.declaringPaths) {
      result.formUnion(target.paths)
    }
    return result
  }

  /// Whether a target that has to declare its uses has a file. A manifest that it doesn’t copy is only near it.
  public func isOfTarget(_ path: String) -> Bool {
    places[path] != nil && FileKind.of(path: path) != .privacyManifest
      || model.targets(of: path).contains { model.targets[$0].needsDeclarations }
  }

  /// The ids of the rules about missing declarations.
  public static let rulesOfMissingDeclarations = Set(
    [Rule.undeclaredCategory, .missingManifest, .missingPurposeString].map(\.id))

  /// The evidence about a file; nil if the file has nothing to do with sources.
  ///
  /// - Parameter path: Absolute, with symbolic links resolved.
  public func file(_ path: String) -> FileEvidence? {
    guard
      places[path] != nil || uses[path] != nil && !model.targets(of: path).isEmpty
        || isOfNoApp(path) || isOfNoTarget(path) || mayBeCopiedByScript(path)
        || FileKind.of(path: path)?.concernsAllTargets ?? false
    else { return nil }
    return FileEvidence(evidence: self, path: path)
  }

  /// Whether a file is a manifest beside the description of a package, in none of its targets, in a tree whose app has
  /// another one.
  func isOfNoTarget(_ path: String) -> Bool {
    guard FileKind.of(path: path) == .privacyManifest, model.unread.isEmpty else { return false }
    func mayCopy(_ target: BuildTarget) -> Bool {
      target.copiesManifestsByScript || target.resources.contains(path) || target.manifests.first?.path == path
        || target.manifests.contains { $0.path == path && $0.isInBundle == true }
    }
    return model.targets.contains { $0.declaredIn == parent(of: path) + "/Package.swift" }
      && model.targets.contains { $0.kind == .application && !$0.manifests.isEmpty }
      && !model.targets.contains(where: mayCopy)
  }

  /// Whether a file is a manifest and a script of a project around it names it, and so may copy it under another name.
  func mayBeCopiedByScript(_ path: String) -> Bool {
    FileKind.of(path: path) == .privacyManifest
      && model.targets.contains { target in
        target.manifestsOfScripts.contains(lastComponent(of: path))
          && path.hasPrefix(parent(of: parent(of: target.declaredIn)) + "/")
      }
  }

  /// Whether a manifest, an Info.plist or a project is only for targets that don’t ship: samples, tests and their hosts.
  func isOfNoApp(_ path: String) -> Bool {
    switch FileKind.of(path: path) {
    case .privacyManifest:
      let owners = model.targets(of: path)
      return !owners.isEmpty && !owners.contains { model.targets[$0].ships }
    case .infoPlist, .xcodeProject: return pathsOfNoApp.value.contains(path)
    default: return false
    }
  }

  /// The Info.plists and projects of targets that don’t ship.
  private static func pathsOfNoApp(_ model: BuildModel) -> Set<String> {
    let shipped = model.targets.filter(\.ships)
    // A framework beside samples shows no texts.
    return Set(model.targets.filter { !$0.ships }.flatMap { $0.infoPlists + [$0.declaredIn] })
      .subtracting(shipped.flatMap(\.infoPlists)).subtracting(shipped.filter(\.kind.isProgram).map(\.declaredIn))
  }

  /// The sources and descriptions of targets that may have findings: absolute paths, sorted.
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

  /// The files whose evidence differs from that in the previous version, sorted.
  public var changedPaths: [String] {
    places.keys.filter { path in targets(of: path).contains { $0.generation == generation } }.sorted()
  }

  func targets(of path: String) -> [DeclaringTarget] { (places[path] ?? []).map { targets[$0] } }

  /// Whether permission to track people is asked for outside a file: by other files of each of its targets, or by the
  /// apps that link the library it’s in.
  fileprivate func isAskedElsewhere(_ path: String) -> Bool {
    let owners = model.targets(of: path).filter { model.targets[$0].ships }
    let names = Self.trackingRequests(catalog)
    if owners.isEmpty || (uses[path] ?? []).contains(where: { names.contains($0.symbol) && !$0.isHint }) {
      return false
    }
    return owners.allSatisfy { number in
      let kind = model.targets[number].kind
      return !kind.isProgram && kind != .unknown || askers.value.contains(number)
    }
  }

  /// The numbers of the targets with code that asks for permission to track people.
  private static func askers(
    _ uses: [String: [SourceUse]], _ model: BuildModel, _ catalog: Catalog
  ) -> OnDemand<Set<Int>> {
    OnDemand {
      let names = trackingRequests(catalog)
      return uses.reduce(into: []) { found, file in
        let asks = file.value.contains { names.contains($0.symbol) && !$0.isHint }
        if asks { found.formUnion(model.targets(of: file.key)) }
      }
    }
  }

  private static func trackingRequests(_ catalog: Catalog) -> Set<String> {
    Set(catalog.sourceCalls.filter { $0.role == .trackingRequest }.flatMap(\.names))
  }

  /// The products of packages from elsewhere that the targets link; nil without an app, or if a description can’t be
  /// read. A package that isn’t in the tree may link others.
  var linkedProducts: Set<String>? {
    guard model.unread.isEmpty, model.targets.contains(where: { $0.kind == .application }) else { return nil }
    return Set(model.targets.filter(\.ships).flatMap(\.externalDependencies))
  }

  /// The uses in a file that ships in a target that needs declarations.
  func uses(in path: String) -> [SourceUse] {
    let targets = model.targets(of: path).map { model.targets[$0] }.filter(\.needsDeclarations)
    return (uses[path] ?? []).filter { use in targets.contains { $0.builds(use) } }
  }
}

/// The evidence about one file of a project.
public struct FileEvidence: Sendable {
  public let evidence: SourceEvidence
  /// The absolute path, with symbolic links resolved.
  public let path: String

  /// A number that changes with the evidence about the file, between versions that were updated from each other.
  public var generation: Int {
    if FileKind.of(path: path)?.concernsAllTargets ?? false { return evidence.generation }
    // What belongs to no target that ships doesn’t change with the code.
    return targets.map(\.generation).max() ?? (evidence.uses(in: path).isEmpty ? 1 : evidence.generation)
  }

  var targets: [DeclaringTarget] { evidence.targets(of: path) }
  /// The targets whose manifest is this file.
  var targetsOfManifest: [DeclaringTarget] { targets.filter { $0.manifests.first?.path == path } }
  var uses: [SourceUse] { evidence.uses(in: path) }

  /// Whether the manifest doesn’t declare a category that is used.
  var lacksCategories: Bool { targetsOfManifest.contains { !$0.undeclared.isEmpty } }

  /// The targets that have the manifest in their folders but don’t copy it.
  var targetsThatLeaveItOut: [DeclaringTarget] {
    targets.filter { target in
      target.build.strayManifests.contains(path)
        || !target.build.addsManifest(at: path) && !isOfAnother(than: target)
          && target.build.manifests.contains { $0.path == path && $0.isInBundle == false }
    }
  }

  /// Whether the targets that have the manifest in their folders copy other ones.
  var isSpare: Bool {
    let targets = targetsThatLeaveItOut
    return !targets.isEmpty && targets.allSatisfy { $0.build.manifests.contains { $0.isInBundle == true } }
  }

  /// Whether the manifest is in the folder of another module, whose product may only be copied along with a library that
  /// needs none itself.
  private func isOfAnother(than target: DeclaringTarget) -> Bool {
    guard target.build.kind == .library || target.build.kind == .pod, !target.build.hasFolder(of: path),
      !target.uses.contains(where: { use in
        guard case .requiredReason = use.use.kind else { return false }
        return use.counts
      })
    else { return false }
    let own = Set(target.build.sources)
    return evidence.model.targets.contains { $0.hasFolder(of: path) && own.isDisjoint(with: $0.sources) }
  }

  var isAskedElsewhere: Bool { evidence.isAskedElsewhere(path) }

  /// Whether no app ships the file: it belongs to samples, tests or their hosts.
  var isOfNoApp: Bool { targets.isEmpty && evidence.isOfNoApp(path) }

  /// Whether the manifest is part of no product, so that its contents can’t cause a rejection.
  var reachesNoBundle: Bool {
    evidence.isOfNoTarget(path)
      || !targetsThatLeaveItOut.isEmpty
        && !evidence.model.targets.contains { $0.manifests.contains { $0.path == path && $0.isInBundle != false } }
  }
}

extension BuildModel {
  /// The names of required reason APIs that a target’s own files redeclare, which hides the system’s.
  public func declarations(of number: Int, in sources: [String: ScannedSource]) -> Set<String> {
    targets[number].sources.reduce(into: []) { $0.formUnion(sources[$1]?.declarations ?? []) }
  }
}

extension BuildTarget {
  /// Whether the build makes its project, and with it a manifest that has the reasons of all its pods, or adds one to it.
  var getsManifest: Bool {
    isMadeByTool || gathersReasons && addsManifest && !manifests.contains { $0.isInBundle != false }
  }

  /// Whether the build makes its project.
  var isMadeByTool: Bool { gathersReasons && FileKind.of(path: declaredIn) != .xcodeProject }

  /// Whether a manifest is where React Native’s installer looks for that of the app: beside its Info.plist or its project.
  func addsManifest(at path: String) -> Bool {
    let folder = parent(of: path)
    return getsManifest
      && (isMadeByTool || infoPlists.contains { parent(of: $0) == folder }
        || folder == parent(of: parent(of: declaredIn)))
  }

  /// Whether a manifest is in one of the folders where the target may have it.
  fileprivate func hasFolder(of manifest: String) -> Bool {
    manifestFolders.contains { manifest.hasPrefix($0 + "/") }
  }

  /// Whether the target’s product contains a use, given the conditions around it. The platforms of a package only set
  /// minimum versions.
  public func builds(_ use: SourceUse) -> Bool {
    kind == .library || use.isBuilt(for: platforms.keys)
  }
}

extension FileKind {
  /// Whether rules compare such files with the code of all targets, as they are in none.
  fileprivate var concernsAllTargets: Bool { self == .stringsTable || self == .stringCatalog || self == .lockFile }
}

extension SourceUse {
  /// Whether a finding may be based on it: it’s more than possible, and ships to users.
  public var counts: Bool { !isHint && macro == nil && confidence > .possible }

  /// Whether it violates a guideline, which needs no declaration.
  public var isGuideline: Bool { if case .guideline = kind { true } else { false } }
}
