extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies a predicate, or the end index if none does: a binary search.
  ///
  /// - Parameter isBehind: The predicate; once it is true for an element, it must be true for all later ones.
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
