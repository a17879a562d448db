import ProjectFiles
import PropertyList
import SourceText

extension Rule {
  static let malformedStrings = Rule(
    id: "malformed-strings",
    severity: .warning,
    summary: "A table of strings, a string catalog or a file of build settings is broken.",
    explanation: """
      What Apple's parser refuses as a whole is an error: the build stops, or all texts of the file are missing. Where it \
      only takes something for what it was not meant to be, this is a warning.
      """,
    sources: ["framework-pages", "build-settings"],
    kinds: [.stringsTable, .stringCatalog, .xcodeProject, .buildSettings],
    isSuppressible: false,
    examples: [
      .shows(
        "\"NSCameraUsageDescription\" = «\"»Liest deine Belege ein.;\n",
        fixed: "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n", in: .file,
        path: "de.lproj/InfoPlist.strings"),
      .shows(
        "\"NSCameraUsageDescription\" = «\"Liest deine Belege ein.\"»\n",
        fixed: "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n", in: .file,
        path: "de.lproj/InfoPlist.strings"),
      .shows(
        "\"NSCameraUsageDescription\" = \"Liest «\"»alle\" Belege ein.\";\n",
        fixed: "\"NSCameraUsageDescription\" = \"Liest \\\"alle\\\" Belege ein.\";\n", in: .file,
        path: "de.lproj/InfoPlist.strings"),
      .shows(
        "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n", in: .file, path: "de.lproj/InfoPlist.strings"),
    ]
  ) { findings, context in
    switch context.document.content {
    case .propertyList: break
    case .strings(let table):
      // Each fix is tried, which means parsing: enough for those whom anyone mends one by one, and fewer in a large file.
      var trials = trials(of: table.text, values: table.tree.count)
      for problem in table.problems {
        report(problem, &findings) {
          trials -= 1
          return trials < 0 ? [] : fixes(for: problem, in: table).filter { mends($0, in: table) }
        }
      }
    case .stringCatalog(let catalog):
      for (problem, next) in zip(catalog.problems, catalog.problems.dropFirst().map(Optional.some) + [nil]) {
        // Where a file breaks off, all that is open there is open: of these the innermost tells enough.
        if problem.isUnclosed, next?.isUnclosed ?? false { continue }
        findings.report(problem.message, at: problem.range, severity: .error)
      }
    case .xcodeProject(let project):
      for problem in project.tree.problems { report(problem, &findings) }
    case .buildConfiguration(let file):
      for problem in file.problems {
        let message =
          switch problem.kind {
          case .missingEquals: "A setting has “=” behind its name"
          case .invalidName: "This is no name of a setting"
          case .unclosedCondition: "The condition does not end; “]” is missing"
          case .invalidDirective: "Xcode knows no such line; an include has its path in quotation marks"
          case .conflictMarker: "Two sides of a merge still stand here"
          }
        findings.report(message, at: problem.range)
      }
    }
  }

  private static func report(
    _ problem: SyntaxProblem, _ findings: inout Findings, fixes: () -> [Fix] = { [] }
  ) {
    let message =
      problem.kind == .unterminatedComment ? "The comment does not end; “*/” is missing" : problem.message
    findings.report(
      message, at: problem.range, severity: problem.severity == .refused ? .error : .warning, fixes: fixes)
  }
}

extension StringCatalog.Problem {
  fileprivate var isUnclosed: Bool { message.hasSuffix("is not closed") }
}

/// Whether a fix leaves fewer mistakes than there are, and has Apple's parser refuse nothing that it did not read before.
private func mends(_ fix: Fix, in table: StringsTable) -> Bool {
  let mended = StringsTable.parse(table.text.applying(fix.edits)).problems
  func refused(_ problems: [SyntaxProblem]) -> Int { problems.count { $0.severity == .refused } }
  return mended.count < table.problems.count && refused(mended) <= refused(table.problems)
}

/// The fixes for a broken table where one step mends it.
private func fixes(for problem: SyntaxProblem, in table: StringsTable) -> [Fix] {
  /// Safe is what changes no text: where one begins or ends can only be guessed once its marks are missing.
  func fix(_ title: String, _ edits: TextEdit..., isSafe: Bool = true) -> Fix {
    Fix(title: title, edits: edits, isPreferred: true, isSafe: isSafe)
  }
  let range = problem.range
  /// The first byte at or behind an offset on its line that is no blank.
  func mark(behind offset: Int) -> (byte: UInt8, range: ByteRange)? {
    let line = table.text.slice(ByteRange(offset, table.text.contents(ofLine: table.text.line(at: offset)).upper))
    return line.firstIndex { $0 != 0x20 && $0 != 0x09 }.map { (line[$0], ByteRange($0, $0 + 1)) }
  }
  let written = table.entry(at: range.lower).flatMap { entry in
    [entry.value, entry.key].compactMap(\.self).first { $0.range.contains(range) }
  }
  switch problem.kind {
  case .missingSemicolon:
    if let comma = mark(behind: range.upper), comma.byte == UInt8(ascii: ",") {
      return [fix("Change to “;”", TextEdit(comma.range, ";"))]
    }
    return [fix("Insert “;”", .insert(";", at: range.upper))]
  case .missingEquals:
    if let colon = mark(behind: range.upper), colon.byte == UInt8(ascii: ":") {
      let blank = colon.range.lower == range.upper ? " " : ""
      return [fix("Change to “=”", TextEdit(colon.range, blank + "="))]
    }
    return [fix("Insert “=”", .insert(" =", at: range.upper))]
  case .missingQuotes:
    let hasEnd = table.text.slice(ByteRange(range.upper, range.upper + 1)).first == UInt8(ascii: "\"")
    let opening = TextEdit.insert("\"", at: range.lower)
    let title = "Put the text between quotation marks"
    return [
      hasEnd ? fix(title, opening, isSafe: false) : fix(title, opening, .insert("\"", at: range.upper), isSafe: false)
    ]
  case .unescapedQuote:
    guard let written else { return [] }
    return [fix("Write “\\\"” for the marks inside", written.setting(to: written.value), isSafe: false)]
  case .unterminatedString:
    guard let written, written.range.lower == range.lower else { return [] }
    return [
      fix("Insert the closing quotation mark", .insert(table.text[range], at: written.range.upper), isSafe: false)
    ]
  case .unexpectedCharacter(";"): return [fix("Remove “;”", .delete(range))]
  case .unexpectedCharacter("\u{A0}"): return [fix("Change to a blank", TextEdit(range, " "))]
  case .contentNotRead where table.text[range].hasPrefix(";"):
    return [fix("Remove “;”", .delete(ByteRange(range.lower, range.lower + 1)))]
  default: return []
  }
}
