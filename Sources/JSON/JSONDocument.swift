/// A parsed JSON text. All nodes are in one array in document order, so that parsing and freeing need no recursion,
/// however deeply the text nests.
///
/// Values keep their byte range, objects keep the order of their members and every duplicate, and numbers keep their
/// spelling.
public final class JSONDocument: Sendable {
  /// The text as given, UTF-8.
  public let bytes: [UInt8]
  let nodes: [JSONNode]
  /// The mistakes in a text that was read tolerantly, in order; empty if it was read strictly.
  public let problems: [JSONError]
  /// Where reading stopped in a text with too many values; nil if all of it was read.
  public let cut: Int?

  init(bytes: [UInt8], nodes: [JSONNode], problems: [JSONError] = [], cut: Int? = nil) {
    self.cut = cut
    self.bytes = bytes
    self.nodes = nodes
    self.problems = problems
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// The objects and arrays in document order.
  public var containers: some Sequence<JSONValue> {
    nodes.indices.lazy.filter { self.nodes[$0].kind == .object || self.nodes[$0].kind == .array }.map {
      JSONValue(document: self, index: $0)
    }
  }

  /// The values that contain or touch a byte offset, the outermost first, each with its member name if it has one.
  /// An offset in a name leads to its value.
  public func path(at offset: Int) -> [(name: JSONValue?, value: JSONValue)] {
    var path: [(name: JSONValue?, value: JSONValue)] = []
    var next: (name: JSONValue?, value: JSONValue)? = (nil, root)
    while let current = next {
      path.append(current)
      next = nil
      if let members = current.value.members {
        next = members.last { member in
          let lower = member.name.range.lowerBound
          return lower <= offset && offset <= max(member.name.range.upperBound, member.value.range.upperBound)
        }.map { ($0.name, $0.value) }
      } else if let elements = current.value.array {
        next = elements.last { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }.map { (nil, $0) }
      }
    }
    return path
  }

  /// Parses a whole JSON text: one value, surrounded only by whitespace.
  ///
  /// - Parameter bytes: UTF-8. An escaped lone surrogate is accepted and reads as U+FFFD.
  /// - Throws: The first error, with its byte offset.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONDocument {
    var parser = JSONParser(bytes: bytes, isTolerant: false)
    let document = parser.parse()
    if let first = document.problems.first { throw first }
    return document
  }

  /// Parses any bytes and recovers from each mistake, for someone who is typing.
  ///
  /// A missing value becomes a ``JSONValue`` with an empty range, an unterminated string ends with its line, and a
  /// bracket that closes nothing is skipped. A container without its bracket ends where the outer one continues.
  /// Comments and conflict markers are skipped too.
  public static func parseTolerantly(_ bytes: [UInt8]) -> JSONDocument {
    var parser = JSONParser(bytes: bytes, isTolerant: true)
    return parser.parse()
  }
}

/// Why a text isn’t JSON, or a JSON value isn’t the expected one.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong, as a sentence without a full stop.
  public var message: String
  /// Where, in bytes from the start of the text.
  public var offset: Int
  /// Where the mistake ends, in bytes from the start of the text; equal to `offset` for a place between two bytes.
  public var end: Int

  public init(_ message: String, at offset: Int, to end: Int? = nil) {
    self.message = message
    self.offset = offset
    self.end = max(offset, end ?? offset)
  }
}

struct JSONNode: Sendable {
  var kind: JSONValue.Kind
  /// Whether a string has no escapes, so that its bytes are its value.
  var isPlain = true
  /// Whether a string has its closing quote, or a container its closing bracket.
  var isClosed = true
  /// Whether the value is missing from the text.
  var isMissing = false
  /// The bytes of the value, delimiters included.
  var lower: Int32
  var upper: Int32
  /// The index of the next value in the same container, 0 if there is none (0 is the root, never a sibling).
  /// In an object, members alternate: name, value, name, value.
  var next: Int32 = 0
}
