extension PropertyListTree {
  /// Where the value at an offset stands, by keys and places from zero: `Entries[0].Name`. A key's path is its value's;
  /// the outermost value has the empty path. Of a path that is very long the end is given, behind a “…”.
  public func keyPath(at offset: Int) -> String {
    var paths = KeyPaths(tree: self)
    return paths.path(at: offset)
  }

  /// The paths of many values, each as ``keyPath(at:)`` gives it, in time that grows with the tree and the paths alone.
  public func keyPaths(at offsets: [Int]) -> [String] {
    var paths = KeyPaths(tree: self)
    return offsets.map { paths.path(at: $0) }
  }
}

/// Makes key paths; looks through each array and dictionary once, however many values of it are asked for.
private struct KeyPaths {
  fileprivate enum Step {
    case place(Int)
    /// The node of the key.
    case key(Int)
  }

  /// In bytes. A file can make many findings below one name, and would fill the memory with it.
  private static let longestPath = 1_000
  /// In characters.
  private static let longestName = 200

  let tree: PropertyListTree
  /// How one gets to an element from the array or dictionary around it.
  fileprivate var steps: [Int: Step] = [:]
  fileprivate var known: Set<Int> = []
  fileprivate var names: [Int: String] = [:]

  mutating func path(at offset: Int) -> String {
    var pieces: [(step: Step, text: String)] = []
    var length = 0
    let nodes = tree.path(at: offset)
    // From the inside out, so that of what is too long the end is kept.
    for (outer, inner) in zip(nodes, nodes.dropFirst()).reversed() {
      guard let step = step(to: inner, in: outer) else { continue }
      let text =
        switch step {
        case .place(let place): "[\(place)]"
        case .key(let key): name(of: key)
        }
      length += text.utf8.count
      pieces.append((step, text))
      if length > Self.longestPath { break }
    }
    var path = length > Self.longestPath ? "…" : ""
    for (step, text) in pieces.reversed() {
      if case .key = step, !path.isEmpty { path += "." }
      path += text
    }
    return path
  }

  private mutating func step(to element: Int, in container: Int) -> Step? {
    if known.insert(container).inserted {
      switch tree.nodes[container].element {
      case .dict:
        PropertyListValue(tree: tree, index: container).forEachEntry { key, value in
          steps[key] = .key(key)
          if let value { steps[value] = .key(key) }
        }
      case .array:
        var place = 0
        for child in tree.children(of: container) where tree.nodes[child].kind == .element {
          steps[child] = .place(place)
          place += 1
        }
      default: break
      }
    }
    return steps[element]
  }

  private mutating func name(of key: Int) -> String {
    if let known = names[key] { return known }
    var name = PropertyListValue(tree: tree, index: key).string
    if name.utf8.count > Self.longestName {
      name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName))) + "…"
    }
    names[key] = name
    return name
  }
}
