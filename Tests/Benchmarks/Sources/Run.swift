import CLibrary
import JSON

/// A size of documents, with the name that results have it under.
struct Size {
  let name: String
  let bytes: Int

  static let all = [
    Size(name: "2k", bytes: 2_000), Size(name: "100k", bytes: 100_000), Size(name: "1m", bytes: 1_000_000),
    Size(name: "10m", bytes: 10_000_000),
  ]
}

/// What came of a benchmark at one size. Times are nanoseconds.
struct Outcome {
  let name: String
  let bytes: Int
  let samples: Samples
  /// Of the processor in our own code, the mean.
  let userTime: Double
  /// The time over that of `memchr` on the same bytes, of each round.
  let ratios: Samples
  /// The user time of each program over ours.
  let checkers: [(name: String, ratio: Double)]
  /// Whether every byte was looked at.
  let readsAll: Bool

  var megabytesPerSecond: Double { Double(bytes) / samples.median * 1000 }
}

/// A run over benchmarks, each at every size.
struct Run {
  var benchmarks: [Benchmark]
  var sizes = Size.all
  /// Nanoseconds for each benchmark at each size.
  var budget = 0.6e9
  /// Each round has a measurement of the yardstick of its own, so that what else the machine does touches both.
  var rounds = 3
  /// What a result's name has one of to be wanted; all are where there is none.
  var names: [String] = []

  /// The names of the results that are wanted.
  var all: [String] { benchmarks.flatMap { benchmark in sizes.map { "\(benchmark.name)/\($0.name)" } }.filter(wants) }

  private func wants(_ name: String) -> Bool { names.isEmpty || names.contains { name.contains($0) } }

  /// Calls `report` with each result as it comes.
  func run(report: (Outcome) -> Void) {
    let folder = temporaryFolder()
    defer { removeFolder(folder) }
    var checked: [String: Double?] = [:]
    for benchmark in benchmarks {
      for size in sizes where wants("\(benchmark.name)/\(size.name)") {
        let bytes = benchmark.kind.document(size: size.bytes)
        report(
          result(of: benchmark, size, bytes) { checker in
            // Smaller files measure how a process starts.
            guard size.bytes >= 100_000 else { return nil }
            let key = "\(checker.name) \(benchmark.kind) \(size.name)"
            if let known = checked[key] { return known }
            let file = "\(folder)/\(benchmark.kind.fileName)"
            guard writeFile(file, bytes) else { return nil }
            let time = checker.userTime(file, budget: budget)
            checked[key] = .some(time)
            return time
          })
      }
    }
  }

  private func result(
    of benchmark: Benchmark, _ size: Size, _ bytes: [UInt8], userTime: (Checker) -> Double?
  ) -> Outcome {
    let body = benchmark.prepare(bytes)
    body()
    searchInVain(bytes)
    var samples: [Double] = []
    var ratios: [Double] = []
    let share = budget / Double(rounds)
    var user = 0.0
    var system = 0.0
    for _ in 0..<rounds {
      let yardstick = sample(for: share / 10) { searchInVain(bytes) }
      let before = ownTimes()
      let round = sample(for: share, body)
      let after = ownTimes()
      user += after.user - before.user
      system += after.system - before.system
      samples += round.values
      ratios.append(round.median / yardstick.median)
    }
    let all = Samples(samples)
    // What one takes, less the system's share, such as for new memory.
    let time = samples.reduce(0, +) / Double(samples.count) * (user / max(user + system, 1))
    return Outcome(
      name: "\(benchmark.name)/\(size.name)", bytes: bytes.count, samples: all, userTime: time,
      ratios: Samples(ratios),
      checkers: benchmark.checkers.compactMap { checker in userTime(checker).map { (checker.name, $0 / time) } },
      readsAll: benchmark.readsAll)
  }
}

extension Outcome: JSONWritable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("bytes", bytes)
      json.member("readsAll", readsAll)
      number("microseconds", samples.median / 1000, &json)
      number("least", samples.least / 1000, &json)
      number("p99", samples.quantile(0.99) / 1000, &json)
      number("user", userTime / 1000, &json)
      json.member("yardstick", "memchr")
      number("ratio", ratios.median, &json)
      number("low", ratios.least, &json)
      number("high", ratios.values.last ?? ratios.median, &json)
      for checker in checkers { number(checker.name, checker.ratio, &json) }
    }
  }

  private func number(_ name: String, _ value: Double, _ json: inout JSONWriter) {
    json.name(name)
    json.raw(rounded(value).utf8)
  }
}

/// A number with four digits that count, as JSON has it.
func rounded(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e15, value != 0 else { return "0" }
  var scale = 1.0
  while abs(value) * scale < 1000, scale < 1e6 { scale *= 10 }
  let number = (value * scale).rounded() / scale
  return number == number.rounded() ? String(Int(number)) : String(number)
}
