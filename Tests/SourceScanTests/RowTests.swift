import Catalog
import CatalogData
import SourceScan
import SourceText
import TestSupport
import Testing

@Suite struct RowTests {
  @Test func requiredReasons() throws {
    let rows = try Row.all("required-reasons")
    #expect(rows.count > 100)
    for row in rows { check(row, isOfKind: { if case .requiredReason = $0 { true } else { false } }) { _ in "" } }
  }

  @Test func permissions() throws {
    for row in try Row.all("permissions") {
      check(row, isOfKind: { if case .permission = $0 { true } else { false } }) { use in
        guard case .permission(let keys) = use.kind else { return "" }
        return keys.map { $0.joined(separator: "|") }.sorted().joined(separator: ", ")
      }
    }
  }

  @Test func guidelines() throws {
    for row in try Row.all("guidelines") {
      check(row, isOfKind: { if case .guideline = $0 { true } else { false } }) { use in
        guard case .guideline(let name) = use.kind else { return "" }
        return name
      }
    }
  }

  @Test func reasons() throws {
    for row in try Row.all("reasons") {
      check(row, isOfKind: { if case .requiredReason = $0 { true } else { false } }) { use in
        use.reasons.first?.code ?? "-"
      }
    }
  }

  @Test func everyRoleIsGiven() {
    expectEqual(Set(Catalog.bundled.sourceWords.map(\.role)), Set(SourceWords.Role.allCases), "the lists of words")
    expectTrue(SourceWords.Role.allCases.count <= 128, "each list has its bit")
    expectEqual(Set(Catalog.bundled.reasonEvidence.map(\.role)), Set(ReasonEvidence.Role.allCases), "the evidence")
  }

  /// The list of Apple’s symbols is looked for as a whole, in each language that has them.
  @Test func everyListedSymbolIsFound() {
    for category in Catalog.bundled.categories {
      for symbol in category.symbols where symbol.isListedByApple {
        if let swift = symbol.swift { expectFound(swiftUse(of: symbol, swift), .swift, symbol.name) }
        if let objectiveC = symbol.objectiveC {
          expectFound(objectiveCUse(of: symbol, objectiveC), .objectiveC, symbol.name)
        }
        if let c = symbol.c { expectFound("int f(void) { return \(c)(\(arguments(of: symbol))); }", .c, symbol.name) }
      }
    }
  }

  private func swiftUse(of symbol: APISymbol, _ spelling: String) -> String {
    let last = spelling.split(separator: ".").last.map(String.init) ?? ""
    return switch symbol.kind {
    case "attribute key": "let a = try fm.attributesOfItem(atPath: p)[.\(last)]"
    case "URL resource key": "let a = try u.resourceValues(forKeys: [.\(last)])"
    case "c function": "let a = Darwin.\(last)(\(arguments(of: symbol)))"
    case "type": "let a = \(last).standard"
    case "property or method": "func f(_ d: UIDocument) { print(d.\(last)) }"
    case "property": "let a = ProcessInfo.processInfo.\(last)"
    default: "let a = \(spelling)"
    }
  }

  private func objectiveCUse(of symbol: APISymbol, _ spelling: String) -> String {
    let parts = spelling.split(separator: ".").map(String.init)
    let last = parts.last ?? ""
    return switch symbol.kind {
    case "attribute key", "URL resource key": "id f(NSDictionary *a) { return a[\(last)]; }"
    case "c function": "void f(void) { \(last)(\(arguments(of: symbol))); }"
    case "type": "id f(void) { return [\(last) new]; }"
    case "property or method": "id f(NSDictionary *a) { return [a \(last)]; }"
    case "property": "double f(\(parts[0]) *i) { return i.\(last); }"
    default: "id f(void) { return [\(parts[0]) \(last)]; }"
    }
  }

  private func arguments(of symbol: APISymbol) -> String {
    [String](repeating: "a", count: symbol.parameters ?? 0).joined(separator: ", ")
  }

  private func expectFound(_ text: String, _ language: SourceLanguage, _ name: String) {
    let uses = scanner.scan(Array(text.utf8), language).uses
    expectTrue(uses.count == 1 && uses.allSatisfy { !$0.isHint }, "\(name) in “\(text)”: \(uses.count)")
  }

  private func check(
    _ row: Row, isOfKind: (SourceUse.Kind) -> Bool, told: (SourceUse) -> String
  ) {
    let marked = MarkedText(row.text)
    let uses = scanner.scan(marked.file.bytes, row.language).uses.filter { isOfKind($0.kind) }
    var wanted = marked.file.marked.filter { $0.number != 0 }.map(\.range).sorted()
    let allowed = marked.file.marked.filter { $0.number == 0 }.map(\.range)
    for (place, range) in wanted.enumerated() {
      let what = "\(row.title): \(marked.source[range])"
      guard let use = uses.first(where: { $0.range == range }) else {
        expectTrue(false, "\(what) is not found")
        continue
      }
      expectTrue(!use.isHint && use.macro == nil, "\(what) is a hint")
      if let expected = row.expected.count == 1 ? row.expected[0] : row.expected.dropFirst(place).first {
        let order = expected.split(separator: ", ").sorted().joined(separator: ", ")
        if expected != "*" { expectEqual(told(use), order, what) }
      }
    }
    wanted += allowed
    for use in uses {
      let what = "\(row.title): \(marked.source[use.range]) at \(use.range.lower)"
      expectTrue(wanted.contains(use.range), "\(what) is found")
      if allowed.contains(use.range) {
        expectTrue(use.isHint || use.macro != nil || use.confidence == .possible, "\(what) is more than a hint")
      }
    }
  }
}
