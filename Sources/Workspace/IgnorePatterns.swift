import SourceText

/// The patterns of a `.gitignore`, or of settings that are written like one, in the order in which they stand.
///
/// A pattern speaks of one entry, a file or a folder. That what lies in a folder left out is left out as well is for the
/// caller to see to, who walks from folder to folder anyway. The form is git's own (gitignore(5), and what git does where
/// that says nothing). Everything is compared byte by byte; where the case of letters does not count, that of ASCII.
public struct IgnorePatterns: Hashable, Sendable {
  /// So many patterns are read of one file; nobody writes more by hand, and each costs a look at every folder.
  private static let most = 10_000

  private var patterns: [Pattern] = []
  /// Whether the case of letters does not count.
  private var ignoresCase = false
  /// What patterns say as it stands, and what else they say, one after the other: to go through a hundred patterns for
  /// each folder of a tree must count no references.
  private var bytes: [UInt8] = []
  private var parts: [Part] = []

  private struct Pattern: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
      /// The bytes are all of it.
      case literal
      /// A match ends with the bytes.
      case ending
      /// A match begins with the bytes, and the parts say what follows.
      case general
    }

    /// Whether what it matches is taken back in: the pattern began with `!`.
    var isNegated: Bool
    /// Whether it speaks of folders alone: the pattern ended with `/`.
    var isForFolders: Bool
    /// Whether it is compared with the last component, and not with the whole path.
    var isName: Bool
    var shape: Shape
    var bytes: Range<Int>
    var parts: Range<Int>
  }

  /// What one character of a pattern, or one group of them, stands for.
  private enum Part: Hashable, Sendable {
    case byte(UInt8)
    /// Any byte but a slash.
    case any
    /// One of these bytes.
    case oneOf(ByteSet)
    /// Any bytes but slashes, perhaps none.
    case run
    /// Any bytes, perhaps none.
    case deepRun
    /// Nothing, or any bytes with a slash behind them.
    case folders
    /// What can never match.
    case nothing
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Reads a file.
  ///
  /// - Parameter ignoresCase: Whether the case of letters does not count.
  public init(file bytes: [UInt8], ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    for line in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      guard patterns.count < Self.most else { break }
      add(line.last == "\r" ? line.dropLast() : line)
    }
  }

  /// Reads patterns that stand alone.
  public init(lines: some Sequence<String>) {
    for line in lines.prefix(Self.most) { add(Array(line.utf8)[...]) }
  }

  /// What the last pattern says that matches an entry: true to leave it out, false to take it in; nil where none matches.
  ///
  /// - Parameters:
  ///   - path: From the folder of the patterns on, without a slash at either end.
  ///   - nameCount: How many bytes the last component has, where that is known.
  ///   - isFolder: A link to a folder is none.
  func leavesOut(_ path: ArraySlice<UInt8>, nameCount: Int? = nil, isFolder: Bool) -> Bool? {
    guard !patterns.isEmpty else { return nil }
    let path = ignoresCase ? path.map(Self.lowercased)[...] : path
    let nameStart =
      nameCount.map { path.endIndex - $0 }
      ?? path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    for index in patterns.indices.reversed() where isFolder || !patterns[index].isForFolders {
      let pattern = patterns[index]
      if matches(pattern, path, from: pattern.isName ? nameStart : path.startIndex) { return !pattern.isNegated }
    }
    return nil
  }

  /// Whether something below a folder may be matched although the folder itself is not. Says yes where it is not sure.
  ///
  /// - Parameter folder: As in ``leavesOut(_:isFolder:)``.
  func mayMatch(below folder: ArraySlice<UInt8>) -> Bool {
    patterns.contains { pattern in
      if pattern.isNegated { return false }
      if pattern.isName { return true }
      // Both must go the same way as far as both are known.
      return zip(bytes[pattern.bytes], Array(folder) + [UInt8(ascii: "/")]).allSatisfy(==)
    }
  }

  // MARK: - Matching

  private func matches(_ pattern: Pattern, _ path: ArraySlice<UInt8>, from start: Int) -> Bool {
    let count = pattern.bytes.count
    switch pattern.shape {
    case .literal: return path.endIndex - start == count && has(path, pattern, at: start)
    case .ending: return path.endIndex - start >= count && has(path, pattern, at: path.endIndex - count)
    case .general:
      return path.endIndex - start >= count && has(path, pattern, at: start)
        && mayEnd(path[(start + count)...], with: parts[pattern.parts])
        && matches(Array(parts[pattern.parts]), path[(start + count)...])
    }
  }

  /// Whether a text ends with the bytes that parts end with: few do, and to follow the parts takes much longer.
  private func mayEnd(_ text: ArraySlice<UInt8>, with parts: ArraySlice<Part>) -> Bool {
    var end = text.endIndex
    for part in parts.reversed() {
      guard case .byte(let wanted) = part else { return true }
      end -= 1
      guard end >= text.startIndex, text[end] == wanted else { return false }
    }
    return true
  }

  /// Whether the bytes of a pattern stand at a place that has room for them.
  private func has(_ path: ArraySlice<UInt8>, _ pattern: Pattern, at start: Int) -> Bool {
    for offset in 0..<pattern.bytes.count
    where path[start + offset] != bytes[pattern.bytes.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Follows all ways through the parts at once, so that no pattern takes longer than its length times the text's.
  private func matches(_ parts: [Part], _ text: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    // Which parts the text read so far may have come to; one place more for the end.
    var places = [Bool](repeating: false, count: parts.count + 1)
    var next = places
    // Whether the bytes of a `folders` part are being read.
    var isInFolders = [Bool](repeating: false, count: parts.count)
    func skipEmpty(_ places: inout [Bool]) {
      for index in parts.indices where places[index] {
        switch parts[index] {
        case .run, .deepRun, .folders: places[index + 1] = true
        case .byte, .any, .oneOf, .nothing: break
        }
      }
    }
    places[0] = true
    skipEmpty(&places)
    for byte in text {
      for index in next.indices { next[index] = false }
      var isAny = false
      for index in parts.indices where places[index] || isInFolders[index] {
        switch parts[index] {
        case .byte(let wanted): next[index + 1] = next[index + 1] || byte == wanted
        case .any: next[index + 1] = next[index + 1] || byte != slash
        case .oneOf(let set): next[index + 1] = next[index + 1] || byte != slash && set.contains(byte)
        case .run: next[index] = next[index] || byte != slash
        case .deepRun: next[index] = true
        case .folders:
          isInFolders[index] = true
          isAny = true
          if byte == slash { next[index + 1] = true }
        case .nothing: break
        }
      }
      skipEmpty(&next)
      swap(&places, &next)
      if !isAny, !places.contains(true) { return false }
    }
    return places[parts.count]
  }

  // MARK: - Reading

  private mutating func add(_ line: ArraySlice<UInt8>) {
    // A line ends for git where a string of C does.
    var line = line.prefix { $0 != 0 }
    guard let first = line.first, first != "#" else { return }
    line = Self.withoutTrailingSpaces(line)
    let isNegated = line.first == "!"
    if isNegated { line = line.dropFirst() }
    let isForFolders = line.last == "/"
    if isForFolders { line = line.dropLast() }
    guard !line.isEmpty else { return }
    // With a name behind it, it says what the name alone says, and is told in one look.
    if line.starts(with: "**/".utf8), !line.dropFirst(3).isEmpty, !line.dropFirst(3).contains(UInt8(ascii: "/")) {
      line = line.dropFirst(3)
    }
    let isName = !line.contains(UInt8(ascii: "/"))
    if line.first == "/" { line = line.dropFirst() }
    var literal = line.prefix { !Self.isSpecial($0) }
    let rest = line.dropFirst(literal.count)
    if ignoresCase { literal = literal.map(Self.lowercased)[...] }
    let start = (bytes: bytes.count, parts: parts.count)
    let shape: Pattern.Shape
    if rest.isEmpty {
      shape = .literal
      bytes += literal
    } else if isName, literal.isEmpty, rest.first == "*", !rest.dropFirst().contains(where: Self.isSpecial) {
      shape = .ending
      bytes += ignoresCase ? rest.dropFirst().map(Self.lowercased) : Array(rest.dropFirst())
    } else {
      shape = .general
      bytes += literal
      // In a name two stars are one, since there is no slash to keep apart.
      parts += Self.parts(of: Array(rest), isName: isName, ignoresCase)
    }
    patterns.append(
      Pattern(
        isNegated: isNegated, isForFolders: isForFolders, isName: isName, shape: shape,
        bytes: start.bytes..<bytes.count, parts: start.parts..<parts.count))
  }

  /// Spaces at the end count only behind a backslash.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var at = line.startIndex
    while at < line.endIndex {
      if line[at] == "\\" {
        // One that ends the line escapes nothing, and git then leaves the line as it is.
        if at + 1 >= line.endIndex { return line }
        at += 2
        end = at
      } else {
        at += 1
        if line[at - 1] != " " { end = at }
      }
    }
    return line[..<end]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case "*", "?", "[", "\\": true
    default: false
    }
  }

  /// Where the case does not count, a letter in capitals behind a backslash or by itself between brackets matches nothing,
  /// as in git.
  private static func parts(of bytes: [UInt8], isName: Bool, _ ignoresCase: Bool) -> [Part] {
    let slash = UInt8(ascii: "/")
    var parts: [Part] = []
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case "\\":
        at += 1
        parts.append(at < bytes.count ? .byte(bytes[at]) : .nothing)
        at += 1
      case "?":
        parts.append(.any)
        at += 1
      case "[":
        at += 1
        parts.append(set(in: bytes, &at, ignoresCase).map { .oneOf($0) } ?? .nothing)
      case "*":
        let start = at
        while at < bytes.count, bytes[at] == byte { at += 1 }
        // Stars cross slashes only where they are a component of their own.
        let isAlone =
          at - start > 1 && (start == 0 || bytes[start - 1] == slash)
          && (at == bytes.count || bytes[at] == slash
            || bytes[at] == "\\" && at + 1 < bytes.count && bytes[at + 1] == slash)
        if isAlone, !isName, at < bytes.count, bytes[at] == slash {
          parts.append(.folders)
          at += 1
        } else {
          parts.append(isAlone || isName ? .deepRun : .run)
        }
      default:
        parts.append(.byte(ignoresCase ? lowercased(byte) : byte))
        at += 1
      }
    }
    return parts
  }

  /// The bytes that brackets stand for; nil where they are not closed or name a class that there is none of.
  ///
  /// - Parameter at: Behind the opening bracket; then behind the closing one.
  private static func set(in bytes: [UInt8], _ at: inout Int, _ ignoresCase: Bool) -> ByteSet? {
    var set = ByteSet()
    var isNegated = false
    if at < bytes.count, bytes[at] == "!" || bytes[at] == "^" {
      isNegated = true
      at += 1
    }
    // The byte that a range may begin with.
    var previous: UInt8?
    var isFirst = true
    while at < bytes.count {
      var byte = bytes[at]
      if byte == "]", !isFirst {
        at += 1
        if isNegated { set.invert() }
        return set
      }
      isFirst = false
      if byte == "-", let lower = previous, at + 1 < bytes.count, bytes[at + 1] != "]" {
        at += 1
        if bytes[at] == "\\" { at += 1 }
        guard at < bytes.count else { return nil }
        if lower <= bytes[at] {
          set.insert(lower...bytes[at])
          if ignoresCase { set.insertLowercase(of: lower...bytes[at]) }
        }
        previous = nil
      } else if byte == "[", at + 1 < bytes.count, bytes[at + 1] == ":" {
        guard let end = bytes[(at + 2)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        if end > at + 2, bytes[end - 1] == ":" {
          let name = String(decoding: bytes[(at + 2)..<(end - 1)], as: UTF8.self)
          guard set.insert(classNamed: ignoresCase && name == "upper" ? "alpha" : name) else { return nil }
          previous = nil
          at = end
        } else {
          set.insert(byte...byte)
          previous = byte
        }
      } else {
        if byte == "\\" {
          at += 1
          guard at < bytes.count else { return nil }
          byte = bytes[at]
        }
        set.insert(byte...byte)
        previous = byte
      }
      at += 1
    }
    return nil
  }
}

/// Some of all bytes.
private struct ByteSet: Hashable, Sendable {
  /// Whether it has each byte, a bit each. A file may have a great many sets, so none is an array.
  private var low: UInt64 = 0
  private var middle: UInt64 = 0
  private var high: UInt64 = 0
  private var top: UInt64 = 0

  private subscript(word number: UInt8) -> UInt64 {
    get {
      switch number {
      case 0: low
      case 1: middle
      case 2: high
      default: top
      }
    }
    set {
      switch number {
      case 0: low = newValue
      case 1: middle = newValue
      case 2: high = newValue
      default: top = newValue
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool { self[word: byte >> 6] & 1 << UInt64(byte & 63) != 0 }

  mutating func insert(_ bytes: ClosedRange<UInt8>) {
    for byte in bytes { self[word: byte >> 6] |= 1 << UInt64(byte & 63) }
  }

  /// Adds the small letters of the capitals among some bytes.
  mutating func insertLowercase(of bytes: ClosedRange<UInt8>) {
    for byte in bytes where (0x41...0x5A).contains(byte) { insert(byte | 0x20...byte | 0x20) }
  }

  mutating func invert() { (low, middle, high, top) = (~low, ~middle, ~high, ~top) }

  /// Adds the bytes of a class of POSIX; false where there is none of the name. Only ASCII is in any.
  mutating func insert(classNamed name: String) -> Bool {
    let ranges: [ClosedRange<UInt8>]
    let digits: ClosedRange<UInt8> = 0x30...0x39
    let upper: ClosedRange<UInt8> = 0x41...0x5A
    let lower: ClosedRange<UInt8> = 0x61...0x7A
    switch name {
    case "alnum": ranges = [digits, upper, lower]
    case "alpha": ranges = [upper, lower]
    case "blank": ranges = [0x20...0x20, 0x09...0x09]
    case "cntrl": ranges = [0x00...0x1F, 0x7F...0x7F]
    case "digit": ranges = [digits]
    case "graph": ranges = [0x21...0x7E]
    case "lower": ranges = [lower]
    case "print": ranges = [0x20...0x7E]
    case "punct": ranges = [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    case "space": ranges = [0x20...0x20, 0x09...0x0A, 0x0D...0x0D]
    case "upper": ranges = [upper]
    case "xdigit": ranges = [digits, 0x41...0x46, 0x61...0x66]
    default: return false
    }
    for range in ranges { insert(range) }
    return true
  }
}
