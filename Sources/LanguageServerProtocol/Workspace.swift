public import JSON

extension LSP {
  /// New settings of the editor; nil if the server has to request them.
  public struct DidChangeConfigurationParams: Params {
    public var settings: JSONValue?

    public init(_ json: JSONValue) {
      settings = json.optional("settings")
    }
  }

  /// The URIs of added and removed workspace folders.
  public struct DidChangeWorkspaceFoldersParams: Params {
    public var added: [String]
    public var removed: [String]

    public init(_ json: JSONValue) throws(ResponseError) {
      let event = try json.required("event")
      added = event["added"]?.array?.compactMap { $0["uri"]?.string } ?? []
      removed = event["removed"]?.array?.compactMap { $0["uri"]?.string } ?? []
    }
  }

  /// Changes of files that the server watches.
  public struct DidChangeWatchedFilesParams: Params {
    /// A file that was created, changed or deleted.
    public struct Change: Hashable, Sendable {
      public var uri: String
      public var isDeletion: Bool
    }

    public var changes: [Change]

    public init(_ json: JSONValue) throws(ResponseError) {
      changes = try json.requiredArray("changes").compactMap { change in
        change["uri"]?.string.map { Change(uri: $0, isDeletion: change["type"]?.int == 3) }
      }
    }
  }

  /// Asks the client for a section of its settings.
  public static func configurationParams(section: String) -> Object {
    ["items": [["section": section] as Object]]
  }

  /// The severity of a message.
  public enum MessageType: Int, Sendable {
    case error = 1
    case warning, info, log
  }

  /// A message to the user or the log.
  public static func showMessageParams(_ type: MessageType, _ message: String) -> Object {
    ["type": type.rawValue, "message": message]
  }
}

// MARK: - Registrations

extension LSP {
  private static let watchedFiles = "workspace/didChangeWatchedFiles"

  /// Registers capabilities with the client.
  public static func registrationParams(_ registrations: [Object]) -> Object {
    ["registrations": registrations]
  }

  /// Asks the client to stop watching files.
  public static let unregistrationParams: Object = [
    // The misspelling is the protocol’s.
    "unregisterations": [["id": watchedFiles, "method": watchedFiles] as Object]
  ]

  private static func registration(_ method: String, _ options: Object) -> Object {
    ["id": method, "method": method, "registerOptions": options]
  }

  /// The registration for changes of a section of the settings.
  public static func configurationRegistration(section: String) -> Object {
    registration("workspace/didChangeConfiguration", ["section": section])
  }

  /// The registration for a request about documents whose paths match one of some patterns.
  ///
  /// - Parameter options: Further options of the request.
  public static func registration(_ method: String, patterns: [String], _ options: Object? = nil) -> Object {
    let selector = patterns.map { ["pattern": $0] as Object }
    return registration(method, ["documentSelector": selector] + (options ?? [:]))
  }

  /// The registration for changes of files.
  ///
  /// - Parameter folders: The URIs of the folders that the patterns are relative to; nil for the whole workspace.
  public static func watchedFilesRegistration(patterns: [String], folders: [String]?) -> Object {
    func watcher(_ glob: Object.Member) -> Object { ["globPattern": glob] }
    let watchers: [Object]
    if let folders {
      watchers = folders.flatMap { folder in
        patterns.map { watcher(["baseUri": folder, "pattern": $0] as Object) }
      }
    } else {
      watchers = patterns.map(watcher)
    }
    return registration(watchedFiles, ["watchers": watchers])
  }
}
