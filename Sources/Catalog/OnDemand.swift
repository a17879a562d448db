import Synchronization

/// A value that is made when it is first asked for.
///
/// Two threads that ask at once may both make it. One of the two values is kept, and both threads get that one.
public final class OnDemand<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let made = AtomicLazyReference<Made>()
  private let make: @Sendable () -> Value

  public init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  public var value: Value {
    if let made = made.load() { return made.value }
    return made.storeIfNil(Made(make())).value
  }
}
