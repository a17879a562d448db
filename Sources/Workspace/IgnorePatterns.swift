import SourceText

/// The patterns of a `.gitignore`, or of settings in the same form, in order.
///
/// A pattern matches one entry, a file or a folder. The caller, who walks from folder to folder, must skip what is in an
/// ignored folder. The syntax is git’s (gitignore(5), and what git does where that is silent). Patterns are compared byte
/// by byte; ignoring case works for ASCII only.
public struct IgnorePatterns: Hashable, Sendable {
  /// The most patterns to read from one file. Nobody writes more by hand, and each costs time for every entry.
  private static let most = 10_000

  private var patterns: [Pattern] = []
  /// Whether case is ignored.
  private var ignoresCase = false
  /// The literal bytes and the parts of all patterns. They are in two arrays so that matching a hundred patterns against
  /// each folder of a tree needs no reference counting.
  private var bytes: [UInt8] = []
  private var parts: [Part] = []

  private struct Pattern: Hashable, Sendable {
    /// Whether matches are included again: the pattern begins with `!`.
    var isNegated: Bool
    /// Whether it only matches folders: the pattern ends with `/`.
    var isForFolders: Bool
    /// Whether it is compared with the last component instead of the whole path.
    var isName: Bool
    /// A match begins with these bytes.
    var bytes: Range<Int>
    /// What follows them.
    var parts: Range<Int>
  }

  /// An element of a pattern.
  private enum Part: Hashable, Sendable {
    case byte(UInt8)
    /// Any byte except a slash: `?`.
    case any
    /// One of these bytes.
    case oneOf(ByteSet)
    /// Any number of bytes except slashes: `*`.
    case run
    /// Any number of bytes: `**`.
    case deepRun
    /// Nothing, or any bytes followed by a slash: `**/`.
    case folders
    /// Never matches.
    case nothing
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Reads the patterns in a file.
  public init(file bytes: [UInt8], ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    for line in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      guard patterns.count < Self.most else { break }
      add(line.last == "\r" ? line.dropLast() : line)
    }
  }

  /// Reads patterns from separate strings.
  public init(lines: some Sequence<String>) {
    for line in lines.prefix(Self.most) { add(Array(line.utf8)[...]) }
  }

  /// The effect of the last pattern that matches an entry: true to ignore it, false to include it; nil if none matches.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder of the patterns, without leading and trailing slashes.
  ///   - nameCount: The length of the last component in bytes, if known.
  ///   - isFolder: False for a link to a folder.
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

  /// Whether something in a folder may match although the folder itself doesn’t; true in case of doubt.
  ///
  /// - Parameter folder: Relative to the folder of the patterns.
  func mayMatch(below folder: ArraySlice<UInt8>) -> Bool {
    patterns.contains { pattern in
      if pattern.isNegated { return false }
      if pattern.isName { return true }
      // The literal part of the pattern must agree with the path.
      return zip(bytes[pattern.bytes], Array(folder) + [UInt8(ascii: "/")]).allSatisfy(==)
    }
  }

  // MARK: - Matching

  private func matches(_ pattern: Pattern, _ path: ArraySlice<UInt8>, from start: Int) -> Bool {
    let end = start + pattern.bytes.count
    guard end <= path.endIndex, has(path, pattern, at: start) else { return false }
    if pattern.parts.isEmpty { return end == path.endIndex }
    return mayEnd(path[end...], with: pattern.parts) && matches(Array(parts[pattern.parts]), path[end...])
  }

  /// Whether a text ends with the literal bytes at the end of some parts. It is a fast check that most texts fail.
  private func mayEnd(_ text: ArraySlice<UInt8>, with range: Range<Int>) -> Bool {
    var end = text.endIndex
    for index in range.reversed() {
      guard case .byte(let wanted) = parts[index] else { return true }
      end -= 1
      guard end >= text.startIndex, text[end] == wanted else { return false }
    }
    return true
  }

  /// Whether the literal bytes of a pattern are at a position, which must have room for them.
  private func has(_ path: ArraySlice<UInt8>, _ pattern: Pattern, at start: Int) -> Bool {
    for offset in 0..<pattern.bytes.count
    where path[start + offset] != bytes[pattern.bytes.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Tracks all possible positions in the parts at once, so the time is at most the pattern’s length times the text’s.
  private func matches(_ parts: [Part], _ text: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    // The positions that the text so far may have reached, including the end.
    var places = [Bool](repeating: false, count: parts.count + 1)
    var next = places
    // Whether a `folders` part is being matched.
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
    // For git, a null byte ends the line.
    var line = line.prefix { $0 != 0 }
    guard let first = line.first, first != "#" else { return }
    line = Self.withoutTrailingSpaces(line)
    let isNegated = line.first == "!"
    if isNegated { line = line.dropFirst() }
    let isForFolders = line.last == "/"
    if isForFolders { line = line.dropLast() }
    guard !line.isEmpty else { return }
    // `**/name` means the same as `name`, which matches faster.
    if line.starts(with: "**/".utf8), !line.dropFirst(3).isEmpty, !line.dropFirst(3).contains(UInt8(ascii: "/")) {
      line = line.dropFirst(3)
    }
    let isName = !line.contains(UInt8(ascii: "/"))
    if line.first == "/" { line = line.dropFirst() }
    var literal = line.prefix { !Self.isSpecial($0) }
    let rest = line.dropFirst(literal.count)
    if ignoresCase { literal = literal.map(Self.lowercased)[...] }
    let start = (bytes: bytes.count, parts: parts.count)
    bytes += literal
    // A name contains no slashes, so `**` is the same as `*`.
    parts += Self.parts(of: Array(rest), isName: isName, ignoresCase)
    patterns.append(
      Pattern(
        isNegated: isNegated, isForFolders: isForFolders, isName: isName,
        bytes: start.bytes..<bytes.count, parts: start.parts..<parts.count))
  }

  /// Trailing spaces count only after a backslash.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var at = line.startIndex
    while at < line.endIndex {
      if line[at] == "\\" {
        // A backslash at the end escapes nothing, and git leaves the line as it is.
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

  /// If case is ignored, an escaped capital letter or one in brackets matches nothing, as in git.
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
        // `**` crosses slashes only if it is a whole component.
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

  /// The bytes that a bracket expression matches; nil if it is not closed or names an unknown class.
  ///
  /// - Parameter at: The offset after the opening bracket; on return, after the closing one.
  private static func set(in bytes: [UInt8], _ at: inout Int, _ ignoresCase: Bool) -> ByteSet? {
    var set = ByteSet()
    var isNegated = false
    if at < bytes.count, bytes[at] == "!" || bytes[at] == "^" {
      isNegated = true
      at += 1
    }
    // The possible start of a range.
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

/// A set of bytes.
private struct ByteSet: Hashable, Sendable {
  /// One bit per byte. Not an array, because a file may contain many sets.
  private var bits = SIMD4<UInt64>()

  func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] & 1 << UInt64(byte & 63) != 0 }

  mutating func insert(_ bytes: ClosedRange<UInt8>) {
    for byte in bytes { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
  }

  /// Adds the lowercase letters of the capitals in a range.
  mutating func insertLowercase(of bytes: ClosedRange<UInt8>) {
    for byte in bytes where (0x41...0x5A).contains(byte) { insert(byte | 0x20...byte | 0x20) }
  }

  mutating func invert() { bits = ~bits }

  /// Adds the ASCII bytes of a POSIX class; false if the name is unknown.
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
