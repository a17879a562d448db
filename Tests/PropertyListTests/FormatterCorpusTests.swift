import Foundation
import PropertyList
import SourceText
import TestSupport
import Testing

/// Real files: nothing is lost, nothing moves twice, and what Xcode wrote stays.
@Suite struct FormatterCorpusTests {
  @Test func realFilesKeepAllTheySay() throws {
    guard let corpus = CorpusFolder.fromEnvironment() else { return }
    let json = Data(try #require(corpus.bytes(of: "index.json")))
    let index = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    var counts: [String: (all: Int, refused: Int, same: Int)] = [:]
    var causes: [String: Int] = [:]
    var reasons: [String: Int] = [:]
    for item in index {
      guard let kind = item["kind"] as? String, kind == "manifests" || kind == "infoplists",
        let file = item["file"] as? String
      else { continue }
      let decoded = DecodedFile(try #require(corpus.bytes(of: file)))
      let text = decoded.text
      let group = kind + (item["at_head"] as? Bool == true ? " at head" : " older")
      counts[group, default: (0, 0, 0)].all += 1
      let tree = PropertyListTree.parse(decoded)
      let edits: [TextEdit]
      do throws(PropertyListFormatter.Refusal) {
        edits = try PropertyListFormatter().edits(for: tree)
      } catch {
        counts[group]?.refused += 1
        if case .syntax(let problem) = error { reasons["\(problem.kind)", default: 0] += 1 }
        continue
      }
      checkEdits(of: text)
      let result = text.applying(edits)
      expectEqual(contents(of: result), contents(of: text), "what \(file) says")
      expectEqual((try? formatted(result))?.bytes ?? [], result.bytes, "the second run of \(file)")
      if edits.isEmpty {
        counts[group]?.same += 1
      } else if group.hasSuffix("head") {
        for cause in Set(edits.map { cause(of: $0, in: text) }) { causes["\(kind): \(cause)", default: 0] += 1 }
      }
      // A file in which each line is as Xcode would write it is one that Xcode could have written: it stays.
      if isXcodesOwn(text) { expectEqual(edits, [], "the edits of \(file), as Xcode writes") }
    }
    for (group, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(group): \(count.all) files, \(count.same) unchanged, \(count.refused) left alone")
    }
    for (cause, count) in causes.sorted(by: { $0.key < $1.key }) { print("  changed, \(cause): \(count)") }
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) { print("  left alone, \(reason): \(count)") }
    expectTrue((counts["manifests at head"]?.same ?? 0) > 60, "\(counts)")
  }

  /// Why an edit is needed, in a few words.
  private func cause(of edit: TextEdit, in text: SourceText) -> String {
    let old = text[edit.range]
    func lines(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }
    if old.contains("<") { return "an empty element as a pair of tags" }
    if edit.range.upper == text.count {
      return old.isEmpty ? "no line end at the end" : "more than one line end at the end"
    }
    if lines(old) > lines(edit.replacement) { return "blank lines that group nothing, or several" }
    if lines(old) < lines(edit.replacement) { return "several elements on a line" }
    if lines(old) > 0 || text.bytes[edit.range.upper] == 0x0A || text.bytes[edit.range.upper] == 0x0D {
      return "blanks at line ends"
    }
    if text.bytes[edit.range.upper] == UInt8(ascii: "/") || text.bytes[edit.range.upper] == UInt8(ascii: ">") {
      return "a blank in a tag"
    }
    return old.contains(" ") ? "spaces for tabs" : "another depth of tabs"
  }

  /// Whether a text is what Apple's writer makes of its own values: told by its lines alone, not by the formatter.
  private func isXcodesOwn(_ text: SourceText) -> Bool {
    var depth = 0
    var isInText = false
    var lines = String(decoding: text.bytes, as: UTF8.self).components(separatedBy: "\n")
    guard lines.count > 4, lines.popLast() == "", lines.popLast() == "</plist>" else { return false }
    guard let start = lines.firstIndex(where: { $0.hasPrefix("<plist") }) else { return false }
    for line in lines[(start + 1)...] {
      if isInText {
        isInText = !(line.hasSuffix("</string>") || line.hasSuffix("</data>"))
        continue
      }
      let content = line.drop { $0 == "\t" }
      if content == "</dict>" || content == "</array>" { depth -= 1 }
      guard line.count - content.count == depth else { return false }
      switch content {
      case "<dict>", "<array>": depth += 1
      case "</dict>", "</array>", "<dict/>", "<array/>", "<true/>", "<false/>": break
      default:
        guard let name = content.wholeMatch(of: #/<(key|string|integer|real|date|data)>[^<]*(</\1>)?/#) else {
          return false
        }
        isInText = name.output.2 == nil
        if isInText, content != "<data>", name.output.1 != "string" { return false }
      }
    }
    // An empty container on two lines is no one's.
    return depth == 0
      && !zip(lines, lines.dropFirst()).contains { pair in
        (pair.0.hasSuffix("<dict>") && pair.1.hasSuffix("</dict>"))
          || (pair.0.hasSuffix("<array>") && pair.1.hasSuffix("</array>"))
      }
  }
}
