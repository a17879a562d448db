public import SourceText

extension BuildConfigurationFile {
  /// Parses any text.
  public static func parse(_ text: SourceText) -> BuildConfigurationFile {
    let bytes = text.bytes
    let slice = bytes[...]
    var reader = ConfigurationReader()
    reader.read(slice.span, bytes)
    return BuildConfigurationFile(
      text: text, settings: reader.settings, includes: reader.includes, comments: reader.comments,
      problems: reader.problems, cut: reader.cut)
  }
}

/// Reads a configuration file line by line, as Xcode’s build system does: two slashes begin a comment anywhere, a backslash
/// at the end of a line continues it, and a semicolon at the end is ignored.
private struct ConfigurationReader {
  private(set) var settings: [BuildSetting] = []
  private(set) var includes: [BuildConfigurationFile.Include] = []
  private(set) var comments: [BuildConfigurationFile.Comment] = []
  private(set) var problems: [BuildConfigurationFile.Problem] = []
  /// Where reading stopped before the end of the text.
  private(set) var cut: Int?
  private var at = 0
  /// The most settings, includes and comments to read, and the most lines of one setting. Files have hundreds of lines.
  private static let mostParts = 20_000
  /// The most problems to keep.
  private static let mostProblems = 1_000

  mutating func read(_ bytes: Span<UInt8>, _ array: [UInt8]) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
    while at < bytes.count, cut == nil {
      let start = at
      guard settings.count + includes.count + comments.count < Self.mostParts else {
        cut = at
        return
      }
      skipBlanks(bytes)
      guard at < bytes.count, !bytes.isLineEnd(at: at) else {
        skipLineEnd(bytes)
        continue
      }
      if at == start, bytes.isConflictMarker(at: at) {
        let lower = at
        at = bytes.endOfLine(from: at)
        if problems.count < Self.mostProblems {
          problems.append(BuildConfigurationFile.Problem(kind: .conflictMarker, range: ByteRange(lower, at)))
        }
      } else if isComment(bytes, at) {
        readComment(bytes)
      } else if bytes[at] == UInt8(ascii: "#") {
        readDirective(bytes, array)
      } else {
        readSetting(bytes, array)
      }
      skipRest(bytes)
      skipLineEnd(bytes)
    }
  }

  // MARK: - Lines

  private mutating func readDirective(_ bytes: Span<UInt8>, _ array: [UInt8]) {
    let start = at
    at += 1
    skipBlanks(bytes)
    let word = at
    while at < bytes.count, !bytes.isLineEnd(at: at), !isBlank(bytes[at]), bytes[at] != UInt8(ascii: "\"") { at += 1 }
    let name = String(decoding: array[word..<at], as: UTF8.self)
    skipBlanks(bytes)
    guard name == "include" || name == "include?", at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      note(.invalidDirective, from: start, bytes)
      return
    }
    let quote = at
    at += 1
    while at < bytes.count, !bytes.isLineEnd(at: at), bytes[at] != UInt8(ascii: "\"") { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      note(.invalidDirective, from: start, bytes)
      return
    }
    var builder = WrittenTextBuilder()
    builder.append(array[quote + 1..<at], at: quote + 1)
    let path = builder.finish(
      range: ByteRange(quote, at + 1), content: ByteRange(quote + 1, at), notation: .plain)
    at += 1
    includes.append(
      BuildConfigurationFile.Include(path: path, isOptional: name == "include?", range: ByteRange(start, at)))
    skipBlanks(bytes)
    if at < bytes.count, !bytes.isLineEnd(at: at), !isComment(bytes, at) { note(.invalidDirective, from: at, bytes) }
  }

  private mutating func readSetting(_ bytes: Span<UInt8>, _ array: [UInt8]) {
    let start = at
    while at < bytes.count, isNameByte(bytes[at], isFirst: at == start) { at += 1 }
    let nameRange = ByteRange(start, at)
    skipBlanks(bytes)
    var conditions: [String] = []
    while at < bytes.count, bytes[at] == UInt8(ascii: "[") {
      let opening = at
      at += 1
      while at < bytes.count, !bytes.isLineEnd(at: at), bytes[at] != UInt8(ascii: "]") { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "]") else {
        note(.unclosedCondition, from: opening, bytes)
        return
      }
      conditions += String(decoding: array[opening + 1..<at], as: UTF8.self).split(separator: ",").map(String.init)
      at += 1
      skipBlanks(bytes)
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
      note(nameRange.isEmpty ? .invalidName : .missingEquals, from: start, bytes)
      return
    }
    if nameRange.isEmpty {
      note(.invalidName, from: start, bytes)
      return
    }
    at += 1
    let value = readValue(bytes, array)
    settings.append(
      BuildSetting(
        name: String(decoding: array[nameRange.indices], as: UTF8.self), nameRange: nameRange, conditions: conditions,
        values: [value], range: ByteRange(start, max(value.range.upper, at))))
    at = max(at, value.range.upper)
  }

  /// Reads a value, which may span several lines, and its semicolon.
  private mutating func readValue(_ bytes: Span<UInt8>, _ array: [UInt8]) -> WrittenText {
    /// The start of the text, and the end of its last part.
    var lower: Int?
    var upperOfText = at
    var builder = WrittenTextBuilder()
    var end = at
    var lines = 0
    while true {
      skipBlanks(bytes)
      let start = at
      while at < bytes.count, !bytes.isLineEnd(at: at), !isComment(bytes, at) { at += 1 }
      var upper = at
      while upper > start, isBlank(bytes[upper - 1]) { upper -= 1 }
      end = upper
      if upper > start, bytes[upper - 1] == UInt8(ascii: ";") {
        upper -= 1
        while upper > start, isBlank(bytes[upper - 1]) { upper -= 1 }
      }
      let goesOn = upper > start && bytes[upper - 1] == UInt8(ascii: "\\")
      if goesOn {
        upper -= 1
        while upper > start, isBlank(bytes[upper - 1]) { upper -= 1 }
      }
      if upper > start || lower == nil && !goesOn {
        if lower != nil { builder.append(escaped: " ", at: upperOfText) }
        builder.append(array[start..<upper], at: start)
        lower = lower ?? start
        upperOfText = upper
      }
      guard goesOn else { break }
      lines += 1
      guard lines < Self.mostParts else {
        cut = end
        break
      }
      if at < bytes.count, isComment(bytes, at) { readComment(bytes) }
      skipLineEnd(bytes)
    }
    // After the semicolon; a comment there is read with the rest of the line.
    at = end
    let whole = lower.map { ByteRange($0, upperOfText) } ?? ByteRange(at: end)
    return builder.finish(range: whole, content: whole, notation: .plain)
  }

  private mutating func readComment(_ bytes: Span<UInt8>) {
    let start = at
    at = bytes.endOfLine(from: at)
    comments.append(
      BuildConfigurationFile.Comment(range: ByteRange(start, at), content: ByteRange(start + 2, at)))
  }

  /// Skips the rest of a line, and reads the comment at its end.
  private mutating func skipRest(_ bytes: Span<UInt8>) {
    while at < bytes.count, !bytes.isLineEnd(at: at) {
      if isComment(bytes, at) { readComment(bytes) } else { at += 1 }
    }
  }

  private mutating func note(_ kind: BuildConfigurationFile.Problem.Kind, from start: Int, _ bytes: Span<UInt8>) {
    var end = start
    while end < bytes.count, !bytes.isLineEnd(at: end), !isComment(bytes, end) { end += 1 }
    at = max(at, end)
    // A line with continuations is reported as a whole.
    while at > start, at < bytes.count, bytes[at - 1] == UInt8(ascii: "\\"), bytes.isLineEnd(at: at) {
      skipLineEnd(bytes)
      at = bytes.endOfLine(from: at)
    }
    while end > start + 1, isBlank(bytes[end - 1]) { end -= 1 }
    guard problems.count < Self.mostProblems else { return }
    problems.append(BuildConfigurationFile.Problem(kind: kind, range: ByteRange(start, end)))
  }

  // MARK: - Characters

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while at < bytes.count, isBlank(bytes[at]) { at += 1 }
  }

  private mutating func skipLineEnd(_ bytes: Span<UInt8>) {
    guard at < bytes.count, bytes.isLineEnd(at: at) else { return }
    if bytes[at] == 0xE2 {
      at += 3
    } else {
      at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C }

  private func isComment(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "/") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "/")
  }

  private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "_") || isDigit(byte) && !isFirst
  }
}
