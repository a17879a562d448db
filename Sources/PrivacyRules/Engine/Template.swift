import Catalog
public import SourceText

/// A text to insert, with tab stops.
public struct Template: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case text(String)
    /// A tab stop, numbered from 1 in visiting order; 0 is where the cursor ends. The placeholder precedes the choices,
    /// so that leaving the stop unchanged makes no choice.
    case stop(Int, placeholder: String = "", choices: [String] = [])
  }

  public var parts: [Part]
  /// What to insert without snippet support, if the text with its default values would be incomplete.
  public var plainAlternative: String?

  public init(_ parts: [Part], plainAlternative: String? = nil) {
    self.parts = parts
    self.plainAlternative = plainAlternative
  }

  public init(_ text: String) {
    parts = [.text(text)]
  }

  /// A text with a tab stop at its gap.
  public init(withGap text: String) {
    let parts = text.split(separator: Gap.mark, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(
      parts.count < 2
        ? [.text(text)] : [.text(parts[0]), .stop(1, placeholder: Gap.text), .text(parts[1])])
  }

  /// The text that a client without snippet support inserts.
  public var plainText: String {
    plainAlternative ?? defaultText
  }

  /// The text with the default value of each stop: its placeholder or first choice.
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

  /// The same; without choices, the first one becomes a placeholder.
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

  /// The template for a client that adds the current line's indentation to every further line; nil if a further line
  /// has less indentation than that.
  public func withoutIndentation(_ indentation: String) -> Template? {
    guard !indentation.isEmpty else { return self }
    var result = self
    for (index, part) in parts.enumerated() {
      guard case .text(let text) = part else { continue }
      // Bytes, because this is done for every completion item.
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

  /// The template for a client that shows nothing for a choice until the cursor is there. A tag without a name would
  /// break the file, so the first choice becomes a placeholder there.
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

  /// Whether it has any tab stops.
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

/// An edit with tab stops.
public struct SnippetEdit: Hashable, Sendable {
  /// The range to replace, in bytes.
  public var range: ByteRange
  public var template: Template

  public init(_ range: ByteRange, _ template: Template) {
    self.range = range
    self.template = template
  }

  /// The edit as plain text.
  public var plain: TextEdit { TextEdit(range, template.plainText) }

  /// The edits sorted by range, with adjacent ones joined: some clients can't handle those.
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
