import BuildTargets
public import Catalog
import PropertyList
public import SourceScan
public import SourceText

/// The subject that uses in code and declarations in files have in common.
public enum EvidenceSubject: Hashable, Sendable {
  /// Required reason API categories by their ids; any of them.
  case categories([String])
  /// A reason for a category.
  case reason(String, category: String)
  /// Info.plist keys without a device suffix; any of them.
  case keys([String])
}

/// A target’s declarations for a use.
public struct TargetDeclaration: Hashable, Sendable {
  /// The target’s name.
  public let target: String
  /// Nil if unknown.
  public let isDeclared: Bool?
  /// The declared reasons for the use’s category; empty for other uses.
  public let reasons: [String]
  /// Whether the target has a privacy manifest.
  public let hasManifest: Bool
}

extension SourceUse.Reason {
  /// The evidence, for use within a sentence.
  public var whyInSentence: String { why.prefix(1).lowercased() + why.dropFirst() }
}

extension SourceUse {
  /// The subject that the use requires a declaration of; nil if it requires none.
  public func subject(_ catalog: Catalog) -> EvidenceSubject? {
    switch kind {
    case .requiredReason: .categories(categories(catalog).map(\.id))
    case .permission(let lists): .keys(lists.joined().map { String($0.prefix { $0 != "=" }) })
    case .guideline: nil
    }
  }

  /// The required reason API categories that fit, likeliest first.
  public func categories(_ catalog: Catalog) -> [APICategory] {
    guard case .requiredReason(let category, let alternatives) = kind else { return [] }
    let all = catalog.categories
    let others = alternatives.filter { $0 != category }
    return ([category] + others).filter(all.indices.contains).map { all[$0] }
  }
}

extension FileEvidence {
  /// The uses in the file, if it’s a source, that ship in its targets.
  public var ownUses: [SourceUse] {
    var result = Set(uses.filter(\.isGuideline))
    for target in targets where target.usePaths.contains(path) || target.callPaths.contains(path) {
      result.formUnion((target.uses + target.calls).lazy.filter { $0.path == path }.map(\.use))
    }
    return result.sorted { ($0.range, $0.symbol) < ($1.range, $1.symbol) }
  }

  /// The uses of a subject in the file’s targets that findings may be based on, without duplicates, in the order of
  /// paths and places.
  public func uses(of subject: EvidenceSubject) -> [SourceEvidence.Use] {
    let found = unique(targets(about: subject).flatMap { $0.uses(of: subject, evidence.catalog) })
    guard case .reason(let code, _) = subject else { return found }
    let fitting = found.filter { $0.use.reasons.contains { $0.code == code } }
    return fitting.isEmpty ? found : fitting
  }

  /// The names of the file’s targets that use a subject, in order.
  public func targetNames(using subject: EvidenceSubject) -> [String] {
    var names: [String] = []
    for target in targets(about: subject) where !names.contains(target.build.name) {
      if !target.uses(of: subject, evidence.catalog).isEmpty { names.append(target.build.name) }
    }
    return names
  }

  /// The declarations of a subject in the targets’ files: manifests, Info.plist files and build settings.
  public func declarations(of subject: EvidenceSubject) -> [(path: String, range: ByteRange)] {
    var seen: [String: Set<ByteRange>] = [:]
    return targets(about: subject).flatMap { $0.declarations(of: subject, evidence.catalog) }
      .filter { seen[$0.path, default: []].insert($0.range).inserted }
      .sorted { ($0.path, $0.range.lower) < ($1.path, $1.range.lower) }
  }

  /// Each target’s declarations for a use in this file, in the order of the targets.
  public func declarations(for use: SourceUse) -> [TargetDeclaration] {
    guard let subject = use.subject(evidence.catalog) else { return [] }
    var result: [TargetDeclaration] = []
    for target in targets(about: subject) where target.isResponsible(for: use, in: path) {
      let declaration = target.declaration(for: use, evidence.catalog)
      if !result.contains(declaration) { result.append(declaration) }
    }
    // A target with an unknown Info.plist, such as a library, adds nothing if that of another one, such as its app, is
    // known.
    let known = result.filter { $0.isDeclared != nil }
    return known.isEmpty ? result : known
  }

  /// The reasons for a category that the uses in the file’s targets suggest, most frequent first.
  public func suggestedReasons(for category: APICategory) -> [SourceUse.Reason] {
    uses(of: .categories([category.id])).suggestedReasons(for: category)
  }

  /// The targets that the file, a declaration or a source, belongs to.
  private func targets(about subject: EvidenceSubject) -> [DeclaringTarget] {
    guard FileKind.of(path: path) == .privacyManifest else { return targets }
    return evidence.targets.filter { ($0.manifests + $0.otherManifests).contains { $0.path == path } }
  }

  private func unique(_ uses: [SourceEvidence.Use]) -> [SourceEvidence.Use] {
    var seen: [String: Set<ByteRange>] = [:]
    return uses.sorted { ($0.path, $0.use.range.lower) < ($1.path, $1.use.range.lower) }
      .filter { seen[$0.path, default: []].insert($0.use.range).inserted }
  }
}

extension [SourceEvidence.Use] {
  /// The reasons for a category that the uses suggest first, most frequent first.
  func suggestedReasons(for category: APICategory) -> [SourceUse.Reason] {
    var found: [String: (reason: SourceUse.Reason, count: Int)] = [:]
    for use in self {
      guard let reason = use.use.reasons.first, category.reason(reason.code) != nil else { continue }
      found[reason.code] = (found[reason.code]?.reason ?? reason, (found[reason.code]?.count ?? 0) + 1)
    }
    return found.values.sorted { ($1.count, $0.reason.code) < ($0.count, $1.reason.code) }.map(\.reason)
  }
}

extension FileEvidence {
  /// Whether all targets of the file, a source, declare what a use requires; nil if unknown.
  public func isDeclared(_ use: SourceUse) -> Bool? {
    let answers = declarations(for: use).map(\.isDeclared)
    return answers.isEmpty || answers.contains(nil) ? nil : answers.allSatisfy { $0 ?? false }
  }
}

extension DeclaringTarget {
  /// Whether the target has to declare a use in a file.
  fileprivate func isResponsible(for use: SourceUse, in path: String) -> Bool {
    let isCall = if case .permission = use.kind { build.kind.isProgram } else { false }
    return (isCall ? callPaths : usePaths).contains(path) && build.builds(use)
  }

  /// The uses that the target’s files have to declare a subject for. For Info.plist keys, that’s everything that runs
  /// in the program.
  fileprivate func relevantUses(for subject: EvidenceSubject) -> [SourceEvidence.Use] {
    if case .keys = subject, build.kind.isProgram { calls } else { uses }
  }

  fileprivate func uses(of subject: EvidenceSubject, _ catalog: Catalog) -> [SourceEvidence.Use] {
    relevantUses(for: subject).filter { use in
      guard use.counts, let own = use.use.subject(catalog) else { return false }
      return switch (own, subject) {
      case (.categories(let ids), .categories(let wanted)): wanted.contains(where: ids.contains)
      case (.categories(let ids), .reason(_, let category)): ids.contains(category)
      case (.keys(let keys), .keys(let wanted)): wanted.contains(where: keys.contains)
      default: false
      }
    }
  }

  fileprivate func declarations(of subject: EvidenceSubject, _ catalog: Catalog) -> [(path: String, range: ByteRange)] {
    switch subject {
    case .categories(let ids):
      return apis(in: ids).compactMap { file, api in api.identifier.map { (file.path, $0.highlight) } }
    case .reason(let code, let category):
      return apis(in: [category]).flatMap { file, api in
        api.reasons.filter { $0.string == code }.map { (file.path, $0.highlight) }
      }
    case .keys(let names):
      let written = infoPlists.filter(\.document.hasPositions).flatMap { file in
        (file.infoPlist?.root.entries ?? []).filter { names.contains(catalog.root(of: $0.name)) }
          .map { (file.path, $0.key.textRange) }
      }
      let settings = build.infoPlistEntries.filter { names.contains(catalog.root(of: $0.key)) }
      return written + settings.map { ($0.path, $0.range) }
    }
  }

  private func apis(in ids: [String]) -> [(ProjectFile, AccessedAPI)] {
    (manifests + otherManifests).filter(\.document.hasPositions).flatMap { file in
      (file.manifest?.accessedAPIs ?? []).filter { $0.category.map { ids.contains($0.id) } ?? false }
        .map { (file, $0) }
    }
  }

  fileprivate func declaration(for use: SourceUse, _ catalog: Catalog) -> TargetDeclaration {
    let ids = use.categories(catalog).map(\.id)
    return TargetDeclaration(
      target: build.name, isDeclared: declares(use, catalog),
      reasons: ids.flatMap { reasons?[$0] ?? [] }.filter { !Gap.isAll(of: $0) }.sorted(), hasManifest: hasManifest)
  }

  /// Whether a target declares what a use requires; nil if unknown.
  func declares(_ use: SourceUse, _ catalog: Catalog) -> Bool? {
    switch use.kind {
    case .requiredReason: reasons.map { given in use.categories(catalog).contains { given[$0.id] != nil } }
    case .permission(let lists):
      keys.map { given in lists.allSatisfy { list in list.contains { Self.has($0, given) } } }
    case .guideline: nil
    }
  }
}
