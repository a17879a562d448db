package import LanguageServerProtocol

/// Splits a stream of bytes into the bodies of frames. Accepts any bytes.
///
/// An invalid header is reported once; then everything up to the next `Content-Length` header with a number is skipped,
/// in constant memory. The announced length isn’t relied on: a client that announced two gigabytes and never sent them
/// can continue with something valid. JSON can’t contain such a header: line ends in strings are escaped.
package struct FrameReader {
  package enum Item: Equatable {
    /// The bytes of one message.
    case body([UInt8])
    /// What is wrong with the input, and the request that it belongs to.
    case fault(String, id: LSP.RequestID? = nil)
  }

  /// The largest body that is accepted, in bytes.
  static let largestBody = 128 << 20
  private static let longestHeaderLine = 8192
  /// The largest size of a header, in bytes.
  private static let longestHeader = 65_536
  /// How much of a line is checked when searching for the next valid header.
  private static let longestSoughtHeader = 128

  private enum State {
    /// - Parameter isBegun: Whether there was a header line already.
    case header(length: Int?, isBegun: Bool)
    case body(length: Int)
    /// Skips everything up to the next valid header.
    case lost
  }

  private var state = State.header(length: nil, isBegun: false)
  /// The received bytes; those before `position` are consumed.
  private var buffer: [UInt8] = []
  private var position = 0
  /// How far the buffer was searched for a line end, so that no byte is searched twice.
  private var searched = 0
  /// The part of a body received so far.
  private var body: [UInt8] = []
  /// The size of the header lines of the incomplete frame.
  private var headerSize = 0
  /// Whether the header announces another encoding than UTF-8.
  private var isForeign = false
  /// A message that is too large, until its request id is found.
  private var oversized: (length: Int, search: RequestIDSearch)?

  /// Whether everything up to the next valid header is skipped.
  package var isLost: Bool { if case .lost = state { true } else { false } }

  /// Skips everything up to the next valid header.
  package mutating func seekHeader() { state = .lost }

  /// How many bytes are buffered.
  var heldBytes: Int { buffer.count - position + body.count }

  /// How many of the bytes so far belong to an incomplete frame; all buffered bytes while searching for a header.
  package var unfinishedBytes: Int { heldBytes + (isLost ? 0 : headerSize) }

  package init() {}

  /// Takes received bytes.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    oversized?.search.read(bytes)
    buffer.append(contentsOf: bytes)
  }

  /// Returns a body that isn’t a message to the buffer: a length that was too large swallowed what follows.
  ///
  /// - Returns: Whether it contains a header to continue from; otherwise nothing is changed.
  package mutating func reclaim(_ body: [UInt8]) -> Bool {
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

  /// The next body or fault; nil if there is none yet.
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
              // Blank lines between frames are harmless.
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
          // The first of two different lengths may be left over from a truncated frame: report it, and continue with
          // the second.
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

  /// Reserves memory for a body. An announced length alone takes up little; a large body that does arrive isn’t copied
  /// as it grows.
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

  /// The next line without its line end; nil if it isn’t complete yet.
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

  /// Moves to the next valid header, or to the end of the buffer except for what may be the start of one.
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

  /// The start of a header `Content-Length: number` whose line ends at `lineEnd`. Other bytes may precede it on the
  /// line.
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
    // A longer number doesn’t fit in an integer.
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
      // Don’t keep the buffer of a large frame.
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

/// A header line.
private struct Header {
  var isContentLength: Bool
  /// The value if it is a number that fits.
  var number: Int?
  /// Whether it is a content type with a character set other than UTF-8.
  var namesOtherCharset = false

  init?(_ line: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = trimmed(line[..<colon])
    guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x7B }) else { return nil }
    isContentLength = ServerLoop.isContentLength(name)
    let value = trimmed(line[(colon + 1)...])
    if value.allSatisfy({ (0x30...0x39).contains($0) }) { number = Int(String(decoding: value, as: UTF8.self)) }
    if !isContentLength, String(decoding: name, as: UTF8.self).lowercased() == "content-type" {
      for parameter in String(decoding: value, as: UTF8.self).lowercased().split(separator: ";").dropFirst() {
        let words = parameter.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        guard words.hasPrefix("charset=") else { continue }
        // Older clients omit the hyphen.
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
