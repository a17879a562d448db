import BuildTargets
import Catalog
import SourceScan
import SourceText

/// The scanned files of a target.
private struct TargetFiles {
  let sources: [String]
  let headers: [String]
  /// Whether all of its sources were read.
  let areRead: Bool

  var all: [String] { sources + headers }
}

/// Data about all targets that is needed before each of them is checked.
struct TargetSurvey {
  var model: BuildModel
  let catalog: Catalog
  private var found: [String: ScannedSource]
  private(set) var isComplete: Bool
  private var files: [TargetFiles]
  /// The targets that have to declare their uses.
  let declaring: [Int]
  /// For each target, the programs and frameworks that it becomes part of or is copied into.
  private var hosts: [[Int]]
  /// For each target, the others that its manifests cover.
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
        // The parts of a framework belong to it, and those of an extension belong only to the extension.
        if !model.targets[next].kind.isProgram { open += model.targets[next].dependencies }
      }
    }
    declaring = model.targets.indices.filter { number in
      let target = model.targets[number]
      guard target.needsDeclarations else { return false }
      if target.kind.isBundleOfCode { return true }
      guard [.library, .pod, .staticLibrary, .dynamicLibrary].contains(target.kind) else { return false }
      // What programs compile themselves is a package only to check that it builds; the programs are judged.
      if !target.sources.isEmpty, target.sources.allSatisfy({ model.isInProgram($0) }) { return false }
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

  /// Takes the current contents of sources.
  ///
  /// - Parameter numbers: The targets with a source whose contents changed.
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

  /// The names of required reason APIs that a target’s own files redeclare.
  private func declarations(of number: Int) -> Set<String> {
    files[number].sources.reduce(into: []) { names, path in
      if let own = found[path]?.declarations, !own.isEmpty { names.formUnion(own) }
    }
  }

  func hosts(of number: Int) -> [Int] { hosts[number] }

  /// Whether a program embeds a target.
  func isEmbedded(_ number: Int) -> Bool {
    hosts[number].contains { model.targets[$0].kind.isProgram && model.targets[$0].needsDeclarations }
  }

  /// Whether a library needs no manifest of its own. A static library can’t have one, and in a tree with several
  /// libraries one of them usually covers all. In a package, one library covers what it declares.
  func isSpokenForElsewhere(_ number: Int) -> Bool {
    let target = model.targets[number]
    guard !target.kind.isProgram, target.manifests.isEmpty else { return false }
    if target.kind == .staticLibrary { return true }
    // A script of the app may give it one that is named after it until then: `Kit.xcprivacy`.
    let given = hosts[number].flatMap { model.targets[$0].manifestsOfScripts }
    if given.contains(where: { $0.lowercased().hasPrefix(target.name.lowercased()) }) { return true }
    return !isEmbedded(number)
      && model.targets.contains {
        $0.speaksForOthers && (target.kind != .library || $0.declaredIn != target.declaredIn)
      }
  }

  /// The libraries with manifests in a library’s package.
  private func neighbours(of number: Int) -> [Int] {
    let target = model.targets[number]
    guard target.kind == .library, target.manifests.isEmpty else { return [] }
    let all = model.targets.indices.lazy.filter {
      model.targets[$0].declaredIn == target.declaredIn && model.targets[$0].speaksForOthers
    }
    return Array(all.prefix(Self.mostNeighbours))
  }

  /// In packages with more libraries than this, the declarations of the others aren’t compared.
  private static let mostNeighbours = 50

  /// The targets whose manifests may cover a target. Apple checks each executable separately, so an app’s manifest
  /// covers only what becomes part of its program.
  func speakers(for number: Int) -> [Int] {
    let linked = model.linkedTargets(of: number).filter { $0 != number }
    return linked + (model.targets[number].kind.isBundleOfCode ? [] : hosts[number] + neighbours(of: number))
  }

  /// The parts of a target that no other manifest covers.
  private func parts(of number: Int) -> [Int] {
    guard model.targets[number].kind.isBundleOfCode else { return [number] }
    return model.linkedTargets(of: number).filter { part in
      part == number || model.targets[part].manifests.isEmpty && model.targets[part].needsDeclarations
    }
  }

  /// The uses in a target and in what becomes part of it, in the order of paths and places.
  func uses(of number: Int) -> [SourceEvidence.Use] { uses(in: parts(of: number), of: number) }

  /// The uses in everything that runs in a program.
  func calls(of number: Int, withExtensions: Bool = false) -> [SourceEvidence.Use] {
    uses(in: partsOfProgram(number, withExtensions: withExtensions), of: number)
  }

  /// The purpose keys for the types that a program and its extensions mention.
  func mentionedKeys(of number: Int) -> Set<String> {
    var result: Set<String> = []
    for part in partsOfProgram(number, withExtensions: true) {
      for path in files[part].all {
        if let keys = found[path]?.mentionedKeys, !keys.isEmpty { result.formUnion(keys) }
      }
    }
    return result
  }

  /// The ids of the categories that a target, or one that its manifests cover, may use.
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

  /// The targets whose sources concern a target.
  func reach(of number: Int) -> Set<Int> {
    var result = Set(([number] + spokenFor[number]).flatMap(parts))
    result.formUnion(model.linkedTargets(of: number))
    for other in model.targets.indices where hosts[other].contains(number) {
      result.formUnion(model.linkedTargets(of: other))
    }
    return result
  }

  /// Whether a file is source code, going by its name.
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
        return SourceEvidence.Use(path: path, use: use, isOwn: module.isOwn, isOurs: found[path]?.isOurs ?? true)
      }
    }
  }

  /// Whether all code of a target is in the sources that were read.
  func isWhole(_ number: Int) -> Bool {
    guard isComplete, model.unread.isEmpty else { return false }
    let all = model.targets.indices.filter {
      $0 == number || hosts[$0].contains(number) || spokenFor[number].contains($0)
    }
    return all.allSatisfy { number in
      let target = model.targets[number]
      return target.externalDependencies.isEmpty && !target.linksUnknownCode
        && !target.lacksFiles && files[number].areRead
    }
  }
}

extension BuildModel {
  /// Whether a program that needs declarations compiles a file.
  fileprivate func isInProgram(_ path: String) -> Bool {
    targets(of: path).contains { targets[$0].kind.isProgram && targets[$0].needsDeclarations }
  }
}

extension BuildTarget {
  /// Whether it’s a library with a manifest.
  fileprivate var speaksForOthers: Bool { !kind.isProgram && ships && !manifests.isEmpty }
}

extension BuildTarget.Kind {
  /// Whether it has its own executable and bundle. A dynamic library alone has none: the bundle around it declares what it
  /// uses.
  fileprivate var isBundleOfCode: Bool { isProgram || self == .framework }
}

extension ScannedSource {
  fileprivate var isEmpty: Bool { uses.isEmpty && mentionedKeys.isEmpty && declarations.isEmpty }
}
