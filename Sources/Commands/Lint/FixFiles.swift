import Catalog
import FileSystem
import PrivacyRules
import SourceText
import Workspace

// How files are fixed
// ===================
//
// A fix in one file may change what is found in another. So all files are fixed first, one by one, each with the fixes in
// the files before it in place. Then they are linted as in any other run, so that the report is what the next run prints.

/// The fixes in one file, and the findings before them.
struct FixedFile: Sendable {
  /// The findings before the fixes with their lines, in the order of their ranges.
  private let before: [(line: Int, diagnostic: Diagnostic)]
  /// Whether there were more findings than are reported.
  private let hadMore: Bool
  /// The number of fixed findings of each rule.
  private let mended: [String: Int]
  /// Why the file was not written, in words that come after its path.
  private let error: String?

  fileprivate init(before: FileReport, mended: [String: Int], error: String?) {
    let text = before.file?.text ?? SourceText("")
    self.before = before.diagnostics.map { (text.line(at: $0.range.lower), $0) }
    hadMore = !before.omitted.isEmpty
    self.mended = error == nil ? mended : [:]
    self.error = error
  }

  /// Adds the fixes to the file’s report.
  func add(to report: inout FileReport) {
    if let error { report.error = error }
    // If the file can’t be read any more, nothing is known about it.
    guard report.file != nil else { return }
    report.fixed = gone(after: report.diagnostics)
    let count = mended.values.reduce(0, +)
    report.fixedBesides = hadMore ? max(count - report.fixed.count, 0) : 0
  }

  /// The findings that edits fixed. Other findings may have disappeared along with them.
  private func gone(after: [Diagnostic]) -> [(line: Int, diagnostic: Diagnostic)] {
    var left: [String: Int] = [:]
    for diagnostic in after { left["\(diagnostic.rule) \(diagnostic.message)", default: 0] += 1 }
    var result: [(line: Int, diagnostic: Diagnostic)] = []
    // Findings without a safe fix are still there, so they are matched with the remaining ones first.
    for found in before.sorted(by: { !$0.diagnostic.isFixable && $1.diagnostic.isFixable }) {
      let key = "\(found.diagnostic.rule) \(found.diagnostic.message)"
      if let count = left[key], count > 0 { left[key] = count - 1 } else { result.append(found) }
    }
    // Prefer findings that had a safe fix from the start.
    var mended = mended
    return result.reversed().filter { found in
      guard let count = mended[found.diagnostic.rule], count > 0 else { return false }
      mended[found.diagnostic.rule] = count - 1
      return true
    }.sorted { $0.diagnostic.range.lower < $1.diagnostic.range.lower }
  }
}

extension FileLinter {
  /// Applies all safe fixes in some files and writes the files.
  ///
  /// - Parameter files: The files with their configurations, in the order in which they are fixed.
  /// - Returns: The changed files, by absolute path without links.
  func fix(
    _ files: [(FoundFile, Configuration)], _ surroundings: FileSurroundings, batch: Int
  ) -> [String: FixedFile] {
    var result: [String: FixedFile] = [:]
    for (number, (found, configuration)) in files.enumerated() {
      if number % batch == 0 {
        surroundings.readCompanions(of: files[number..<min(number + batch, files.count)].lazy.map(\.0), self)
      }
      if let (file, kind, new, mended) = fixes(in: found, surroundings, configuration) {
        let before = lint(
          file, path: found.shownPath, kind: kind, project: OnDemand { surroundings.project(of: found) },
          configuration: configuration)
        let error = write(new, in: file, to: found.resolvedPath)
        result[found.resolvedPath] = FixedFile(before: before, mended: mended, error: error)
        surroundings.wrote(found.resolvedPath)
      }
      surroundings.forget(beyond: LintRun.mostOfProjects)
    }
    return result
  }

  /// The text of a file after all safe fixes, and the number of fixed findings of each rule; nil if there are none or the
  /// file can’t be linted.
  private func fixes(
    in found: FoundFile, _ surroundings: FileSurroundings, _ configuration: Configuration
  ) -> (file: SourceFile, kind: FileKind, new: SourceText, mended: [String: Int])? {
    let read = surroundings.read(found)
    guard found.error == nil,
      let file = read?.source
        ?? (try? LocalFileSystem().read(fileAt: found.resolvedPath, limit: Self.largestFile)).map({ SourceFile($0) }),
      let kind = found.kind ?? linter.kind(byContentOf: file.document(path: "", kind: .privacyManifest)),
      let (fixed, mended) = linter.fixed(
        read?.file.document.moved(to: found.shownPath) ?? file.document(path: found.shownPath, kind: kind),
        known: read?.file, project: surroundings.project(of: found), configuration: configuration)
    else { return nil }
    return (file, kind, fixed.text, mended)
  }

  /// Writes a new text to a file.
  ///
  /// - Returns: Why it was not written, in words that come after its path; nil on success.
  private func write(_ text: SourceText, in file: SourceFile, to path: String) -> String? {
    // Encoding the text again would change more than the fixes do.
    guard file.isWritable else { return "is not fixed: some of its bytes are invalid in its encoding" }
    do throws(FileError) {
      try LocalFileSystem().replace(path, old: file.bytes, new: file.encode(text))
    } catch {
      return "is not fixed: \(error.wordsBehindColon)"
    }
    return nil
  }
}

extension FileError {
  /// What went wrong, in words that come after “is not fixed:”.
  var wordsBehindColon: String {
    switch reason {
    case .system(_, let words): words
    case .notPermitted: "permission denied"
    default: "it \(words)"
    }
  }
}
