extension PropertyListTree {
  /// Where the value at an offset stands, by keys and places from zero: `Entries[0].Name`. A key's path is its value's;
  /// the outermost value has the empty path.
  public func keyPath(at offset: Int) -> String {
    var path = ""
    let nodes = self.path(at: offset)
    for (outer, inner) in zip(nodes, nodes.dropFirst()) {
      switch self.nodes[outer].element {
      case .dict:
        guard let name = name(of: inner, in: outer) else { continue }
        path += path.isEmpty ? name : "." + name
      case .array:
        guard let place = children(of: outer).filter({ self.nodes[$0].kind == .element }).firstIndex(of: inner) else {
          continue
        }
        path += "[\(place)]"
      default: break
      }
    }
    return path
  }

  /// The name of the entry that an element of a dictionary belongs to.
  private func name(of element: Int, in dictionary: Int) -> String? {
    var name: String?
    PropertyListValue(tree: self, index: dictionary).forEachEntry { key, value in
      if key == element || value == element { name = PropertyListValue(tree: self, index: key).string }
    }
    return name
  }
}
