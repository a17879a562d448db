/// The targets of a folder, and which files belong to which.
///
///     let model = BuildModel(ProjectTree(root: root, paths: paths) { read($0) })
///     for number in model.targets(of: path) where model.targets[number].needsDeclarations { … }
///
/// A file can belong to several targets. A file without targets isn't built by anything that was read; see ``unread``.
public struct BuildModel: Sendable {
  public let targets: [BuildTarget]
  /// What was not read, sorted by path and range.
  public let unread: [UnreadPart]
  /// The numbers of the targets that have a file, by its absolute path.
  private var owners: [String: [Int]] = [:]

  /// Whether any description was found; without one, it means nothing that a file has no targets.
  public var isDescribed: Bool { !targets.isEmpty || !unread.isEmpty }

  /// The numbers of the targets that compile a file or have it as a header or resource, in order.
  ///
  /// - Parameter path: Absolute.
  public func targets(of path: String) -> [Int] { owners[path] ?? [] }

  /// A target and those whose code its bundle holds, which is what an app's manifest covers. Targets with bundles of
  /// their own are left out.
  ///
  /// - Parameter number: The number of a target.
  public func linkedTargets(of number: Int) -> [Int] {
    var result: [Int] = []
    var open = [number]
    var seen: Set<Int> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted, targets.indices.contains(next) else { continue }
      let target = targets[next]
      guard next == number || [.staticLibrary, .dynamicLibrary, .library, .pod].contains(target.kind) else { continue }
      result.append(next)
      open += target.dependencies
    }
    return result.sorted()
  }

  /// - Parameters:
  ///   - unread: Sorted by path and range.
  ///   - old: The model of the same files before a description changed.
  package init(targets: [BuildTarget], unread: [UnreadPart], after old: BuildModel?) {
    self.targets = targets
    self.unread = unread
    if let old, targets.elementsEqual(old.targets, by: { $0.hasSameFiles(as: $1) }) {
      owners = old.owners
      return
    }
    for (number, target) in targets.enumerated() {
      for path in target.sources + target.headers + target.resources where owners[path]?.last != number {
        owners[path, default: []].append(number)
      }
    }
  }

  /// Whether the targets have the same code as in another model and declare it in the same manifests. Info.plist,
  /// entitlements and ranges may differ.
  public func hasSameCode(as other: BuildModel) -> Bool {
    unread.isEmpty == other.unread.isEmpty && targets.elementsEqual(other.targets) { $0.hasSameCode(as: $1) }
  }
}
