import BuildTargets
import SourceText
import TestSupport
import Testing

/// Whatever the bytes of a description are, there is a model, in time that grows with them.
@Suite struct RobustnessTests {
  /// A description of each kind, with most of what its reader knows in it.
  private static let descriptions: [(path: String, text: String)] = [
    (
      "/A/A.xcodeproj/project.pbxproj",
      """
      {objects = {R = {isa = PBXProject; mainGroup = G; targets = (T); }; G = {isa = PBXGroup; children = (S, F, P);};
      S = {isa = PBXFileSystemSynchronizedRootGroup; path = ../A; exceptions = (E); explicitFolders = (Sub);};
      E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T; membershipExceptions = (b.m);};
      F = {isa = PBXFileReference; path = "a.swift"; sourceTree = "<group>";}; B = {isa = PBXBuildFile; fileRef = F;};
      P = {isa = PBXFileReference; path = K.framework; sourceTree = BUILT_PRODUCTS_DIR;}; BP = {fileRef = P;};
      T = {isa = PBXNativeTarget; name = A; productType = "com.apple.product-type.application"; productReference = P;
      buildPhases = (H, C); fileSystemSynchronizedGroups = (S); buildConfigurationList = L; dependencies = (D);};
      D = {target = T;}; H = {isa = PBXSourcesBuildPhase; files = (B);}; C = {isa = PBXCopyFilesBuildPhase; files = (BP);};
      L = {buildConfigurations = (X);}; X = {name = Release; buildSettings = {SDKROOT = iphoneos;
      EXCLUDED_SOURCE_FILE_NAMES = "{a,b}*.m **/[a-c]?"; INFOPLIST_FILE = "$(SRCROOT)/I.plist";};};}; rootObject = R;}
      """
    ),
    (
      "/A/Package.swift",
      """
      // swift-tools-version: 5.9
      /* a /* b */ */ let targets: [Target] = [.target(name: "B", path: #"B"#)]
      let package = Package(name: "A", platforms: [.iOS(.v13)], products: [.library(name: "A", targets: ["A"])],
        targets: [.target(name: "A", dependencies: ["B"], path: ".", exclude: ["x"], resources: [.copy("\\(a("b"))")])] + targets)
      package.targets.append(.testTarget(name: "T"))
      """
    ),
    (
      "/A/project.yml",
      """
      name: A
      include: [b.yml, {path: c.yml}]
      targetTemplates: {T: &t {sources: [a.swift], templates: [T]}}
      targets:
        A: {type: application, platform: [iOS, tvOS], templates: [T], <<: *t}
        B:
          <<: *t
          type: framework   # kind
          sources:
          - path: "."
            excludes: ["**/*.{m,h}", 'it''s']
            name: |
              block
          info: {path: I.plist, properties: {K: "a\\u00e9\\n"}}
          settings: {base: {INFOPLIST_KEY_A: b}, groups: [g]}
          platform: ${p}
      """
    ),
    (
      "/A/A.podspec",
      """
      Pod::Spec.new do |s|
        s.name = "A"; s.platforms = { :ios => '9.0' }
        s.description = <<-X
          text
        X
        s.source_files = 'a.swift', %w[Sub/**/*.{m,h} b/*]
        s.subspec 'B' do |b| # c
          b.ios.resource_bundles = {'P' => ["#{a}/x", 'P/*.xcprivacy']} if x
        end
      end
      """
    ),
    (
      "/A/A.podspec.json",
      #"{"name": "A", "ios": {"source_files": ["a.swift", "Sub/**/*.m"]}, "testspecs": [{"name": "T"}], "platforms": {"ios": "9"}}"#
    ),
    ("/A/Podfile", "target 'A' do\n  pod 'B', :path => 'b'\n  target 'T' do\n inherit! :x\n end\nend\n"),
    ("/A/Podfile.lock", "PODS:\n  - B (1.0):\n    - C (= 1)\n  - C (1.0)\nCOCOAPODS: 1\n"),
    (
      "/A/app.json",
      #"{"expo": {"name": "E", "ios": {"infoPlist": {"A": "b", "C": ["d"]}, "privacyManifests": {}}, "plugins": [["p", {"q": "r"}]]}}"#
    ),
  ]

  /// The files that are there besides, and the model of all of them with one text in place of another.
  private static func model(_ path: String, _ bytes: [UInt8]) -> BuildModel {
    var texts: [String: SourceText] = [:]
    for name in ["a.swift", "b.m", "Sub/c.m", "Sub/c.h", "P/PrivacyInfo.xcprivacy", "I.plist", "Tests/T/t.swift"] {
      texts["/A/" + name] = SourceText("")
    }
    for (path, text) in descriptions where path.hasSuffix("lock") || path.hasSuffix("pbxproj") {
      texts[path] = SourceText(text)
    }
    texts[path] = SourceText(bytes)
    return BuildTargetsTests.model(texts)
  }

  /// Checks what must hold for any bytes.
  private static func check(_ path: String, _ bytes: [UInt8], _ what: @autoclosure () -> String) {
    let model = model(path, bytes)
    for target in model.targets {
      for list in [target.sources, target.headers, target.resources] {
        expectTrue(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }, "\(what()): \(list) isn’t sorted")
      }
      for number in target.dependencies + target.embedded {
        expectTrue(model.targets.indices.contains(number), "\(what()): there is no target \(number)")
      }
      for source in target.sources {
        expectTrue(!model.targets(of: source).isEmpty, "\(what()): \(source) has no target")
      }
      for entry in target.infoPlistEntries where entry.path == path {
        expectTrue(0 <= entry.range.lower && entry.range.upper <= bytes.count, "\(what()): \(entry) is elsewhere")
      }
    }
    for part in model.unread where part.path == path {
      let range = part.range ?? ByteRange(at: 0)
      expectTrue(0 <= range.lower && range.upper <= bytes.count, "\(what()): \(part) is elsewhere")
    }
    for number in model.targets.indices { expectTrue(model.linkedTargets(of: number).contains(number), what()) }
  }

  @Test(arguments: descriptions.indices) func everyPrefixAndMutation(index: Int) {
    let (path, text) = Self.descriptions[index]
    let bytes = Array(text.utf8)
    expectTrue(!Self.model(path, bytes).targets.isEmpty, "\(path) says nothing")
    for length in 0...bytes.count { Self.check(path, Array(bytes.prefix(length)), "\(path) up to \(length)") }
    var random = SeededGenerator(seed: UInt64(index))
    let words = [
      "\"", "'", "(", ")", "[", "]", "{", "}", "<<<<<<< a\n", "\n", "\r", "\t", "  ", "- ", ": ", "#", "#{", "\\(",
      "%w[",
      "<<-A\n", "do |a|\n", "end\n", "&t ", "*t", "<<: *t\n", "| \n", "> \n", "---\n", "**", "{a,b}", "[!", "/*", "*/",
      "//", ",",
      "+", "=", "é", "\u{0}", "let a = ", ".target(", "..", "/",
    ]
    for round in 0..<800 {
      var changed = bytes
      for _ in 0..<(1 + random.below(4)) {
        let at = random.below(changed.count + 1)
        switch random.below(4) {
        case 0: changed.removeSubrange(at..<min(at + 1 + random.below(12), changed.count))
        case 1: changed.insert(contentsOf: random.pick(words).utf8, at: at)
        case 2: if at < changed.count { changed[at] = UInt8(truncatingIfNeeded: random.next()) }
        default:
          let other = random.below(changed.count + 1)
          changed.insert(contentsOf: Array(changed[min(at, other)..<min(max(at, other), min(at, other) + 60)]), at: at)
        }
      }
      Self.check(path, changed, "\(path), change \(round): \(String(decoding: changed, as: UTF8.self))")
    }
  }

  @Test func timeGrowsWithTheText() {
    let pieces: [(path: String, head: String, piece: String)] = [
      ("/A/Package.swift", "", "("), ("/A/Package.swift", "", "[(["), ("/A/Package.swift", "", "let a="),
      ("/A/Package.swift", "", "\"\\("), ("/A/Package.swift", "", "/*"), ("/A/Package.swift", "", "a.b += "),
      ("/A/Package.swift", "let package = Package(targets: [", ".target(name: \"a\", path: \".\"),"),
      ("/A/Package.swift", "let package = Package(targets: a", "+ a "), ("/A/Package.swift", "", "((]"),
      ("/A/project.yml", "", "- "), ("/A/project.yml", "", "a:\n "), ("/A/project.yml", "", "{a: ["),
      ("/A/project.yml", "", "&a [*a]\n"), ("/A/project.yml", "", "a: |\n"), ("/A/project.yml", "", "- \"a"),
      ("/A/project.yml", "targets:\n", "  a: {type: application, sources: [., b], templates: [a]}\n"),
      ("/A/project.yml", "targets: {a: {sources: [", "{path: ., excludes: [a, b]}, "),
      ("/A/project.yml", "", "<<: *a\n"),
      ("/A/project.yml", "a: ", "b\n "), ("/A/project.yml", "", "? "), ("/A/project.yml", "", "- - a: "),
      ("/A/A.podspec", "", "do |a|\n"), ("/A/A.podspec", "", "%w["), ("/A/A.podspec", "", "<<-A\n"),
      ("/A/A.podspec", "Pod::Spec.new do |s|\ns.name = 'a'\n", "s.source_files = '**/*.{m,h}'\n"),
      ("/A/A.podspec", "s.source_files = '", "{a,b}"), ("/A/A.podspec", "s.source_files = '", "{"),
      ("/A/A.podspec", "s.source_files = '", "**/"), ("/A/A.podspec", "", "a = a, "), ("/A/A.podspec", "", "if x\n"),
      ("/A/app.json", "", "{\"expo\":"), ("/A/A.podspec.json", "", "{\"subspecs\":["),
      ("/A/Podfile", "", "target 'A' do\npod 'b'\n"), ("/A/Podfile.lock", "PODS:\n", "- A (1):\n  - B\n"),
    ]
    let clock = ProcessorClock()
    for (path, head, piece) in pieces {
      func time(_ size: Int) -> Duration {
        let bytes = Array((head + String(repeating: piece, count: size / piece.utf8.count)).utf8)
        return clock.measure { _ = Self.model(path, bytes) }
      }
      // Only what seems to grow too fast is looked at again, to tell it from a busy machine.
      let isLinear = (0..<3).contains { _ in
        let few = time(20_000)
        let many = time(80_000)
        return many < .milliseconds(300) || many < few * 8
      }
      expectTrue(isLinear, "\(path) of \(head) and many \(piece)")
    }
  }

  @Test func whatIsTooMuchIsLeftOutAndSaid() {
    let texts = Dictionary(
      uniqueKeysWithValues: (0..<300).map { ("/A/F\($0).swift", SourceText("")) } + [
        (
          "/A/Package.swift",
          SourceText(
            "let package = Package(targets: ["
              + (0..<300).map { ".target(name: \"T\($0)\", path: \".\")" }.joined(separator: ",") + "])")
        )
      ])
    let model = BuildTargetsTests.model(texts, most: 10_000)
    expectEqual(model.targets.count, 300, "the targets")
    expectTrue(model.unread.contains { $0.path == "/" }, "what is left out isn’t said")
    let large = BuildTargetsTests.model([
      "/Package.swift": SourceText(Array(repeating: 0x20, count: 2 << 20)), "/project.yml": SourceText("a: \u{0}"),
    ])
    expectEqual(large.unread.map(\.message), ["is larger than 1 MiB"], "a description of 2 MiB")
  }
}
