import Synchronization

/// A value that is made when it is first asked for.
///
/// Two threads that ask at once may both make it. One of the two values is kept, and both threads get that one.
public final class OnDemand<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The address of what is made, which is held here; zero before. An `AtomicLazyReference` says the same, but is not
  /// compiled into its callers: a keystroke asks some twenty times, and each would look its types up.
  private let made = Atomic<UInt>(0)
  private let make: @Sendable () -> Value

  public init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  deinit {
    Self.holder(made.load(ordering: .acquiring))?.release()
  }

  public var value: Value {
    if let holder = Self.holder(made.load(ordering: .acquiring)) { return holder.takeUnretainedValue().value }
    let own = Made(make())
    let address = UInt(bitPattern: Unmanaged.passUnretained(own).toOpaque())
    let (isKept, kept) = made.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
    if isKept { _ = Unmanaged.passRetained(own) }
    guard !isKept, let other = Self.holder(kept) else { return own.value }
    return other.takeUnretainedValue().value
  }

  private static func holder(_ address: UInt) -> Unmanaged<Made>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
