import SourceText

/// The parts of a document’s URI that the server uses.
package struct DocumentURI {
  /// The path with escapes resolved: `Untitled-1` for `untitled:Untitled-1`.
  package let path: String
  /// The absolute path on this machine; nil for anything but a `file` URI.
  package let filePath: String?

  package init(_ uri: String) {
    var rest = Substring(uri)
    var scheme = ""
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
    var host: Substring = ""
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      host = rest[..<slash]
      rest = rest[slash...]
    }
    path = Self.decoded(rest)
    let isLocal = host.isEmpty || host.lowercased() == "localhost"
    filePath = scheme == "file" && isLocal && path.hasPrefix("/") && !path.utf8.contains(0) ? path : nil
  }

  /// The `file` URI of an absolute path.
  package static func ofFile(_ path: String) -> String { "file://" + escaped(path) }

  /// A path with percent escapes for a URI.
  package static func escaped(_ path: some StringProtocol) -> String {
    var result = ""
    for byte in path.utf8 {
      if isLetter(byte) || isDigit(byte) || "-._~/".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += byte < 16 ? "%0" : "%"
        result += String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// The text with `%41` read as `A`; an invalid escape stays as it is.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
