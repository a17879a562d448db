/// A text to insert, with the places where the cursor stops.
public struct Template: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case text(String)
    /// A stop, numbered from 1 in the order the cursor visits them; 0 is where it ends.
    case stop(Int, placeholder: String = "", choices: [String] = [])
  }

  public var parts: [Part]

  public init(_ parts: [Part]) {
    self.parts = parts
  }

  public init(_ text: String) {
    parts = [.text(text)]
  }

  /// The text as a client without snippets inserts it: a stop is its placeholder, or its first choice.
  public var plainText: String {
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
  public var snippet: String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += escape(text, "\\$}")
      case .stop(let number, let placeholder, let choices):
        if !choices.isEmpty {
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

  /// Whether there is anything a plain text does not say.
  public var hasStops: Bool {
    parts.contains { if case .stop = $0 { true } else { false } }
  }

  private func escape(_ text: String, _ special: String) -> String {
    var result = ""
    for character in text {
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
