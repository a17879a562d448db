public import SourceText

/// A build configuration file (`.xcconfig`), with one setting on each line. Any bytes can be parsed.
public struct BuildConfigurationFile: Sendable {
  /// Another file whose settings are included at this place.
  public struct Include: Sendable {
    /// The path as written.
    public let path: WrittenText
    /// Whether the file may be missing: `#include?`.
    public let isOptional: Bool
    /// The bytes of the line, without surrounding whitespace.
    public let range: ByteRange
  }

  /// A comment: `// …`.
  public struct Comment: Hashable, Sendable {
    /// The bytes including the slashes.
    public let range: ByteRange
    /// The bytes after the slashes.
    public let content: ByteRange
  }

  /// A malformed line.
  public struct Problem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// A line without `=`.
      case missingEquals
      /// A line without a name before `=`, or with an invalid name.
      case invalidName
      /// A condition without its closing bracket.
      case unclosedCondition
      /// An include without a path in quotation marks, or an unknown directive.
      case invalidDirective
      /// A line left over from a merge conflict.
      case conflictMarker
    }
    public let kind: Kind
    public let range: ByteRange
  }

  public let text: SourceText
  /// In the order of the file; of several with the same name and condition, the last one counts.
  public let settings: [BuildSetting]
  public let includes: [Include]
  public let comments: [Comment]
  public let problems: [Problem]
  /// Where reading stopped because there are too many lines; nil if all of them were read.
  public let cut: Int?
}
