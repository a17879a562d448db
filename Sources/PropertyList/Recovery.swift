/// Tries the possible readings of a tag that doesn’t fit: each is continued over the following tags, and the one with the
/// fewest mistakes wins.
struct Recovery {
  /// The open elements of a reading, innermost last, and its cost so far: two per mistake.
  struct Stack {
    var elements: [Level] = []
    var cost: Int
  }

  struct Level {
    var element: Element
    /// Whether a dictionary has a pending key.
    var hasPendingKey = false
    /// Whether a `<plist>` has a value, or an array contains a key.
    var isSpent = false
  }

  /// The number of tags on which each reading is tried.
  private static let horizon = 64
  /// The most tags to look at in one text; then the first reading is taken. This bounds the time for a text full of
  /// mistakes.
  private var budget = 200_000

  /// Takes some of the budget; false if it is used up.
  mutating func spend(_ amount: Int) -> Bool {
    guard budget >= amount else { return false }
    budget -= amount
    return true
  }

  /// The open elements, without some of the innermost and with one more.
  func stack(
    _ outer: [Parser.OpenElement], _ top: Parser.OpenElement, dropping count: Int = 0, adding token: Token? = nil,
    reopening element: Element? = nil,
    cost: Int
  ) -> Stack {
    guard budget > 0 else { return Stack(cost: cost) }
    var stack = Stack(cost: cost)
    func add(_ element: Parser.OpenElement) {
      stack.elements.append(
        Level(
          element: element.element, hasPendingKey: element.pendingKey >= 0 && !element.excusesKey,
          isSpent: element.hasValue || element.contentProblem >= 0))
    }
    // The outermost one is the document.
    for element in outer.dropFirst().dropLast(max(count - 1, 0)).suffix(24) { add(element) }
    if count == 0, !outer.isEmpty { add(top) }
    if let token { Self.start(token.element, isEmpty: token.kind == .emptyTag, &stack) }
    if let element { stack.elements.append(Level(element: element)) }
    return stack
  }

  /// The index of the best reading; of equally good ones, the first.
  mutating func choose(_ stacks: [Stack], from lexer: Lexer, _ bytes: Span<UInt8>) -> Int {
    guard stacks.count > 1, spend(Self.horizon * stacks.count) else { return 0 }
    var best = 0
    var lowest = Int.max
    for (index, stack) in stacks.enumerated() {
      let (cost, length) = Self.cost(of: stack, from: lexer, bytes)
      budget = max(0, budget - length / 64)
      if cost < lowest {
        lowest = cost
        best = index
      }
    }
    return best
  }

  /// The cost of a reading, and the number of bytes that were read to find it.
  private static func cost(
    of start: Stack, from first: Lexer, _ bytes: Span<UInt8>
  ) -> (cost: Int, length: Int) {
    var stack = start
    var lexer = first
    var tags = 0
    var tokens = 0
    while tags < horizon, tokens < 4 * horizon {
      tokens += 1
      guard let token = lexer.next(in: bytes) else {
        stack.cost += 2 * stack.elements.count
        break
      }
      switch token.kind {
      case .startTag, .emptyTag:
        tags += 1
        self.start(token.element, isEmpty: token.kind == .emptyTag, &stack)
      case .endTag:
        tags += 1
        end(token.element, &stack)
      default: break
      }
    }
    return (stack.cost, lexer.position - first.position)
  }

  private static func start(_ element: Element, isEmpty: Bool, _ stack: inout Stack) {
    if let top = stack.elements.last, top.element.isLeaf || top.element.isBoolean {
      stack.cost += 2
      stack.elements.removeLast()
    }
    if let depth = stack.elements.indices.last {
      switch stack.elements[depth].element {
      case .dict:
        if (element == .key) == stack.elements[depth].hasPendingKey { stack.cost += 2 }
        stack.elements[depth].hasPendingKey = element == .key
      case .array:
        if element == .key {
          if !stack.elements[depth].isSpent { stack.cost += 2 }
          stack.elements[depth].isSpent = true
        }
      case .plist:
        if stack.elements[depth].isSpent { stack.cost += 2 }
        stack.elements[depth].isSpent = true
      default: break
      }
    } else {
      stack.cost += 1
    }
    if !isEmpty { stack.elements.append(Level(element: element)) }
  }

  private static func end(_ element: Element, _ stack: inout Stack) {
    guard let depth = stack.elements.lastIndex(where: { $0.element == element }) else {
      stack.cost += 2
      if let top = stack.elements.last, top.element.isLeaf { stack.elements.removeLast() }
      return
    }
    stack.cost += 2 * (stack.elements.count - 1 - depth)
    if stack.elements[depth].hasPendingKey { stack.cost += 2 }
    stack.elements.removeSubrange(depth...)
  }
}
