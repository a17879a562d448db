import Catalog
import FileSystem
import PrivacyRules
import SourceText
import Workspace

// How files are fixed
// ===================
//
// What a fix makes of one file may change what is found in another. So files are fixed first, all of them, again and again
// until nothing changes, and linted afterwards as if nobody had fixed them: what is printed is what the next run says.

/// What was done to one file, and what was found in it before.
struct FixedFile: Sendable {
  /// The findings before, with their lines, in the order of their ranges.
  private let before: [(line: Int, diagnostic: Diagnostic)]
  /// Whether there were more findings than are told.
  private let hadMore: Bool
  /// How many findings of each rule edits mended.
  private var mended: [String: Int]
  /// Why the file was not written, in words that follow its path.
  private(set) var error: String?

  fileprivate init(before: FileReport, mended: [String: Int], error: String?) {
    let text = before.file?.text ?? SourceText("")
    self.before = before.diagnostics.map { (text.line(at: $0.range.lower), $0) }
    hadMore = !before.omitted.isEmpty
    self.mended = mended
    self.error = error
  }

  fileprivate init(_ earlier: FixedFile, mended: [String: Int], error: String?) {
    self = earlier
    self.mended.merge(mended, uniquingKeysWith: +)
    if let error { self.error = error }
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

/// Fixes files until nothing is left to fix.
struct FileFixer {
  /// Each round mends what the one before made mendable in other files; the bound is for the case that a defect makes two
  /// fixes undo each other.
  private static let mostRounds = 8

  let linter: FileLinter
  let surroundings: FileSurroundings

  /// What was done, by absolute paths without links; nothing for files in which there was nothing to do.
  private(set) var fixed: [String: FixedFile] = [:]

  init(_ linter: FileLinter, _ surroundings: FileSurroundings) {
    self.linter = linter
    self.surroundings = surroundings
  }

  /// Writes all safe fixes of some files. What is known of them afterwards is what stands on the disk.
  ///
  /// - Parameter configurations: Those of the files, in their order.
  mutating func fix(_ found: [FoundFile], _ configurations: [Configuration], batch: Int) {
    for _ in 0..<Self.mostRounds {
      var hasWritten = false
      for start in stride(from: 0, to: found.count, by: batch) {
        let range = start..<min(start + batch, found.count)
        surroundings.readCompanions(of: found[range], linter)
        let done = fixed
        let changes = parallelMap(Array(range)) { [linter, surroundings] place in
          let file = found[place]
          // What could not be written cannot be the next time.
          return done[file.resolvedPath]?.error == nil
            ? linter.change(
              file, project: OnDemand { surroundings.project(of: file) }, configuration: configurations[place]) : nil
        }
        // Not before all are known, so that none goes by a file that is half of one round and half of the next.
        for (place, change) in zip(range, changes) {
          if let change, write(change, to: found[place].resolvedPath) { hasWritten = true }
        }
        surroundings.forget(beyond: LintRun.mostOfProjects)
      }
      guard hasWritten else { return }
      surroundings.forget(beyond: -1)
    }
  }

  private mutating func write(_ change: FileChange, to path: String) -> Bool {
    var error = change.error
    if let new = change.new {
      do throws(FileError) {
        try LocalFileSystem().replace(path, old: change.old, new: new)
      } catch let problem {
        error = "is not fixed: \(problem.wordsBehindColon)"
      }
    }
    // Of several rounds the first knows what was found before them all.
    if let earlier = fixed[path] {
      fixed[path] = FixedFile(earlier, mended: error == nil ? change.mended : [:], error: error)
    } else {
      fixed[path] = FixedFile(before: change.before, mended: error == nil ? change.mended : [:], error: error)
    }
    return error == nil
  }
}

/// What fixing would make of a file.
private struct FileChange: Sendable {
  let before: FileReport
  let old: [UInt8]
  /// How many findings of each rule the edits mend.
  let mended: [String: Int]
  /// Nil where the file cannot be written.
  var new: [UInt8]?
  var error: String?
}

extension FileLinter {
  /// What the safe fixes make of a file; nil where there are none, and for one that cannot be linted.
  fileprivate func change(
    _ found: FoundFile, project: OnDemand<Project>, configuration: Configuration
  ) -> FileChange? {
    guard found.error == nil,
      let bytes = try? LocalFileSystem().read(fileAt: found.resolvedPath, limit: Self.largestFile)
    else { return nil }
    let file = SourceFile(bytes)
    guard let kind = found.kind ?? linter.kind(byContentOf: file.document(path: "", kind: .privacyManifest)),
      let (fixed, mended) = linter.fixed(
        file.document(path: found.shownPath, kind: kind), project: project.value, configuration: configuration)
    else { return nil }
    let before = lint(file, path: found.shownPath, kind: kind, project: project, configuration: configuration)
    var change = FileChange(before: before, old: bytes, mended: mended)
    // Nothing but what a fix speaks of may change.
    if file.isWritable {
      change.new = file.encode(fixed.text)
    } else {
      change.error = "is not fixed: some of its bytes are invalid in its encoding"
    }
    return change
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
