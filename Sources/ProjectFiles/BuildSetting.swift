public import SourceText

/// One setting of a build configuration, as a project or a configuration file says it.
public struct BuildSetting: Sendable {
  /// The name without conditions.
  public let name: String
  /// The bytes of the name, without quotation marks and conditions.
  public let nameRange: ByteRange
  /// What stands in brackets behind the name: `sdk=iphoneos*`, `arch=arm64`; empty for a setting that always holds.
  public let conditions: [String]
  /// The text; of a list its elements. A setting that is written empty has one empty text.
  public let values: [WrittenText]
  /// The bytes of the whole assignment.
  public let range: ByteRange

  /// The text, with the elements of a list joined by blanks.
  public var value: String { values.map(\.value).joined(separator: " ") }
}

/// What the name of a build setting begins with from which Xcode makes an entry of Info.plist.
public let infoPlistSettingPrefix = "INFOPLIST_KEY_"
