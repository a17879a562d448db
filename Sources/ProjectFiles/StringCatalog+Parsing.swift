public import JSON
public import SourceText

extension WrittenText {
  /// A JSON string; nil for other values.
  public init?(_ value: JSONValue) {
    guard let content = value.content, let string = value.string else { return nil }
    let range = ByteRange(value.range)
    if !value.hasEscapes, string.utf8.count == content.count {
      self.init(string, range: range, content: ByteRange(content), notation: .json)
      return
    }
    var builder = WrittenTextBuilder()
    value.forEachPiece { piece in
      switch piece {
      case .verbatim(let range): builder.append(value.document.bytes[range], at: range.lowerBound)
      case .escape(let scalar, let offset): builder.append(escaped: scalar, at: offset)
      }
    }
    self = builder.finish(range: range, content: ByteRange(content), notation: .json)
  }
}

extension StringCatalog {
  /// Parses any text.
  public static func parse(_ text: SourceText) -> StringCatalog {
    var reader = CatalogReader(text: text, json: JSONDocument.parseTolerantly(text.bytes))
    return reader.read()
  }

  /// The last entry for a key.
  public subscript(key: String) -> Entry? { entries.last { $0.key.value == key } }
}

/// Finds the parts of a string catalog in its JSON, and reports wrong types.
private struct CatalogReader {
  typealias Member = (name: JSONValue, value: JSONValue)

  let text: SourceText
  let json: JSONDocument
  private var problems: [StringCatalog.Problem]
  /// The number of entries, languages and texts that may still be read, and where reading stopped because of it.
  private var partsLeft = 40_000
  private var cut: Int?
  /// The deepest nesting of variations, such as devices in plurals; there is hardly more.
  private static let mostLevels = 8

  init(text: SourceText, json: JSONDocument) {
    self.text = text
    self.json = json
    cut = json.cut
    problems = json.problems.map { StringCatalog.Problem(message: $0.message, range: ByteRange($0.offset, $0.end)) }
  }

  mutating func read() -> StringCatalog {
    var sourceLanguage: WrittenText?
    var entries: [StringCatalog.Entry] = []
    for member in members(of: json.root, "A string catalog") {
      if member.name.isString("sourceLanguage") {
        sourceLanguage = string(member)
      } else if member.name.isString("strings") {
        for entry in members(of: member.value, "“strings”") { read(entry).map { entries.append($0) } }
      }
    }
    return StringCatalog(
      text: text, json: json, sourceLanguage: sourceLanguage, entries: entries,
      problems: problems.sorted { $0.range < $1.range }, cut: cut)
  }

  private mutating func read(_ member: Member) -> StringCatalog.Entry? {
    guard let key = WrittenText(member.name), !member.name.isMissing else { return nil }
    var comment: WrittenText?
    var shouldTranslate = true
    var localizations: [StringCatalog.Localization] = []
    var localizationsBody: ByteRange?
    for part in members(of: member.value, "A key’s entry") {
      if part.name.isString("comment") {
        comment = string(part)
      } else if part.name.isString("shouldTranslate") {
        shouldTranslate = part.value.bool ?? true
        if part.value.bool == nil, !part.value.isMissing { note("“shouldTranslate” must be true or false", part.value) }
      } else if part.name.isString("localizations") {
        if part.value.kind == .object { localizationsBody = ByteRange(part.value.range) }
        for language in members(of: part.value, "“localizations”") {
          localization(language).map { localizations.append($0) }
        }
      }
    }
    return StringCatalog.Entry(
      key: key, comment: comment, shouldTranslate: shouldTranslate, localizations: localizations,
      range: range(of: member), body: body(of: member), localizationsBody: localizationsBody)
  }

  private mutating func localization(_ member: Member) -> StringCatalog.Localization? {
    guard let language = WrittenText(member.name), !member.name.isMissing else { return nil }
    var units: [StringCatalog.Unit] = []
    // A stack of what is left to read, with its cases.
    var waiting: [(value: JSONValue, variation: [String])] = [(member.value, [])]
    while let next = waiting.popLast() {
      var inner: [(value: JSONValue, variation: [String])] = []
      for part in members(of: next.value, "A localization") {
        if part.name.isString("stringUnit") {
          units.append(unit(part, next.variation))
        } else if part.name.isString("variations") {
          guard next.variation.count < Self.mostLevels else { continue }
          for kind in members(of: part.value, "“variations”") {
            for variant in members(of: kind.value, "A variation") {
              inner.append((variant.value, next.variation + [kind.name.string ?? "", variant.name.string ?? ""]))
            }
          }
        } else if part.name.isString("substitutions") {
          guard next.variation.count < Self.mostLevels else { continue }
          for argument in members(of: part.value, "“substitutions”") {
            inner.append((argument.value, next.variation + ["substitutions", argument.name.string ?? ""]))
          }
        }
      }
      waiting.append(contentsOf: inner.reversed())
    }
    return StringCatalog.Localization(
      language: language, units: units, range: range(of: member), body: body(of: member))
  }

  private mutating func unit(_ member: Member, _ variation: [String]) -> StringCatalog.Unit {
    var state: WrittenText?
    var value: WrittenText?
    for part in members(of: member.value, "“stringUnit”") {
      if part.name.isString("state") {
        state = string(part)
      } else if part.name.isString("value") {
        value = string(part)
      }
    }
    return StringCatalog.Unit(variation: variation, state: state, value: value, range: range(of: member))
  }

  // MARK: - Parts

  private func range(of member: Member) -> ByteRange {
    ByteRange(member.name.range.lowerBound, max(member.name.range.upperBound, member.value.range.upperBound))
  }

  private func body(of member: Member) -> ByteRange {
    member.value.kind == .object ? ByteRange(member.value.range) : ByteRange(at: member.value.range.lowerBound)
  }

  private mutating func members(of value: JSONValue, _ what: String) -> [Member] {
    if var members = value.members(atMost: partsLeft + 1) {
      if members.count > partsLeft, let last = members.popLast() {
        cut = min(cut ?? .max, last.name.range.lowerBound)
      }
      partsLeft -= members.count
      return members
    }
    if !value.isMissing { note("\(what) must be an object", value) }
    return []
  }

  private mutating func string(_ member: Member) -> WrittenText? {
    if let text = WrittenText(member.value) { return text }
    if !member.value.isMissing { note("“\(member.name.string ?? "")” must be a string", member.value) }
    return nil
  }

  private mutating func note(_ message: String, _ value: JSONValue) {
    guard problems.count < 1_000 else { return }
    problems.append(StringCatalog.Problem(message: message, range: ByteRange(value.range)))
  }
}
