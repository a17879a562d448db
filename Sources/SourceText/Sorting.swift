// The standard library’s sort is compiled anew for each type of element. With some hundred types, that is a twentieth of
// the program and of the time it takes to build. So the functions here, which have the library’s names and take their
// place wherever this module is imported, sort numbers: that is compiled once.

extension Sequence {
  /// The sorted elements; equal ones stay in the order in which they were.
  package func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> [Element] {
    let elements = Array(self)
    return try order(elements.count) { try areInIncreasingOrder(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Sequence where Element: Comparable {
  /// The sorted elements; equal ones stay in the order in which they were.
  package func sorted() -> [Element] { sorted(by: <) }
}

/// The numbers below a count in order.
@inline(never)
private func order(_ count: Int, _ areInIncreasingOrder: (Int, Int) throws -> Bool) rethrows -> [Int] {
  var numbers = Array(0..<count)
  try numbers.sort(by: areInIncreasingOrder)
  return numbers
}
