import EditorFeatures
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

/// What holds for every refactoring at every place of every text.
@Suite struct RefactoringPropertyTests {
  /// The texts that no one may lose: keys, strings and comments, in order.
  static func texts(_ tree: PropertyListTree) -> [String] {
    tree.nodes.indices.compactMap { index in
      let node = tree.nodes[index]
      if node.kind == .comment { return tree.text[node.range] }
      return node.element.isLeaf ? PropertyListValue(tree: tree, index: index).string : nil
    }
  }

  /// Whether the elements of one list are among those of another, in order.
  static func isPart(_ few: [String], of many: [String]) -> Bool {
    var rest = many[...]
    for text in few {
      guard let index = rest.firstIndex(of: text) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// Applies all that is offered at an offset, once for each different result.
  static func check(_ before: Snapshot, at offset: Int, _ seen: inout Set<[SnippetEdit]>) {
    let tree = before.document.tree
    let found = codeActions(in: before, range: ByteRange(at: offset), kinds: [.rewrite, .quickFix])
    expectEqual(Set(found.compactMap(\.id)).count, found.filter { $0.id != nil }.count, "The number of identifiers")
    for action in found where action.id != nil && action.id != "new-file" {
      let changes =
        action.snippets.isEmpty ? action.edits.map { SnippetEdit($0.range, Template($0.replacement)) } : action.snippets
      guard seen.insert(changes).inserted else { continue }
      for (first, second) in zip(action.edits.dropFirst(), action.edits) {
        expectTrue(!first.range.touches(second.range), "Edits of “\(action.title)” touch")
      }
      let plain = before.document.text.applying(action.edits)
      let expanded = before.document.text.applying(changes.map { TextEdit($0.range, $0.template.defaultText) })
      let after = Snapshot(
        document: Document(path: before.document.path, kind: before.document.kind, text: plain), linter: before.linter)
      let place = "“\(action.title)” at \(offset) of\n\(string(before.document.text))\nwhich makes\n\(string(plain))"
      expectEqual(after.document.tree.problems.count, tree.problems.count, "The number of problems after \(place)")
      let filled = Document(path: before.document.path, kind: before.document.kind, text: expanded)
      expectEqual(filled.tree.problems.count, tree.problems.count, "The number of problems in the snippet of \(place)")

      func errors(_ snapshot: Snapshot) -> [String] {
        // Domains cannot be made up; the finding says that they are missing.
        let ours = action.id == "tracking.true" ? "tracking-without-domains" : ""
        return snapshot.lint(fixes: .none).filter { $0.severity == .error && $0.rule != ours }.map(\.message)
          .filter { !$0.contains("marks a gap") }.sorted()
      }
      expectTrue(isPart(errors(after), of: errors(before)), "There are new errors after \(place)")
      let (old, new) = (texts(tree), texts(after.document.tree))
      switch action.id ?? "" {
      case "merge":
        expectTrue(Set(old).isSuperset(of: new), "Something is new after \(place)")
        let comments = old.filter { $0.hasPrefix("<!--") }
        expectTrue(isPart(comments, of: new), "Comments are lost after \(place)")
      case let id where id.hasPrefix("ignore"):
        func values(_ tree: PropertyListTree) -> [String] {
          tree.nodes.indices.filter { tree.nodes[$0].kind == .element }.map {
            "\(tree.nodes[$0].element) \(PropertyListValue(tree: tree, index: $0).string)"
          }
        }
        expectEqual(values(after.document.tree), values(tree), "What the file says after \(place)")
        func count(_ snapshot: Snapshot) -> Int {
          let rules = Set(action.diagnostics.map(\.rule))
          return snapshot.lint(fixes: .none).filter { rules.contains($0.rule) }.count
        }
        let reasoned = action.edits.map { TextEdit($0.range, $0.replacement.replacing("…", with: "a test")) }
        let isGone =
          count(snapshot(before.document.text.applying(reasoned))) <= count(before) - action.diagnostics.count
        expectTrue(isGone, "The finding is still there after \(place)")
      default: expectTrue(isPart(old, of: new), "Something is lost after \(place)")
      }
    }
  }

  static func checkEverywhere(_ text: SourceText, step: Int = 1) {
    let snapshot = snapshot(text)
    var seen: Set<[SnippetEdit]> = []
    for offset in stride(from: 0, through: text.count, by: step) { check(snapshot, at: offset, &seen) }
  }

  @Test func everyOffsetOfOwnFiles() {
    Self.checkEverywhere(SourceText(CompletionPropertyTests.complete))
    var texts = CompletionPropertyTests.halfTyped
    for rule in Rule.all {
      texts += rule.examples.map { MarkedText($0.file(around: $0.text, catalog: linter.catalog)).text }
    }
    for text in texts {
      Self.checkEverywhere(SourceText(text), step: 7)
      Self.checkEverywhere(SourceText(text.replacing("\n", with: "\r\n")), step: 19)
    }
  }

  @Test func everyPlaceOfRealFiles() throws {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    for file in corpus.files(in: "manifests").prefix(50) {
      Self.checkEverywhere(SourceText(file.bytes), step: 29)
    }
  }

  @Test func anyOffsetOfBrokenFiles() {
    var mutator = PropertyListMutator(seed: 11)
    let original = Array(CompletionPropertyTests.complete.utf8)
    for _ in 0..<200 {
      let text = SourceText(mutator.mutate(original))
      let snapshot = snapshot(text)
      for offset in stride(from: -1, through: text.count + 1, by: 17) {
        for action in codeActions(in: snapshot, range: ByteRange(offset, offset + 40), kinds: [.rewrite, .quickFix]) {
          for range in action.edits.map(\.range) + action.snippets.map(\.range) {
            expectTrue(ByteRange(0, text.count).contains(range), "“\(action.title)” leaves the text at \(range)")
          }
        }
      }
    }
  }

  @Test func largeFiles() {
    let clock = ProcessorClock()
    let one = Self.lines(Array(repeating: RefactoringTests.added, count: 5_000).joined(separator: "\n"))
    let text = snapshot(manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\(one)\n\t</array>"))
    let deep = snapshot(
      "<plist><dict><key>NSPrivacyAccessedAPITypes</key>" + String(repeating: "<array><dict>", count: 50_000))
    for (what, snapshot) in [("many entries", text), ("nesting", deep)] {
      for offset in [100, snapshot.document.text.count / 2, snapshot.document.text.count - 30] {
        let time = clock.measure {
          _ = codeActions(in: snapshot, range: ByteRange(at: offset), kinds: [.rewrite, .quickFix])
        }
        expectTrue(time < RobustnessTests.patience * 2, "Actions in \(what) took \(time)")
      }
    }
  }

  private static func lines(_ text: String) -> String {
    RefactoringTests.indented(text, 2)
  }
}
