import CatalogData
import EditorFeatures
import JSON
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// One thing that is measured, at every size.
struct Benchmark: Sendable {
  /// What stands before the size in the name of a result.
  let name: String
  let kind: DocumentKind
  /// Whether it looks at every byte, so that a throughput means something.
  let readsAll: Bool
  /// The programs that do the same, or part of it, with the file.
  let checkers: [Checker]
  /// Makes what is measured out of a document's bytes; the time that takes does not count.
  let prepare: @Sendable ([UInt8]) -> () -> Void

  init(
    _ name: String, _ kind: DocumentKind, readsAll: Bool = true, checkers: [Checker?] = [],
    prepare: @escaping @Sendable ([UInt8]) -> () -> Void
  ) {
    self.name = name
    self.kind = kind
    self.readsAll = readsAll
    self.checkers = checkers.compactMap { $0 }
    self.prepare = prepare
  }
}

extension Benchmark {
  static let all = parsing + linting + asking + formatting + json + roundTrips

  /// From the bytes of a file to its tree; the table of lines is made too.
  private static let parsing = [
    Benchmark("parse.manifest", .manifest, checkers: [.xmllint, .plutil]) { bytes in
      { keep(PropertyListTree.parse(SourceText(bytes))) }
    },
    Benchmark("parse.info", .info, checkers: [.xmllint, .plutil]) { bytes in
      { keep(PropertyListTree.parse(SourceText(bytes))) }
    },
    Benchmark("parse.strings", .strings, checkers: [.plutil]) { bytes in
      { keep(StringsTable.parse(SourceText(bytes))) }
    },
    Benchmark("parse.catalog", .catalog) { bytes in { keep(StringCatalog.parse(SourceText(bytes))) } },
    Benchmark("parse.project", .project, checkers: [.plutil]) { bytes in
      { keep(XcodeProject.parse(SourceText(bytes))) }
    },
  ]

  /// The findings in a document that is parsed already, as an editor is sent them.
  private static let linting = [DocumentKind.manifest, .info, .strings, .catalog, .project].map { kind in
    Benchmark("lint.\(kind.rawValue)", kind, checkers: kind == .manifest || kind == .info ? [.xmllint] : []) { bytes in
      let snapshot = snapshot(kind, bytes)
      // In a file with more entries than are read, the mistake may stand behind the last, and that is said instead.
      let found = snapshot.lint(fixes: .none).map(\.rule)
      let mistakes = found.filter { $0 != "too-large" }
      require(
        mistakes.count == 1 || (mistakes.isEmpty && !found.isEmpty), "\(kind.fileName) has one finding: \(found)")
      return { keep(snapshot.lint(fixes: .none)) }
    }
  }

  private static let asking = [
    Benchmark("completion.manifest", .manifest, readsAll: false) { bytes in
      let snapshot = snapshot(.manifest, bytes)
      let place = place(of: "C617.1", in: bytes)
      require(!completions(in: snapshot, at: place).isEmpty, "there is something to complete")
      return { keep(completions(in: snapshot, at: place)) }
    },
    Benchmark("hover.manifest", .manifest, readsAll: false) { bytes in
      let snapshot = snapshot(.manifest, bytes)
      let place = place(of: "CA92.1", in: bytes)
      require(hover(in: snapshot, at: place) != nil, "there is something to hover over")
      return { keep(hover(in: snapshot, at: place)) }
    },
    Benchmark("hover.info", .info, readsAll: false) { bytes in
      let snapshot = snapshot(.info, bytes)
      let place = place(of: "NSCameraUsageDescription", in: bytes)
      require(hover(in: snapshot, at: place) != nil, "there is something to hover over")
      return { keep(hover(in: snapshot, at: place)) }
    },
  ]

  private static let formatting = [
    // What was laid out before, which is what an editor mostly saves.
    Benchmark("format.manifest", .manifest, checkers: [.xmllint]) { bytes in
      let snapshot = snapshot(.manifest, bytes)
      return { keep(try? formattingEdits(in: snapshot.document)) }
    },
    Benchmark("format.every-line", .manifest, checkers: [.xmllint]) { bytes in
      let spaced = bytes.flatMap { $0 == UInt8(ascii: "\t") ? [0x20, 0x20] : [$0] }
      let snapshot = snapshot(.manifest, spaced)
      return { keep(try? formattingEdits(in: snapshot.document)) }
    },
  ]

  private static let json = [
    Benchmark("json.read", .json) { bytes in { keep(try? JSONDocument.parse(bytes)) } },
    // As many bytes as the document has, to a line.
    Benchmark("json.write", .json) { bytes in
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } - 2
      return { keep(writtenDiagnostics(lines)) }
    },
  ]

  private static let roundTrips = [
    // A character typed into the middle, to the diagnostics; then taken back, and so on.
    Benchmark("server.keystroke", .manifest) { bytes in
      let session = Session(bytes)
      return { session.typeOrTakeBack() }
    },
    Benchmark("server.hover", .manifest, readsAll: false) { bytes in
      Session(bytes).asking("textDocument/hover", at: place(of: "CA92.1", in: bytes), in: bytes, for: "contents")
    },
    Benchmark("server.completion", .manifest, readsAll: false) { bytes in
      Session(bytes).asking("textDocument/completion", at: place(of: "C617.1", in: bytes), in: bytes, for: "label")
    },
    // A request that nothing needs to be known for: frames, JSON and queues alone.
    Benchmark("server.unknown-request", .manifest, readsAll: false) { bytes in
      Session(bytes).asking("sample/unknown", at: 0, in: bytes, for: "error")
    },
  ]

  private static let linter = Linter(catalog: .bundled)

  private static func snapshot(_ kind: DocumentKind, _ bytes: [UInt8]) -> Snapshot {
    let path = "/sample/\(kind.fileName)"
    let document = Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: SourceText(bytes))
    return Snapshot(document: document, linter: linter)
  }

  private static func writtenDiagnostics(_ count: Int) -> [UInt8] {
    func position(_ json: inout JSONWriter, _ line: Int, _ character: Int) {
      json.member("line", line)
      json.member("character", character)
    }
    var json = JSONWriter()
    json.array { json in
      for number in 0..<max(count, 1) {
        json.object { json in
          json.object("range") { json in
            json.object("start") { position(&$0, number, 4) }
            json.object("end") { position(&$0, number, 21) }
          }
          json.member("severity", 2)
          json.member("code", "tracking-domain")
          json.member("source", "privacy-lsp")
          json.member("message", "“events\(number).example.com” is no domain")
        }
      }
    }
    return json.bytes
  }
}

/// The offset of a word's second character in a document; 0 if it is not there.
func place(of word: StaticString, in bytes: [UInt8]) -> Int {
  word.withUTF8Buffer { word in
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: word[0]) {
      if bytes[found...].starts(with: word) { return found + 1 }
      start = found + 1
    }
    return 0
  }
}
