public import SourceText

/// A build configuration file (`.xcconfig`): a setting a line. Any bytes give one.
public struct BuildConfigurationFile: Sendable {
  /// Another file whose settings are read where its name stands.
  public struct Include: Sendable {
    /// The path as it is written.
    public let path: WrittenText
    /// Whether the file may be missing: `#include?`.
    public let isOptional: Bool
    /// The bytes of the line, without white space around it.
    public let range: ByteRange
  }

  /// A remark of a line: `// …`.
  public struct Comment: Hashable, Sendable {
    /// The bytes with the slashes.
    public let range: ByteRange
    /// The bytes behind the slashes.
    public let content: ByteRange
  }

  /// A line that is none of these.
  public struct Problem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// A line without `=`.
      case missingEquals
      /// A line without a name before `=`, or with something that is no name.
      case invalidName
      /// A bracket of a condition that does not end.
      case unclosedCondition
      /// An include without a path in quotation marks, or a directive that is not known.
      case invalidDirective
      /// A line that two sides of a merge left there.
      case conflictMarker
    }
    public let kind: Kind
    public let range: ByteRange
  }

  public let text: SourceText
  /// In the order of the file; of several with one name and condition the last counts.
  public let settings: [BuildSetting]
  public let includes: [Include]
  public let comments: [Comment]
  public let problems: [Problem]
  /// Where reading ended before the end of the text, since there are too many lines; nil where all were read.
  public let cut: Int?
}
