import Catalog
public import SourceText

/// A text to insert, with the places where the cursor stops.
public struct Template: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case text(String)
    /// A stop, numbered from 1 in the order the cursor visits them; 0 is where it ends. A placeholder stands before
    /// the choices, so that none of them is made by leaving the stop as it comes.
    case stop(Int, placeholder: String = "", choices: [String] = [])
  }

  public var parts: [Part]
  /// What stands in for the whole where stops mean nothing and their defaults would leave something half done.
  public var plainAlternative: String?

  public init(_ parts: [Part], plainAlternative: String? = nil) {
    self.parts = parts
    self.plainAlternative = plainAlternative
  }

  public init(_ text: String) {
    parts = [.text(text)]
  }

  /// A text with a stop at its gap.
  public init(withGap text: String) {
    let parts = text.split(separator: Gap.mark, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(
      parts.count < 2
        ? [.text(text)] : [.text(parts[0]), .stop(1, placeholder: Gap.text), .text(parts[1])])
  }

  /// The text as a client without snippets inserts it.
  public var plainText: String {
    plainAlternative ?? defaultText
  }

  /// The text with each stop left as it comes: its placeholder, or its first choice.
  public var defaultText: String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .stop(_, let placeholder, let choices): result += placeholder.isEmpty ? choices.first ?? "" : placeholder
      }
    }
    return result
  }

  /// The text in the snippet syntax of the Language Server Protocol.
  public var snippet: String { snippet(withChoices: true) }

  /// The same; without choices what stands first is a placeholder.
  public func snippet(withChoices: Bool) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += escape(text, "\\$}")
      case .stop(let number, let placeholder, let choices):
        let choices = placeholder.isEmpty || choices.isEmpty ? choices : [placeholder] + choices
        let placeholder = choices.first ?? placeholder
        if withChoices, !choices.isEmpty {
          result += "${\(number)|" + choices.map { escape($0, "\\,|") }.joined(separator: ",") + "|}"
        } else if placeholder.isEmpty {
          result += number == 0 ? "$0" : "${\(number)}"
        } else {
          result += "${\(number):" + escape(placeholder, "\\$}") + "}"
        }
      }
    }
    return result
  }

  /// The template for a client that puts the indentation of the line it inserts into before every further line, as
  /// editors do with snippets; nil where a further line has less than that and cannot be had so.
  public func withoutIndentation(_ indentation: String) -> Template? {
    guard !indentation.isEmpty else { return self }
    var result = self
    for (index, part) in parts.enumerated() {
      guard case .text(let text) = part else { continue }
      // Bytes: this is done for every item of a completion.
      var kept: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        let isPair = rest[end] == 0x0D && end + 1 < rest.endIndex && rest[end + 1] == 0x0A
        kept += rest[...(isPair ? end + 1 : end)]
        rest = rest[(isPair ? end + 2 : end + 1)...]
        guard rest.starts(with: indentation.utf8) else { return nil }
        rest = rest.dropFirst(indentation.utf8.count)
      }
      result.parts[index] = .text(String(decoding: kept + rest, as: UTF8.self))
    }
    return result
  }

  /// The template for a client that shows nothing for a choice before the cursor is there: a tag without its name would
  /// break the file, so there the first choice is a placeholder.
  public var withoutChoicesInTags: Template {
    var result = self
    for index in parts.indices.dropFirst() {
      guard case .text(let before) = parts[index - 1], before.utf8.last == UInt8(ascii: "<"),
        case .stop(let number, let placeholder, let choices) = parts[index], let first = choices.first
      else { continue }
      result.parts[index] = .stop(number, placeholder: placeholder.isEmpty ? first : placeholder)
    }
    return result
  }

  /// Whether there is anything a plain text does not say.
  public var hasStops: Bool {
    parts.contains { if case .stop = $0 { true } else { false } }
  }

  private func escape(_ text: String, _ special: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}

/// A change of a document, with the places in it where the cursor stops.
public struct SnippetEdit: Hashable, Sendable {
  /// What is replaced, in bytes.
  public var range: ByteRange
  public var template: Template

  public init(_ range: ByteRange, _ template: Template) {
    self.range = range
    self.template = template
  }

  /// The change as plain text.
  public var plain: TextEdit { TextEdit(range, template.plainText) }

  /// Edits in the order of their ranges, those that touch made one: two that touch confuse some clients.
  public static func joined(_ edits: [SnippetEdit]) -> [SnippetEdit] {
    var result: [SnippetEdit] = []
    for edit in edits.sorted(by: { $0.range.lower < $1.range.lower }) {
      guard let last = result.last, last.range.upper == edit.range.lower else {
        result.append(edit)
        continue
      }
      let isPlain = last.template.plainAlternative == nil && edit.template.plainAlternative == nil
      let plain = isPlain ? nil : last.template.plainText + edit.template.plainText
      result[result.count - 1] = SnippetEdit(
        ByteRange(last.range.lower, edit.range.upper),
        Template(last.template.parts + edit.template.parts, plainAlternative: plain))
    }
    return result
  }
}
