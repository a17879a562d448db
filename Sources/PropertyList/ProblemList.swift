import SourceText

/// The problems of a text, no more than anyone reads. That Apple's parser refuses the text is never lost.
struct ProblemList {
  /// How many are kept. A file of another kind under a property list's name has millions.
  static let limit = 1_000

  private var problems: [SyntaxProblem] = []
  private(set) var hasRefused = false

  var count: Int { problems.count }
  /// Whether nothing is kept any more, unless it is the first that Apple's parser refuses.
  var isFull: Bool { problems.count >= Self.limit && hasRefused }
  var ranges: [ByteRange] { problems.map(\.range) }

  mutating func append(
    _ kind: SyntaxProblem.Kind, _ range: ByteRange, _ severity: SyntaxProblem.Severity
  ) {
    guard problems.count < Self.limit || (severity == .refused && !hasRefused) else { return }
    if severity == .refused { hasRefused = true }
    problems.append(SyntaxProblem(kind, range, severity))
  }

  /// Adds a problem only if nothing says yet that Apple's parser refuses the text.
  mutating func requireRefused(_ kind: SyntaxProblem.Kind, _ range: ByteRange) {
    if !hasRefused { append(kind, range, .refused) }
  }

  /// Notes that Apple's parser refuses the text for a problem that was thought to be lesser. If that one was not kept,
  /// the last that was says so.
  mutating func refuse(_ index: Int) {
    guard problems.indices.contains(index) || !hasRefused, !problems.isEmpty else { return }
    hasRefused = true
    problems[min(max(index, 0), problems.count - 1)].severity = .refused
  }

  /// Whether a problem was kept and has this range.
  func isProblem(_ index: Int, at range: ByteRange) -> Bool {
    problems.indices.contains(index) && problems[index].range == range
  }

  /// Puts another problem in the place of one. False if that one was not kept.
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

  /// Takes back the problems at the end that a parser that goes back will find anew.
  mutating func removeLast(where isStale: (SyntaxProblem.Kind, ByteRange) -> Bool) {
    while let last = problems.last, isStale(last.kind, last.range) { problems.removeLast() }
  }

  /// In the order of their ranges.
  var sorted: [SyntaxProblem] { problems.sorted { $0.range < $1.range } }
}
