public import JSON

/// A setting that only editors have: it controls what the server shows, not what the rules find.
public enum EditorSetting: String, CaseIterable {
  case workspaceDiagnostics, log, inlayHints, sources

  public init?(_ name: JSONValue) {
    guard let text = name.string, let setting = EditorSetting(rawValue: text) else { return nil }
    self = setting
  }

  /// The value of the setting in an object; nil if it is missing or null.
  public func value(in json: JSONValue) -> JSONValue? {
    json.members?.last { $0.name.string == rawValue }.flatMap { $0.value.isNull ? nil : $0.value }
  }
}
