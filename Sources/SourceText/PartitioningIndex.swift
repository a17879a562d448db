extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which the predicate holds, or the end index: a binary search.
  ///
  /// - Parameter isBehind: False for all elements before the border, true for all after it.
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
