public import JSON

extension LSP {
  /// The places in a document at which selections are to grow.
  public struct SelectionRangeParams: Params {
    public var uri: String
    public var positions: [Position]

    public init(_ json: JSONValue) throws(ResponseError) {
      uri = try documentURI(json)
      positions = []
      for position in try json.requiredArray("positions") { positions.append(try Position(position)) }
    }
  }

  /// The steps by which a selection grows, the smallest first; each lies in the next. At least one.
  public struct SelectionRange: JSONWritable, Sendable {
    public var steps: [Range]

    public init(steps: [Range]) {
      self.steps = steps
    }

    public func write(to json: inout JSONWriter) {
      Self.write(steps[...], to: &json)
    }

    /// The feature bounds the number of steps, and so the depth of this.
    private static func write(_ steps: ArraySlice<Range>, to json: inout JSONWriter) {
      json.object { json in
        if let range = steps.first { json.member("range", range) }
        guard steps.count > 1 else { return }
        json.name("parent")
        write(steps.dropFirst(), to: &json)
      }
    }
  }
}
