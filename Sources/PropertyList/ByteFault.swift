import JSON
import SourceText

/// A run of bytes that is not allowed in XML.
struct ByteFault {
  enum Kind {
    case notUTF8
    /// A control character, U+FFFE or U+FFFF.
    case forbidden
  }

  var kind: Kind
  var range: ByteRange
  /// Whether the bytes are invalid UTF-8 that Apple’s parser accepts anyway: it reads a lone A9 as ©.
  var isTolerated = false

  /// A quick check whether there may be any faults. Most files are plain ASCII.
  static func mayOccur(in bytes: Span<UInt8>) -> Bool {
    // Without branches, so that the compiler can vectorize the loop.
    var odd: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      let isControl: UInt8 = byte < 0x20 ? 1 : 0
      let isBlank: UInt8 = (byte == 0x09 ? 1 : 0) | (byte == 0x0A ? 1 : 0) | (byte == 0x0D ? 1 : 0)
      odd |= (isControl ^ isBlank) | (byte & 0x80)
    }
    return odd != 0
  }

  /// The first faults in a text; adjacent ones of the same kind are joined.
  static func all(in bytes: Span<UInt8>, limit: Int) -> [ByteFault] {
    var faults: [ByteFault] = []
    func note(_ kind: Kind, _ lower: Int, _ upper: Int) {
      let isTolerated = kind == .notUTF8 && bytes[lower] == 0xA9
      if let last = faults.last, last.kind == kind, last.range.upper == lower {
        faults[faults.count - 1].range.upper = upper
        if !isTolerated { faults[faults.count - 1].isTolerated = false }
      } else {
        faults.append(ByteFault(kind: kind, range: ByteRange(lower, upper), isTolerated: isTolerated))
      }
    }
    var at = 0
    while at < bytes.count, faults.count < limit {
      let byte = bytes[at]
      if byte < 0x80 {
        if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { note(.forbidden, at, at + 1) }
        at += 1
        continue
      }
      let length = lengthOfUTF8Sequence(in: bytes, at: at)
      if length == 0 {
        note(.notUTF8, at, at + 1)
        at += 1
      } else {
        if length == 3, byte == 0xEF, bytes[at + 1] == 0xBF, bytes[at + 2] >= 0xBE { note(.forbidden, at, at + 3) }
        at += length
      }
    }
    return faults
  }

  /// The first byte that is invalid UTF-8 and that Apple’s parser doesn’t accept either.
  static func firstNotUTF8(in bytes: Span<UInt8>) -> ByteRange? {
    var at = 0
    while at < bytes.count {
      let length = lengthOfUTF8Sequence(in: bytes, at: at)
      if length == 0, bytes[at] != 0xA9 { return ByteRange(at, at + 1) }
      at += max(length, 1)
    }
    return nil
  }
}
