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

private func isXML(_ bytes: [UInt8]) -> Bool {
  switch PropertyListFormat.detect(bytes) {
  case .xml, .blank, .empty: true
  default: false
  }
}

@Suite struct AgreementTests {
  @Test func mutationsAreJudgedAsApplesParserDoes() {
    var files = [("own", Array(Fixture.manifest.utf8)), ("own values", Array(Fixture.values.utf8))]
    var rounds = 5_000
    if let corpus = CorpusFolder.fromEnvironment() {
      for folder in ["manifests", "infoplists", "entitlements"] {
        files += corpus.files(in: folder).map { ($0.path, $0.bytes) }
      }
      rounds = 60
    }
    var mutator = PropertyListMutator(seed: 7)
    var count = 0
    var differences: [String] = []
    for (name, original) in files where isXML(original) {
      for round in 0...rounds {
        let bytes = round == 0 ? original : mutator.mutate(original)
        guard isXML(bytes) else { continue }
        count += 1
        let apples = applesParserReads(bytes)
        let ours = weRead(bytes)
        if apples != ours {
          differences.append("\(name) #\(round): Apple \(apples)")
          if let folder = ProcessInfo.processInfo.environment["PRIVACY_LSP_DIFFERENCES"] {
            try? Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(differences.count)-\(apples).plist"))
          }
        }
      }
    }
    print("\(count) mutations, \(differences.count) differences")
    expectTrue(differences.isEmpty, differences.prefix(40).joined(separator: "\n"))
  }
}
