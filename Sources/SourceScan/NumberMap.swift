/// Values by small numbers, those of names or tokens.
///
/// A table and no dictionary, as it is asked at nearly every token, where hashing a number takes longer than all else.
struct NumberMap<Value> {
  /// By the number and one, as -1 stands for what has no name: the place in `values` and one; 0 where there is none.
  private var slots: [Int32] = []
  private(set) var values: [Value] = []
  private var numbers: [Int] = []

  /// The numbers and their values, in the order in which they came.
  var entries: Zip2Sequence<[Int], [Value]> { zip(numbers, values) }

  subscript(number: Int) -> Value? {
    guard number >= -1, number + 1 < slots.count else { return nil }
    let slot = slots[number + 1]
    return slot == 0 ? nil : values[Int(slot) - 1]
  }

  subscript(number: Int32) -> Value? { self[Int(number)] }

  /// For numbers from -1 on.
  subscript(number: Int32, default fallback: @autoclosure () -> Value) -> Value {
    get { self[Int(number)] ?? fallback() }
    _modify {
      let place = place(of: Int(number)) ?? add(fallback(), for: Int(number))
      yield &values[place]
    }
  }

  /// - Parameter number: From -1 on.
  mutating func set(_ value: Value, for number: Int) {
    if let place = place(of: number) { values[place] = value } else { _ = add(value, for: number) }
  }

  private func place(of number: Int) -> Int? {
    guard number >= -1, number + 1 < slots.count, slots[number + 1] != 0 else { return nil }
    return Int(slots[number + 1]) - 1
  }

  private mutating func add(_ value: Value, for number: Int) -> Int {
    let slot = max(number, -1) + 1
    if slot >= slots.count {
      let count = max(slot + 1, slots.count * 2, 1_024)
      slots.append(contentsOf: repeatElement(0, count: count - slots.count))
    }
    values.append(value)
    numbers.append(number)
    slots[slot] = Int32(truncatingIfNeeded: values.count)
    return values.count - 1
  }
}
