public import SourceText

/// A build configuration file (`.xcconfig`): one setting per line. Any bytes give one.
public struct BuildConfigurationFile: Sendable {
  /// An include of another file.
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

  /// An invalid line.
  public struct Problem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// A line without `=`.
      case missingEquals
      /// A line without a name before `=`, or with an invalid one.
      case invalidName
      /// An unclosed bracket of a condition.
      case unclosedCondition
      /// An include without a quoted path, or an unknown directive.
      case invalidDirective
      /// A merge conflict marker.
      case conflictMarker
    }
    public let kind: Kind
    public let range: ByteRange
  }

  public let text: SourceText
  /// In the order of the file; of several with the same name and condition, the last counts.
  public let settings: [BuildSetting]
  public let includes: [Include]
  public let comments: [Comment]
  public let problems: [Problem]
  /// Where reading stopped because there are too many lines; nil if all were read.
  public let cut: Int?
}
