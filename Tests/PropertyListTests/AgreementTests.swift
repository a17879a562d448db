import Foundation
import PropertyList
import SourceText
import TestSupport
import Testing

/// Whether Apple's parser reads a file. `plutil -lint` says what this says; see `plutilSaysTheSame`.
private func applesParserReads(_ bytes: [UInt8]) -> Bool {
  (try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)) != nil
}

private func weRead(_ bytes: [UInt8]) -> Bool {
  !PropertyListTree.parse(DecodedFile(bytes)).problems.contains { $0.severity == .refused }
}

/// Where this parser and Apple's are known to disagree.
private struct KnownDifference: Sendable {
  let reason: String
  /// Whether a file that Apple's parser reads and this one does not, or the other way round, is of this kind.
  let holds: @Sendable (_ bytes: [UInt8], _ applesParserReads: Bool) -> Bool

  static let all = [
    KnownDifference(
      reason: """
        A start tag lacks its “>” and another tag comes behind it. Apple's parser takes that one for attributes; where \
        a second mistake makes up for the lost tag, as in “<array <string><string>x</string></array>”, it reads the \
        file. Here the half tag stays an error: the writer meant two tags, and the recovery is about what was meant.
        """
    ) { bytes, applesParserReads in
      let tree = PropertyListTree.parse(DecodedFile(bytes))
      return applesParserReads
        && tree.problems.contains { problem in
          problem.kind == .incompleteTag && problem.severity == .refused
            && [0x20, 0x09, 0x0A, 0x0D].contains(tree.text.slice(ByteRange(problem.range.upper, tree.text.count)).first)
        }
    }
  ]
}

private func isXML(_ bytes: [UInt8]) -> Bool {
  switch PropertyListFormat.detect(bytes) {
  case .xml, .blank, .empty: true
  default: false
  }
}

@Suite struct AgreementTests {
  @Test func mutationsAreJudgedAsApplesParserDoes() {
    var files = [("own", Array(Fixture.manifest.utf8)), ("own values", Array(Fixture.values.utf8))]
    var rounds = 6_000
    if let corpus = CorpusFolder.fromEnvironment() {
      for folder in ["manifests", "infoplists", "entitlements"] {
        files += corpus.files(in: folder).map { ($0.path, $0.bytes) }
      }
      rounds = 60
    }
    var mutator = PropertyListMutator(seed: 7)
    var count = 0
    var known = 0
    var differences: [String] = []
    for (name, original) in files where isXML(original) {
      for round in 0...rounds {
        let bytes = round == 0 ? original : mutator.mutate(original)
        guard isXML(bytes) else { continue }
        count += 1
        let apples = applesParserReads(bytes)
        let ours = weRead(bytes)
        if apples != ours {
          if KnownDifference.all.contains(where: { $0.holds(bytes, apples) }) {
            known += 1
            continue
          }
          differences.append("\(name) #\(round): Apple \(apples)")
          if let folder = ProcessInfo.processInfo.environment["PRIVACY_LSP_DIFFERENCES"] {
            try? Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(differences.count)-\(apples).plist"))
          }
        }
      }
    }
    print("\(count) files and mutations, \(known) known differences, \(differences.count) others")
    expectTrue(known * 10_000 < count, "\(known) known differences are too many")
    expectTrue(count > 10_000, "\(count) mutations are too few")
    expectTrue(differences.isEmpty, differences.prefix(40).joined(separator: "\n"))
  }

  /// The same in other encodings: bytes are changed before and after the text is encoded.
  @Test func otherEncodingsAreJudgedAsApplesParserDoes() {
    func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
      let begun: [UInt8] =
        switch encoding {
        case .utf8WithMark: [0xEF, 0xBB, 0xBF]
        case .utf16LittleEndian: [0xFF, 0xFE, 0x20, 0]
        case .utf16BigEndian: [0xFE, 0xFF, 0, 0x20]
        case .utf32LittleEndian: [0xFF, 0xFE, 0, 0, 0x20, 0, 0, 0]
        case .utf32BigEndian: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x20]
        case .latin1: Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
        default: []
        }
      return DecodedFile(begun).encode(SourceText((encoding == .utf8WithMark ? "\u{FEFF}" : "") + text))
    }
    var mutator = PropertyListMutator(seed: 21)
    var random = SeededGenerator(seed: 22)
    var differences: [String] = []
    let encodings: [TextEncoding] = [
      .utf8WithMark, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .latin1,
    ]
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    for encoding in encodings {
      for round in 0..<400 {
        var source = round.isMultiple(of: 2) ? Fixture.manifest : Fixture.values
        // A declaration counts only where bytes do not give the encoding away.
        let name = encoding == .latin1 ? "ISO-8859-1" : random.pick(["UTF-8", "UTF-16", "klingon"])
        source = source.replacing(declaration, with: "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n")
        let text = round < 2 ? source : String(decoding: mutator.mutate(Array(source.utf8)), as: UTF8.self)
        var bytes = encoded(text, encoding)
        if round < 2 { expectTrue(applesParserReads(bytes), "Apple's parser does not read \(encoding)") }
        if round.isMultiple(of: 3), bytes.count > 8 {
          let at = 4 + random.below(bytes.count - 4)
          bytes[at] = random.once(in: 2) ? 0xD8 : UInt8(truncatingIfNeeded: random.next())
        }
        if random.once(in: 10) { bytes.removeLast() }
        guard isXML(bytes) else { continue }
        if applesParserReads(bytes) != weRead(bytes) {
          differences.append("\(encoding) #\(round): Apple \(applesParserReads(bytes))")
          if let folder = ProcessInfo.processInfo.environment["PRIVACY_LSP_DIFFERENCES"] {
            try? Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/e\(differences.count)-\(encoding).plist"))
          }
        }
      }
    }
    expectTrue(differences.isEmpty, differences.joined(separator: "\n"))
  }

  /// What this suite holds the parser against is what the tool says that people run.
  @Test func plutilSaysTheSame() throws {
    let search = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/plutil" }
    guard let tool = search.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      print("plutil is not on the path, so it is not asked")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "plutil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var mutator = PropertyListMutator(seed: 31)
    var expected: [String: Bool] = [:]
    for index in 0..<300 {
      let source = index.isMultiple(of: 2) ? Fixture.manifest : Fixture.values
      let bytes = mutator.mutate(Array(source.utf8))
      let file = folder.appending(path: "\(index).plist")
      try Data(bytes).write(to: file)
      expected[file.path] = applesParserReads(bytes)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = ["-lint", "--"] + expected.keys.sorted()
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let accepted = Set(lines.split(separator: "\n").filter { $0.hasSuffix(": OK") }.map { String($0.dropLast(4)) })
    for (path, reads) in expected {
      expectEqual(accepted.contains(path), reads, "what plutil says of \(path)")
    }
    expectTrue(accepted.count > 10 && accepted.count < 290, "\(accepted.count) of 300 are read")
  }
}
