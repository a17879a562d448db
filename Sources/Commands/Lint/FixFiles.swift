import Catalog
import FileSystem
import PrivacyRules
import SourceText
import Workspace

// How files are fixed
// ===================
//
// What a fix makes of one file may change what is found in another. So files are fixed first, each once and judged with
// what was made of those before it, and linted afterwards as if nobody had fixed them: what is printed is what the next
// run says.

/// What was done to one file, and what was found in it before.
struct FixedFile: Sendable {
  /// The findings before, with their lines, in the order of their ranges.
  private let before: [(line: Int, diagnostic: Diagnostic)]
  /// Whether there were more findings than are told.
  private let hadMore: Bool
  /// How many findings of each rule edits mended.
  private let mended: [String: Int]
  /// Why the file was not written, in words that follow its path.
  private let error: String?

  fileprivate init(before: FileReport, mended: [String: Int], error: String?) {
    let text = before.file?.text ?? SourceText("")
    self.before = before.diagnostics.map { (text.line(at: $0.range.lower), $0) }
    hadMore = !before.omitted.isEmpty
    self.mended = error == nil ? mended : [:]
    self.error = error
  }

  /// Adds to a file's report what was fixed in it.
  func add(to report: inout FileReport) {
    if let error { report.error = error }
    // Of what cannot be read any more nothing is known.
    guard report.file != nil else { return }
    report.fixed = gone(after: report.diagnostics)
    let count = mended.values.reduce(0, +)
    report.fixedBesides = hadMore ? max(count - report.fixed.count, 0) : 0
  }

  /// The findings that an edit mended; others may have fallen silent with them.
  private func gone(after: [Diagnostic]) -> [(line: Int, diagnostic: Diagnostic)] {
    var left: [String: Int] = [:]
    for diagnostic in after { left["\(diagnostic.rule) \(diagnostic.message)", default: 0] += 1 }
    var result: [(line: Int, diagnostic: Diagnostic)] = []
    // What is not safe to fix is still there, so it takes its share of what is left first.
    for found in before.sorted(by: { !$0.diagnostic.isFixable && $1.diagnostic.isFixable }) {
      let key = "\(found.diagnostic.rule) \(found.diagnostic.message)"
      if let count = left[key], count > 0 { left[key] = count - 1 } else { result.append(found) }
    }
    // Those that had a fix from the start come first.
    var mended = mended
    return result.reversed().filter { found in
      guard let count = mended[found.diagnostic.rule], count > 0 else { return false }
      mended[found.diagnostic.rule] = count - 1
      return true
    }.sorted { $0.diagnostic.range.lower < $1.diagnostic.range.lower }
  }
}

extension FileLinter {
  /// Writes all safe fixes of some files. What is known of them afterwards is what stands on the disk.
  ///
  /// - Parameter files: In the order in which they are fixed, with their configurations.
  /// - Returns: What was done, by absolute paths without links; nothing for files in which there was nothing to do.
  func fix(
    _ files: [(FoundFile, Configuration)], _ surroundings: FileSurroundings, batch: Int
  ) -> [String: FixedFile] {
    // Which files there is something to do in all processors look for.
    var fixable: [(FoundFile, Configuration)] = []
    for start in stride(from: 0, to: files.count, by: batch) {
      let some = files[start..<min(start + batch, files.count)]
      surroundings.readCompanions(of: some.lazy.map(\.0), self)
      fixable += parallelMap(Array(some)) { [self] file, configuration in
        fixes(in: file, surroundings, configuration) == nil ? nil : (file, configuration)
      }.compactMap(\.self)
      surroundings.forget(beyond: LintRun.mostOfProjects)
    }
    var result: [String: FixedFile] = [:]
    for (found, configuration) in fixable {
      guard let (file, kind, new, mended) = fixes(in: found, surroundings, configuration) else { continue }
      let before = lint(
        file, path: found.shownPath, kind: kind, project: OnDemand { surroundings.project(of: found) },
        configuration: configuration)
      let error = write(new, in: file, to: found.resolvedPath)
      result[found.resolvedPath] = FixedFile(before: before, mended: mended, error: error)
      surroundings.wrote(found.resolvedPath)
      surroundings.forget(beyond: LintRun.mostOfProjects)
    }
    return result
  }

  /// What the safe fixes make of a file, and how many findings of each rule they mend; nil where there are none, and for
  /// one that cannot be linted.
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

  /// Writes a text into a file.
  ///
  /// - Returns: Why it was not written, in words that follow its path.
  private func write(_ text: SourceText, in file: SourceFile, to path: String) -> String? {
    // Nothing but what a fix speaks of may change.
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
  /// What went wrong, in words that follow “is not fixed:”.
  var wordsBehindColon: String {
    switch reason {
    case .system(_, let words): words
    case .notPermitted: "permission denied"
    default: "it \(words)"
    }
  }
}
