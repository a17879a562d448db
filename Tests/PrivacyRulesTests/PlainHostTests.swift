import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Plain host names are recognized by their bytes; any other text is examined in full. A character reference forces the
/// full examination, which must find the same.
@Suite struct PlainHostTests {
  private func findings(_ domains: [String]) -> [String] {
    let strings = domains.map { "<string>\($0)</string>\n" }.joined()
    let text = """
      <plist version="1.0"><dict>
      <key>NSPrivacyTracking</key><true/>
      <key>NSPrivacyTrackingDomains</key><array>
      \(strings)</array>
      <key>NSPrivacyCollectedDataTypes</key><array/>
      <key>NSPrivacyAccessedAPITypes</key><array/>
      </dict></plist>
      """
    let document = Document(path: "PrivacyInfo.xcprivacy", kind: .privacyManifest, text: SourceText(text))
    return linter.lint(document, fixes: .none).map {
      "\($0.rule) at line \(document.text.line(at: $0.range.lower)): \($0.message)"
    }
  }

  @Test func examiningInFullFindsTheSame() {
    var random = SeededGenerator(seed: 41)
    let alphabet = Array("aabbzzAZ09..--_ /:@[`{+&".unicodeScalars.filter { $0 != "&" })
    var found = 0
    for round in 0..<400 {
      var domains: [String] = []
      for _ in 0..<random.below(12) {
        switch random.below(4) {
        case 0: domains.append((0..<random.below(20)).map { _ in String(random.pick(alphabet)) }.joined())
        case 1 where !domains.isEmpty:
          let other = random.pick(domains)
          domains.append(random.pick([other, other.uppercased(), other.lowercased(), " \(other)", "\(other).", other]))
        default: domains.append("\(random.pick(["a", "ads", "Events"])).example\(random.below(30)).com")
        }
      }
      let plain = findings(domains)
      let closer = findings(
        domains.map { text in
          guard let first = text.unicodeScalars.first else { return text }
          return "&#\(first.value);\(text.dropFirst())"
        })
      expectEqual(plain, closer, "round \(round), \(domains)")
      found += plain.count
    }
    expectTrue(found > 400, "only \(found) findings")
  }
}
