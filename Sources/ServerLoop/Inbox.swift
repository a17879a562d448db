package import LanguageServerProtocol

/// The messages that wait to be handled, oldest first.
package struct Inbox {
  package enum Item {
    case message(LSP.Message)
    case fault(LSP.Message.Fault)
    /// A request that the client cancelled before its turn.
    case cancelled(LSP.RequestID)
  }

  private var items: [(item: Item, size: Int, end: Int)] = []
  private var head = 0
  /// How many items were taken since the start; item `n` of all time is at `n - taken + head`.
  private var taken = 0
  /// Where the waiting requests stand, counted from the start of all time; nil until a client takes one back.
  private var requests: [LSP.RequestID: Int]?
  private var size = 0

  package var isEmpty: Bool { head == items.count }
  package var count: Int { items.count - head }
  /// Whether the waiting messages are no larger than a text of usual size.
  package var isSmall: Bool { size < Self.large }
  private static let large = 1 << 20
  /// Whether more may be read; unread input waits in the pipe.
  package var hasRoom: Bool { size < 16 << 20 && count < 16_384 }

  package init() {}

  /// Where the last taken item ends in the input.
  package var handled = 0
  /// Whether the last taken item is larger than texts usually are.
  package private(set) var tookLarge = false

  /// - Parameters:
  ///   - size: How many bytes the item holds.
  ///   - end: Where it ends, in bytes from the start of the input.
  package mutating func append(_ item: Item, size: Int, end: Int) {
    if requests != nil, case .message(.request(let id, _, _)) = item { requests?[id] = taken + items.count - head }
    items.append((item, size, end))
    self.size += size
  }

  /// Cancels a waiting request. Ids of other requests are ignored.
  ///
  /// - Returns: Whether the request was waiting.
  package mutating func cancel(_ id: LSP.RequestID) -> Bool {
    if requests == nil { findRequests() }
    guard let number = requests?[id] else { return false }
    let index = number - taken + head
    guard items.indices.contains(index), case .message(.request(_, let method, _)) = items[index].item else {
      return false
    }
    // The session depends on these two; cancelling them is a mistake.
    if method == "initialize" || method == "shutdown" { return true }
    requests?[id] = nil
    size -= items[index].size
    items[index] = (.cancelled(id), 0, items[index].end)
    return true
  }

  /// Finds out where each waiting request stands; of those with the same id, the last.
  private mutating func findRequests() {
    requests = [:]
    for index in items.indices.dropFirst(head) {
      if case .message(.request(let id, _, _)) = items[index].item { requests?[id] = taken + index - head }
    }
  }

  package mutating func popFirst() -> Item? {
    guard head < items.count else { return nil }
    let (item, size, end) = items[head]
    handled = end
    tookLarge = size >= Self.large
    if case .message(.request(let id, _, _)) = item, requests?[id] == taken { requests?[id] = nil }
    items[head] = (.cancelled(.number(0)), 0, 0)
    head += 1
    taken += 1
    self.size -= size
    if head == items.count {
      items.removeAll(keepingCapacity: items.capacity < 1024)
      head = 0
    } else if head > 1024, head > items.count / 2 {
      items.removeSubrange(0..<head)
      head = 0
    }
    return item
  }
}
