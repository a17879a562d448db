/// The lines that two texts differ in, with some lines around them.
struct LineDifference {
  enum Line: Equatable {
    case same(String), removed(String), added(String)
    /// So many lines are left out here.
    case gap(Int)
  }

  private(set) var lines: [Line] = []

  /// - Parameter context: How many lines that are the same are kept around those that differ.
  init(_ old: String, _ new: String, context: Int = 2) {
    let a = old.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let b = new.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in b.difference(from: a) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var all: [Line] = []
    var i = 0
    var j = 0
    while i < a.count || j < b.count {
      if removed.contains(i) {
        all.append(.removed(a[i]))
        i += 1
      } else if added.contains(j) {
        all.append(.added(b[j]))
        j += 1
      } else {
        if i < a.count { all.append(.same(a[i])) }
        i += 1
        j += 1
      }
    }
    lines = shortened(all, context)
  }

  private func shortened(_ all: [Line], _ context: Int) -> [Line] {
    var isKept = Array(repeating: false, count: all.count)
    for (index, line) in all.enumerated() {
      if case .same = line { continue }
      for near in max(index - context, 0)..<min(index + context + 1, all.count) { isKept[near] = true }
    }
    var result: [Line] = []
    var left = 0
    for (index, line) in all.enumerated() {
      if isKept[index] {
        // One line left out would take as much room as the words about it.
        if left == 1, index > 0 { result.append(all[index - 1]) } else if left > 0 { result.append(.gap(left)) }
        left = 0
        result.append(line)
      } else {
        left += 1
      }
    }
    return result
  }
}
