import PrivacyRules
import SourceText
import TestSupport
import Testing

@testable import Commands

extension Reporter {
  /// The whole report of some files.
  fileprivate func report(_ files: [FileReport]) -> [UInt8] {
    let written = Written()
    var stream = ReportStream(self, to: written.console)
    stream.add(files.map(reported))
    stream.end(lackingManifest: [], sources: 0, unread: [])
    return Array(written.output.text.utf8)
  }
}

@Suite struct ReporterTests {
  private let source =
    "<a>\n\t<!-- 📮 x --> <string>追跡 bad</string>\n\r\n\t\t<b>\n</b>\n" + String(repeating: "0123456789", count: 30)
    + "\n"

  /// The range of a text in the source.
  private func range(_ text: String) -> ByteRange {
    let bytes = Array(source.utf8)
    let wanted = Array(text.utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
    return ByteRange(start, start + wanted.count)
  }

  private var report: [FileReport] {
    var error = Diagnostic(rule: "some-rule", severity: .error, range: range("追跡 bad"), message: "Bad, 100%")
    error.itms = "ITMS-1"
    error.link = "https://example.org"
    error.related = [
      .init(range: range("<a>"), message: "Here"), .init(path: "B", range: range("<a>"), message: "There"),
    ]
    error.fixes = [
      Fix(title: "Make it “good”", edits: [TextEdit(range("bad"), "good")], isPreferred: true, isSafe: true),
      Fix(title: "Leave it", edits: []),
    ]
    var hint = Diagnostic(
      rule: "other-rule", severity: .hint, range: range("<b>\n</b>"), message: "Two\u{1B}[31m lines")
    hint.alsoRules = ["third-rule"]
    var clean = FileReport(path: "clean.xcprivacy")
    clean.file = SourceFile([])
    var file = FileReport(path: "A/x y.xcprivacy")
    file.file = SourceFile(Array(source.utf8))
    file.diagnostics = [error, hint]
    var missing = FileReport(path: "gone")
    missing.error = "does not exist"
    return [file, clean, missing]
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func textForPeople() {
    expectSnapshot(
      text(Reporter.text(.plain).report(report)),
      """
      A/x y.xcprivacy:2:24: error: Bad, 100% [some-rule]
        |
      2 |     <!-- 📮 x --> <string>追跡 bad</string>
        |                           ^~~~~~~~
        = note: A/x y.xcprivacy:1:1: Here
        = note: B: There
        = help: Make it “good”
        = help: Leave it

      A/x y.xcprivacy:4:3: hint: Two␛[31m lines [other-rule]
        |
      4 |         <b>
        |         ^~~

      1 error, 1 hint in 1 of 2 files; 1 can be fixed with --fix

      """)
    expectSnapshot(
      text(Reporter.text(.plain, isQuiet: true).report(report)),
      """
      A/x y.xcprivacy:2:24: error: Bad, 100% [some-rule]
      A/x y.xcprivacy:4:3: hint: Two␛[31m lines [other-rule]

      """)
  }

  @Test func manyNotesAlike() {
    var files = report
    let notes = { (count: Int) in
      (0..<count).map { Diagnostic.Related(path: "F\($0)", range: self.range("<a>"), message: "The same") }
    }
    func printed(_ related: [Diagnostic.Related]) -> [String] {
      files[0].diagnostics[0].related = related
      return text(Reporter.text(.plain).report(files)).split(separator: "\n").filter { $0.contains("= note:") }
        .map { String($0.drop { $0 == " " }.dropFirst("= note: ".count)) }
    }
    expectEqual(printed(notes(5)), (0..<5).map { "F\($0): The same" })
    let last = Diagnostic.Related(range: range("<a>"), message: "Another")
    let four = (0..<4).map { "F\($0): The same" }
    expectEqual(printed(notes(9)), four + ["and 5 more places"])
    expectEqual(printed(notes(6) + [last]), four + ["and 2 more places", "A/x y.xcprivacy:1:1: Another"])
  }

  @Test func colors() {
    let colored = text(Reporter.text(.colored).report(report))
    expectTrue(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"), "errors are red")
    expectTrue(!colored.contains("\u{1B}[31m lines"), "a file's own colors are not shown")
    let plain = colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    expectEqual(plain, text(Reporter.text(.plain).report(report)))
  }

  @Test func jsonForPrograms() {
    expectSnapshot(
      text(Reporter.json().report(report)).replacing(#/"rulesAsOf": "[^"]*"/#, with: #""rulesAsOf": "DATE""#),
      """
      {
        "version": "0.1.0",
        "rulesAsOf": "DATE",
        "files": [
          {
            "path": "A/x y.xcprivacy",
            "diagnostics": [
              {
                "rule": "some-rule",
                "severity": "error",
                "itms": "ITMS-1",
                "message": "Bad, 100%",
                "range": {
                  "start": {
                    "line": 2,
                    "column": 24,
                    "offset": 29
                  },
                  "end": {
                    "line": 2,
                    "column": 30,
                    "offset": 39
                  }
                },
                "fixes": [
                  {
                    "title": "Make it “good”",
                    "preferred": true
                  },
                  {
                    "title": "Leave it",
                    "preferred": false
                  }
                ],
                "related": [
                  {
                    "path": "A/x y.xcprivacy",
                    "range": {
                      "start": {
                        "line": 1,
                        "column": 1,
                        "offset": 0
                      },
                      "end": {
                        "line": 1,
                        "column": 4,
                        "offset": 3
                      }
                    },
                    "message": "Here"
                  },
                  {
                    "path": "B",
                    "range": null,
                    "message": "There"
                  }
                ],
                "link": "https://example.org"
              },
              {
                "rule": "other-rule",
                "alsoRules": [
                  "third-rule"
                ],
                "severity": "hint",
                "itms": null,
                "message": "Two\\u001b[31m lines",
                "range": {
                  "start": {
                    "line": 4,
                    "column": 3,
                    "offset": 53
                  },
                  "end": {
                    "line": 5,
                    "column": 5,
                    "offset": 61
                  }
                },
                "fixes": [],
                "related": [],
                "link": null
              }
            ]
          },
          {
            "path": "clean.xcprivacy",
            "diagnostics": []
          },
          {
            "path": "gone",
            "error": "does not exist",
            "diagnostics": []
          }
        ]
      }

      """)
  }

  @Test func linesForXcodeAndGitHub() {
    let xcode = text(Reporter.lines { xcodeLine($0, $1, $2) }.report(report)).split(separator: "\n").map(String.init)
    expectTrue(xcode.first?.hasSuffix("/A/x y.xcprivacy:2:24: error: Bad, 100% [some-rule]") ?? false, "\(xcode)")
    expectTrue(xcode.last?.hasSuffix(":4:3: note: Two␛[31m lines [other-rule]") ?? false, "\(xcode)")
    expectEqual(
      text(Reporter.lines { gitHubLine($0, $1, $2) }.report(report)),
      """
      ::error file=A/x y.xcprivacy,line=2,col=24,endColumn=30,title=some-rule::Bad, 100%25
      ::notice file=A/x y.xcprivacy,line=4,endLine=5,title=other-rule::Two␛[31m lines

      """)
  }

  @Test func timeGrowsWithSizeOnly() {
    let piece = "<string>é</string>"
    let count = 10_000
    var file = FileReport(path: "long.xcprivacy")
    file.file = SourceFile(Array(String(repeating: piece, count: count).utf8))
    file.diagnostics = (0..<count).map { index in
      let range = ByteRange(index * piece.utf8.count, index * piece.utf8.count + 8)
      var diagnostic = Diagnostic(rule: "some-rule", severity: .error, range: range, message: "Bad")
      diagnostic.related = [.init(range: range, message: "Here")]
      return diagnostic
    }
    let report = [file]
    let reporters: [(String, () -> [UInt8])] = [
      ("text", { Reporter.text(.plain, isQuiet: true).report(report) }), ("json", { Reporter.json().report(report) }),
      ("xcode", { Reporter.lines { xcodeLine($0, $1, $2) }.report(report) }),
      ("github", { Reporter.lines { gitHubLine($0, $1, $2) }.report(report) }),
    ]
    for (name, reporter) in reporters {
      var output: [UInt8] = []
      let time = ProcessorClock().measure { output = reporter() }
      let column = (count - 1) * piece.count + 1
      let last = text(Array(output.suffix(800)))
      expectTrue(last.contains(":1:\(column)") || last.contains("col=\(column)") || last.contains("\(column),"), last)
      expectTrue(time < .seconds(10), "\(name) took \(time)")
    }
  }

  @Test func framesOfLongLines() {
    let long = CodeFrame(text: SourceText(source), style: .plain)
    let line = range("0123456789")
    for (start, length) in [(0, 5), (150, 5), (295, 5), (0, 300), (140, 150)] {
      let (source, marks, _) = long.rendered(
        long.text.line(at: line.lower), ByteRange(line.lower + start, line.lower + start + length), .error)
      expectTrue(displayWidth(source) <= 130, "\(displayWidth(source)) columns")
      let column = marks.prefix { $0 == " " }.count
      let marked = source.dropFirst(column).prefix(marks.count - column)
      let expected = String((start..<start + length).map { Character(String($0 % 10)) }).prefix(marked.count - 1)
      expectTrue(marked.hasPrefix(expected), "\(marked) is not at \(start)")
    }
  }

  @Test func widths() {
    let rows = [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("追", 2), ("📮", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("☎️", 2),
      ("\u{200B}", 0), ("한", 2),
    ]
    for (text, width) in rows { expectEqual(displayWidth(text), width, text) }
  }
}
