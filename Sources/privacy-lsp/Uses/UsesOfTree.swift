import BuildTargets
import Catalog
import CatalogData
import FileSystem
import PrivacyRules
import PropertyList
import SourceScan
import SourceText
import Workspace

/// The uses of a folder with the targets that they are part of, and what these declare.
struct UsesOfTree: Sendable {
  /// A target with what `uses` tells of it.
  struct Target: Sendable {
    let name: String
    let kind: String
    let platforms: [String]
    let ships: Bool
    /// The manifest’s path as it is shown; nil where there is none.
    let manifest: String?
    /// Nil where a script may copy it, or where there is none.
    let isManifestInBundle: Bool?
    let sourceCount: Int
  }

  /// Files with uses, without those that nothing ships.
  let files: [UsesOfFile]
  let targets: [Target]
  /// What of the descriptions of targets wasn’t read, with its place as it is shown.
  let unread: [String]
  /// Whether anything says what is built.
  let isDescribed: Bool
  private let numbers: [String: [Int]]
  /// The identifiers of categories that each target’s manifests declare; nil where there is no manifest.
  private let categories: [Set<String>?]
  /// The keys of each target’s Info.plist; nil where none was read.
  private let keys: [Set<String>?]

  init(_ tree: SourceTree, _ files: [UsesOfFile], _ disk: any FileSystem) {
    let model = BuildModel(tree.project)
    let shown = Dictionary(tree.found.map { ($0.resolvedPath, $0.shownPath) }, uniquingKeysWith: { first, _ in first })
    isDescribed = model.isDescribed
    unread = model.unread.map { part in
      let path = shown[part.path] ?? part.path
      guard let position = part.position else { return "\(path) \(part.message)" }
      return "\(path):\(position.line + 1):\(position.character + 1): \(part.message)"
    }
    targets = model.targets.map { target in
      Target(
        name: target.name, kind: target.kind.rawValue, platforms: target.platforms.keys.map(\.rawValue).sorted(),
        ships: target.ships, manifest: target.manifest.map { shown[$0.path] ?? $0.path },
        isManifestInBundle: target.manifest?.isInBundle, sourceCount: target.sources.count)
    }
    var numbers: [String: [Int]] = [:]
    let sources = Dictionary(files.map { ($0.resolvedPath, $0.scanned) }, uniquingKeysWith: { first, _ in first })
    self.files = files.compactMap { file in
      let all = model.targets(of: file.resolvedPath)
      let shipping = all.filter { model.targets[$0].needsDeclarations }
      numbers[file.resolvedPath] = shipping
      // What only tests and samples have, or what is for the Mac alone, asks for nothing.
      guard file.error == nil, all.isEmpty || !shipping.isEmpty else { return nil }
      guard let first = shipping.first else { return file }
      var hidden = SourceLanguage(path: file.path) == .swift ? model.declarations(of: first, in: sources) : []
      for number in shipping.dropFirst() where !hidden.isEmpty {
        hidden.formIntersection(model.declarations(of: number, in: sources))
      }
      var file = file
      file.uses = file.uses.filter { placed in shipping.contains { model.targets[$0].builds(placed.use) } }
      for place in file.uses.indices { file.uses[place].use = file.uses[place].use.shadowed(by: hidden) }
      return file
    }
    self.numbers = numbers
    // A declaration counts in the target itself and in the program that it is linked into.
    var programs: [Int: Set<Int>] = [:]
    for number in model.targets.indices where model.targets[number].kind.isProgram {
      for linked in model.linkedTargets(of: number) { programs[linked, default: []].insert(number) }
    }
    let linter = Linter(catalog: .bundled)
    func document(_ path: String, _ kind: FileKind) -> Document? {
      (try? disk.read(path, limit: FileLinter.largestFile)).map { SourceFile($0).document(path: path, kind: kind) }
    }
    let wanted = Set(numbers.values.flatMap(\.self))
    categories = model.targets.indices.map { number in
      guard wanted.contains(number) else { return nil }
      let manifests = programs[number, default: []].union([number]).flatMap { model.targets[$0].manifests }
        .filter { $0.isInBundle ?? true }
      guard !manifests.isEmpty else { return [] }
      return Set(
        manifests.compactMap { document($0.path, .privacyManifest) }.compactMap { linter.manifest(of: $0) }
          .flatMap(\.accessedAPIs).compactMap { $0.category?.id })
    }
    keys = model.targets.indices.map { number in
      guard wanted.contains(number) else { return nil }
      let program = programs[number, default: []].first ?? number
      let target = model.targets[program]
      guard target.kind.isProgram, !target.infoPlists.isEmpty || target.generatesInfoPlist else { return nil }
      var keys = Set(target.infoPlistEntries.map(\.key))
      for path in target.infoPlists {
        guard let root = document(path, .infoPlist)?.tree.root else { continue }
        keys.formUnion(root.entries.map(\.name))
      }
      return keys
    }
  }

  /// The numbers of the targets that ship a file.
  func targets(of file: UsesOfFile) -> [Int] { numbers[file.resolvedPath] ?? [] }

  /// Whether all targets of a file declare what a use needs; nil where nobody knows, and where a hint needs nothing.
  func isDeclared(_ use: SourceUse, in file: UsesOfFile) -> Bool? {
    let answers = targets(of: file).map { number -> Bool? in
      switch use.kind {
      case .requiredReason(let category, let alternatives):
        let all = [category] + alternatives
        return categories[number].map { declared in
          all.contains { declared.contains(Catalog.bundled.categories[$0].id) }
        }
      case .permission(let lists):
        return keys[number].map { given in
          lists.allSatisfy { list in
            list.contains { key in given.contains(String(key.prefix { $0 != "=" })) }
          }
        }
      case .guideline: return nil
      }
    }
    if answers.isEmpty || answers.contains(nil) { return nil }
    return answers.allSatisfy { $0 ?? false } ? true : use.isHint ? nil : false
  }
}
