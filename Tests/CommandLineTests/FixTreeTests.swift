import CatalogData
import Foundation
import JSON
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What holds for `lint --fix` in whole trees of files: what it prints is what the next `lint` says, a second run changes
/// nothing, and nothing changes but what is named.
@Suite struct FixTreeTests {
  /// What one file says may be mended by a fix in another one, or be found only after it.
  @Test func whatIsPrintedIsWhatTheNextRunSays() throws {
    let folder = try TemporaryFolder()
    func plist(_ lines: String) -> String { "<plist version=\"1.0\">\n<dict>\n\(lines)\n</dict>\n</plist>\n" }
    try folder.write(
      "App/Info.plist",
      plist(
        """
        <key>CFBundleDevelopmentRegion</key>
        <string>en</string>
        <key>NSCameraUsagedescription</key>
        <string>This app uses your camera to scan receipts.</string>
        <key>NSMicrophoneUsageDescripton</key>
        <string>This app uses your microphone to record notes.</string>
        """))
    // Translations of keys that are there after the fix alone, and one that is left in English.
    try folder.write(
      "App/de.lproj/InfoPlist.strings",
      "\"NSCameraUsageDescription\" = \"This app uses your camera to scan receipts.\";\n"
        + "\"NSPhotoLibraryUsageDescription\" = \"Zeigt deine Fotos.\";\n")
    try folder.write(
      "App/App.entitlements", plist("<key>com.apple.security.device.camera</key>\n<true/>"))
    try folder.write("App/PrivacyInfo.xcprivacy", faulty)
    let result = command("lint", "--fix", folder.path)
    let rules = Set(try findings(in: folder).map(\.rule))
    expectTrue(!rules.contains("unknown-purpose-key"), "\(rules.sorted())")
    expectTrue(rules.isSuperset(of: ["untranslated-text", "missing-translation"]), "\(rules.sorted())")
    expectTrue(result.output.contains("[untranslated-text]"), result.output)
    try checkFixing(folder)
  }

  /// Names that one file has wrong and another one right, in all orders of their paths, also where a slip hides one.
  @Test func namesInTwoFiles() throws {
    let wrong = "NSCameraUsagedescription"
    for (plist, table) in [(wrong, wrong), (wrong, "NSCameraUsageDescription"), ("NSCameraUsageDescription", wrong)] {
      for (first, second, end) in [("A", "B", "key"), ("B", "A", "key"), ("A", "B", "kye"), ("B", "A", "kye")] {
        let folder = try TemporaryFolder()
        try folder.write(
          "\(first)-Info.plist",
          "<plist><dict><key>\(plist)</\(end)><string>This app uses your camera to scan.</string></dict></plist>\n")
        try folder.write("\(second)/de.lproj/InfoPlist.strings", "\"\(table)\" = \"Liest Belege ein.\";\n")
        try checkFixing(folder)
      }
    }
  }

  @Test func generatedTrees() throws {
    var mutator = PropertyListMutator(seed: 41)
    let samples = try FileManager.default.contentsOfDirectory(atPath: fixtures.path).sorted()
    for round in 0..<3 {
      let folder = try TemporaryFolder()
      for sample in samples {
        for path in try FileManager.default.subpathsOfDirectory(atPath: fixtures.appending(path: sample).path) {
          guard FileKind.of(path: path) != nil,
            let data = try? Data(contentsOf: fixtures.appending(path: sample).appending(path: path))
          else { continue }
          // Some files of each project are broken, and those around them are not.
          let bytes = Array(data)
          let isBroken = Int(truncatingIfNeeded: path.utf8.reduce(0) { $0 &* 31 &+ Int($1) }) & 3 == round
          try folder.write("\(sample)/\(path)", isBroken ? mutator.mutate(bytes) : bytes)
        }
      }
      var place = 0
      for rule in Rule.all {
        for example in rule.examples {
          place += 1
          let text = MarkedText(example.file(around: example.text, catalog: .bundled)).text
          let bytes = Array(text.utf8)
          let files = [(example.path, bytes)] + example.otherFiles.map { ($0.path, Array($0.text.utf8)) }
          for (path, bytes) in files {
            try folder.write("examples/\(place)/\(path)", round == 0 ? bytes : mutator.mutate(bytes))
          }
        }
      }
      try checkFixing(folder)
    }
  }

  /// The corpus as its files lie in their repositories, each version in a tree of its own.
  @Test func theCorpus() throws {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    let bytes = try #require(corpus.bytes(of: "index.json"))
    let index = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
    let folder = try TemporaryFolder()
    var versions: [String: Int] = [:]
    for item in index {
      guard let file = item["file"] as? String, let path = item["path"] as? String, let repo = item["repo"] as? String,
        let bytes = corpus.bytes(of: file)
      else { continue }
      let version = versions["\(repo)/\(path)", default: 0]
      versions["\(repo)/\(path)"] = version + 1
      try folder.write("\(version)/\(repo)/\(path)", bytes)
    }
    try checkFixing(folder)
  }

  /// Who names a file has no other one changed, whatever that file speaks of.
  @Test func nothingIsWrittenThatIsNotNamed() throws {
    let plist =
      "<plist><dict><key>NSCameraUsagedescription</key><string>This app scans receipts.</string></dict></plist>\n"
    let project = """
      // !$*UTF8*$!
      { archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
      P = { isa = PBXProject; targets = (T); buildConfigurationList = L; };
      T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
        buildConfigurationList = L; };
      L = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = App/Settings.plist; }; };
      }; }

      """
    let files = [
      "Sub/App.xcodeproj/project.pbxproj": project, "Sub/App/Settings.plist": plist, "Other/Info.plist": plist,
      "Info.plist": plist,
    ]
    for (named, changed) in [
      (["Sub/App.xcodeproj/project.pbxproj"], []), (["Sub/App.xcodeproj"], []),
      (["Sub"], ["Sub/App/Settings.plist"]), (["Info.plist"], ["Info.plist"]),
      (["Sub", "Other"], ["Other/Info.plist", "Sub/App/Settings.plist"]), (["Sub/App"], []),
    ] {
      let folder = try TemporaryFolder()
      for (path, text) in files { try folder.write(path, text) }
      _ = command(["lint", "--fix"] + named.map { "\(folder.path)/\($0)" })
      expectEqual(files.keys.filter { folder.text($0) != files[$0] }.sorted(), changed, "\(named)")
    }
  }

  /// What could not be written is told, counts as nothing, and keeps no other file from being fixed.
  @Test func whatCannotBeWrittenIsNotCounted() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("A/PrivacyInfo.xcprivacy", faulty)
    try folder.write("B/PrivacyInfo.xcprivacy", faulty)
    chmod(path, 0o444)
    let result = command("lint", "--fix", "--format", "json", folder.path)
    expectEqual(result.status, 2, "status")
    let files = try JSONDocument.parse(Array(result.output.utf8)).root["files"]?.array ?? []
    expectEqual(files.map { $0["fixed"]?.int ?? -1 }, [0, 1], "fixed")
    expectEqual(files.map { $0["error"]?.string ?? "" }, ["is not fixed: it is read-only", ""], "errors")
    expectEqual(files.map { $0["diagnostics"]?.array?.count ?? -1 }, [1, 0], "what is left")
  }
}

private let fixtures = repository.appending(path: "Tests/Fixtures/lint")

private struct Found: Hashable {
  var path: String
  var rule: String
}

private func findings(in folder: TemporaryFolder) throws -> [Found] {
  let json = try JSONDocument.parse(Array(command("lint", folder.path, "--format", "json").output.utf8)).root
  return (json["files"]?.array ?? []).flatMap { file in
    (file["diagnostics"]?.array ?? []).map {
      Found(path: file["path"]?.string ?? "", rule: $0["rule"]?.string ?? "")
    }
  }
}

/// Fixes a tree and expects that the report is what `lint` says then, in every format, that a second run has nothing to
/// do, and that only files change of which findings were fixed, and no text in them.
private func checkFixing(_ folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation) throws {
  func expect(_ isTrue: Bool, _ message: String) { expectTrue(isTrue, message, sourceLocation: sourceLocation) }
  let copy = try TemporaryFolder()
  func contents() -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    let walk = FileManager.default.enumerator(atPath: folder.path)
    while let path = walk?.nextObject() as? String {
      if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular { result[path] = folder.bytes(path) }
    }
    return result
  }
  let before = contents()
  for (path, bytes) in before { try copy.write(path, bytes) }

  let fixing = command("lint", "--fix", "--format", "json", folder.path)
  let after = contents()
  let printed = fixing.output.replacing(#/\n *"fixed": [0-9]+,/#, with: "")
  let linted = command("lint", "--format", "json", folder.path)
  expectLines(printed, linted.output, "json", sourceLocation: sourceLocation)
  expect(fixing.errors.isEmpty, fixing.errors)

  // A report for people has what was fixed before what is left.
  let text = command("lint", "--fix", copy.path).output.replacing(copy.path, with: folder.path)
    .replacing(#/(?m)^[^\n]*: fixed [0-9]+ findings?\n(  line [^\n]*\n)+\n/#, with: "")
    .replacing(#/(?m)^fixed [0-9]+; /#, with: "")
  expectLines(text, command("lint", folder.path).output, "text", sourceLocation: sourceLocation)

  let second = command("lint", "--fix", "--format", "json", folder.path)
  expect(!second.output.contains(#/"fixed": [1-9]/#), "a second run fixes something")
  expect(contents() == after, "a second run changes files")

  // What is named, and nothing else.
  expect(Set(before.keys) == Set(after.keys), "files came or went")
  let files = try JSONDocument.parse(Array(fixing.output.utf8)).root["files"]?.array ?? []
  let fixed = Set(
    files.filter { ($0["fixed"]?.int ?? 0) > 0 }.compactMap { $0["path"]?.string?.dropFirst(folder.path.count + 1) }
      .map(String.init))
  let changed = Set(before.keys.filter { before[$0] != after[$0] })
  expect(changed == fixed, "changed, not named: \(changed.symmetricDifference(fixed).sorted())")
  for path in changed {
    guard let kind = FileKind.of(path: path), let old = before[path], let new = after[path] else { continue }
    let texts = [old, new].map { bytes in
      Set(Linter(catalog: .bundled).read(Document(path: path, kind: kind, bytes: bytes)).purposeStrings.map(\.text))
    }
    // Names that become right bring their texts along; no text goes, and none is another one.
    // Under a name that became right, a string may be no text any more where a dictionary belongs; it stands there still.
    let written = Document(path: path, kind: kind, bytes: new).text
    let lost = texts[0].subtracting(texts[1]).filter {
      !String(decoding: written.bytes, as: UTF8.self).contains(escapedForXML($0))
    }
    expect(lost.isEmpty, "\(path) loses \(lost):\n\(String(decoding: old, as: UTF8.self))")
  }
}

/// Expects two reports to be the same, and shows the first line that is not.
private func expectLines(
  _ printed: String, _ linted: String, _ format: String, sourceLocation: SourceLocation
) {
  guard printed != linted else { return }
  let pairs = zip(printed.split(separator: "\n"), linted.split(separator: "\n"))
  let difference = pairs.first { $0 != $1 }
  expectTrue(
    false, "\(format): --fix printed “\(difference?.0 ?? "less")”, lint says “\(difference?.1 ?? "less")”",
    sourceLocation: sourceLocation)
}
