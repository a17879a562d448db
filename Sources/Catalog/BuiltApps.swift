/// A symbol in a binary that indicates the use of a required reason API.
public struct LinkedSymbol: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// An undefined external symbol.
    case `import`
    /// The name of an Objective-C method.
    case selector
  }

  /// As the binary spells it: "_stat".
  public let symbol: String
  public let kind: Kind
  /// The API as people call it: "stat".
  public let api: String
  /// The identifiers of the categories that list the API; declaring one of them is enough.
  public let categories: [String]
  /// How certain it is that the upload check counts it: certain if someone reported a mail for it, likely if we conclude
  /// it from Apple’s list, and only possible if other classes have the same name, so that it never causes a mail by
  /// itself.
  public let confidence: Confidence
  /// Another symbol that the binary must import; without it, the use is only possible.
  public let needs: String?
  /// Whether apps are known to use it without getting a mail: worth mentioning, but not alarming.
  public let isWeak: Bool
  /// What to watch out for, as a sentence.
  public let note: String?
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    symbol = entry.string("symbol")
    kind = entry.word("kind", or: .selector)
    api = entry.string("api")
    categories = entry.strings("categories")
    confidence = entry.word("confidence", or: .possible)
    needs = entry.optionalString("needs")
    isWeak = entry.bool("weak")
    note = entry.optionalString("note")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A library of Apple’s that ships inside of apps and needs no declaration.
public struct SystemLibrary: Sendable {
  /// The name of the file or bundle; an asterisk matches any text.
  public let pattern: String
  /// What it is, as a sentence.
  public let what: String
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    pattern = entry.string("pattern")
    what = entry.string("what")
    provenance = Catalog.Provenance(&entry)
  }

  /// Whether a file or bundle with this name is one.
  public func matches(_ name: String) -> Bool {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), maxSplits: 1, omittingEmptySubsequences: false)
    let name = Array(name.utf8)
    guard let first = parts.first else { return false }
    guard parts.count == 2, let last = parts.last else { return name.elementsEqual(first) }
    return name.count >= first.count + last.count && name.starts(with: first)
      && name.suffix(last.count).elementsEqual(last)
  }
}

/// A purpose string that Apple’s mails are known to ask for because of linked symbols.
public struct MailedKey: Sendable {
  /// The effect of the mail on the build.
  public enum Effect: String, Sendable, CaseIterable {
    case refused, noted
  }

  /// The name of the ``PurposeKey``.
  public let key: String
  public let effect: Effect
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    key = entry.string("key")
    effect = entry.word("effect", or: .noted)
    provenance = Catalog.Provenance(&entry)
  }
}
