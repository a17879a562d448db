import CatalogData
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What holds of outlines, folds, selections, highlights, links and pairs of tags in every text and at every offset.
@Suite struct StructurePropertyTests {
  /// The end of an entry, a comment of several lines, a broken tag, other signs than ASCII.
  static let texts =
    [CompletionPropertyTests.complete] + CompletionPropertyTests.halfTyped + [
      CompletionPropertyTests.complete.replacing("\n", with: "\r\n"),
      "\u{FEFF}" + CompletionPropertyTests.complete,
      "<dict>\n<!--\n\u{1F600}\n--><key>a</key><array>\n<string>\u{1F600}\n</string></array></dict>",
      "<plist><array>\n<dict>\n<key>a\n</array>\n</plist>", "", "\n", "<", "{\n a = b;\n}", "bplist00\u{1}",
    ]

  @Test func everyOffsetOfOurTexts() {
    for text in Self.texts { check(SourceText(text), stride: 1) }
    var mutator = PropertyListMutator(seed: 11)
    let original = Array(CompletionPropertyTests.complete.utf8)
    for _ in 0..<60 { check(SourceText(mutator.mutate(original)), stride: 7) }
  }

  @Test func realFiles() {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    let manifests = corpus.files(in: "manifests")
    let lists = corpus.files(in: "infoplists")
    for (index, file) in (evenly(manifests, 40) + evenly(lists, 20)).enumerated() {
      check(
        SourceText(file.bytes), path: index < 40 ? "PrivacyInfo.xcprivacy" : "Info.plist",
        stride: max(file.bytes.count / 60, 1))
    }
  }

  /// Files that are no property lists, whole, broken and real.
  @Test func projectFiles() {
    var random = SeededGenerator(seed: 19)
    for (path, source) in ProjectFileFeatureTests.texts {
      let bytes = Array(source.utf8)
      check(SourceText(bytes), path: path, stride: 1)
      for round in 0..<40 {
        var changed = bytes
        for _ in 0...random.below(3) where !changed.isEmpty {
          let at = random.below(changed.count)
          switch random.below(3) {
          case 0: changed.removeSubrange(at..<min(at + 1 + random.below(20), changed.count))
          case 1:
            changed.insert(
              contentsOf: Array(random.pick(["\"", "}", "{", "/*", "*/", "\n", "é", "=", ";"]).utf8), at: at)
          default: changed.insert(contentsOf: Array(changed[at..<min(at + random.below(60), changed.count)]), at: at)
          }
        }
        check(
          SourceText(String(decoding: changed, as: UTF8.self)), path: path, stride: round.isMultiple(of: 5) ? 3 : 17)
      }
    }
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    for file in evenly(corpus.files(in: "strings"), 30) {
      let name = file.path.hasSuffix(".xcstrings") ? "InfoPlist.xcstrings" : "InfoPlist.strings"
      check(DecodedFile(file.bytes).text, path: name, stride: max(file.bytes.count / 40, 1))
    }
  }

  private func evenly(_ files: [CorpusFolder.File], _ count: Int) -> [CorpusFolder.File] {
    stride(from: 0, to: files.count, by: max(files.count / count, 1)).prefix(count).map { files[$0] }
  }

  private func check(_ text: SourceText, path: String = "PrivacyInfo.xcprivacy", stride step: Int) {
    let snapshot = snapshot(text, path: path)
    let whole = ByteRange(0, text.count)
    checkSymbols(documentSymbols(of: snapshot.document, catalog: .bundled), in: whole, text)
    checkFolds(snapshot.document, text)
    var end = 0
    for link in documentLinks(in: snapshot) {
      expectTrue(end <= link.range.lower && !link.range.isEmpty && link.range.upper <= text.count, "\(link.range)")
      end = link.range.upper
    }
    for offset in stride(from: -1, through: text.count + 1, by: step) {
      checkSelections(snapshot.document, offset, text)
      var last = ByteRange(at: 0)
      for highlight in documentHighlights(in: snapshot, at: offset) {
        let isBehind = highlight.range.lower >= last.upper && !highlight.range.isEmpty
        expectTrue(isBehind && whole.contains(highlight.range), "Highlights at \(offset) of\n\(string(text))")
        last = highlight.range
      }
      if offset.isMultiple(of: 5) {
        for place in references(in: snapshot, at: offset, includesDeclarations: true) {
          expectTrue(
            place.path == nil && whole.contains(place.range) && !place.range.isEmpty,
            "A reference at \(offset) of\n\(string(text))")
        }
        if let name = renameRange(in: snapshot, at: offset) {
          expectTrue(name.touches(offset), "The name at \(offset) is \(name)")
        }
      }
      if let linked = linkedEditingRanges(in: snapshot.document, at: offset) {
        expectTrue(
          linked.ranges.count == 2 && Set(linked.ranges.map { text[$0] }).count == 1
            && linked.ranges.contains { $0.touches(offset) } && linked.ranges.allSatisfy { !$0.isEmpty },
          "The pair at \(offset) of\n\(string(text))")
      }
    }
  }

  /// Positions in any encoding nest as offsets do.
  private func positions(_ range: ByteRange, _ text: SourceText) -> [(lower: Position, upper: Position)] {
    PositionEncoding.allCases.map { (text.position(at: range.lower, in: $0), text.position(at: range.upper, in: $0)) }
  }

  private func expectNested(
    _ inner: ByteRange, in outer: ByteRange, _ text: SourceText, _ what: @autoclosure () -> String
  ) {
    expectTrue(outer.contains(inner), "\(what()): \(inner) is not in \(outer) of\n\(string(text))")
    for (inner, outer) in zip(positions(inner, text), positions(outer, text)) {
      expectTrue(outer.lower <= inner.lower && inner.upper <= outer.upper, "\(what()): \(inner) is not in \(outer)")
    }
  }

  private func checkSymbols(_ symbols: [DocumentSymbol], in outer: ByteRange, _ text: SourceText) {
    var end = outer.lower
    for symbol in symbols {
      expectTrue(!symbol.name.isEmpty && !symbol.name.contains { $0.isNewline }, "The name “\(symbol.name)”")
      expectNested(symbol.range, in: outer, text, symbol.name)
      expectNested(symbol.selection, in: symbol.range, text, symbol.name)
      expectTrue(end <= symbol.range.lower, "\(symbol.name) overlaps the one before it in\n\(string(text))")
      end = symbol.range.upper
      checkSymbols(symbol.children, in: symbol.range, text)
    }
  }

  private func checkFolds(_ document: Document, _ text: SourceText) {
    for wholeLines in [true, false] {
      let found = foldingRanges(
        of: document, catalog: .bundled, options: FoldingOptions(wholeLines: wholeLines, showsText: true))
      var open: [FoldingRange] = []
      var starts: Set<Int> = []
      for fold in found {
        expectTrue(fold.lines.lowerBound < fold.lines.upperBound, "A fold of one line")
        expectTrue(fold.lines.upperBound < text.lineCount && fold.range.upper <= text.count, "A fold beyond the end")
        if wholeLines {
          expectTrue(starts.insert(fold.lines.lowerBound).inserted, "Two folds on one line of\n\(string(text))")
          while let last = open.last, last.lines.upperBound < fold.lines.lowerBound { open.removeLast() }
          if let last = open.last {
            expectTrue(
              fold.lines.upperBound <= last.lines.upperBound,
              "\(fold.lines) crosses \(last.lines) in\n\(string(text))")
          }
        } else {
          while let last = open.last, last.range.upper <= fold.range.lower { open.removeLast() }
          if let last = open.last { expectNested(fold.range, in: last.range, text, "A fold") }
        }
        open.append(fold)
      }
      let few = foldingRanges(
        of: document, catalog: .bundled, options: FoldingOptions(wholeLines: wholeLines, limit: 2, showsText: true))
      expectTrue(few.count == min(found.count, 2) && few.allSatisfy(found.contains), "The limit is not kept")
    }
  }

  private func checkSelections(_ document: Document, _ offset: Int, _ text: SourceText) {
    let steps = selectionRanges(in: document, at: offset)
    let place = min(max(offset, 0), text.count)
    expectTrue(steps.last == ByteRange(0, text.count), "The last step at \(offset) is not the document")
    expectTrue(steps.allSatisfy { $0.touches(place) }, "The steps at \(offset) leave it in\n\(string(text))")
    for (inner, outer) in zip(steps, steps.dropFirst()) {
      expectTrue(inner != outer, "A dead step at \(offset) of\n\(string(text))")
      expectNested(inner, in: outer, text, "A step at \(offset)")
    }
  }
}
