import JSON
import LanguageServerProtocol

/// Looks for the id of a request while its bytes pass by, in constant memory. What is not JSON ends the search.
struct RequestIDSearch {
  /// The id of the request; nil if none was found, or the message is no request.
  var id: LSP.RequestID? { isRequest ? found : nil }
  /// Whether nothing that follows is looked at.
  private(set) var isDone = false

  private var found: LSP.RequestID?
  private var isRequest = false
  /// How many bytes of the message are still to come.
  private var rest: Int

  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether what stands next in the message's own object is the name of a member.
  private var expectsName = true
  /// The name or value that is read, as long as it may be one that counts.
  private var word: [UInt8] = []
  private var name: [UInt8] = []

  /// No id that is worth answering is longer, in bytes.
  private static let longestID = 1_024

  /// - Parameter length: How many bytes the message has.
  init(upTo length: Int) { rest = length }

  /// Takes what follows.
  mutating func read(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      if isDone { return }
      read(byte)
      rest -= 1
      if rest <= 0 { isDone = true }
    }
  }

  /// Takes note that no more of the message comes.
  mutating func end() { isDone = true }

  private mutating func read(_ byte: UInt8) {
    if depth == 1, word.count <= Self.longestID { word.append(byte) }
    if isInString {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isInString = false
      case 0..<0x20: isDone = true
      default: break
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if depth == 1 {
        isDone = byte == UInt8(ascii: "[")
        word = []
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 1 { endMember() }
      depth -= 1
      if depth <= 0 { isDone = true }
    case UInt8(ascii: ":") where depth == 1 && expectsName:
      name = Array(word.dropLast())
      word = []
      expectsName = false
    case UInt8(ascii: ",") where depth == 1: endMember()
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x20, 0x09, 0x0A,
      0x0D:
      if depth == 0, byte > 0x20 { isDone = true }
    default: isDone = true
    }
  }

  private mutating func endMember() {
    switch (try? JSONDocument.parse(name))?.root.string {
    case "id":
      found = (try? JSONDocument.parse(Array(word.dropLast()))).flatMap { LSP.RequestID($0.root) }
      isDone = isRequest
    case "method":
      isRequest = true
      isDone = found != nil
    default: break
    }
    word = []
    expectsName = true
  }
}
