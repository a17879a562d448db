import Catalog
import FileSystem
import PrivacyRules
import Workspace

/// Lints one file after the other, each on its own.
struct FileLinter: Sendable {
  /// Larger files are refused, in bytes.
  static let largestFile = 64 << 20
  /// What stands for the path of standard input.
  static let nameless = "<stdin>"
  /// Why there is no standard input to work on, in words that follow what it is called.
  static let unreadableInput = "could not be read, or is larger than \(largestFile >> 20) MiB"

  let linter: Linter
  /// So many findings of a file are told, and the others counted.
  var mostFindings = Linter.mostFindings
  /// How the path of a file is shown that another one's finding speaks of.
  var shownPath: @Sendable (String) -> String = { $0 }

  /// Reads a file from disk and lints it.
  ///
  /// - Parameter read: The file, if it was read already.
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

  /// Lints what was read.
  ///
  /// - Parameter kind: Nil where the content has to tell.
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
    // What has no name cannot have a wrong one.
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

  /// A file with all that is read from it, for the targets that it is a part of; nil for what cannot be read or is too
  /// large for that.
  func read(_ path: String, _ kind: FileKind) -> ReadFile? {
    guard let bytes = try? LocalFileSystem().read(fileAt: path, limit: ProjectFinder.largestFile) else { return nil }
    let source = SourceFile(bytes)
    return ReadFile(source: source, file: linter.read(source.document(path: path, kind: kind)))
  }
}

extension Diagnostic {
  /// Whether it only tells how many findings there are besides.
  var isNote: Bool { rule == LintResult.note }

  /// Whether `--fix` mends it.
  var isFixable: Bool { fixes.contains(where: \.isSafe) }
}
