import PropertyList
import SourceText

// If a target sets `INFOPLIST_PREPROCESS`, Xcode runs the C preprocessor on Info.plist first, and lines such as `#if
// DEBUG` aren't part of the property list.

/// What the C preprocessor removes from a text: the lines of its directives, without line ends, and comments at the
/// start of a line or after an element. A line that ends with a backslash continues on the next.
///
/// - Parameter isCertain: Whether the settings of a target say that the file is preprocessed. Otherwise, the text must
///   have an unambiguous directive.
func findPreprocessorLines(in text: SourceText, isCertain: Bool = false) -> [ByteRange] {
  if !isCertain {
    guard text.bytes.contains(UInt8(ascii: "#")) else { return [] }
    let hasDirective = (0..<text.lineCount).contains { isDirective(words(ofLine: $0, in: text), false) }
    if !hasDirective { return [] }
  }
  var result: [ByteRange] = []
  var goesOn = false
  var isInComment = false
  for line in 0..<text.lineCount {
    let range = text.contents(ofLine: line)
    let words = words(ofLine: line, in: text)
    if isInComment {
      let end = endOfComment(in: words)
      result.append(ByteRange(range.lower, end ?? range.upper))
      isInComment = end == nil
    } else if goesOn || isDirective(words, true) {
      result.append(range)
      goesOn = words.last == UInt8(ascii: "\\")
    } else if let start = startOfComment(in: words) {
      let isOfLine = words[start + 1] == UInt8(ascii: "/")
      let end = isOfLine ? range.upper : endOfComment(in: words[(start + 2)...])
      result.append(ByteRange(start == words.startIndex ? range.lower : start, end ?? range.upper))
      isInComment = end == nil
      goesOn = isOfLine && words.last == UInt8(ascii: "\\")
    }
  }
  return result
}

/// A line without its leading whitespace.
private func words(ofLine line: Int, in text: SourceText) -> ArraySlice<UInt8> {
  text.slice(text.contents(ofLine: line)).drop(while: isSpace)
}

/// Where a comment begins, at the start of a line or after an element: inside text, `//` may be part of a URL.
private func startOfComment(in line: ArraySlice<UInt8>) -> Int? {
  line.indices.dropLast().first { index in
    line[index] == UInt8(ascii: "/") && (line[index + 1] == UInt8(ascii: "/") || line[index + 1] == UInt8(ascii: "*"))
      && isBetweenElements(behind: line[..<index])
  }
}

/// The offset after the first `*/`.
private func endOfComment(in line: ArraySlice<UInt8>) -> Int? {
  line.indices.dropLast().first { line[$0] == UInt8(ascii: "*") && line[$0 + 1] == UInt8(ascii: "/") }.map { $0 + 2 }
}

private func isBetweenElements(behind start: ArraySlice<UInt8>) -> Bool {
  guard let end = start.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
  // The tags before a comment are short.
  let before = start[...end].suffix(64)
  guard before.last == UInt8(ascii: ">"), let open = before.lastIndex(of: UInt8(ascii: "<")) else { return false }
  let tag = before[open...]
  return tag.starts(with: "</".utf8) || tag.suffix(2).elementsEqual("/>".utf8) || tag.elementsEqual("<dict>".utf8)
    || tag.elementsEqual("<array>".utf8)
}

/// What is removed from a text if only one branch of each `#if` is read.
///
/// - Parameters:
///   - lines: What the preprocessor always removes.
///   - readsLast: Whether to read the last branch instead of the first; without `#else`, the last one is empty.
func leftOutBranches(of text: SourceText, _ lines: [ByteRange], readsLast: Bool) -> [ByteRange] {
  // Nobody builds what is between `#if 0` and the next directive.
  var open: [(branches: [ByteRange], start: Int, hasElse: Bool, isDead: Bool)] = []
  var result: [ByteRange] = []
  for line in lines {
    let words = text.slice(line).drop(while: isSpace)
    guard words.first == UInt8(ascii: "#") else { continue }
    switch String(decoding: word(ofDirective: words), as: UTF8.self) {
    case "if", "ifdef", "ifndef":
      let condition = String(decoding: words, as: UTF8.self).split { "# \t()".contains($0) }
      open.append(([], line.upper, false, condition.elementsEqual(["if", "0"])))
    case "else", "elif":
      guard var group = open.popLast() else { continue }
      group.branches.append(ByteRange(group.start, line.lower))
      group.start = line.upper
      group.hasElse = words.drop { $0 != UInt8(ascii: "e") }.starts(with: "else".utf8)
      open.append(group)
    case "endif":
      guard let group = open.popLast() else { continue }
      let branches = group.branches + [ByteRange(group.start, line.lower)]
      if !readsLast {
        let first = group.isDead ? 1 : 0
        result += branches.prefix(first) + branches.dropFirst(first + 1)
      } else if group.hasElse {
        result += branches.dropLast()
      } else {
        result += branches
      }
    default: continue
    }
  }
  return result
}

private let directives = ["if", "ifdef", "ifndef", "else", "elif", "endif", "define", "undef", "include"]
private let otherDirectives = ["pragma", "error", "warning", "import", "line"]

private func isDirective(_ line: ArraySlice<UInt8>, _ isCertain: Bool) -> Bool {
  guard line.first == UInt8(ascii: "#") else { return false }
  let word = word(ofDirective: line)
  return directives.contains { word.elementsEqual($0.utf8) }
    || isCertain && otherDirectives.contains { word.elementsEqual($0.utf8) }
}

private func word(ofDirective line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  line.dropFirst().drop(while: isSpace).prefix(while: isLetter)
}

/// Whether each line of a text is just a macro.
func areMacros(_ text: ArraySlice<UInt8>) -> Bool {
  text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).allSatisfy { line in
    let words = line.drop(while: isSpace)
    let end = words.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? words.endIndex - 1
    return words.isEmpty || isMacro(words[...end])
  }
}

/// Whether a text is just the name of a macro, possibly with arguments.
func isMacro(_ text: ArraySlice<UInt8>) -> Bool {
  guard let first = text.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
  let rest = text.drop { $0 == UInt8(ascii: "_") || isLetter($0) || isDigit($0) }
  return rest.isEmpty || rest.first == UInt8(ascii: "(") && rest.last == UInt8(ascii: ")")
}

extension SyntaxProblem {
  /// Whether reading all branches at once can cause the problem: a key may have a value in each branch.
  var isDueToPreprocessor: Bool {
    switch kind {
    case .unclosedElement, .unexpectedEndTag, .mismatchedEndTag, .startTagForEndTag, .swappedEndTags, .keyWithoutValue,
      .valueWithoutKey, .keyOutsideDictionary, .noValue, .secondValue, .nestedPlist, .blankFile, .misplacedDoctype,
      .contentBeforeDeclaration, .contentAfterPlist, .missingPlist:
      true
    default: false
    }
  }

  /// Whether a text or another value without elements ends with a wrong tag.
  var isEndOfText: Bool {
    switch kind {
    case .startTagForEndTag(let name), .mismatchedEndTag(_, let name):
      Element.allCases.contains { $0.isLeaf && $0.name == name }
    default: false
    }
  }
}
