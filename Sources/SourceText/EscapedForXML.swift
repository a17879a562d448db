/// A text as it stands between tags. It is made by code points, as parsers read it: a mark that combines with what stands
/// before it does not hide a bracket.
///
/// - Parameter keepsLineEnds: Whether CR and LF in a row stay, as in a file that has such line ends. A CR by itself would be
///   read as a LF.
public func escapedForXML(_ text: String, keepsLineEnds: Bool = true) -> String {
  var result = String.UnicodeScalarView()
  let scalars = text.unicodeScalars
  for index in scalars.indices {
    let scalar = scalars[index]
    switch scalar.value {
    case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
    case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
    case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
    case 0x0D where !keepsLineEnds || scalars[index...].dropFirst().first != "\n":
      result.append(contentsOf: "&#13;".unicodeScalars)
    // What XML has no place for.
    case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
    default: result.append(scalar)
    }
  }
  return String(result)
}
