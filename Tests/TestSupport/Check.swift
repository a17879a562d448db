public import Testing

/// Expects two texts to be equal and prints the lines that differ.
public func expectEqual(
  _ actual: String, _ expected: String, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  Issue.record("\(what())\n\(difference(actual, expected))", sourceLocation: sourceLocation)
}

/// Expects two values to be equal. Plain functions like this one compile far faster than the macro does.
public func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  Issue.record("\(what()) is \(actual), not \(expected)", sourceLocation: sourceLocation)
}

/// Expects two lists to be equal and names only what is missing from one or was not expected in it.
public func expectEqual(
  _ actual: [String], _ expected: [String], _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  var (missing, unexpected) = ([String](), [String]())
  for change in actual.difference(from: expected) {
    switch change {
    case .remove(_, let element, _): missing.append(element)
    case .insert(_, let element, _): unexpected.append(element)
    }
  }
  if missing.sorted() == unexpected.sorted() {
    Issue.record("\(what()): in another order: \(actual), not \(expected)", sourceLocation: sourceLocation)
  } else {
    recordDifference(missing, unexpected, what(), sourceLocation)
  }
}

/// Expects two sets to be equal and names only what is missing or was not expected.
public func expectEqual(
  _ actual: Set<String>, _ expected: Set<String>, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  recordDifference(
    expected.subtracting(actual).sorted(), actual.subtracting(expected).sorted(), what(), sourceLocation)
}

private func recordDifference(
  _ missing: [String], _ unexpected: [String], _ what: String, _ sourceLocation: SourceLocation
) {
  let parts = [("missing", missing), ("unexpected", unexpected)].filter { !$1.isEmpty }.map { "\($0): \($1)" }
  Issue.record("\(what): \(parts.joined(separator: "; "))", sourceLocation: sourceLocation)
}

extension SourceLocation {
  /// The same file at another line, where a row of a table is.
  public func at(line: Int) -> SourceLocation {
    var result = self
    result.line = line
    return result
  }
}

/// What to do about files or literals that a test compares with what the program says now.
///
/// - Parameter suite: The suite that writes them.
public func renewing(_ suite: String) -> String {
  "If this is meant to change: UPDATE_SNAPSHOTS=1 swift test --filter \(suite)"
}

/// Expects a condition to hold.
public func expectTrue(
  _ condition: Bool, _ what: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !condition else { return }
  Issue.record("\(what())", sourceLocation: sourceLocation)
}
