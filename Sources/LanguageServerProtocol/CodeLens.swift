public import JSON

extension LSP {
  /// A document, or a place in it, as the argument of a command.
  public struct PlaceArgument: JSONObjectWritable, Sendable {
    public var uri: String
    public var position: Position?

    public init(uri: String, position: Position? = nil) {
      self.uri = uri
      self.position = position
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("uri", uri)
      json.member("position", ifPresent: position)
    }
  }

  /// A line of words above a line of text, with what happens when it is clicked.
  public struct CodeLens: JSONObjectWritable, Sendable {
    public var range: Range
    public var command: Command

    public init(range: Range, command: Command) {
      self.range = range
      self.command = command
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("range", range)
      json.member("command", command)
    }
  }
}
