/// Prints results as they come, as a table of Markdown.
struct Report {
  /// Prints what the figures mean, and the head of the table.
  func begin() {
    write(
      """
      In process. Microseconds of the processor; “× memchr” is the time over that of memchr on the same bytes. “xmllint” and
      “plutil” are the user time of `xmllint --noout` and `plutil -lint` on the same file over ours, from 100 KB on:
      5.0 means that ours takes a fifth.

      """)
    for (checker, name) in [(Checker.xmllint, "xmllint"), (Checker.plutil, "plutil")] where checker == nil {
      write("There is no \(name) on this machine, so nothing is compared with it.\n")
    }
    write("| benchmark | size | min | p50 | p99 | MB/s | × memchr | xmllint | plutil |")
    write("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
  }

  func line(_ result: Outcome) {
    let parts = result.name.split(separator: "/")
    let samples = result.samples
    var cells = [String(parts.first ?? ""), String(parts.last ?? "")]
    cells += [samples.least, samples.median, samples.quantile(0.99)].map { shown($0 / 1000) }
    cells.append(result.readsAll ? shown(result.megabytesPerSecond) : "")
    cells.append(shown(result.ratios.median))
    for name in ["xmllint", "plutil"] {
      cells.append(result.checkers.first { $0.name == name }.map { shown($0.ratio) } ?? "")
    }
    write("| \(cells.joined(separator: " | ")) |")
  }

  private func write(_ line: String) {
    writeAll(Array("\(line)\n".utf8), to: 1)
  }
}

/// A number for people: three digits that count.
private func shown(_ value: Double) -> String {
  if value >= 100 { return String(Int(value.rounded())) }
  let tenths = value >= 10 ? 10.0 : 100.0
  return String((value * tenths).rounded() / tenths)
}
