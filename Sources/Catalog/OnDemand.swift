import Synchronization

/// A value that is made when it is first used.
///
/// Two threads may make it at the same time. Then one of the values is kept, and both threads get that one.
public final class OnDemand<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The address of the retained value; zero before it is made. `AtomicLazyReference` does the same, but is not inlined, and
  /// its type lookups are noticeable at twenty uses per keystroke.
  private let made = Atomic<UInt>(0)
  private let make: @Sendable () -> Value

  public init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  deinit {
    Self.holder(made.load(ordering: .acquiring))?.release()
  }

  public var value: Value {
    if let holder = Self.holder(made.load(ordering: .acquiring)) { return Self.value(of: holder) }
    let own = Unmanaged<AnyObject>.passRetained(Made(make()))
    let address = UInt(bitPattern: own.toOpaque())
    let (isKept, kept) = made.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
    guard !isKept, let other = Self.holder(kept) else { return Self.value(of: own) }
    own.release()
    return Self.value(of: other)
  }

  /// Only what ``value`` made is ever kept, so the cast can’t fail.
  private static func value(of holder: Unmanaged<AnyObject>) -> Value {
    unsafeDowncast(holder.takeUnretainedValue(), to: Made.self).value
  }

  private static func holder(_ address: UInt) -> Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
