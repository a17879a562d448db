package import LanguageServerProtocol

/// Cuts a stream of bytes into the bodies of frames. Any bytes at all are taken.
///
/// A header that names no length, or one that no message has, is reported once; then everything up to the next
/// `Content-Length` header with a number is skipped, in constant memory. Nothing that follows the announced length
/// is relied on, so that a client which announced two gigabytes and never sent them is heard again as soon as it sends
/// something valid. JSON cannot hold such a header by itself: a line end in a string is escaped. Of a message that is too
/// large the id is read in passing, so that a request is answered under it.
package struct FrameReader {
  package enum Item: Equatable {
    /// The bytes of one message.
    case body([UInt8])
    /// Something that is no frame, in words, and the request that it is.
    case fault(String, id: LSP.RequestID? = nil)
  }

  /// The largest body that is read.
  static let largestBody = 128 << 20
  private static let longestHeaderLine = 8192
  /// The most that all lines of a header may have, in bytes.
  private static let longestHeader = 65_536
  /// How much of a header's line is looked at when the next valid one is sought.
  private static let longestSoughtHeader = 128

  private enum State {
    /// - Parameter isBegun: Whether there was a header line already.
    case header(length: Int?, isBegun: Bool)
    case body(length: Int)
    /// Everything up to the next valid header is skipped.
    case lost
  }

  private var state = State.header(length: nil, isBegun: false)
  /// What was received and not yet taken, from `position` on.
  private var buffer: [UInt8] = []
  private var position = 0
  /// How far the buffer was searched for the end of a line, so that no byte is searched twice.
  private var searched = 0
  /// The part of a body that is there.
  private var body: [UInt8] = []
  /// The size of the header lines that were taken of a frame whose body is not complete.
  private var headerSize = 0
  /// Whether the frame says that its body is not UTF-8.
  private var isForeign = false
  /// A message that is too large, while it is not known which request it is.
  private var oversized: (length: Int, search: RequestIDSearch)?

  /// Whether everything up to the next valid header is skipped.
  var isLost: Bool { if case .lost = state { true } else { false } }

  /// Passes everything over up to the next valid header.
  mutating func seekHeader() { state = .lost }

  /// How many bytes are held back until more come.
  var heldBytes: Int { buffer.count - position + body.count }

  /// How many of the bytes so far belong to a frame that is not complete; all of them if the next header is sought.
  var unfinishedBytes: Int { heldBytes + (isLost ? 0 : headerSize) }

  package init() {}

  /// Takes bytes as they come.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    oversized?.search.read(bytes)
    buffer.append(contentsOf: bytes)
  }

  /// Puts a body back that turned out to be no message: a length that was too large swallowed what follows.
  ///
  /// - Returns: Whether there is a header in it to go on from; only then was it put back.
  mutating func reclaim(_ body: [UInt8]) -> Bool {
    var search = 0
    while let lineEnd = body[search...].firstIndex(of: 0x0A) {
      search = lineEnd + 1
      guard let start = Self.startOfHeader(endingAt: lineEnd, in: body, from: 0) else { continue }
      buffer.replaceSubrange(0..<position, with: body[start...])
      position = 0
      searched = 0
      return true
    }
    return false
  }

  /// The next body or fault, nil if there is none yet.
  package mutating func next() -> Item? {
    while true {
      switch state {
      case .header(let length, let isBegun):
        guard let line = nextLine() else { return nil }
        switch line {
        case .tooLong: return lose("A header line is too long", from: position)
        case .line(let range):
          if range.isEmpty {
            guard let length else {
              // Blank lines between frames do no harm.
              guard isBegun else {
                headerSize = 0
                continue
              }
              return lose("The header has no Content-Length", from: position)
            }
            guard length <= Self.largestBody else {
              oversized = (length, RequestIDSearch(upTo: length))
              oversized?.search.read(buffer[position...])
              lose(from: position)
              continue
            }
            state = .body(length: length)
            takeBody(length)
            continue
          }
          guard let header = Header(buffer[range]) else {
            return lose("A header line must be “Name: value”", from: range.lowerBound)
          }
          if header.namesOtherCharset { isForeign = true }
          guard headerSize <= Self.longestHeader else { return lose("A header is too long", from: position) }
          guard header.isContentLength else {
            state = .header(length: length, isBegun: true)
            continue
          }
          guard let value = header.number else {
            return lose("The Content-Length is not a number", from: range.lowerBound)
          }
          // Of two that differ the first may be what is left of a frame that was cut off: it is said, and the second is
          // the next valid header.
          if let length, length != value { return lose("Two Content-Lengths differ", from: range.lowerBound) }
          state = .header(length: value, isBegun: true)
        }
      case .body(let length):
        takeBody(length)
        guard body.count >= length else { return nil }
        headerSize = 0
        state = .header(length: nil, isBegun: false)
        let result = body
        body = []
        if isForeign {
          isForeign = false
          return .fault("The body of a message must be UTF-8")
        }
        return .body(result)
      case .lost:
        if let (length, search) = oversized, search.isDone {
          oversized = nil
          return .fault("A message of \(length) bytes is too large", id: search.id)
        }
        guard findHeader() else { return nil }
        oversized?.search.end()
        if oversized == nil { state = .header(length: nil, isBegun: false) }
      }
    }
  }

  private mutating func takeBody(_ length: Int) {
    let available = min(length - body.count, buffer.count - position)
    guard available > 0 else { return }
    reserveBody(length)
    body.append(contentsOf: buffer[position..<position + available])
    position += available
    searched = position
    compact()
  }

  /// Makes room for a body. What is announced and does not come takes none; a large body that comes is not copied while it
  /// grows.
  private mutating func reserveBody(_ length: Int) {
    let first = 1 << 20
    if body.isEmpty {
      body.reserveCapacity(min(length, first))
    } else if body.count >= first, body.capacity < length {
      body.reserveCapacity(length)
    }
  }

  private enum Line {
    case line(Range<Int>)
    case tooLong
  }

  /// The next line without its end, nil if its end is not there yet.
  private mutating func nextLine() -> Line? {
    let start = position
    guard let end = buffer[max(searched, start)...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      if buffer.count - start > Self.longestHeaderLine { return .tooLong }
      compact()
      return nil
    }
    if end - start > Self.longestHeaderLine { return .tooLong }
    headerSize += end + 1 - start
    position = end + 1
    searched = position
    let upper = end > start && buffer[end - 1] == 0x0D ? end - 1 : end
    return .line(start..<upper)
  }

  private mutating func lose(_ words: String, from start: Int) -> Item {
    lose(from: start)
    return .fault(words)
  }

  private mutating func lose(from start: Int) {
    state = .lost
    isForeign = false
    headerSize = 0
    position = start
    searched = start
  }

  /// Moves on to the next valid header, or to the end of what is there but for a piece that may be the start of one.
  private mutating func findHeader() -> Bool {
    var search = max(searched, position)
    while let lineEnd = buffer[search...].firstIndex(of: 0x0A) {
      search = lineEnd + 1
      if let start = Self.startOfHeader(endingAt: lineEnd, in: buffer, from: position) {
        position = start
        searched = start
        return true
      }
    }
    searched = buffer.count
    position = max(position, buffer.count - Self.longestSoughtHeader)
    compact()
    return false
  }

  /// Where a header `Content-Length: number` begins whose line ends at `lineEnd`; it may stand behind other bytes.
  private static func startOfHeader(endingAt lineEnd: Int, in bytes: [UInt8], from lowest: Int) -> Int? {
    var at = lineEnd
    let lowest = max(lowest, lineEnd - longestSoughtHeader)
    func skipBack(_ matches: (UInt8) -> Bool) -> Int {
      let start = at
      while at > lowest, matches(bytes[at - 1]) { at -= 1 }
      return start - at
    }
    if at > lowest, bytes[at - 1] == 0x0D { at -= 1 }
    _ = skipBack(isBlank)
    // A longer number fits no integer.
    guard (1...18).contains(skipBack { (0x30...0x39).contains($0) }) else { return nil }
    _ = skipBack(isBlank)
    guard at > lowest, bytes[at - 1] == UInt8(ascii: ":") else { return nil }
    at -= 1
    _ = skipBack(isBlank)
    let start = at - contentLength.utf8.count
    guard start >= lowest, isContentLength(bytes[start..<at]) else { return nil }
    return start
  }

  private mutating func compact() {
    guard position > 0 else { return }
    if position == buffer.count {
      // A large frame leaves a large buffer behind; do not keep it.
      if buffer.capacity > 1 << 20 { buffer = [] } else { buffer.removeAll(keepingCapacity: true) }
    } else if position > buffer.count / 2 {
      buffer.removeSubrange(0..<position)
    } else {
      return
    }
    searched = max(searched - position, 0)
    position = 0
  }
}

/// A header line that has a name and a value.
private struct Header {
  var isContentLength: Bool
  /// The value, if it is a number that fits.
  var number: Int?
  /// Whether it is a content type with a character set that is not UTF-8.
  var namesOtherCharset = false

  init?(_ line: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = trimmed(line[..<colon])
    guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x7B }) else { return nil }
    isContentLength = LanguageServer.isContentLength(name)
    let value = trimmed(line[(colon + 1)...])
    if value.allSatisfy({ (0x30...0x39).contains($0) }) { number = Int(String(decoding: value, as: UTF8.self)) }
    if !isContentLength, String(decoding: name, as: UTF8.self).lowercased() == "content-type" {
      for parameter in String(decoding: value, as: UTF8.self).lowercased().split(separator: ";").dropFirst() {
        let words = parameter.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        guard words.hasPrefix("charset=") else { continue }
        // Older clients write it without the hyphen.
        namesOtherCharset = !["utf-8", "utf8", ""].contains(String(words.dropFirst("charset=".count)))
      }
    }
  }
}

private let contentLength = "content-length"

private func isContentLength(_ name: ArraySlice<UInt8>) -> Bool {
  String(decoding: name, as: UTF8.self).lowercased() == contentLength
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = bytes.drop(while: isBlank)
  while let last = bytes.last, isBlank(last) { bytes.removeLast() }
  return bytes
}
