import Catalog
import CatalogData
import Foundation
import Testing

/// What shows in a built app that it uses a required reason API.
@Suite struct LinkedSymbolTests {
  private let catalog = Catalog.bundled

  /// The symbols and how sure they are, as the facts have them where `PRIVACY_LSP_FACTS` names a folder with them.
  @Test func symbolsFollowTheFacts() throws {
    guard let folder = ProcessInfo.processInfo.environment["PRIVACY_LSP_FACTS"] else {
      print("PRIVACY_LSP_FACTS names no folder: the symbols are not compared with the facts.")
      return
    }
    let data = try Data(contentsOf: URL(filePath: "\(folder)/binary-check.json"))
    let facts = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var expected: [String: (categories: Set<String>, isVerified: Bool, isDisputed: Bool)] = [:]
    for category in try #require(facts["categories"] as? [[String: Any]]) {
      let id = try #require(category["id"] as? String)
      for symbol in try #require(category["symbols"] as? [[String: Any]]) {
        let status = symbol["status"] as? String
        for name in try #require(symbol["symbol"] as? String).components(separatedBy: ", ") {
          expected[name, default: ([], status == "verified", status == "disputed")].categories.insert(id)
        }
      }
    }
    #expect(Set(catalog.linkedSymbols.map(\.symbol)) == Set(expected.keys))
    for symbol in catalog.linkedSymbols {
      guard let fact = expected[symbol.symbol] else { continue }
      #expect(Set(symbol.categories) == fact.categories, "the categories of \(symbol.symbol)")
      #expect((symbol.confidence == .certain) == fact.isVerified, "how sure \(symbol.symbol) is")
      #expect(!fact.isDisputed || symbol.confidence == .possible, "\(symbol.symbol) is disputed")
    }
  }

  /// Every API on Apple’s list has a symbol that shows it, and every symbol is of a category that lists its API.
  @Test func everyListedAPIHasASymbol() {
    for category in catalog.categories {
      for api in category.symbols where api.isListedByApple {
        let names = [api.c, api.objectiveC, api.swift].compactMap(\.self).flatMap { name in
          let last = name.split(separator: ".").last.map(String.init) ?? name
          return ["_\(last)", "_OBJC_CLASS_$_\(last)", last]
        }
        let found = catalog.linkedSymbols.contains {
          names.contains($0.symbol) && $0.categories.contains(category.id)
        }
        #expect(found, "nothing shows \(api.name) in a binary")
      }
    }
    for symbol in catalog.linkedSymbols where symbol.confidence == .certain {
      #expect(symbol.provenance.status == .verified, "\(symbol.symbol) is certain and not verified")
    }
  }

  @Test(arguments: [
    ("libswift*.dylib", "libswiftCore.dylib", true), ("libswift*.dylib", "libswift.dylib", true),
    ("libswift*.dylib", "libSwifty.dylib", false), ("libswift*.dylib", "libswift", false),
    ("Testing.framework", "Testing.framework", true), ("Testing.framework", "MyTesting.framework", false),
    ("libclang_rt.*", "libclang_rt.asan_ios_dynamic.dylib", true),
  ]) func patternsMatch(_ row: (pattern: String, name: String, matches: Bool)) {
    let text = """
      {"systemLibraries": [{"pattern": "\(row.pattern)", "what": "W.", "status": "recalled", "checked": "2026-01-01",
      "sources": ["s"], "link": "https://developer.apple.com/x"}], "sources": [{"id": "s", "title": "S"}]}
      """
    let catalog = Catalog { _ in [Array(text.utf8)] }
    #expect(catalog.systemLibraries.first?.matches(row.name) == row.matches, "\(row)")
  }
}
