/// The ASCII form of internationalized host names (RFC 3492).
enum Punycode {
  /// The ASCII form of a host, label by label.
  ///
  /// - Returns: Nil if the form can't be determined without the tables of IDNA: non-ASCII characters must be
  ///   precomposed lowercase letters.
  static func asciiHost(_ host: Substring) -> String? {
    var labels: [String] = []
    for label in host.split(separator: ".", omittingEmptySubsequences: false) {
      if label.unicodeScalars.allSatisfy(\.isASCII) {
        labels.append(String(label))
        continue
      }
      guard label.utf8.count <= 63 * 4, label.unicodeScalars.allSatisfy(isSure),
        let encoded = encode(label.lowercased())
      else { return nil }
      labels.append("xn--" + encoded)
    }
    return labels.joined(separator: ".")
  }

  private static func isSure(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    // The letters that versions of IDNA treat differently.
    if scalar == "ß" || scalar == "ς" { return false }
    return scalar.properties.generalCategory == .lowercaseLetter
  }

  private static func encode(_ label: String) -> String? {
    let base: UInt32 = 36
    let scalars = label.unicodeScalars.map(\.value)
    var output = scalars.filter { $0 < 0x80 }.compactMap(Unicode.Scalar.init).map(Character.init)
    let basicCount = UInt32(output.count)
    var handled = basicCount
    if basicCount > 0 { output.append("-") }
    var n: UInt32 = 0x80
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    while handled < UInt32(scalars.count) {
      guard let next = scalars.filter({ $0 >= n }).min() else { return nil }
      let (step, overflow) = (next - n).multipliedReportingOverflow(by: handled + 1)
      let (sum, carry) = delta.addingReportingOverflow(step)
      guard !overflow, !carry else { return nil }
      delta = sum
      n = next
      for value in scalars {
        if value < n { delta += 1 }
        guard value == n else { continue }
        var q = delta
        var k = base
        while true {
          let t = k <= bias ? 1 : min(k - bias, 26)
          if q < t { break }
          output.append(digit(t + (q - t) % (base - t)))
          q = (q - t) / (base - t)
          k += base
        }
        output.append(digit(q))
        bias = adapt(delta, handled + 1, handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(output)
  }

  private static func digit(_ value: UInt32) -> Character {
    Character(Unicode.Scalar(UInt8(truncatingIfNeeded: value < 26 ? 97 + value : 22 + value)))
  }

  private static func adapt(_ delta: UInt32, _ count: UInt32, _ isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k: UInt32 = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
