import CLibrary

/// Measures how long the processor works for this thread, so that a test may limit what something takes: what else the
/// machine does meanwhile, other tests among it, does not count.
public struct ProcessorClock {
  public init() {}

  /// How long the processor works on something that stays on this thread.
  public func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = Self.now()
    try work()
    return Self.now() - start
  }

  private static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
