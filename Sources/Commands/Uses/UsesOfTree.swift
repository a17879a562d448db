import BuildTargets
import CatalogData
import PrivacyRules
import SourceScan
import SourceText
import Workspace

/// The uses in a folder, with the targets that they belong to and what these declare.
struct UsesOfTree: Sendable {
  /// The files with uses, without those that no shipping target has.
  let files: [UsesOfFile]
  let targets: [BuildTarget]
  /// The shown paths by paths without links.
  private let shown: [String: String]
  /// The parts of target descriptions that weren’t read, with their shown places.
  let unread: [String]
  /// Whether anything describes targets.
  let isDescribed: Bool
  private let numbers: [String: [Int]]
  private let evidence: SourceEvidence

  init(_ tree: SourceTree, _ model: BuildModel, _ files: [UsesOfFile]) {
    shown = Dictionary(firstOf: tree.found.map { ($0.resolvedPath, $0.shownPath) })
    isDescribed = model.isDescribed
    unread = model.unread.map { [shown] part in
      let path = shown[part.path] ?? part.path
      return part.position.map { "\(path):\($0.shown): \(part.message)" } ?? "\(path) \(part.message)"
    }
    targets = model.targets
    var numbers: [String: [Int]] = [:]
    let sources = Dictionary(firstOf: files.map { ($0.resolvedPath, $0.scanned) })
    var known: [Int: Set<String>] = [:]
    func declarations(of number: Int) -> Set<String> {
      if let names = known[number] { return names }
      let names = model.declarations(of: number, in: sources)
      known[number] = names
      return names
    }
    self.files = files.compactMap { file in
      let all = model.targets(of: file.resolvedPath)
      let shipping = all.filter { model.targets[$0].needsDeclarations }
      numbers[file.resolvedPath] = shipping
      // Code that is only in tests, samples or Mac apps needs no declaration.
      guard file.error == nil, all.isEmpty || !shipping.isEmpty else { return nil }
      guard let first = shipping.first else { return file }
      var hidden = SourceLanguage(path: file.path) == .swift ? declarations(of: first) : []
      for number in shipping.dropFirst() where !hidden.isEmpty { hidden.formIntersection(declarations(of: number)) }
      var file = file
      file.uses = file.uses.filter { placed in shipping.contains { model.targets[$0].builds(placed.use) } }
      for place in file.uses.indices { file.uses[place].use = file.uses[place].use.shadowed(by: hidden) }
      return file
    }
    self.numbers = numbers
    let linter = FileLinter(linter: Linter(catalog: .bundled))
    evidence = SourceEvidence(model, sources: sources, isComplete: tree.failed.isEmpty, catalog: .bundled) {
      linter.read($0, $1)?.file
    }
  }

  func shownPath(of path: String) -> String { shown[path] ?? path }

  /// The indices of the targets that ship a file.
  func targets(of file: UsesOfFile) -> [Int] { numbers[file.resolvedPath] ?? [] }

  /// Whether all targets of a file declare what a use needs; nil if that is unknown, and for an undeclared hint.
  func isDeclared(_ use: SourceUse, in file: UsesOfFile) -> Bool? {
    let isDeclared = evidence.file(file.resolvedPath)?.isDeclared(use)
    return isDeclared == false && use.isHint ? nil : isDeclared
  }
}

extension SourceTreeScan {
  /// The files with uses, mentions or declarations and those that couldn’t be read, in the order of `found`.
  func files(_ found: [FoundFile]) -> [UsesOfFile] {
    var results = parallelMap(found) { scan($0) }.compactMap(\.self)
    let macros = results.reduce(into: Set<String>()) { $0.formUnion($1.macros) }
    guard !macros.isEmpty else { return results }
    // A use in the definition of a macro counts where any file expands the macro.
    let search = search(forMacros: macros)
    let expanded = parallelMap(found) { self.expanded(search, in: $0) }
      .reduce(into: Set<String>()) { $0.formUnion($1) }
    for place in results.indices { results[place].expand(expanded) }
    return results
  }
}
