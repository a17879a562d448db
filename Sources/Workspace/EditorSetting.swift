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
    let value =
      switch self {
      case .workspaceDiagnostics: json["workspaceDiagnostics"]
      case .log: json["log"]
      case .inlayHints: json["inlayHints"]
      case .sources: json["sources"]
      }
    return value.flatMap { $0.isNull ? nil : $0 }
  }
}
