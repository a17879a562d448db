import CLibrary

/// Nanoseconds on a clock that never goes back.
func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The processor's time that this thread has taken so far, in nanoseconds. What is measured neither waits nor has other
/// threads, so this is how long it takes on a machine that does nothing else, even where it does.
private func processorNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// How long something took each time it was done, in nanoseconds, in ascending order.
struct Samples {
  private(set) var values: [Double]

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

/// Does something again and again, and takes the processor's time of each.
///
/// What takes less than twenty microseconds is done several times for one sample, whose mean then counts: to ask for the
/// processor's time takes some itself.
///
/// - Parameter budget: How long, in nanoseconds on the wall; it is done once at least.
func sample(for budget: Double, _ body: () -> Void) -> Samples {
  let end = nanoseconds() + budget
  var batch = 1
  var time = timed(batch, body)
  while time < 20_000, batch < 1 << 20 {
    batch *= 2
    time = timed(batch, body)
  }
  var values = [time / Double(batch)]
  while nanoseconds() < end, values.count < 20_000 { values.append(timed(batch, body) / Double(batch)) }
  return Samples(values)
}

private func timed(_ count: Int, _ body: () -> Void) -> Double {
  let start = processorNanoseconds()
  for _ in 0..<count { body() }
  return processorNanoseconds() - start
}

/// Ends the run where something that is to be measured does not do what it should.
func require(_ holds: Bool, _ words: String) {
  guard !holds else { return }
  writeAll(Array("benchmarks: not so: \(words)\n".utf8), to: 2)
  exit(1)
}

/// Takes a result, so that the compiler cannot leave out what made it: it sees no more of this than the call.
@inline(never) @_optimize(none) func keep<T>(_ value: T) {
  withExtendedLifetime(value) {}
}
