public import JSON

extension LSP {
  /// The settings of an editor, or nothing where they are to be asked for.
  public struct DidChangeConfigurationParams: Params {
    public var settings: JSONValue?

    public init(_ json: JSONValue) {
      settings = json.optional("settings")
    }
  }

  /// The URIs of the folders that came and went.
  public struct DidChangeWorkspaceFoldersParams: Params {
    public var added: [String]
    public var removed: [String]

    public init(_ json: JSONValue) throws(ResponseError) {
      let event = try json.required("event")
      added = event["added"]?.array?.compactMap { $0["uri"]?.string } ?? []
      removed = event["removed"]?.array?.compactMap { $0["uri"]?.string } ?? []
    }
  }

  /// News of files that the server asked to be told of.
  public struct DidChangeWatchedFilesParams: Params {
    /// A file that was made, changed or deleted.
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

  /// Asks the client for one section of its settings.
  public struct ConfigurationParams: JSONObjectWritable, Sendable {
    public var section: String

    public init(section: String) {
      self.section = section
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.array("items") { json in json.object { json in json.member("section", section) } }
    }
  }

  /// Asks the client to tell of something.
  public struct RegistrationParams: JSONObjectWritable, Sendable {
    public enum Registration: Sendable {
      case watchedFiles([WatchedFiles])
      case configuration(section: String)
      /// Requests about documents whose paths have one of these patterns.
      case formatting(patterns: [String])
      case rangeFormatting(patterns: [String], rangesSupport: Bool)
      case onTypeFormatting(patterns: [String], triggers: [String])
    }

    /// Files whose changes the client is to tell of.
    public struct WatchedFiles: Hashable, Sendable {
      /// The folder that the pattern begins in; nil for all that the client works on.
      public var folderURI: String?
      public var pattern: String

      public init(folderURI: String? = nil, pattern: String) {
        self.folderURI = folderURI
        self.pattern = pattern
      }
    }

    public var registrations: [Registration]

    public init(_ registrations: [Registration]) {
      self.registrations = registrations
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("registrations", registrations)
    }
  }

  /// How much a message matters.
  public enum MessageType: Int, Sendable {
    case error = 1
    case warning, info, log
  }

  /// Words for the user or the log.
  public struct ShowMessageParams: JSONObjectWritable, Sendable {
    public var type: MessageType
    public var message: String

    public init(_ type: MessageType, _ message: String) {
      self.type = type
      self.message = message
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("type", type.rawValue)
      json.member("message", message)
    }
  }
}

extension LSP.RegistrationParams.Registration: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .watchedFiles(let files):
      let method = LSP.UnregistrationParams.watchedFiles
      json.member("id", method)
      json.member("method", method)
      json.object("registerOptions") { json in
        json.member("watchers", files)
      }
    case .configuration(let section):
      let method = "workspace/didChangeConfiguration"
      json.member("id", method)
      json.member("method", method)
      json.object("registerOptions") { json in json.member("section", section) }
    case .formatting(let patterns):
      write("textDocument/formatting", for: patterns, to: &json) { _ in }
    case .rangeFormatting(let patterns, let rangesSupport):
      write("textDocument/rangeFormatting", for: patterns, to: &json) { json in
        if rangesSupport { json.member("rangesSupport", true) }
      }
    case .onTypeFormatting(let patterns, let triggers):
      write("textDocument/onTypeFormatting", for: patterns, to: &json) { json in
        json.member("firstTriggerCharacter", triggers.first ?? "")
        json.member("moreTriggerCharacter", Array(triggers.dropFirst()))
      }
    }
  }

  private func write(
    _ method: String, for patterns: [String], to json: inout JSONWriter, options: (inout JSONWriter) -> Void
  ) {
    json.member("id", method)
    json.member("method", method)
    json.object("registerOptions") { json in
      json.array("documentSelector") { json in
        for pattern in patterns { json.object { json in json.member("pattern", pattern) } }
      }
      options(&json)
    }
  }
}

extension LSP.RegistrationParams.WatchedFiles: JSONObjectWritable {
  public func writeMembers(to json: inout JSONWriter) {
    guard let folderURI else {
      json.member("globPattern", pattern)
      return
    }
    json.object("globPattern") { json in
      json.member("baseUri", folderURI)
      json.member("pattern", pattern)
    }
  }
}

extension LSP {
  /// Asks the client to tell of watched files no more.
  public struct UnregistrationParams: JSONObjectWritable, Sendable {
    static let watchedFiles = "workspace/didChangeWatchedFiles"

    public init() {}

    public func writeMembers(to json: inout JSONWriter) {
      // The specification spells it so.
      json.array("unregisterations") { json in
        json.object { json in
          json.member("id", Self.watchedFiles)
          json.member("method", Self.watchedFiles)
        }
      }
    }
  }
}
