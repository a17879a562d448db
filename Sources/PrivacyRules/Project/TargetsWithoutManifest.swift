import BuildTargets
import Catalog
import SourceScan
import SourceText

/// The targets of one project that have no manifest and use required reason APIs. They have one finding, at the most
/// certain use of the most important target: whoever adds a manifest adds it to all of them.
struct TargetsWithoutManifest: Sendable {
  /// Each with the category to report for it and all that it lacks, the app first.
  let members: [(target: DeclaringTarget, missing: UndeclaredCategory)]
  let severity: Severity

  /// The file with the finding.
  var path: String { uses.first?.path ?? "" }
  var category: APICategory? { members.first?.missing.category }
  var names: [String] { members.map(\.target.build.name) }

  /// The uses of the first target, and the first one of each other target.
  var uses: [SourceEvidence.Use] {
    var uses = members.first?.missing.uses ?? []
    for (_, missing) in members.dropFirst() {
      guard let use = missing.uses.first, !uses.contains(where: { $0.isSame(as: use) }) else { continue }
      uses.append(use)
    }
    return uses
  }

  /// The first use of each category that isn’t reported by itself.
  var others: [SourceEvidence.Use] {
    var uses: [SourceEvidence.Use] = []
    for (target, missing) in members {
      for other in target.undeclared where other.category !== missing.category {
        guard let use = other.uses.first, !uses.contains(where: { $0.isSame(as: use) }) else { continue }
        uses.append(use)
      }
    }
    return uses
  }

  /// What the finding consists of.
  var identity: [String] {
    names + [severity.rawValue] + (uses + others).map { "\($0.path) \($0.use.range.lower) \($0.use.symbol)" }
  }

  private init?(_ targets: [DeclaringTarget]) {
    let all = targets.compactMap { target -> (target: DeclaringTarget, missing: UndeclaredCategory)? in
      let worst = target.undeclared.map(\.severity).max()
      return target.undeclared.first { $0.severity == worst }.map { (target, $0) }
    }
    func rank(_ index: Int) -> (Severity, Int, Int) {
      (all[index].missing.severity, all[index].target.build.kind == .application ? 1 : 0, -index)
    }
    guard let first = all.indices.max(by: { rank($0) < rank($1) }) else { return nil }
    members = [all[first]] + all.indices.filter { $0 != first }.map { all[$0] }
    severity = all[first].missing.severity
  }

  /// Those of each project, by the file that declares the targets. What is only worth a note stays with each target.
  static func byProject(_ targets: [DeclaringTarget]) -> [String: TargetsWithoutManifest] {
    let lacking = targets.filter { target in
      target.manifests.isEmpty && target.undeclared.contains { $0.severity > .information }
    }
    return Dictionary(grouping: lacking, by: \.build.declaredIn).compactMapValues { TargetsWithoutManifest($0) }
  }
}

extension SourceEvidence.Use {
  fileprivate func isSame(as other: SourceEvidence.Use) -> Bool { path == other.path && use.range == other.use.range }
}
