public import PrivacyRules
public import SourceText

/// A completion item.
public struct Completion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case key, dataType, purpose, category, reason, boolean, entry, file, closingTag
  }

  public var kind: Kind
  /// The text in the list.
  public var label: String
  /// A few words after the label: the label name of a data type, the meaning of a reason.
  public var detail: String
  /// The range to replace; it is on one line and contains the cursor.
  public var range: ByteRange
  public var insertion: Template
  /// The whitespace before the cursor at the start of its line.
  public var lineIndentation = ""
  /// Other edits. They may touch `range` unless that is empty: the protocol forbids other edits at a place of
  /// insertion.
  public var additionalEdits: [TextEdit] = []
  /// What a client compares with the text in `range`.
  public var filterText: String
  /// The item’s index in the list.
  public var order: Int
  /// Whether Apple has deprecated it.
  public var isDeprecated = false
  /// Whether there are completions at the first tab stop of the insertion, so that a client may open the next list.
  public var isFollowedByList = false
  /// The id for ``documentation(of:catalog:)``; nil if there is nothing more to say.
  public var documentationID: String?
}
