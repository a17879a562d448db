/// A text escaped for use between XML tags. It works on scalars, as parsers do, so that a combining mark can’t hide a
/// bracket.
///
/// - Parameter keepsLineEnds: Whether to keep CR LF, as in a file with such line ends. A lone CR is always escaped,
///   since parsers read it as LF.
public func escapedForXML(_ text: String, keepsLineEnds: Bool = true) -> String {
  // Most texts need no change; 0xEF begins the code points that XML forbids.
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case 0x26, 0x3C, 0x3E, 0xEF, 0..<0x09, 0x0B..<0x20: false
    default: true
    }
  }
  if isPlain { return text }
  var result: [UInt8] = []
  result.reserveCapacity(text.utf8.count)
  let scalars = text.unicodeScalars
  for index in scalars.indices {
    let scalar = scalars[index]
    switch scalar.value {
    case 0x26: result += "&amp;".utf8
    case 0x3C: result += "&lt;".utf8
    case 0x3E: result += "&gt;".utf8
    case 0x0D where !keepsLineEnds || scalars[index...].dropFirst().first != "\n":
      result += "&#13;".utf8
    // Forbidden in XML.
    case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0xFFFE, 0xFFFF: result += "\u{FFFD}".utf8
    default: if let bytes = UTF8.encode(scalar) { result += bytes }
    }
  }
  return String(decoding: result, as: UTF8.self)
}
