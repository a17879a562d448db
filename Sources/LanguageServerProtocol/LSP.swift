public import JSON

/// The types of the Language Server Protocol that the server uses.
///
/// They know nothing about privacy manifests. Messages from a client are decoded by hand: unknown members are ignored,
/// and a required member that is missing or of the wrong type is ``ResponseError/Code/invalidParams``. Messages to a
/// client write themselves as JSON.
public enum LSP {}

extension LSP {
  /// The parameters of a request or a notification.
  public protocol Params: Sendable {
    init(_ json: JSONValue) throws(ResponseError)
  }

  /// Parameters that don’t matter.
  public struct NoParams: Params {
    public init(_ json: JSONValue) {}
  }

  /// An object in a message to a client.
  public typealias Object = JSONObject

  /// The result of a request without a value.
  public typealias Null = JSONNull

  /// Why a request has no result.
  public struct ResponseError: Error, JSONObjectWritable, Hashable, Sendable {
    public enum Code: Int, Sendable {
      case parseError = -32700
      case invalidRequest = -32600
      case methodNotFound = -32601
      case invalidParams = -32602
      case internalError = -32603
      case serverNotInitialized = -32002
      case contentModified = -32801
      case requestCancelled = -32800
      case serverCancelled = -32802
      case requestFailed = -32803
    }

    public var code: Code
    public var message: String

    public init(_ code: Code, _ message: String) {
      self.code = code
      self.message = message
    }

    public func writeMembers(to json: inout JSONWriter) {
      json.member("code", code.rawValue)
      json.member("message", message)
    }
  }
}

// MARK: - Reading members

extension JSONValue {
  /// The value of a required member.
  func required(_ name: StaticString) throws(LSP.ResponseError) -> JSONValue {
    guard let value = self[name] else { throw LSP.ResponseError(.invalidParams, "“\(name)” is missing") }
    return value
  }

  /// The converted value of a required member.
  private func required<Value>(
    _ name: StaticString, _ kind: String, _ value: (JSONValue) -> Value?
  ) throws(LSP.ResponseError) -> Value {
    guard let value = value(try required(name)) else {
      throw LSP.ResponseError(.invalidParams, "“\(name)” must be \(kind)")
    }
    return value
  }

  /// The string in a required member.
  func requiredString(_ name: StaticString) throws(LSP.ResponseError) -> String {
    try required(name, "a string", \.string)
  }

  /// The UTF-8 bytes of the string in a required member.
  func requiredBytes(_ name: StaticString) throws(LSP.ResponseError) -> [UInt8] {
    try required(name, "a string", \.stringBytes)
  }

  /// The elements of the array in a required member.
  func requiredArray(_ name: StaticString) throws(LSP.ResponseError) -> [JSONValue] {
    try required(name, "an array", \.array)
  }

  /// The value of a member; nil if it is missing or null.
  func optional(_ name: StaticString) -> JSONValue? {
    self[name].flatMap { $0.isNull ? nil : $0 }
  }
}

/// Lookups in objects that may be missing.
extension JSONValue? {
  subscript(_ name: StaticString) -> JSONValue? { self.flatMap { $0[name] } }

  /// Whether a member is there and true.
  func isTrue(_ name: StaticString) -> Bool { self[name]?.bool ?? false }

  /// The strings in an array member; nil if it isn’t an array.
  func strings(_ name: StaticString) -> [String]? { self[name]?.array?.compactMap(\.string) }

  /// The integers in an array member; nil if it isn’t an array.
  func integers(_ name: StaticString) -> [Int]? { self[name]?.array?.compactMap(\.int) }
}

// MARK: - Echoing objects

extension JSONValue {
  /// The same object with one member set; unchanged if the value is nil.
  public func with(_ name: StaticString, _ value: (any JSONWritable & Sendable)?) -> any JSONWritable {
    guard let value else { return self }
    let others = (members ?? []).lazy.filter { !$0.name.isString(name) }
    return LSP.Object(others.map { ($0.name.string ?? "", $0.value) } + [(name.description, value)])
  }
}
