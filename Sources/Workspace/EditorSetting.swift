public import JSON

/// A setting that only an editor has: it says how the server speaks, not what is right in a file.
public enum EditorSetting: String, CaseIterable {
  case workspaceDiagnostics, log, inlayHints, sources

  public init?(_ name: JSONValue) {
    guard let text = name.string, let setting = EditorSetting(rawValue: text) else { return nil }
    self = setting
  }

  /// What an object sets, nil if nothing.
  public func value(in json: JSONValue) -> JSONValue? {
    json.members?.last { $0.name.string == rawValue }.flatMap { $0.value.isNull ? nil : $0.value }
  }
}
