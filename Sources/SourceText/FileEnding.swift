/// The file extension of a path in lower case, such as `swift`; empty if there is none or it is longer than any
/// extension we look for. Called for every file of a tree, so it allocates nothing on the heap.
public func fileEnding(of path: String) -> String {
  var path = path
  return path.withUTF8 { bytes in
    guard let dot = bytes.suffix(longestEnding + 1).lastIndex(of: UInt8(ascii: ".")) else { return "" }
    let ending = bytes[(dot + 1)...]
    return String(unsafeUninitializedCapacity: ending.count) { buffer in
      var count = 0
      for byte in ending {
        buffer[count] = 0x41...0x5A ~= byte ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }
}

/// Whether no component of a path is empty or begins with a dot, so that joining it to another changes nothing. A
/// leading slash is allowed.
public func isTidyPath(_ path: String) -> Bool {
  var path = path
  return path.withUTF8 { bytes in
    var isStart = true
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "/") {
        if isStart, place > 0 { return false }
        isStart = true
      } else {
        if isStart, byte == UInt8(ascii: ".") { return false }
        isStart = false
      }
    }
    return !isStart
  }
}

/// The most bytes that a string stores inline.
private let longestEnding = 15
