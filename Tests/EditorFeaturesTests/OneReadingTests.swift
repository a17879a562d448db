import Catalog
import CatalogData
import PrivacyRules
import PropertyList
import SourceText
import TestSupport
import Testing

@testable import EditorFeatures

/// Completion and hover take each name and each value of a manifest for what the rules take it for.
@Suite struct OneReadingTests {
  /// How names go wrong: letters left out, doubled and swapped, another case, blanks, half of it, another key's name.
  static func misspelling(_ name: String, _ random: inout SeededGenerator, others: [String]) -> String {
    var letters = Array(name)
    guard letters.count > 4 else { return random.pick(others) }
    let place = random.below(letters.count - 1)
    switch random.below(8) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    case 2: letters.swapAt(place, place + 1)
    case 3: return name.lowercased()
    case 4: return " \(name)"
    case 5: return String(letters[...place])
    case 6: return String(letters[place...])
    default: return random.pick(others)
    }
    return String(letters)
  }

  @Test func everyNameAndValueIsReadAsTheRulesReadIt() {
    var texts = [CompletionPropertyTests.complete]
    for example in Rule.all.flatMap(\.examples) where FileKind.of(path: example.path) == .privacyManifest {
      texts.append(MarkedText(example.file(around: example.text, catalog: .bundled)).text)
    }
    let names =
      Catalog.bundled.dictionaries.flatMap { $0.keys.map(\.name) } + Catalog.bundled.dataTypes.prefix(5).map(\.id)
      + Catalog.bundled.categories.map(\.id)
    var random = SeededGenerator(seed: 12)
    var mutator = PropertyListMutator(seed: 12)
    var compared = 0
    for round in 0..<4_000 {
      var lines = texts[round % texts.count].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for _ in 0...random.below(3) {
        let named = lines.indices.filter { lines[$0].contains("<key>NS") || lines[$0].contains("<string>NS") }
        guard !named.isEmpty else { break }
        let line = random.pick(named)
        guard let open = lines[line].firstIndex(of: ">"), let close = lines[line].lastIndex(of: "<"), open < close
        else {
          continue
        }
        let inner = lines[line].index(after: open)..<close
        lines[line].replaceSubrange(
          inner, with: Self.misspelling(String(lines[line][inner]), &random, others: names))
      }
      var bytes = Array(lines.joined(separator: "\n").utf8)
      if round % 2 == 1 { bytes = mutator.mutate(bytes) }
      compared += compare(SourceText(bytes))
    }
    expectTrue(compared > 5_000, "\(compared) names and values")
  }

  /// - Returns: How many names and values were compared.
  private func compare(_ text: SourceText) -> Int {
    let snapshot = snapshot(text)
    guard let manifest = linter.manifest(of: snapshot.document), let context = Context(snapshot, at: 0) else {
      return 0
    }
    var compared = 0
    for dictionary in manifest.dictionaries {
      guard case .dictionary(let definition, _) = context.meaning(of: dictionary.value.index) else {
        expectTrue(false, "no dictionary at \(dictionary.value.range) of\n\(string(text))")
        continue
      }
      expectEqual(definition.id, dictionary.definition.id, "\(dictionary.value.range) of\n\(string(text))")
      for field in dictionary.fields {
        let place = "“\(field.name)” at \(field.entry.key.range) of\n\(string(text))"
        expectEqual(context.key(named: field.entry.key.index, in: definition)?.name, field.key?.name, place)
        compared += 1
        guard let value = field.entry.value else { continue }
        switch context.meaning(of: value.index) {
        case .value(let key, _): expectEqual(key.name, field.key?.name, place)
        case .dictionary: expectTrue(field.key.flatMap(linter.catalog.entryDefinition) != nil, place)
        default: expectTrue(field.key == nil, place)
        }
      }
    }
    for type in manifest.dataTypes {
      guard let identifier = type.identifier else { continue }
      expectEqual(context.dataType(meantBy: identifier.string)?.id, type.meantType?.id, string(text))
    }
    for api in manifest.accessedAPIs {
      guard let identifier = api.identifier else { continue }
      expectEqual(context.category(meantBy: identifier.string)?.id, api.category?.id, string(text))
    }
    return compared
  }
}
