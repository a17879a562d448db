import SourceScan
import SourceText
import TestSupport
import Testing

/// What must hold for any bytes.
@Suite struct RobustnessTests {
  private func check(_ bytes: [UInt8], _ language: SourceLanguage, _ what: @autoclosure () -> String) {
    let uses = scanner.scan(bytes, language).uses
    var end = 0
    for use in uses {
      if use.range.isEmpty || use.range.upper > bytes.count || use.range.lower < end && use.range.upper != end {
        expectTrue(false, "\(what()): \(use.range)")
      }
      end = use.range.upper
    }
  }

  private static let names = ["required-reasons", "permissions", "guidelines", "reasons"]

  @Test(arguments: names) func everyPrefixAndSuffix(_ name: String) throws {
    for row in try Row.all(name) {
      let bytes = MarkedText(row.text).file.bytes
      for length in 0...bytes.count {
        check(Array(bytes.prefix(length)), row.language, "\(row.title), the first \(length)")
        if length % 7 == 0 { check(Array(bytes.suffix(length)), row.language, "\(row.title), the last \(length)") }
      }
    }
  }

  @Test(arguments: names) func mutations(_ name: String) throws {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "\"", "\"\"\"", "\\(", "#\"", "\"#", "/*", "*/", "//", "\\\n", "\n", "\r", "(", ")", "{", "}", "[", "]",
      "#if A\n", "#else\n",
      "#endif\n", "#define X ", "R\"(", "/", "#/", "@", "«", "\u{0}", "\u{FEFF}", ".", ",", ":", "=", "<<<<<<< a\n",
      "'", "stat(",
      "UserDefaults", ".standard", "#", "`", "->", "?", "!", "case ", "class ", "func ", "in ",
    ]
    let rows = try Row.all(name)
    for row in rows {
      let original = MarkedText(row.text).file.bytes
      for _ in 0..<60 {
        var bytes = original
        for _ in 0...random.below(3) {
          let at = random.below(bytes.count + 1)
          switch random.below(6) {
          case 5:
            // A name in the place of another: what leads to itself.
            let words = Self.words(of: bytes)
            if !words.isEmpty { bytes.replaceSubrange(random.pick(words), with: bytes[random.pick(words)]) }
          case 0: if at < bytes.count { bytes[at] = UInt8(truncatingIfNeeded: random.next()) }
          case 1: bytes.removeSubrange(at..<min(at + random.below(9), bytes.count))
          case 2: bytes.insert(contentsOf: bytes[at..<min(at + random.below(60), bytes.count)], at: at)
          default: bytes.insert(contentsOf: Array(random.pick(pieces).utf8), at: at)
          }
        }
        // A file in another language is broken everywhere.
        check(bytes, random.once(in: 8) ? random.pick(SourceLanguage.allCases) : row.language, row.title)
      }
    }
  }

  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    func isLetter(_ place: Int) -> Bool { bytes[place] | 0x20 >= 0x61 && bytes[place] | 0x20 <= 0x7A }
    let starts = bytes.indices.filter { isLetter($0) && ($0 == 0 || !isLetter($0 - 1)) }
    return starts.map { start in start..<(bytes[start...].indices.first { !isLetter($0) } ?? bytes.count) }
  }

  /// A bracket may be closed in a branch that the code behind it isn’t in.
  @Test func bracketsEndInBranches() {
    for text in [
      " [\n#if]\r-write", "[a\n#if b]\n writeToFile:c", "[[a\n#if b]\nalloc] writeToFile:c]",
      "[[T\n#if A]\n#else\nalloc] initWithSuiteName:x]\n#endif\nwriteToFile:y",
      "x\n= y; [x writeToFile:z", "id token = \n[d setObject:token forKey:k",
    ] {
      for language in SourceLanguage.allCases { check(Array(text.utf8), language, text) }
    }
  }

  /// Names that lead to themselves, and long chains, end.
  @Test func nothingIsFollowedForEver() {
    let texts = [
      "struct S { static var x: Int { UserDefaults.x } }",
      "func x() -> Int { UserDefaults.x }",
      "var a: Int { UserDefaults.b }\nvar b: Int { UserDefaults.a }",
      "let x = UserDefaults.x\nlet a = b\nlet b = a\nUserDefaults(suiteName: a)",
      "typealias A = B\ntypealias B = A\nA.standard\nB.UserDefaults",
      "class A: B {}\nclass B: A { func f() { super.f(UserDefaults.standard) } }",
      "func a() { b() }\nfunc b() { a() }\nUIAlertAction(title: \"No\") { a(); requestAccess() }",
      "func a() { ASIdentifierManager.shared().advertisingIdentifier; b() }\nfunc b() { a() }\nfunc c() { b(); c() }",
      "#define A B(stat)\n#define B A(stat)\nA(UserDefaults)\nB(x)",
      "UserDefaults.standard" + String(repeating: "!", count: 200_000) + ".x",
      "@AppStorage(" + String(repeating: ".", count: 200_000) + "x) var y",
      "UserDefaults.standard.set(1, forKey: " + String(repeating: ".", count: 200_000) + "password)",
      "UserDefaults" + String(repeating: ".a", count: 200_000),
      "stat(" + String(repeating: "&", count: 200_000) + "x)",
    ]
    for text in texts {
      for language in [SourceLanguage.swift, .objectiveC] { check(Array(text.utf8), language, text) }
    }
  }

  /// Ten times the text takes no more than some fifteen times as long, whatever is repeated; a square would take a hundred.
  @Test func timeIsLinear() {
    let pieces = [
      "UserDefaults.standard ", "UserDefaults(", "{ UserDefaults", "[.creationDate", "\"\\(", "/*", "#if A\n",
      "#if A\nstat(\n#else\n",
      "#/a", "= \\/", "let a = UserDefaults.standard\n", "func f() { UserDefaults", "enum A { case ",
      "#define A stat(b)\n",
      "[a b:", "R\"(", "struct stat *a, *b = stat(",
      "UIAlertAction(title: \"No\") { AVCaptureDevice.requestAccess(for: .video) }\n",
      "AVCaptureDevice.requestAccess(for: ", "ASIdentifierManager.shared().advertisingIdentifier\n", "<", "?", "a.",
      "a = .b\n",
      "@available(iOS, unavailable) ", "UIApplicationDelegate { func didFinishLaunchingWithOptions() { a(); ",
      "defaults.set(password, forKey: \"password\")\n", "[NSUserDefaults standardUserDefaults];", "{}", "stat(stat(",
    ]
    let clock = ProcessorClock()
    for piece in pieces {
      for language in [SourceLanguage.swift, .objectiveC] {
        func time(_ count: Int) -> Double {
          let text = "UserDefaults stat requestAccess\n" + String(repeating: piece, count: count)
          let bytes = Array(text.utf8)
          return clock.measure { check(bytes, language, piece) } / .nanoseconds(1)
        }
        let small = time(300)
        let large = time(3_000)
        // Below a few milliseconds the clock tells nothing.
        expectTrue(
          large < small * 25 || large < 60_000_000, "\(piece) in \(language): \(small / 1e6) ms, then \(large / 1e6) ms"
        )
      }
    }
  }
}
