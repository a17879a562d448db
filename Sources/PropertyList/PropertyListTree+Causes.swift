import SourceText

// Reduces the problems of a text with more than one slip. Its values are uncertain, and a lost tag causes many problems,
// so only the likely causes are reported.
extension PropertyListTree {
  /// The same tree with only the likely causes of what Apple’s parser rejects, and marked as uncertain.
  ///
  /// Nil if only the texts of elements are wrong, so that the structure is certain.
  public func reducedToCauses() -> PropertyListTree? {
    let refused = problems.filter { $0.severity == .refused }
    // A key without a value doesn’t affect others.
    let structural = refused.filter { !$0.leavesStructure && $0.kind != .keyWithoutValue }
    guard !structural.isEmpty else { return nil }
    var causes = clusters(of: structural.filter { !$0.isConsequence })
    if causes.isEmpty {
      // An unmatched end tag is nearer to the missing tag than the unclosed element around it.
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

  /// The first of each group of problems on adjacent lines.
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
  /// Whether its cause may be far away: an unclosed element or an unmatched end tag.
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

  /// Whether it is about characters and doesn’t affect the tags.
  fileprivate var leavesStructure: Bool { isOfText || kind == .invalidUTF8 }

  fileprivate var isUnclosed: Bool {
    if case .unclosedElement = kind { true } else { false }
  }
}
