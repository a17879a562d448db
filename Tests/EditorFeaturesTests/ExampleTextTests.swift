import Catalog
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// The schema's own texts are what the rules ask for, and what is still to be completed is told from that.
@Suite struct ExampleTextTests {
  /// What is said of a text under a key, but for what is said of the key alone.
  func findings(_ text: String, under key: PurposeKey) -> [Diagnostic] {
    let file = manifest("\t<key>\(key.name)</key>\n\t<string>\(text)</string>")
    let document = Document(path: "Info.plist", kind: .infoPlist, text: SourceText(file))
    let start = file.utf8.count - "\(text)</string>\n</dict>\n</plist>\n".utf8.count
    return linter.lint(document).filter { $0.range.lower >= start }
  }

  @Test func examplesAreClean() {
    for key in linter.catalog.purposeKeys where key.type == .string {
      let found = findings(key.example ?? "", under: key)
      expectEqual(found.map { "\($0.rule): \($0.message)" }, [], key.example ?? "\(key.name) has no example")
    }
  }

  @Test func gapsAreFound() {
    for key in linter.catalog.purposeKeys where key.type == .string {
      let text = key.textToComplete() ?? ""
      expectEqual(findings(text, under: key).map(\.severity), [.warning], "\(key.name): \(text)")
      for text in ["…", " … ", key.textToComplete(isEnglish: false) ?? ""] {
        expectEqual(findings(text, under: key).map(\.severity), [.error], "\(key.name): \(text)")
      }
      // Words around a gap do not fill it.
      for half in ["Diese App verwendet deine Kamera, um ….", text.replacing("…", with: "scan …")] {
        expectEqual(findings(half, under: key).map(\.rule), ["placeholder-text"], "\(key.name): \(half)")
      }
    }
  }
}
