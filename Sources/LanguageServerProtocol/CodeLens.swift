public import JSON

extension LSP {
  /// Something the server does when a client runs it.
  public struct Command: JSONWritable, Sendable {
    public var title: String
    public var command: String
    public var arguments: [Argument]

    /// Which document it is about, and where in it.
    public struct Argument: Sendable {
      public var uri: String
      public var position: Position?

      public init(uri: String, position: Position? = nil) {
        self.uri = uri
        self.position = position
      }
    }

    public init(title: String, command: String, arguments: [Argument]) {
      self.title = title
      self.command = command
      self.arguments = arguments
    }

    public func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("title", title)
        json.member("command", command)
        json.member("arguments", arguments)
      }
    }
  }

  /// A line of words above a line of text, with what happens when it is clicked.
  public struct CodeLens: JSONWritable, Sendable {
    public var range: Range
    public var command: Command

    public init(range: Range, command: Command) {
      self.range = range
      self.command = command
    }

    public func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("range", range)
        json.member("command", command)
      }
    }
  }
}

extension LSP.Command.Argument: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("uri", uri)
      json.member("position", ifPresent: position)
    }
  }
}
