/// A parsed JSON text. Nodes lie in one array in document order, so that parsing and freeing need no recursion
/// however deep the text nests.
///
/// Values keep their byte range, objects keep the order of their members and every duplicate, and numbers keep their
/// spelling.
public final class JSONDocument: Sendable {
  /// The text as given, UTF-8.
  public let bytes: [UInt8]
  let nodes: [JSONNode]

  init(bytes: [UInt8], nodes: [JSONNode]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Parses a whole JSON text: one value with nothing but white space around it.
  ///
  /// - Parameter bytes: UTF-8. An escaped lone surrogate is accepted and reads as U+FFFD.
  /// - Throws: The first error, with its byte offset.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONDocument {
    var parser = JSONParser(bytes: bytes)
    let nodes = try parser.parse()
    return JSONDocument(bytes: bytes, nodes: nodes)
  }
}

/// Why a text is no JSON, or a JSON value not the one expected.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong, as a sentence without a full stop.
  public var message: String
  /// Where, in bytes from the start of the text.
  public var offset: Int

  public init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

struct JSONNode: Sendable {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  var kind: Kind
  /// Whether a string holds no escape, so that its bytes are its value.
  var isPlain = true
  /// The bytes of the value, delimiters included.
  var lower: Int32
  var upper: Int32
  /// The index of the next value in the same container, 0 if there is none (0 is the root, never a sibling).
  /// In an object, members alternate: name, value, name, value.
  var next: Int32 = 0
}
