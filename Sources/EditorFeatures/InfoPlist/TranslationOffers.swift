import Catalog
import JSON
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// Completions of keys that the app has and a translation lacks.
func translationCompletions(in snapshot: Snapshot, at offset: Int) -> [Completion] {
  let offset = min(max(offset, 0), snapshot.document.text.count)
  switch snapshot.document.content {
  case .strings(let table): return StringsTableOffers(snapshot: snapshot, table: table, offset: offset).all()
  case .stringCatalog(let catalog):
    return StringCatalogOffers(snapshot: snapshot, catalog: catalog, offset: offset).all()
  case .propertyList, .xcodeProject, .buildConfiguration, .lockFile, .source: return []
  }
}

/// A text of the app that can be translated.
private struct Translatable {
  /// The key of the translation.
  let name: String
  let key: PurposeKey
  /// The text to translate; empty if the app has none.
  let text: String
}

extension Snapshot {
  /// The texts of the app, in the order of its files, without duplicates.
  fileprivate var translatables: [Translatable] {
    var result: [Translatable] = []
    var seen: Set<String> = []
    func add(_ mention: PurposeMention, of target: Target) {
      guard let key = mention.key, seen.insert(mention.name).inserted else { return }
      result.append(
        Translatable(name: mention.name, key: key, text: target.textToTranslate(mention.name, linter) ?? ""))
    }
    for target in project.targets {
      for (_, mention) in target.declarations where mention.key?.type == .string { add(mention, of: target) }
      for file in target.files(.infoPlist) {
        for mention in file.mentions where mention.isNamedText { add(mention, of: target) }
      }
    }
    return result
  }
}

// MARK: - Tables

private struct StringsTableOffers {
  let snapshot: Snapshot
  let table: StringsTable
  let offset: Int

  func all() -> [Completion] {
    let text = snapshot.document.text
    guard let word = LineWord(in: text, at: offset), !isInside(word.range.lower) else { return [] }
    let present = Set(
      table.entries.filter { !word.range.contains($0.key.content) }.map(\.key.value))
    let candidates = snapshot.translatables.filter { !present.contains($0.name) }.map { item in
      let notation = WrittenText.Notation.openStep(quote: UInt8(ascii: "\""))
      let name = notation.written(item.name)
      var parts: [Template.Part] = [.text(name)]
      if !word.hasValue {
        let end = word.hasSemicolon ? "\"" : "\";"
        parts = [.text("\(name) = \""), .stop(1, placeholder: notation.escaped(item.text)), .text(end)]
      }
      return Offers.Candidate(
        .key, item.name, detail: item.key.title, range: word.range, insertion: Template(parts),
        names: [item.name, item.key.title], words: item.key.synonyms, documentationID: item.key.name)
    }
    return found(candidates, Typed(word.typed), indentation: "")
  }

  /// Whether a place is in a comment, or in a text of several lines.
  private func isInside(_ place: Int) -> Bool {
    func holds(_ range: ByteRange) -> Bool { range.lower < place && place < range.upper }
    if table.tree.comments.contains(where: { holds($0.range) }) { return true }
    guard let value = table.entry(at: place)?.value else { return false }
    return holds(value.range)
  }
}

// MARK: - Catalogs

private struct StringCatalogOffers {
  let snapshot: Snapshot
  let catalog: StringCatalog
  let offset: Int

  var text: SourceText { snapshot.document.text }

  func all() -> [Completion] {
    guard let place = JSONKeyPlace(in: text, catalog.json, at: offset) else { return [] }
    switch place.path {
    case ["strings"]: return keys(place)
    case let path where path.count == 3 && path[0] == "strings" && path[2] == "localizations":
      return languages(of: path[1], place)
    default: return []
    }
  }

  private func keys(_ place: JSONKeyPlace) -> [Completion] {
    let present = Set(catalog.entries.filter { !place.range.contains($0.key.content) }.map(\.key.value))
    let languages = wantedLanguages
    let candidates = snapshot.translatables.filter { !present.contains($0.name) }.map { item in
      var inner = Skeleton()
      for (index, language) in languages.enumerated() {
        let comma = index + 1 < languages.count ? "," : ""
        inner = inner + .object(language, unit(item.text, stop: index + 1), comma: comma)
      }
      let body = Skeleton.object("localizations", inner, comma: "")
      return candidate(place, item.name, detail: item.key.title, names: [item.key.title], body, id: item.key.name)
    }
    return found(candidates, Typed(place.typed), indentation: place.indentation)
  }

  private func languages(of name: String, _ place: JSONKeyPlace) -> [Completion] {
    guard let item = snapshot.translatables.first(where: { $0.name == name }),
      let entry = catalog.entries.first(where: { $0.key.value == name })
    else { return [] }
    let present = Set(entry.localizations.filter { !place.range.contains($0.language.content) }.map(\.language.value))
    // What is half typed counts as a language of the project, too.
    let typed = entry.localizations.filter { place.range.contains($0.language.content) }.map(\.language.value)
    let candidates = wantedLanguages.filter { code in
      !present.contains(code) && (!typed.contains { $0 == code } || snapshot.catalog.language(code) != nil)
    }.map { code in
      let name = snapshot.catalog.language(code)?.name ?? ""
      return candidate(
        place, code, detail: name, names: name.isEmpty ? [] : [name], unit(item.text, stop: 1), id: item.key.name)
    }
    return found(candidates, Typed(place.typed), indentation: place.indentation)
  }

  /// The languages of the project except the source language.
  private var wantedLanguages: [String] {
    let own = catalog.sourceLanguage?.value
    var result: [String] = []
    let known = snapshot.project.targets.flatMap(\.languages)
    let used = catalog.entries.prefix(1_000).flatMap { $0.localizations.map(\.language.value) }
    for language in known + used where language != own && !result.contains(language) { result.append(language) }
    return result.sorted()
  }

  private func candidate(
    _ place: JSONKeyPlace, _ name: String, detail: String, names: [String], _ body: Skeleton, id: String
  ) -> Offers.Candidate {
    let written = WrittenText.Notation.json.written(name)
    var insertion = Template(written)
    if !place.hasValue {
      let whole = Skeleton.object(name, body, comma: place.isFollowed ? "," : "")
      let layout = Layout(indentation: place.unit, lineEnd: Layout(ofLinesIn: text).lineEnd)
      var placement = Placement(place.range, layout: layout)
      placement.indentation = place.indentation
      insertion = placement.template(whole)
    }
    var result = Offers.Candidate(
      .key, name, detail: detail, range: place.range, insertion: insertion, names: [name] + names, documentationID: id)
    if let comma = place.missingComma {
      result.item.additionalEdits.append(TextEdit(ByteRange(at: comma), ","))
    }
    return result
  }

  /// A text that isn’t translated yet.
  private func unit(_ text: String, stop: Int) -> Skeleton {
    let value = WrittenText.Notation.json.escaped(text)
    return .object(
      "stringUnit",
      .line([.text("\"state\" : \"new\",")])
        + .line([.text("\"value\" : \""), .stop(stop, placeholder: value), .text("\"")]), comma: "")
  }
}

extension Skeleton {
  /// A member of a JSON object whose value is an object, in Xcode’s layout.
  fileprivate static func object(_ name: String, _ inner: Skeleton, comma: String) -> Skeleton {
    var result = line([.text("\(WrittenText.Notation.json.written(name)) : {")])
    result.lines += inner.lines.map { Line(depth: $0.depth + 1, parts: $0.parts) }
    return result + line([.text("}\(comma)")])
  }
}

/// A place in a JSON text where a member name may be, even if the text is broken elsewhere.
private struct JSONKeyPlace {
  /// The names of the members around the place, from the outside in.
  private(set) var path: [String] = []
  /// The range of the existing name, with its quotes.
  private(set) var range: ByteRange
  /// The part of the name before the cursor.
  private(set) var typed: String
  /// Whether a colon follows.
  private(set) var hasValue = false
  /// Whether another member follows, so that a comma is needed.
  private(set) var isFollowed = false
  /// Where the previous member lacks a comma; nil if it doesn’t.
  private(set) var missingComma: Int?
  /// The whitespace at the start of the line.
  private(set) var indentation = ""
  /// One level of indentation.
  private(set) var unit = "  "

  init?(in text: SourceText, _ json: JSONDocument, at offset: Int) {
    let bytes = text.bytes
    var lower = offset
    while lower > 0, offset - lower < 256, Self.isWord(bytes[lower - 1]) { lower -= 1 }
    if lower > 0, bytes[lower - 1] == UInt8(ascii: "\"") { lower -= 1 }
    var upper = offset
    while upper < bytes.count, upper - offset < 256, Self.isWord(bytes[upper]) { upper += 1 }
    if upper < bytes.count, bytes[upper] == UInt8(ascii: "\""), upper > lower {
      // The closing quote of a name, even if its opening quote is missing.
      let behind = bytes[(upper + 1)...].first { !isBlank($0) }
      let isQuoted = lower < offset && bytes[lower] == UInt8(ascii: "\"")
      if isQuoted || behind == UInt8(ascii: ":") { upper += 1 }
    }
    range = text.withoutPartsOfCharacters(ByteRange(lower, upper), around: offset)
    (lower, upper) = (range.lower, range.upper)
    typed = text[ByteRange(lower, offset)]
    guard readPath(json, bytes), text.line(at: lower) == text.line(at: upper) else { return nil }
    var next = upper
    while next < bytes.count, isBlank(bytes[next]) { next += 1 }
    if next < bytes.count {
      hasValue = bytes[next] == UInt8(ascii: ":")
      isFollowed = bytes[next] == UInt8(ascii: "\"")
    }
    let line = text.contents(ofLine: text.line(at: lower))
    let blanks = text.slice(ByteRange(line.lower, min(lower, line.lower + 256))).prefix { $0 == 0x20 || $0 == 0x09 }
    indentation = String(decoding: blanks, as: UTF8.self)
    if blanks.first == 0x09 { unit = "\t" }
  }

  /// Reads which members are around the place, and how the previous one ends.
  ///
  /// - Returns: Whether a member name may be there.
  private mutating func readPath(_ json: JSONDocument, _ bytes: [UInt8]) -> Bool {
    let place = range.lower
    var container: JSONValue?
    for (name, value) in json.path(at: place) {
      guard value.range.lowerBound < place, place < value.range.upperBound || !value.isClosed else { break }
      guard value.kind == .object || value.kind == .array else { return false }
      if container != nil { path.append(name?.string ?? "") }
      container = value
    }
    guard container?.kind == .object else { return false }
    var end = place
    while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
    switch end > 0 ? bytes[end - 1] : 0 {
    case UInt8(ascii: "{"), UInt8(ascii: ","): return true
    case UInt8(ascii: "}") where end < place:
      missingComma = end
      return true
    default: return false
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte > 0x20 && ![0x22, 0x2C, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D].contains(byte)
  }
}
