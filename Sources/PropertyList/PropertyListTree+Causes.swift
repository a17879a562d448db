import SourceText

// What is said of a text with more than one slip. Nobody knows what it was meant to be, so what its values say is a
// guess, and a tag that was lost shows in many places: of all that the parser stumbles over, what caused it counts.
extension PropertyListTree {
  /// The same tree with the likely causes alone of what Apple’s parser refuses, and nothing certain in it.
  ///
  /// Nil where nothing but the texts of elements is wrong, so that what stands in what is certain.
  public func reducedToCauses() -> PropertyListTree? {
    let refused = problems.filter { $0.severity == .refused }
    // A key that has no value leaves all others as they are.
    let structural = refused.filter { !$0.leavesStructure && $0.kind != .keyWithoutValue }
    guard !structural.isEmpty else { return nil }
    var causes = clusters(of: structural.filter { !$0.isConsequence })
    if causes.isEmpty {
      // A tag that closes nothing stands nearer to what is missing than what is left open around it.
      let end = structural.first { !$0.isUnclosed }
      causes = [end ?? structural.last].compactMap(\.self)
    }
    let texts = refused.filter { problem in
      problem.leavesStructure && !causes.contains { areNear($0, problem) }
    }
    return PropertyListTree(
      text: text, nodes: nodes,
      problems: (causes + texts).sorted { $0.range < $1.range },
      rootIndex: rootIndex, mending: [], unclear: [ByteRange(0, text.count)])
  }

  /// The first of each group of problems on neighbouring lines.
  private func clusters(of problems: [SyntaxProblem]) -> [SyntaxProblem] {
    var result: [SyntaxProblem] = []
    var last: SyntaxProblem?
    for problem in problems {
      if last.map({ areNear($0, problem) }) != true { result.append(problem) }
      last = problem
    }
    return result
  }

  private func areNear(_ a: SyntaxProblem, _ b: SyntaxProblem) -> Bool {
    let line = text.line(at: b.range.lower)
    return line >= text.line(at: a.range.lower) - 2 && line <= text.line(at: a.range.upper) + 3
  }
}

extension SyntaxProblem {
  /// Whether it is where something shows that may be wrong far from there: what is left open, or closes nothing.
  fileprivate var isConsequence: Bool {
    switch kind {
    case .unclosedElement(let name): Self.containers.contains(name)
    case .unexpectedEndTag(let name), .mismatchedEndTag(let name, _): Self.containers.contains(name)
    case .swappedEndTags, .keyOutsideDictionary, .contentAfterPlist, .secondValue, .missingPlist, .valueWithoutKey:
      true
    default: false
    }
  }

  private static let containers: Set = ["plist", "dict", "array"]

  /// Whether it is about characters, and all tags are where they would be without it.
  fileprivate var leavesStructure: Bool { isOfText || kind == .invalidUTF8 }

  fileprivate var isUnclosed: Bool {
    if case .unclosedElement = kind { true } else { false }
  }
}
