import PropertyList
import SourceText

// Where a target sets `INFOPLIST_PREPROCESS`, Xcode runs Info.plist through the C preprocessor first, and lines such as
// `#if DEBUG` are no part of the property list.

/// The lines of a text that begin with a directive of the C preprocessor, without their ends; a line that ends with a
/// backslash goes on in the next.
///
/// - Parameter isCertain: Whether the settings of a target have the preprocessor read the file: comments that begin a
///   line are no part of the property list either then.
func findPreprocessorLines(in text: SourceText, isCertain: Bool = false) -> [ByteRange] {
  guard isCertain || text.bytes.contains(UInt8(ascii: "#")) else { return [] }
  var result: [ByteRange] = []
  var goesOn = false
  var isInComment = false
  for line in 0..<text.lineCount {
    let range = text.contents(ofLine: line)
    let words = text.slice(range).drop { $0 == 0x20 || $0 == 0x09 }
    let isLineComment = isCertain && words.starts(with: "//".utf8)
    if isInComment || isCertain && words.starts(with: "/*".utf8) {
      let start = isInComment ? words.startIndex : words.startIndex + 2
      let end = words.indices.dropLast().first {
        $0 >= start && words[$0] == UInt8(ascii: "*") && words[$0 + 1] == UInt8(ascii: "/")
      }
      result.append(ByteRange(range.lower, end.map { $0 + 2 } ?? range.upper))
      isInComment = end == nil
    } else if goesOn || isLineComment || isDirective(words, isCertain) {
      result.append(range)
      goesOn = words.last == UInt8(ascii: "\\")
    }
  }
  return result
}

private let directives = ["if", "ifdef", "ifndef", "else", "elif", "endif", "define", "undef", "include"]
private let otherDirectives = ["pragma", "error", "warning", "import", "line"]

private func isDirective(_ line: ArraySlice<UInt8>, _ isCertain: Bool) -> Bool {
  guard line.first == UInt8(ascii: "#") else { return false }
  let word = line.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
  return directives.contains { word.elementsEqual($0.utf8) }
    || isCertain && otherDirectives.contains { word.elementsEqual($0.utf8) }
}

extension SyntaxProblem {
  /// Whether reading all branches at once may be why there is one: a key may have a value in each of them.
  var isDueToPreprocessor: Bool {
    switch kind {
    case .unclosedElement, .unexpectedEndTag, .mismatchedEndTag, .startTagForEndTag, .swappedEndTags, .keyWithoutValue,
      .valueWithoutKey, .keyOutsideDictionary, .noValue, .secondValue, .nestedPlist, .blankFile, .misplacedDoctype,
      .contentBeforeDeclaration, .contentAfterPlist, .missingPlist:
      true
    default: false
    }
  }
}
