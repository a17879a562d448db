import FileSystem
import JSON
import PrivacyRules
import SourceText

/// The findings that a team knows about and doesn’t want to see until someone fixes them.
///
/// A finding is identified by file, rule, message and count, so it stays known when lines move.
struct Baseline: Sendable {
  /// What identifies a finding in a file.
  struct Finding: Hashable, Comparable, Sendable {
    var rule: String
    var message: String

    static func < (a: Self, b: Self) -> Bool { (a.rule, a.message) < (b.rule, b.message) }
  }

  /// One file compared with the baseline.
  struct Comparison: Sendable {
    /// Relative to the folder of the baseline.
    var path: String
    /// The number of times that each finding occurs, known or not.
    var found: [Finding: Int]
    /// The number of known findings among them.
    var known: Int
    /// The number of known findings that no longer occur.
    var solved: Int
  }

  /// Why a file is not a valid baseline, with the place: "baseline.json:3:5: …".
  struct Failure: Error {
    var message: String
  }

  /// The folder that paths are relative to, absolute and without links.
  let folder: String
  /// The known findings with their counts, by path.
  private(set) var findings: [String: [Finding: Int]] = [:]

  static let largestFile = 64 << 20
  /// The most findings per file to compare.
  static let mostFindings = 50_000
  private static let version = 1
  private static let largestCount = 1_000_000

  /// An empty baseline.
  init(folder: String) { self.folder = folder }

  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: As the user wrote it, for messages.
  init(_ bytes: [UInt8], folder: String, path: String) throws(Failure) {
    self.folder = folder
    if bytes.allSatisfy({ $0 <= 0x20 }) {
      throw Failure(message: "\(path) is empty; delete it, and --baseline-add creates a new one")
    }
    let text = SourceText(bytes)
    func failure(_ message: String, at offset: Int) -> Failure {
      Failure(message: "\(path):\(text.position(at: offset, in: .utf16).shown): \(message)")
    }
    let root: JSONValue
    do throws(JSONError) { root = try JSONDocument.parse(bytes).root } catch {
      throw failure(error.message, at: error.offset)
    }
    guard let version = root["version"] else { throw failure("“version” is missing", at: root.range.lowerBound) }
    guard version.int == Self.version else {
      throw failure("Unknown baseline version", at: version.range.lowerBound)
    }
    guard let entries = root["findings"]?.array else {
      throw failure("“findings” must be an array", at: (root["findings"] ?? root).range.lowerBound)
    }
    for entry in entries {
      guard let path = entry["path"]?.string, let rule = entry["rule"]?.string, let message = entry["message"]?.string
      else { throw failure("A finding needs “path”, “rule” and “message”, all strings", at: entry.range.lowerBound) }
      let count = entry["count"].map { $0.int ?? 0 } ?? 1
      guard (1...Self.largestCount).contains(count) else {
        throw failure("“count” must be a whole number from 1 to \(Self.largestCount)", at: entry.range.lowerBound)
      }
      let finding = Finding(rule: Rule.withID(rule)?.id ?? rule, message: message)
      findings[path, default: [:]][finding, default: 0] += count
    }
  }

  /// The path of a file as written in the baseline: relative to its folder, so that it is valid on other machines.
  ///
  /// - Parameter path: Absolute and without links.
  func relative(_ path: String) -> String {
    var (base, way) = (folder, "")
    while !isInside(path, base), base != "/" {
      base = parentFolder(of: base)
      way += "../"
    }
    return way + innerPath(of: path, in: base)
  }

  /// Removes the known findings from a report.
  ///
  /// - Parameters:
  ///   - path: The path of the file, absolute and without links.
  ///   - adds: Whether all findings become known.
  ///   - prunes: Whether findings that no longer occur are dropped, so that the report doesn’t count them.
  func takeKnown(
    from report: inout FileReport, at path: String, adds: Bool = false, prunes: Bool = false
  ) -> Comparison {
    let path = relative(path)
    var left = findings[path] ?? [:]
    var comparison = Comparison(path: path, found: [:], known: 0, solved: 0)
    report.diagnostics.removeAll { diagnostic in
      if diagnostic.isNote { return false }
      let finding = Finding(rule: diagnostic.rule, message: diagnostic.message)
      comparison.found[finding, default: 0] += 1
      let count = left[finding] ?? 0
      guard count > 0 || adds else { return false }
      if count > 0 { left[finding] = count - 1 }
      comparison.known += 1
      return true
    }
    // If a file has too many findings, some of them were not compared.
    if report.error == nil, report.omitted.isEmpty { comparison.solved = left.values.reduce(0, +) }
    report.known = comparison.known
    report.solved = prunes ? 0 : comparison.solved
    return comparison
  }

  /// Adds and removes findings.
  ///
  /// - Parameters:
  ///   - adds: Whether to add new findings.
  ///   - prunes: Whether to remove findings that no longer occur or whose files no longer exist.
  mutating func update(_ comparisons: [Comparison], adds: Bool, prunes: Bool, exists: (String) -> Bool) {
    for comparison in comparisons {
      let old = findings[comparison.path] ?? [:]
      var new = old
      for finding in Set(old.keys).union(comparison.found.keys) {
        let (before, now) = (old[finding] ?? 0, comparison.found[finding] ?? 0)
        let count = now > before ? (adds ? now : before) : prunes ? now : before
        new[finding] = count == 0 ? nil : count
      }
      findings[comparison.path] = new.isEmpty ? nil : new
    }
    guard prunes else { return }
    for path in findings.keys where !exists(absolutePath(path, in: folder)) {
      findings[path] = nil
    }
  }

  /// The contents of the file, sorted so that its diffs are small.
  var bytes: [UInt8] {
    let all = findings.sorted { $0.key < $1.key }.flatMap { path, findings in
      findings.sorted { $0.key < $1.key }.map { finding, count -> JSONObject in
        ["path": path, "rule": finding.rule, "message": finding.message, "count": count > 1 ? count : nil]
      }
    }
    return JSONWriter.indented(["version": Self.version, "findings": all]) + [0x0A]
  }
}
