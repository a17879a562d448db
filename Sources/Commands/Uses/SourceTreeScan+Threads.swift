import Workspace

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
