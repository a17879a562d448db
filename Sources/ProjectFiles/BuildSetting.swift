public import SourceText

/// A build setting in a project or configuration file.
public struct BuildSetting: Sendable {
  /// The name without conditions.
  public let name: String
  /// The bytes of the name, without quotation marks and conditions.
  public let nameRange: ByteRange
  /// The conditions in brackets after the name, such as `sdk=iphoneos*` and `arch=arm64`; empty for an unconditional
  /// setting.
  public let conditions: [String]
  /// The text, or the elements of a list. An empty setting has one empty text.
  public let values: [WrittenText]
  /// The bytes of the whole assignment.
  public let range: ByteRange

  /// The text, with the elements of a list joined by spaces.
  public var value: String { values.map(\.value).joined(separator: " ") }
}

/// The prefix of build settings that become entries of Info.plist.
public let infoPlistSettingPrefix = "INFOPLIST_KEY_"
