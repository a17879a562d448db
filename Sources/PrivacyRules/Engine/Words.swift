import Catalog
import PropertyList
import SourceText

/// A text in quotation marks, on one line, truncated if it is long.
func quoted(_ text: String) -> String {
  // Nearly all texts are short ASCII names.
  let isPlain = text.utf8.count <= 80 && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  if isPlain { return "“\(printable(text, behind: "“"))”" }
  var shown = ""
  var count = 0
  for character in text {
    if count == 80 {
      shown += "…"
      break
    }
    shown.append(character.isNewline || character == "\t" ? " " : character)
    count += 1
  }
  return "“\(printable(shown, behind: "“"))”"
}

/// “a”, “b” and “c”
func list(_ texts: [String], _ conjunction: String = "and") -> String {
  inWords(texts.map(quoted), conjunction)
}

/// What follows the names of things of which one is needed and none is there: “which is missing”.
func whichIsMissing(_ count: Int) -> String {
  count < 2 ? "which is missing" : "\(count == 2 ? "neither" : "none") of which is there"
}

/// a, b and c
func inWords(_ words: [String], _ conjunction: String = "and") -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// “a” and “b”; of more than two, the first and the number of others.
func shortList(_ texts: [String]) -> String {
  guard let first = texts.first, texts.count > 2 else { return list(texts) }
  return "\(quoted(first)) and \(texts.count - 1) others"
}

/// The type of a value, in words: "a string".
func typeName(of value: PropertyListValue) -> String {
  switch value.element {
  case .string: "a string"
  case .true, .false: "a Boolean"
  case .array: "an array"
  case .dict: "a dictionary"
  case .integer, .real: "a number"
  case .date: "a date"
  case .data: "data"
  case .key, .plist, .other: "something else"
  }
}

/// The type that a value must have, in words.
func typeName(of type: ManifestKey.ValueType) -> String {
  switch type {
  case .boolean: "a Boolean, <true/> or <false/>"
  case .string: "a string"
  case .arrayOfStrings: "an array of strings"
  case .arrayOfDictionaries: "an array of dictionaries"
  }
}

/// “an API category entry”, “a data type entry”
public func withArticle(_ noun: String) -> String {
  (noun.first.map { "aeiouAEIOU".contains($0) } ?? false ? "an " : "a ") + noun
}
