import Foundation
import JSON

/// Rules for a value, in the part of JSON Schema that `schema/*.schema.json` use.
struct JSONSchema: @unchecked Sendable {
  typealias Fault = (offset: Int, message: String)

  /// The rules by keyword. Nothing changes them, so that they can be shared.
  let rules: [String: Any]
  /// The name of their file, in which local references are looked up.
  let file: String

  /// The schemas by the names of their files.
  static let all: [String: JSONSchema] = Dictionary(
    uniqueKeysWithValues: SchemaFile.texts(areSchemas: true).map { name, data in
      let rules = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
      return (name, JSONSchema(rules: rules ?? ["not JSON": true], file: name))
    })

  private static let keywords: Set = [
    "$schema", "$defs", "title", "description", "default", "$ref", "anyOf", "type", "enum", "const", "format",
    "pattern",
    "minLength", "maxLength", "minimum", "minItems", "maxItems", "uniqueItems", "items", "properties", "required",
    "dependentRequired", "additionalProperties",
  ]

  /// What is wrong with a value and all that it holds.
  ///
  /// - Parameters:
  ///   - title: The value in messages.
  ///   - meaning: What is known of it from elsewhere.
  func faults(of value: JSONValue, called title: String, meaning: String = "") -> [Fault] {
    let meaning = rules["description"] as? String ?? meaning
    if let problem = problem(of: value, meaning) { return [(value.range.lowerBound, "\(title) \(problem)")] }
    var faults: [Fault] = []
    if let reference = rules["$ref"] as? String {
      faults += target(of: reference).faults(of: value, called: title, meaning: meaning)
    }
    if let alternatives = rules["anyOf"] as? [Any] {
      let all = alternatives.map { part($0).faults(of: value, called: title, meaning: meaning) }
      if !all.contains(where: \.isEmpty) { faults += all.last ?? [] }
    }
    faults += faultsOfElements(of: value, title, meaning)
    faults += faultsOfMembers(of: value)
    return faults
  }

  private func part(_ rules: Any?) -> JSONSchema {
    JSONSchema(rules: rules as? [String: Any] ?? ["missing": true], file: file)
  }

  private func target(of reference: String) -> JSONSchema {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let start = Self.all[name.isEmpty ? file : name] ?? part(nil)
    let keys = (parts.last ?? "").split(separator: "/").map(String.init)
    return keys.reduce(start) { $0.part($0.rules[$1]) }
  }

  /// What is wrong with the value itself, as the rest of a sentence.
  private func problem(of value: JSONValue, _ meaning: String) -> String? {
    if let unknown = rules.keys.first(where: { !Self.keywords.contains($0) }) {
      return "can’t be checked: the rule “\(unknown)” of \(file) is unknown"
    }
    if let type = rules["type"] as? String, type != value.type {
      return "must be \(withArticle(type)), not \(withArticle(value.type))"
    }
    if let words = rules["enum"] as? [String] ?? (rules["const"] as? String).map({ [$0] }),
      !words.contains(where: { $0 == value.string })
    {
      return "must be \(words.count > 1 ? "one of " : "")" + words.map { "“\($0)”" }.joined(separator: ", ")
    }
    if let text = value.string {
      if rules["format"] != nil, !isDay(text) { return "must be a day as YYYY-MM-DD" }
      if text.count < rules["minLength"] as? Int ?? 0 { return "must not be empty" }
      if let most = rules["maxLength"] as? Int, text.count > most { return "must have at most \(most) characters" }
      if let pattern = rules["pattern"] as? String,
        (try? Regex(pattern).matchingSemantics(.unicodeScalar).firstMatch(in: text)) == nil
      {
        return "must match \(pattern). \(meaning)"
      }
    }
    if let count = value.array?.count {
      if count < rules["minItems"] as? Int ?? 0 { return "must not be empty" }
      if let most = rules["maxItems"] as? Int, count > most { return "must hold at most \(most)" }
    }
    if let least = rules["minimum"] as? Int, let number = value.int, number < least {
      return "must be \(least) or more"
    }
    return nil
  }

  private func faultsOfElements(of value: JSONValue, _ title: String, _ meaning: String) -> [Fault] {
    var seen: Set<ArraySlice<UInt8>> = []
    return (value.array ?? []).flatMap { element -> [Fault] in
      if rules["uniqueItems"] != nil, !seen.insert(element.spelling).inserted {
        let text = element.string ?? String(decoding: element.spelling, as: UTF8.self)
        return [(element.range.lowerBound, "\(title) holds “\(text)” twice")]
      }
      guard let items = rules["items"] else { return [] }
      let name = title.hasPrefix("“") ? "An element of \(title)" : title
      return part(items).faults(of: element, called: name, meaning: meaning)
    }
  }

  private func faultsOfMembers(of value: JSONValue) -> [Fault] {
    guard let members = value.members else { return [] }
    let properties = rules["properties"] as? [String: Any] ?? [:]
    var faults: [Fault] = []
    var seen: Set<String> = []
    for (name, member) in members {
      let text = name.string ?? ""
      let isFirst = seen.insert(text).inserted
      if let property = properties[text], isFirst {
        faults += part(property).faults(of: member, called: "“\(text)”")
      } else if rules["additionalProperties"] != nil {
        faults.append((name.range.lowerBound, isFirst ? "Unknown member “\(text)”" : "“\(text)” is given twice"))
      }
    }
    let dependent = rules["dependentRequired"] as? [String: [String]] ?? [:]
    let required = (rules["required"] as? [String] ?? []) + dependent.filter { seen.contains($0.key) }.flatMap(\.value)
    return faults
      + required.filter { !seen.contains($0) }.map { (value.range.lowerBound, "“\($0)” is missing") }
  }
}

/// Whether a text is a day of the calendar.
private func isDay(_ text: String) -> Bool {
  let days = Date.ISO8601FormatStyle().year().month().day()
  return (try? days.parse(text)).map(days.format) == text
}

extension JSONValue {
  /// The type in JSON Schema.
  fileprivate var type: String {
    switch kind {
    case .null: "null"
    case .boolean: "boolean"
    case .number: int == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

private func withArticle(_ type: String) -> String {
  type == "null" ? type : "aeiou".contains(type.prefix(1)) ? "an \(type)" : "a \(type)"
}
