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

/// Expects a condition to hold.
public func expectTrue(
  _ condition: Bool, _ what: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !condition else { return }
  Issue.record("\(what())", sourceLocation: sourceLocation)
}
