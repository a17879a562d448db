import JSON
import PropertyList
public import SourceText

extension StringCatalog {
  /// The edits that add missing languages to a key, in the layout and order of the file; none if the file is broken or
  /// the key has the languages. Several may be at the same place.
  ///
  /// - Parameter state: `translated`, `needs_review`, `new` and the like.
  public func adding(languages: [String], state: String, value: String, to entry: Entry) -> [TextEdit] {
    let missing = languages.filter { entry[$0] == nil }.sorted().map { ($0, Self.unit(state: state, value: value)) }
    guard json.problems.isEmpty, !missing.isEmpty, let body = object(at: entry.body) else { return [] }
    guard let range = entry.localizationsBody, let localizations = object(at: range) else {
      return [layout.adding("localizations", .object(missing), to: body)].compactMap(\.self)
    }
    if localizations.members?.isEmpty ?? true { return [layout.replacing(range, with: .object(missing))] }
    return missing.compactMap { layout.adding($0, $1, to: localizations) }
  }

  /// The edit that adds a key with the same text in some languages; nil if the file is broken or has the key.
  public func adding(key: String, languages: [String], state: String, value: String) -> TextEdit? {
    guard json.problems.isEmpty, self[key] == nil, json.root.kind == .object else { return nil }
    let entry = Part.object([
      ("extractionState", .string("manual")),
      ("localizations", .object(languages.map { ($0, Self.unit(state: state, value: value)) })),
    ])
    if let strings = json.root["strings"] {
      return strings.kind == .object ? layout.adding(key, entry, to: strings) : nil
    }
    return layout.adding("strings", .object([(key, entry)]), to: json.root)
  }

  private static func unit(state: String, value: String) -> Part {
    .object([("stringUnit", .object([("state", .string(state)), ("value", .string(value))]))])
  }

  private var layout: JSONLayout { JSONLayout(of: json.root, in: text) }

  /// The object at a range, searched from the root.
  private func object(at range: ByteRange) -> JSONValue? {
    var value = json.root
    while value.kind == .object, ByteRange(value.range) != range {
      guard
        let inner = value.members?.first(where: { ByteRange($0.value.range).contains(range) && !$0.value.isMissing })
      else { return nil }
      value = inner.value
    }
    return value.kind == .object && !range.isEmpty ? value : nil
  }
}

/// A value to write.
private indirect enum Part {
  case string(String)
  case object([(name: String, value: Part)])
}

private struct JSONLayout {
  let text: SourceText
  /// The text between a name and its value; Xcode writes a space on both sides of the colon.
  private var colon = " : "
  private let layout: Layout

  init(of root: JSONValue, in text: SourceText) {
    self.text = text
    var layout = Layout(ofLinesIn: text)
    if text.lineCount < 3 { layout.indentation = "  " }
    self.layout = layout
    if let first = root.members?.first {
      let between = text[ByteRange(first.name.range.upperBound, first.value.range.lowerBound)]
      if between.utf8.count < 8, !between.contains(where: \.isNewline) { colon = between }
    }
  }

  /// The edit that adds a member to an object; if the object is sorted, at the right place.
  func adding(_ name: String, _ value: Part, to object: JSONValue) -> TextEdit? {
    guard let members = object.members else { return nil }
    let range = ByteRange(object.range)
    let isOneLine = !text[range].contains { $0.isNewline } && !members.isEmpty
    let names = members.map { $0.name.string ?? "" }
    let isOrdered = zip(names, names.dropFirst()).allSatisfy { Self.isBefore($0, $1) }
    let next = isOrdered ? members.first { Self.isBefore(name, $0.name.string ?? "") } : nil
    if isOneLine {
      let written = written(name) + colon + self.written(value, in: nil)
      if let next { return .insert(written + separator, at: next.name.range.lowerBound) }
      return members.last.map { .insert(separator + written, at: $0.value.range.upperBound) }
    }
    let outer = text.indentation(ofLineAt: range.lower)
    let inner =
      members.first.flatMap { text.leadingBlanks(before: $0.name.range.lowerBound) } ?? outer + layout.indentation
    let written = written(name) + colon + self.written(value, in: inner)
    if let next { return .insert(written + "," + layout.lineEnd + inner, at: next.name.range.lowerBound) }
    if let last = members.last {
      return .insert("," + layout.lineEnd + inner + written, at: last.value.range.upperBound)
    }
    return replacing(range, with: .object([(name, value)]))
  }

  /// The edit that replaces a value.
  func replacing(_ range: ByteRange, with value: Part) -> TextEdit {
    TextEdit(range, written(value, in: text.indentation(ofLineAt: range.lower)))
  }

  /// Xcode’s order of names, which is Finder’s: numbers by value, ignoring case.
  private static func isBefore(_ a: String, _ b: String) -> Bool {
    let (first, second) = (a.lowercased(), b.lowercased())
    return first == second ? a < b : first < second
  }

  private func written(_ text: String) -> String { WrittenText.Notation.json.written(text) }

  /// The separator of members on one line.
  private var separator: String { colon.hasSuffix(" ") ? ", " : "," }

  /// - Parameter outer: The indentation of the line on which a value begins; nil if all of it is on one line.
  private func written(_ part: Part, in outer: String?) -> String {
    switch part {
    case .string(let text): return written(text)
    case .object(let members):
      let inner = outer.map { $0 + layout.indentation }
      let start = inner.map { layout.lineEnd + $0 } ?? ""
      let written = members.map { start + self.written($0.name) + colon + self.written($0.value, in: inner) }
      let end = outer.map { layout.lineEnd + $0 } ?? ""
      return "{" + written.joined(separator: outer == nil ? separator : ",") + end + "}"
    }
  }
}
