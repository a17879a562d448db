public import BuildTargets
public import Catalog
public import SourceScan

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

  /// How many apps and how many frameworks have no privacy manifest.
  public var targetsWithoutManifest: (apps: Int, frameworks: Int) {
    let lacking = targets.filter(\.manifests.isEmpty)
    return (
      lacking.count { $0.build.kind == .application },
      lacking.count { $0.build.kind == .framework && $0.otherManifests.isEmpty }
    )
  }

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

  /// The targets that have the file, a manifest, in their folders and don’t copy it.
  var targetsThatLeaveItOut: [DeclaringTarget] {
    targets.filter { target in
      target.build.strayManifests.contains(path)
        || target.build.manifests.contains { $0.path == path && $0.isInBundle == false }
    }
  }

  /// Whether the file, a manifest, is part of no product, so that no upload is refused for what it says.
  var reachesNoBundle: Bool {
    !targetsThatLeaveItOut.isEmpty
      && !evidence.model.targets.contains { $0.manifests.contains { $0.path == path && $0.isInBundle != false } }
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

extension SourceUse {
  /// Whether a finding may rest on it: it is more than possible, and users get it.
  public var counts: Bool { !isHint && macro == nil && confidence > .possible }

  /// Whether it does what a guideline advises against, and asks for no declaration.
  public var isGuideline: Bool { if case .guideline = kind { true } else { false } }
}
