#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Nanoseconds on a clock that never goes back.
func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// How long something took each time it was done, in nanoseconds, in ascending order.
struct Samples {
  private(set) var values: [Double]

  /// - Precondition: There is at least one value.
  init(_ values: [Double]) {
    self.values = values.sorted()
  }

  var least: Double { values.first ?? 0 }
  var median: Double { quantile(0.5) }

  /// The value that a share of all values is below.
  func quantile(_ share: Double) -> Double {
    values.isEmpty ? 0 : values[min(Int(share * Double(values.count)), values.count - 1)]
  }
}

/// Does something again and again, and takes the time of each.
///
/// What takes less than two microseconds is done several times for one sample, whose mean then counts.
///
/// - Parameter budget: How long, in nanoseconds; it is done once at least.
func sample(for budget: Double, _ body: () -> Void) -> Samples {
  let first = timed(body)
  let batch = first < 2000 ? max(Int(5000 / max(first, 20)), 2) : 1
  var values = batch == 1 ? [first] : []
  let end = nanoseconds() + budget - first
  while values.isEmpty || nanoseconds() < end, values.count < 20_000 {
    values.append(timed { for _ in 0..<batch { body() } } / Double(batch))
  }
  return Samples(values)
}

private func timed(_ body: () -> Void) -> Double {
  let start = nanoseconds()
  body()
  return nanoseconds() - start
}

/// Takes a result, so that the compiler cannot leave out what made it: it sees no more of this than the call.
@inline(never) @_optimize(none) func keep<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
