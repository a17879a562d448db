public import PrivacyRules
public import SourceText

/// One thing that may stand where the cursor is.
public struct Completion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case key, dataType, purpose, category, reason, boolean, entry, file, closingTag
  }

  public var kind: Kind
  /// What the list shows.
  public var label: String
  /// A few words behind the label: the label name of a data type, the meaning of a reason.
  public var detail: String
  /// What is replaced; it lies on one line and holds the cursor.
  public var range: ByteRange
  public var insertion: Template
  /// The white space that the line of the insertion begins with, as far as it stands before the cursor.
  public var lineIndentation = ""
  /// Changes elsewhere that go with the insertion. They may meet `range`, unless that is empty: the protocol wants no
  /// other change at a place of insertion.
  public var additionalEdits: [TextEdit] = []
  /// What a client matches against what stands in `range`.
  public var filterText: String
  /// The item's place in the list.
  public var order: Int
  /// Whether Apple asks to use something else.
  public var isDeprecated = false
  /// Whether more is offered at the first stop of the insertion, so that a client may open the next list.
  public var isFollowedByList = false
  /// What names the item to ``documentation(of:catalog:)``; nil if there is nothing more to say.
  public var documentationID: String?
}
