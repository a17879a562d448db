import SourceText

/// A way to print what `lint` found. The part of each file is made by itself, by the thread that linted the file, so that
/// neither the file nor its findings have to be kept.
struct Reporter: Sendable {
  /// What stands before all parts, and between two that are not empty.
  var start: [UInt8] = []
  var separator: [UInt8] = []
  /// The part of one file.
  let part: @Sendable (FileReport) -> [UInt8]
  /// What stands behind all parts, by what they add up to.
  var end: @Sendable (Tally) -> [UInt8] = { _ in [] }

  /// The part of one file with what else is to be told of it.
  func reported(_ report: FileReport) -> ReportedFile {
    var tally = Tally()
    tally.add(report)
    return ReportedFile(
      part: part(report), error: report.error.map { "\(printable(report.path)) \(printable($0))" }, tally: tally)
  }
}

/// What is left of the report of a file once it is made.
struct ReportedFile: Sendable {
  /// What stands in the whole report.
  let part: [UInt8]
  /// The line for standard error; nil where nothing failed.
  let error: String?
  let tally: Tally
}

/// A report that is written while it is made.
struct ReportStream {
  private let reporter: Reporter
  private let console: Console
  private var waiting: [UInt8]
  private(set) var tally = Tally()
  private var hasParts = false

  /// As much is written at once, in bytes.
  private static let piece = 1 << 18

  init(_ reporter: Reporter, to console: Console) {
    self.reporter = reporter
    self.console = console
    waiting = reporter.start
  }

  /// Adds the next files. What failed is told before any of their findings.
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
  ///   - appsWithoutManifest: How many targets make an app and have no privacy manifest.
  ///   - sources: How many source files were looked at.
  ///   - unread: What there is besides, in words.
  mutating func end(appsWithoutManifest: Int, sources: Int, unread: [String]) {
    tally.sources = sources
    tally.unread = unread
    tally.appsWithoutManifest = appsWithoutManifest
    waiting += reporter.end(tally)
    write()
  }

  private mutating func write() {
    console.writeOutput(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
