import BuildTargets
import JSON
import ProjectFiles
import PropertyList
import SourceText

extension Rule {
  static let malformedFile = Rule(
    id: "malformed-file",
    severity: .warning,
    summary: "A strings table, string catalog, lock file, configuration file or project file is broken.",
    explanation: """
      A mistake that makes Apple’s parser reject the whole file is an error: the build fails, or all texts of the file \
      are missing. Where the parser only misreads something, this is a warning.
      """,
    safeFix: "corrects the punctuation between texts",
    sources: ["framework-pages", "build-settings"],
    kinds: [.stringsTable, .stringCatalog, .xcodeProject, .buildSettings, .lockFile, .source],
    isSuppressible: false,
    examples: [
      .fixes(
        """
        - "NSCameraUsageDescription" = «"»Liest deine Belege ein.;
        + "NSCameraUsageDescription" = "Liest deine Belege ein.";
        """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .fixes(
        """
        - "NSCameraUsageDescription" = «"Liest deine Belege ein."»
        + "NSCameraUsageDescription" = "Liest deine Belege ein.";
        """, in: .file, path: "de.lproj/InfoPlist.strings"),
      .fixes(
        #"""
        - "NSCameraUsageDescription" = "Liest «"»alle" Belege ein.";
        + "NSCameraUsageDescription" = "Liest \"alle\" Belege ein.";
        """#, in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows("Liest deine Belege ein.", for: "NSCameraUsageDescription", translatedTo: "de"),
    ]
  ) { findings, context in
    if !context.document.isPropertyList { findings.reportConflicts(context) }
    switch context.document.content {
    case .propertyList: break
    case .strings(let table):
      // Every fix is tested by parsing the result. The number of tries covers any file that people mend by hand.
      var trials = trials(of: table.text, values: table.tree.count)
      for problem in mistakes(in: table) {
        report(problem, &findings) {
          trials -= 1
          return trials < 0
            ? []
            : fixes(for: problem, in: table).filter { mends($0, in: table) }.map { fix in
              guard fix.isSafe, !leavesWholeEntries(fix, in: table) else { return fix }
              var offered = fix
              offered.isSafe = false
              return offered
            }
        }
      }
    case .stringCatalog(let catalog):
      for problem in mistakes(in: catalog) { findings.report(problem.message, at: problem.range, severity: .error) }
    case .xcodeProject(let project):
      // Xcode won’t open the project at all, and after the first mistake the rest is guesswork.
      let refused = project.tree.problems.filter { $0.severity == .refused }
      if let first = refused.first(where: { $0.kind == .invalidUTF8 }) ?? refused.first(where: { !$0.isUnclosed })
        ?? refused.last
      {
        report(first, &findings)
      } else {
        for problem in project.tree.problems { report(problem, &findings) }
      }
    case .lockFile(let file):
      for problem in file.problems { findings.report(problem.message, at: problem.range) }
    case .source:
      // The compiler reports mistakes in code.
      guard ProjectTree.describesTargets(String(context.document.fileName)) else { break }
      let text = context.document.text
      findings.report(MergeConflict.all(in: text), isRefused: false, in: text)
    case .buildConfiguration(let file):
      for problem in file.problems {
        let message =
          switch problem.kind {
          case .missingEquals: "Missing “=” after the name of the setting"
          case .invalidName: "Not a valid setting name"
          case .unclosedCondition: "Unterminated condition; “]” is missing"
          case .invalidDirective: "Unknown directive; an include needs its path in quotation marks"
          case .conflictMarker: "Unresolved merge conflict"
          }
        findings.report(message, at: problem.range)
      }
    }
  }

  private static func report(
    _ problem: SyntaxProblem, _ findings: inout Findings, fixes: () -> [Fix] = { [] }
  ) {
    let message =
      problem.kind == .unterminatedComment ? "Unterminated comment; “*/” is missing" : problem.message
    findings.report(
      message, at: problem.range, severity: problem.severity == .refused ? .error : .warning, fixes: fixes)
  }
}

/// The problems of a table that aren’t consequences: those that remain when the line of an earlier one is removed.
private func mistakes(in table: StringsTable) -> [SyntaxProblem] {
  guard table.problems.count > 1, table.text.count <= 1 << 18 else { return table.problems }
  var mistakes: [SyntaxProblem] = []
  var lines: [ByteRange] = []
  var rest = table.problems
  while let first = rest.first, mistakes.count < 16 {
    let line = linesOfMistake(at: first.range.lower, in: table.text)
    mistakes.append(rest.first { line.contains($0.range) && $0.kind == .invalidUTF8 } ?? first)
    lines.append(line)
    rest = StringsTable.parse(table.text.blanking(lines)).problems.filter { $0.range.lower > line.upper }
  }
  mistakes += rest
  // Apple’s parser rejects the file as a whole.
  if table.problems.contains(where: { $0.severity == .refused }), mistakes.allSatisfy({ $0.severity != .refused }) {
    mistakes[0].severity = .refused
  }
  return mistakes
}

/// The line of a mistake, or all lines to the end of the comment if it lost its start there.
private func linesOfMistake(at offset: Int, in text: SourceText) -> ByteRange {
  let first = text.line(at: offset)
  var lines = text.contents(ofLine: first)
  for line in first..<min(first + 40, text.lineCount) {
    let content = text.slice(text.contents(ofLine: line))
    if zip(content, content.dropFirst()).contains(where: { $0 == 0x2F && $1 == 0x2A }) { break }
    guard zip(content, content.dropFirst()).contains(where: { $0 == 0x2A && $1 == 0x2F }) else { continue }
    lines.upper = text.contents(ofLine: line).upper
    break
  }
  return lines
}

/// The problems of a catalog that aren’t consequences. After broken JSON the rest is guesswork.
private func mistakes(in catalog: StringCatalog) -> [StringCatalog.Problem] {
  guard let last = catalog.json.problems.last else { return catalog.problems }
  // Where a file breaks off, every container is unclosed; the innermost one is enough.
  let first = catalog.json.problems.first { !$0.message.hasSuffix("is not closed") } ?? last
  return catalog.problems.filter { $0.message == first.message && $0.range == ByteRange(first.offset, first.end) }
    .prefix(1) + []
}

extension SyntaxProblem {
  fileprivate var isUnclosed: Bool {
    if case .unclosedBracket = kind { true } else { false }
  }
}

/// Whether a fix leaves fewer mistakes, and none that Apple’s parser would newly reject.
private func mends(_ fix: Fix, in table: StringsTable) -> Bool {
  let mended = StringsTable.parse(table.text.applying(fix.edits)).problems
  func refused(_ problems: [SyntaxProblem]) -> Int { problems.count { $0.severity == .refused } }
  return mended.count < table.problems.count && refused(mended) <= refused(table.problems)
}

/// Whether all quotation marks are where they belong, and the lines of the fix read as whole entries afterwards.
private func leavesWholeEntries(_ fix: Fix, in table: StringsTable) -> Bool {
  let isDoubtful = table.problems.contains { problem in
    switch problem.kind {
    case .unterminatedString, .unescapedQuote, .missingQuotes, .unterminatedComment: true
    default: false
    }
  }
  guard !isDoubtful, let first = fix.edits.map(\.range.lower).min() else { return false }
  let entry = table.entries.last { $0.range.lower <= first }?.range ?? ByteRange(at: first)
  let mended = table.text.applying(fix.edits)
  let line = mended.contents(ofLine: mended.line(at: max(first, entry.upper)))
  let lines = ByteRange(mended.start(ofLine: mended.line(at: min(entry.lower, first))), line.upper)
  let part = StringsTable.parse(SourceText(Array(mended.slice(lines))))
  return part.problems.isEmpty && part.entries.allSatisfy { !$0.isShorthand && isQuoted($0.value, in: part.text) }
}

private func isQuoted(_ text: WrittenText?, in table: SourceText) -> Bool {
  text.map { table.slice($0.range).first == UInt8(ascii: "\"") } ?? false
}

/// The fixes for a syntax problem of a table that one step mends.
private func fixes(for problem: SyntaxProblem, in table: StringsTable) -> [Fix] {
  /// A safe fix changes no text. Where marks are missing, the bounds of a text are a guess.
  func fix(_ title: String, _ edits: TextEdit..., isSafe: Bool = true) -> Fix {
    Fix(title: title, edits: edits, isPreferred: true, isSafe: isSafe)
  }
  let range = problem.range
  /// The first byte at or after an offset on its line that isn’t whitespace.
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
    // Behind a line break, what follows may be the rest of the text in quotation marks of its own.
    let isFollowedByEntry =
      table.entries.first { $0.range.lower >= range.upper }.map { $0.value != nil && !$0.isShorthand } ?? true
    return [fix("Insert “;”", .insert(";", at: range.upper), isSafe: isFollowedByEntry)]
  case .missingEquals:
    if let colon = mark(behind: range.upper), colon.byte == UInt8(ascii: ":") {
      let blank = colon.range.lower == range.upper ? " " : ""
      return [fix("Change to “=”", TextEdit(colon.range, blank + "="))]
    }
    return [fix("Insert “=”", .insert(" =", at: range.upper))]
  case .missingQuotes:
    let hasEnd = table.text.slice(ByteRange(range.upper, range.upper + 1)).first == UInt8(ascii: "\"")
    let opening = TextEdit.insert("\"", at: range.lower)
    let title = "Put the text in quotation marks"
    return [
      hasEnd ? fix(title, opening, isSafe: false) : fix(title, opening, .insert("\"", at: range.upper), isSafe: false)
    ]
  case .unescapedQuote:
    guard let written else { return [] }
    return [fix("Write “\\\"” for the inner quotation marks", written.setting(to: written.value), isSafe: false)]
  case .unterminatedString:
    guard let written, written.range.lower == range.lower else { return [] }
    return [
      fix("Insert the closing quotation mark", .insert(table.text[range], at: written.range.upper), isSafe: false)
    ]
  case .unexpectedCharacter(";"): return [fix("Remove “;”", .delete(range))]
  case .unexpectedCharacter("\u{A0}"): return [fix("Change to a space", TextEdit(range, " "))]
  case .contentNotRead where table.text[range].hasPrefix(";"):
    return [fix("Remove “;”", .delete(ByteRange(range.lower, range.lower + 1)))]
  default: return []
  }
}
