import Catalog
import FileSystem
import PrivacyRules
import Workspace

/// Reads and lints single files.
struct FileLinter: Sendable {
  /// The largest size of a file, in bytes.
  static let largestFile = 64 << 20
  /// The path shown for standard input.
  static let nameless = "<stdin>"
  /// Why standard input can’t be used, in words that come after its name.
  static let unreadableInput = "could not be read, or is larger than \(largestFile >> 20) MiB"

  let linter: Linter
  /// The most findings to report for one file; the others are counted.
  var mostFindings = Linter.mostFindings
  /// Returns how to show the path of a file that a finding refers to.
  var shownPath: @Sendable (String) -> String = { $0 }

  /// Reads a file from disk and lints it.
  ///
  /// - Parameter read: The file, if it has been read already.
  func lint(
    _ found: FoundFile, read: ReadFile?, project: OnDemand<Project>, configuration: Configuration,
    evidence: FileEvidence? = nil
  ) -> FileReport {
    var report = FileReport(path: found.shownPath)
    if let error = found.error {
      report.error = error
    } else if let read {
      report.file = read.source
      lint(
        read.file.document.moved(to: found.shownPath), known: read.file, project: project,
        configuration: configuration, evidence, in: &report)
    } else {
      do throws(FileError) {
        let file = SourceFile(try LocalFileSystem().read(fileAt: found.resolvedPath, limit: Self.largestFile))
        report = lint(
          file, path: found.shownPath, kind: found.kind, project: project, configuration: configuration,
          evidence: evidence)
      } catch {
        report.error = error.words
      }
    }
    return report
  }

  /// Lints a file that was read.
  ///
  /// - Parameter kind: Nil to detect it from the content.
  func lint(
    _ file: SourceFile, path: String, kind: FileKind?, project: OnDemand<Project>, configuration: Configuration,
    evidence: FileEvidence? = nil
  ) -> FileReport {
    var report = FileReport(path: path)
    guard let kind = kind ?? linter.kind(byContentOf: file.document(path: "", kind: .privacyManifest)) else {
      report.error = "is not recognized as a privacy file"
      return report
    }
    report.file = file
    // Standard input has no name, so it gets one that no rule complains about.
    let name = path == Self.nameless ? kind.usualName : path
    lint(
      file.document(path: name, kind: kind), known: nil, project: project, configuration: configuration, evidence,
      in: &report)
    return report
  }

  private func lint(
    _ document: Document, known: ProjectFile?, project: OnDemand<Project>, configuration: Configuration,
    _ evidence: FileEvidence?, in report: inout FileReport
  ) {
    let result = linter.lint(
      document, known: known, evidence: evidence, project: project.value, configuration: configuration,
      most: mostFindings)
    report.kind = document.kind
    report.isChecked = document.isReadable
    report.diagnostics = result.shown
    report.omitted = result.omitted
    for other in report.diagnostics.flatMap(\.related).compactMap(\.path) where report.others[other] == nil {
      let bytes = try? LocalFileSystem().read(other, limit: Self.largestFile)
      report.others[other] = OtherFile(shownPath: shownPath(other), file: bytes.map { SourceFile($0) })
    }
  }

  /// Reads a file as part of its targets; nil if it can’t be read or is too large.
  func read(_ path: String, _ kind: FileKind) -> ReadFile? {
    guard let bytes = try? LocalFileSystem().read(fileAt: path, limit: ProjectFinder.largestFile) else { return nil }
    let source = SourceFile(bytes)
    return ReadFile(source: source, file: linter.read(source.document(path: path, kind: kind)))
  }
}

extension Diagnostic {
  /// Whether it only says how many findings are not reported.
  var isNote: Bool { rule == LintResult.note }

  /// Whether `--fix` fixes it.
  var isFixable: Bool { fixes.contains(where: \.isSafe) }
}
