import SourceText

/// The problems of a text, up to a limit. It always contains whether Apple’s parser rejects the text.
struct ProblemList {
  /// The most problems. A file of another format can have millions.
  static let limit = 1_000

  private var problems: [SyntaxProblem] = []
  private(set) var hasRefused = false

  var count: Int { problems.count }
  /// Whether the list is full, except for the first problem that Apple’s parser rejects.
  var isFull: Bool { problems.count >= Self.limit && hasRefused }
  var ranges: [ByteRange] { problems.map(\.range) }

  mutating func append(
    _ kind: SyntaxProblem.Kind, _ range: ByteRange, _ severity: SyntaxProblem.Severity
  ) {
    guard problems.count < Self.limit || (severity == .refused && !hasRefused) else { return }
    if severity == .refused { hasRefused = true }
    problems.append(SyntaxProblem(kind, range, severity))
  }

  /// Adds a problem only if no other says that Apple’s parser rejects the text.
  mutating func requireRefused(_ kind: SyntaxProblem.Kind, _ range: ByteRange) {
    if !hasRefused { append(kind, range, .refused) }
  }

  /// Raises a problem to one that Apple’s parser rejects. If it was not kept, the last one that was kept is raised.
  mutating func refuse(_ index: Int) {
    guard problems.indices.contains(index) || !hasRefused, !problems.isEmpty else { return }
    hasRefused = true
    problems[min(max(index, 0), problems.count - 1)].severity = .refused
  }

  /// Whether a problem was kept and has this range.
  func isProblem(_ index: Int, at range: ByteRange) -> Bool {
    problems.indices.contains(index) && problems[index].range == range
  }

  /// Replaces a problem. False if it was not kept.
  mutating func replace(_ index: Int, with kind: SyntaxProblem.Kind, _ range: ByteRange) -> Bool {
    guard problems.indices.contains(index) else { return false }
    problems[index] = SyntaxProblem(kind, range)
    hasRefused = true
    return true
  }

  mutating func extend(_ index: Int, to upper: Int) {
    guard problems.indices.contains(index) else { return }
    problems[index].range.upper = max(problems[index].range.upper, upper)
  }

  /// Removes the last problems, which a parser that goes back will find again.
  mutating func removeLast(where isStale: (SyntaxProblem.Kind, ByteRange) -> Bool) {
    while let last = problems.last, isStale(last.kind, last.range) { problems.removeLast() }
  }

  /// In the order of their ranges.
  var sorted: [SyntaxProblem] { problems.sorted { $0.range < $1.range } }
}
