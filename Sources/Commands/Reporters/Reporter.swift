import SourceText

/// A format for the findings of `lint`. The thread that lints a file also makes the file’s part of the report, so neither
/// the file nor its findings are kept.
struct Reporter: Sendable {
  /// What comes before all parts, and between two parts that are not empty.
  var start: [UInt8] = []
  var separator: [UInt8] = []
  /// The part of one file.
  let part: @Sendable (FileReport) -> [UInt8]
  /// What comes after all parts.
  var end: @Sendable (Tally) -> [UInt8] = { _ in [] }

  /// The part of one file, its error and its totals.
  func reported(_ report: FileReport) -> ReportedFile {
    var tally = Tally()
    tally.add(report)
    return ReportedFile(
      part: part(report), error: report.error.map { "\(printable(report.path)) \(printable($0))" }, tally: tally)
  }
}

/// The finished report of a file.
struct ReportedFile: Sendable {
  /// The file’s part of the whole report.
  let part: [UInt8]
  /// The line for standard error; nil if nothing failed.
  let error: String?
  let tally: Tally
}

/// Writes a report piece by piece.
struct ReportStream {
  private let reporter: Reporter
  private let console: Console
  private var waiting: [UInt8]
  private(set) var tally = Tally()
  private var hasParts = false

  /// The number of bytes to write at once.
  private static let piece = 1 << 18

  init(_ reporter: Reporter, to console: Console) {
    self.reporter = reporter
    self.console = console
    waiting = reporter.start
  }

  /// Adds the next files. Errors are printed before findings.
  mutating func add(_ files: [ReportedFile]) {
    for file in files {
      if let error = file.error { console.note(error) }
    }
    for file in files {
      if !file.part.isEmpty {
        if hasParts { waiting += reporter.separator }
        hasParts = true
      }
      waiting += file.part
      tally.add(file.tally)
      if waiting.count >= Self.piece { write() }
    }
  }

  /// Ends the report.
  ///
  /// - Parameters:
  ///   - lackingManifest: The numbers of targets without a privacy manifest: "1 app target".
  ///   - sources: The number of source files that were scanned.
  ///   - unread: What was not checked, in words.
  mutating func end(lackingManifest: [String], sources: Int, unread: [String]) {
    tally.sources = sources
    tally.unread = unread
    tally.lackingManifest = lackingManifest
    waiting += reporter.end(tally)
    write()
  }

  private mutating func write() {
    console.writeOutput(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
