import CLibrary
import EditorFeatures
import PrivacyRules
import SourceText

extension FuzzTarget {
  /// A piece of text repeated many times: four times the text takes about four times the time.
  static let growth = FuzzTarget(
    name: "growth", longestInput: 384,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let task = GrowthTask.allCases[input.byte() % GrowthTask.allCases.count]
      let (kind, path) = FileKind.numbered(input.byte())
      let (head, piece, tail) = (valid(input.part()), valid(input.part()), valid(input.part()))
      guard !piece.isEmpty else { return }
      func seconds(_ size: Int) -> Double {
        let middle = Array(repeatElement(piece, count: size / piece.count + 1).joined())
        return task.seconds(Document(path: path, kind: kind, text: SourceText(head + middle + tail)))
      }
      // One look costs little; only what seems to grow too fast is looked at again, to tell it from a busy machine.
      for _ in 0..<4 {
        let few = seconds(12_000)
        let many = seconds(48_000)
        if many < 0.2 || many < 8 * few { return }
      }
      throw Violation(words: "\(task) takes \(seconds(12_000)) s for 12,000 bytes and \(seconds(48_000)) s for 48,000")
    },
    seeds: { files in
      let pieces: [(String, String, String)] = [
        ("<plist><dict>", "<key>a</key><true/>", "</dict></plist>"), ("", "<", ""), ("", "<array>", ""),
        ("<plist><array>", "<string>a</string>", "</array></plist>"), ("{", "a = b;", "}"), ("", "/* a */", ""),
        ("{\"strings\":{", "\"a\":{},", "\"b\":{}}}"), ("", "[", ""), ("{\"strings\":[", "'a'", ""),
        ("", "A = $(B)\n", ""), ("", "\"", ""),
        ("", "<!-- privacy-lsp:ignore a -->", ""),
        ("<plist><dict><key>NSCameraUsageDescription</key><string>", "a ", ""),
        (
          "<plist><dict><key>NSPrivacyTrackingDomains</key><array>", "<string>a.example</string>",
          "</array></dict></plist>"
        ),
        (
          "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array>",
          "<dict><key>NSPrivacyAccessedAPIType</key><string>x</string></dict>", "</array></dict></plist>"
        ),
      ]
      var seeds: [[UInt8]] = []
      for kind in FileKind.found {
        for (index, (head, piece, tail)) in pieces.enumerated() {
          let parts = [head, piece, tail].map { Array($0.utf8) }
          seeds.append([UInt8(index), kind.number] + Array(parts.joined(separator: [0xFF])))
        }
      }
      return seeds
    })
}

/// Something that is done with a whole document.
private enum GrowthTask: CaseIterable {
  case parse, lint, fixes, symbols, folds, tokens, lenses, format, hover, completion, actions, highlights, selections

  /// How long it takes, in seconds of the processor.
  func seconds(_ document: Document) -> Double {
    let snapshot = Snapshot(document: document, linter: linter)
    let offset = boundary(document.text.count / 2, document.text)
    let start = Self.now()
    switch self {
    case .parse: _ = Document(path: document.path, kind: document.kind, text: SourceText(document.text.bytes))
    case .lint: _ = linter.lint(document, fixes: .none)
    case .fixes: _ = linter.lint(document, fixes: .touching(ByteRange(offset, offset + 100)))
    case .symbols: _ = documentSymbols(of: document, catalog: snapshot.catalog)
    case .folds:
      _ = foldingRanges(
        of: document, catalog: snapshot.catalog, options: FoldingOptions(wholeLines: true, showsText: true))
    case .tokens: _ = semanticTokens(in: snapshot)
    case .lenses: _ = codeLenses(in: snapshot)
    case .format: _ = try? formattingEdits(in: document)
    case .hover: _ = EditorFeatures.hover(in: snapshot, at: offset)
    case .completion: _ = completions(in: snapshot, at: offset)
    case .actions: _ = codeActions(in: snapshot, range: ByteRange(at: offset))
    case .highlights: _ = documentHighlights(in: snapshot, at: offset)
    case .selections: _ = selectionRanges(in: document, at: offset)
    }
    return Self.now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
