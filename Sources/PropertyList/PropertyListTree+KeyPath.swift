extension PropertyListTree {
  /// The key paths of the values at some offsets: `Entries[0].Name`. A key has the path of its value; the root has an empty
  /// path. A very long path is shortened at its start, with a “…”. Takes time linear in the tree and the paths.
  public func keyPaths(at offsets: [Int]) -> [String] {
    var paths = KeyPaths(tree: self)
    return offsets.map { paths.path(at: $0) }
  }
}

/// Makes key paths. Each array and dictionary is scanned only once.
private struct KeyPaths {
  fileprivate enum Step {
    case place(Int)
    /// The node of the key.
    case key(Int)
  }

  /// The longest name in bytes, since many findings may have the same name in their paths.
  private static let longestPath = 1_000
  /// In characters.
  private static let longestName = 200

  let tree: PropertyListTree
  /// The path component of an element in its container.
  fileprivate var steps: [Int: Step] = [:]
  fileprivate var known: Set<Int> = []
  fileprivate var names: [Int: String] = [:]

  mutating func path(at offset: Int) -> String {
    var pieces: [(step: Step, text: String)] = []
    var length = 0
    let nodes = tree.path(at: offset)
    // From the inside out, so that the end of a long path is kept.
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
