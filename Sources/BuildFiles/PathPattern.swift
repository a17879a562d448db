import SourceText

/// A path pattern as in shells, Ruby and XcodeGen: `*`, `?`, `[a-z]`, `{h,m}`, and `**` for any folders. The time to
/// match is at most proportional to the length of the pattern times that of the path.
struct PathPattern: Sendable {
  /// The patterns after expanding braces, split into components.
  private let ways: [[[UInt8]]]
  /// Whether there are more expansions than are tried.
  let isCut: Bool

  /// More than anyone writes.
  private static let mostWays = 256

  init(_ text: String) {
    var ways: [[UInt8]] = [Array(text.utf8)]
    var done: [[UInt8]] = []
    var isCut = false
    while let way = ways.popLast() {
      guard let (open, close, choices) = Self.firstBraces(in: way) else {
        done.append(way)
        continue
      }
      guard ways.count + choices.count + done.count <= Self.mostWays, way.count <= 4_096 else {
        isCut = true
        continue
      }
      for choice in choices.reversed() { ways.append(Array(way[..<open]) + choice + way[(close + 1)...]) }
    }
    self.isCut = isCut
    self.ways = done.map { way in
      way.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }
  }

  /// The first pair of braces with its alternatives.
  private static func firstBraces(in way: [UInt8]) -> (open: Int, close: Int, choices: [ArraySlice<UInt8>])? {
    guard let open = way.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    var depth = 0
    var choices: [ArraySlice<UInt8>] = []
    var start = open + 1
    for at in (open + 1)..<way.count {
      switch way[at] {
      case "{": depth += 1
      case "}" where depth > 0: depth -= 1
      case "}": return (open, at, choices + [way[start..<at]])
      case "," where depth == 0:
        choices.append(way[start..<at])
        start = at + 1
      default: break
      }
    }
    return nil
  }

  /// A folder that contains all matches: the components before the first wildcard that all expansions share.
  var folder: String {
    guard var common = ways.first.map({ Array($0.dropLast()) }) else { return "" }
    for way in ways {
      let shared = zip(common, way).prefix { $0 == $1 && !$0.contains { $0 == "*" || $0 == "?" || $0 == "[" } }
      common = shared.map(\.0)
    }
    return common.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// Whether it matches a path or a folder above it.
  ///
  /// - Parameter path: Relative to the folder of the pattern.
  func covers(_ path: Substring) -> Bool {
    var parts = Self.components(path)[...]
    while !parts.isEmpty {
      if ways.contains(where: { Self.matches($0[...], parts) }) { return true }
      parts.removeLast()
    }
    return false
  }

  /// Whether it matches the end of a path; without a slash, only the file name.
  func matchesEnd(of path: String) -> Bool {
    let parts = Self.components(path[...])
    return ways.contains { way in
      way.contains(Self.anyFolders)
        ? Self.matches(way[...], parts[...]) : Self.matches(way[...], parts.suffix(way.count))
    }
  }

  private static let anyFolders = [UInt8(ascii: "*"), UInt8(ascii: "*")]

  private static func components(_ path: Substring) -> [ArraySlice<UInt8>] {
    Array(path.utf8).split(separator: UInt8(ascii: "/"))
  }

  private static func matches(_ way: ArraySlice<[UInt8]>, _ parts: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    matches(way, parts, run: anyFolders) { at, name in
      let pattern = way[at]
      return matches(pattern[...], name, run: UInt8(ascii: "*")) { matchesOne(pattern, $0, $1) } ? at + 1 : nil
    }
  }

  /// Whether a pattern matches a list of elements. Backtracking to the last wildcard is enough: whatever an earlier one
  /// could match in addition, the last one can match as well.
  ///
  /// - Parameters:
  ///   - run: The wildcard that matches any number of elements.
  ///   - next: The index in the pattern after a match of one element; nil if it doesn't match.
  private static func matches<Part: Equatable, Element>(
    _ pattern: ArraySlice<Part>, _ elements: ArraySlice<Element>, run: Part, next: (Int, Element) -> Int?
  ) -> Bool {
    var (at, place) = (pattern.startIndex, elements.startIndex)
    var retry: (at: Int, place: Int)?
    while place < elements.endIndex {
      if at < pattern.endIndex, pattern[at] == run {
        retry = (at, place)
        at += 1
      } else if at < pattern.endIndex, let end = next(at, elements[place]) {
        at = end
        place += 1
      } else if let last = retry {
        retry = (last.at, last.place + 1)
        at = last.at + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    while at < pattern.endIndex, pattern[at] == run { at += 1 }
    return at == pattern.endIndex
  }

  /// The index in the pattern after a match of one byte; nil if it doesn't match.
  private static func matchesOne(_ pattern: [UInt8], _ at: Int, _ byte: UInt8) -> Int? {
    switch pattern[at] {
    case "?": return at + 1
    case "[":
      guard let close = pattern[(at + 1)...].dropFirst().firstIndex(of: UInt8(ascii: "]")) else { break }
      var set = pattern[(at + 1)..<close]
      let isNegated = set.first == "!" || set.first == "^"
      if isNegated { set.removeFirst() }
      var isIn = false
      var index = set.startIndex
      while index < set.endIndex {
        if index + 2 < set.endIndex, set[index + 1] == "-" {
          isIn = isIn || set[index] <= byte && byte <= set[index + 2]
          index += 3
        } else {
          isIn = isIn || set[index] == byte
          index += 1
        }
      }
      return isIn != isNegated ? close + 1 : nil
    default: break
    }
    return pattern[at] == byte ? at + 1 : nil
  }
}
