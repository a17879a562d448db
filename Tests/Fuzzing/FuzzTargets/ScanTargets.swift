import CatalogData
import SourceScan
import SourceText

extension FuzzTarget {
  /// Swift source: what it uses is in the text, in order, and the same every time.
  static let swiftSource = scan("swift-source", [.swift], samples: swiftSamples)

  /// C, Objective-C and C++ source.
  static let cSource = scan(
    "c-source", [.c, .objectiveC, .cPlusPlus, .objectiveCPlusPlus, .header], samples: cSamples)

  private static let scanner = SourceScanner(.bundled)

  /// - Parameter languages: The first byte chooses one.
  private static func scan(_ name: String, _ languages: [SourceLanguage], samples: [String]) -> FuzzTarget {
    FuzzTarget(
      name: name, longestInput: 4_096,
      check: { (bytes) throws(Violation) in
        var input = Input(bytes)
        let language = languages[input.byte() % languages.count]
        let source = input.bytes
        let uses = scanner.scan(source, language).uses
        var last = ByteRange(at: 0)
        for use in uses {
          try require(!use.range.isEmpty && use.range.upper <= source.count, "\(use.range) reaches out")
          try require(use.range.lower >= last.upper || use.range == last, "\(use.range) comes behind \(last)")
          last = use.range
        }
        try require(scanner.scan(source, language).uses == uses, "a second look finds something else")
      },
      seeds: { _ in samples.flatMap { sample in languages.indices.map { [UInt8($0)] + Array(sample.utf8) } } })
  }

  private static let swiftSamples = [
    "#if os(iOS) && !DEBUG\nlet a = \"\\(UserDefaults.standard) \\\"\"\n#else\n/* /* */ */\n#endif\n",
    "let a = try FileManager.default.attributesOfItem(atPath: p)[.creationDate] // x\nlet r = /a\"/; let s = #\"\\#(stat(1))\"#",
    "@main struct A: App { init() { CNContactStore().requestAccess(for: .contacts) { _, _ in } } }",
    "func f() { UIAlertAction(title: \"Not Now\", style: .cancel); store.requestAuthorization(toShare: [], read: t) }",
  ]

  private static let cSamples = [
    "#define A(x) stat(x, \\\n 0)\n#if TARGET_OS_IOS\nint f(void) { return A(\"b\"); }\n#elif defined(X)\n#endif\n",
    "@implementation A\n- (void)f { [[NSUserDefaults standardUserDefaults] setObject:@\"a\" forKey:@\"password\"]; }\n@end\n",
    "auto s = R\"x(stat())x\"; int g() { return ::lstat(\"a\", &b) + vfs::stat(1); }",
  ]
}
