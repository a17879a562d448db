import ProjectFiles
import SourceText
import TestSupport
import Testing

@Suite struct BuildConfigurationFileTests {
  /// Expects the settings as `name[conditions]=value`, with names and values marked, and the problems.
  private func check(
    _ marked: String, _ settings: [String], _ kinds: [BuildConfigurationFile.Problem.Kind] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let file = BuildConfigurationFile.parse(text.source)
    let found = file.settings.map { setting in
      setting.name + setting.conditions.map { "[\($0)]" }.joined() + "=" + setting.value
    }
    expectEqual(found, settings, marked, sourceLocation: sourceLocation)
    expectEqual(file.problems.map(\.kind), kinds, marked, sourceLocation: sourceLocation)
    let ranges = file.settings.flatMap { [$0.nameRange] + $0.values.map(\.range) } + file.problems.map(\.range)
    expectEqual(MarkedText.marking(ranges, in: text.source), marked, sourceLocation: sourceLocation)
  }

  @Test func settings() {
    check("«A» = «b c»\n«B_1»=«»\n", ["A=b c", "B_1="])
    check("«A» = «b»;\n«B» = «c» ; // d\r\n«C» = «d;»;", ["A=b", "B=c", "C=d;"])
    check("«A»[sdk=iphoneos*][arch=arm64] = «b»", ["A[sdk=iphoneos*][arch=arm64]=b"])
    check("«A»[sdk=a,arch=b]=«c»", ["A[sdk=a][arch=b]=c"])
    // Two slashes begin a comment wherever they stand.
    check("«A» = «https:»//example.com", ["A=https:"])
    check("// A = b\n  //x\n«A» = «\"b\"»", ["A=\"b\""])
    check("«A» = «b \\\n  c \\\n  d»\n«B» = «e»", ["A=b c d", "B=e"])
    check("\u{FEFF}«A» = «$(inherited) é😀»", ["A=$(inherited) é😀"])
    check("", [])
  }

  @Test func whatIsWrong() {
    check("«A b»\n«B» = «c»", ["B=c"], [.missingEquals])
    check("«= c»", [], [.invalidName])
    check("«1A = c»", [], [.invalidName])
    check("A«[sdk=x = c»\n", [], [.unclosedCondition])
    check(
      "«#define A»\n«#include A»\n«#include \"A» // c", [], [.invalidDirective, .invalidDirective, .invalidDirective])
    check(
      "«<<<<<<< HEAD»\n«A» = «b»\n«=======»\n«A» = «c»\n«>>>>>>> x»", ["A=b", "A=c"],
      [.conflictMarker, .conflictMarker, .conflictMarker])
  }

  @Test func includesAndComments() {
    let file = BuildConfigurationFile.parse(
      SourceText("#include \"../a b.xcconfig\" // c\n#include? \"d\"\n  // e\nA = b // f"))
    expectEqual(file.includes.map { "\($0.path.value) \($0.isOptional)" }, ["../a b.xcconfig false", "d true"])
    expectEqual(file.comments.map { file.text[$0.content] }, [" c", " e", " f"])
    expectEqual(file.settings["A"]?.value, "b")
    expectEqual(file.settings["B"]?.value, nil)
  }

  /// What is longer than any file of settings is read so far, and says where.
  @Test func longFilesAreCut() {
    let lines = 19_999
    let long = "A = b\n"
    for (text, settings, cut) in [
      (String(repeating: long, count: 20_000), 20_000, nil),
      (String(repeating: long, count: 20_001), 20_000, 20_000 * long.utf8.count),
      ("A = " + String(repeating: "b \\\n", count: lines) + "c\nD = e\n", 2, nil),
      ("A = " + String(repeating: "b \\\n", count: lines + 1) + "c\nD = e\n", 1, 4 + lines * 4 + 3),
    ] as [(String, Int, Int?)] {
      let file = BuildConfigurationFile.parse(SourceText(text))
      expectEqual(file.settings.count, settings)
      expectEqual(file.cut, cut)
      expectEqual(file.problems, [])
    }
  }

  @Test func editsTouchTheValueAlone() {
    let text = SourceText("A = b c; // d")
    let value = BuildConfigurationFile.parse(text).settings["A"]?.values.first
    let edit = value?.replacing(ByteRange(2, 3), with: "x.")
    expectEqual(edit.map { String(decoding: text.applying([$0]).bytes, as: UTF8.self) }, "A = b x.; // d")
  }

  @Test func anyBytesGiveAFile() {
    var random = SeededGenerator(seed: 4)
    let alphabet = Array("AB_1 =[]\\\n\r;\"#/<>include?é\u{2028}\t\u{0}".utf8)
    for round in 0..<5_000 {
      let bytes = (0..<random.below(60)).map { _ in
        round.isMultiple(of: 4) ? UInt8(truncatingIfNeeded: random.next()) : random.pick(alphabet)
      }
      let file = BuildConfigurationFile.parse(SourceText(bytes))
      let whole = ByteRange(0, bytes.count)
      var end = 0
      for setting in file.settings {
        let isInPlace =
          whole.contains(setting.range) && setting.range.contains(setting.nameRange) && setting.range.lower >= end
          && setting.values.allSatisfy { setting.range.contains($0.range) && $0.range.contains($0.content) }
        expectTrue(isInPlace, "\(setting) in \(bytes)")
        end = setting.range.upper
      }
      for range in file.comments.map(\.range) + file.problems.map(\.range) + file.includes.map(\.range) {
        expectTrue(whole.contains(range), "\(range) is outside of \(bytes)")
      }
    }
  }

  @Test func timeGrowsWithSizeOnly() {
    for unit in ["A=b\n", "A=", "\\\n", "A=\\\n", "[", "A[", "// ", "#", "a ", "A = b c \\\n", ";", "é", "<<<<<<<\n"] {
      let text = SourceText(String(repeating: unit, count: 400_000 / unit.utf8.count))
      let duration = ProcessorClock().measure { _ = BuildConfigurationFile.parse(text) }
      expectTrue(duration < .seconds(8), "\(unit.debugDescription) takes \(duration)")
    }
  }
}

extension [BuildSetting] {
  /// The last unconditional setting with a name, or else the last conditional one.
  subscript(name: String) -> BuildSetting? {
    last { $0.name == name && $0.conditions.isEmpty } ?? last { $0.name == name }
  }
}
