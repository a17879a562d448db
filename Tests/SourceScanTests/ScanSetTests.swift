import Catalog
import CatalogData
import Foundation
import SourceScan
import SourceText
import TestSupport
import Testing

/// Labelled sources outside the repository, in a folder that `PRIVACY_LSP_SCAN` names.
@Suite struct ScanSetTests {
  private struct Score {
    var found = 0
    var missed = 0
    var extra = 0
    var exact = 0
    var precision: Double { Double(found) / Double(max(found + extra, 1)) }
    var recall: Double { Double(found) / Double(max(found + missed, 1)) }
  }

  private struct Found {
    var use: SourceUse
    var file: String
    var start: Position
    var end: Position
  }

  private static func folder(_ name: String) -> URL? {
    guard let path = ProcessInfo.processInfo.environment["PRIVACY_LSP_SCAN"],
      FileManager.default.fileExists(atPath: path)
    else {
      print("labelled sources in \(name) are left out, since PRIVACY_LSP_SCAN names no folder")
      return nil
    }
    return URL(filePath: path).appending(path: name)
  }

  @Test func requiredReasons() throws {
    guard let folder = Self.folder("cases") else { return }
    var reasons = (right: 0, wrong: 0, none: 0)
    let score = try score(folder) { use, label in
      guard case .requiredReason(let category, let alternatives) = use.kind else { return false }
      return ([category] + alternatives).contains {
        Catalog.bundled.shortName(ofCategory: $0) == label["category"] as? String
      }
    } isOfKind: {
      if case .requiredReason = $0 { true } else { false }
    } onFound: { use, label in
      guard let codes = label["reason"] as? [String] else { return }
      if let first = use.reasons.first {
        if codes.contains(first.code) { reasons.right += 1 } else { reasons.wrong += 1 }
      } else if label["reasonEvidence"] as? String != "weak" {
        reasons.none += 1
      }
    }
    report("required reasons", score)
    print("reasons: \(reasons.right) right, \(reasons.wrong) wrong, \(reasons.none) without")
    expectTrue(score.precision >= 0.97 && score.recall >= 0.97, "precision or recall is too low")
    expectEqual(score.exact, score.found, "the exact ranges")
    let total = Double(max(reasons.right + reasons.wrong + reasons.none, 1))
    expectTrue(Double(reasons.right) / total >= 0.9 && Double(reasons.wrong) / total <= 0.03, "reasons")
  }

  @Test func permissions() throws {
    guard let folder = Self.folder("permission-cases") else { return }
    let score = try score(folder) { use, label in
      guard case .permission(let keys) = use.kind, let wanted = label["keys"] as? [[String]] else { return false }
      return wanted.count == keys.count
        && wanted.allSatisfy { list in keys.contains { !Set($0).isDisjoint(with: list) } }
    } isOfKind: {
      if case .permission = $0 { true } else { false }
    }
    report("permissions", score)
    expectTrue(score.precision >= 0.95 && score.recall >= 0.93, "precision or recall is too low")
  }

  @Test func guidelines() throws {
    guard let folder = Self.folder("guideline-cases") else { return }
    let score = try score(folder) { use, label in
      if case .guideline(let name) = use.kind { name == label["rule"] as? String } else { false }
    } isOfKind: {
      if case .guideline = $0 { true } else { false }
    }
    report("guidelines", score)
    expectTrue(score.precision >= 0.85 && score.recall >= 0.75, "precision or recall is too low")
  }

  private func report(_ title: String, _ score: Score) {
    print(
      "\(title): precision \(score.precision), recall \(score.recall), \(score.exact) of \(score.found) ranges exact")
  }

  /// Cases that are debatable count apart and are left out.
  private func score(
    _ folder: URL, matches: (SourceUse, [String: Any]) -> Bool, isOfKind: (SourceUse.Kind) -> Bool,
    onFound: (SourceUse, [String: Any]) -> Void = { _, _ in }
  ) throws -> Score {
    var score = Score()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let data = try Data(contentsOf: folder.appending(path: "\(name)/expect.json"))
      let label = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      if label["soft"] as? Bool ?? false { continue }
      var rest = try found(in: folder.appending(path: name)).filter { isOfKind($0.use.kind) }
      for wanted in label["findings"] as? [[String: Any]] ?? [] {
        let hit = rest.firstIndex { overlaps($0, wanted) && matches($0.use, wanted) }
        guard let hit, !isHint(rest[hit].use) || wanted["minLevel"] as? String == "hint" else {
          score.missed += 1
          expectTrue(false, "\(name): \(wanted["symbol"] ?? "") in line \(wanted["line"] ?? "") is not found")
          continue
        }
        score.found += 1
        let found = rest.remove(at: hit)
        if found.start.character + 1 == wanted["col"] as? Int, found.end.character + 1 == wanted["endCol"] as? Int {
          score.exact += 1
        }
        onFound(found.use, wanted)
      }
      let neutral = label["neutral"] as? [[String: Any]] ?? []
      let hints = label["hints"] as? [[String: Any]] ?? []
      for found in rest {
        if neutral.contains(where: { overlaps(found, $0) }) { continue }
        let mayBeHint = label["level"] as? String == "hint-max" || hints.contains { overlaps(found, $0) }
        if isHint(found.use), mayBeHint { continue }
        score.extra += 1
        expectTrue(false, "\(name): \(found.use.symbol) in line \(found.start.line + 1) is found")
      }
    }
    return score
  }

  private func isHint(_ use: SourceUse) -> Bool { use.isHint || use.macro != nil }

  private func overlaps(_ found: Found, _ label: [String: Any]) -> Bool {
    guard let column = label["col"] as? Int, let end = label["endCol"] as? Int else { return false }
    return found.file == label["file"] as? String && found.start.line + 1 == label["line"] as? Int
      && column <= found.end.character && found.start.character + 1 < end
  }

  private func found(in folder: URL) throws -> [Found] {
    var result: [Found] = []
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() {
      guard let language = SourceLanguage(path: path) else { continue }
      let text = SourceText(Array(try Data(contentsOf: folder.appending(path: path))))
      let hasMark = text.bytes.starts(with: [0xEF, 0xBB, 0xBF])
      func position(_ offset: Int) -> Position {
        var position = text.position(at: offset, in: .utf16)
        if hasMark, position.line == 0 { position.character -= 1 }
        return position
      }
      for use in scanner.scan(text.bytes, language).uses {
        result.append(
          Found(use: use, file: path, start: position(use.range.lower), end: position(use.range.upper)))
      }
    }
    return result
  }
}
