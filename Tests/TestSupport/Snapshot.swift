import Foundation
import Synchronization
public import Testing

/// Expects a text to equal the literal at the call. With `UPDATE_SNAPSHOTS=1` the literal in the source file is
/// rewritten instead.
///
/// - Parameter expected: A multi-line literal that begins on the line of the call's last `"""`.
public func expectSnapshot(_ actual: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
  guard actual != expected else { return }
  if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
    SnapshotRewriter.shared.rewrite(expected, to: actual, at: sourceLocation)
    return
  }
  // The suite of a test is named like its file.
  let file = sourceLocation.fileName.prefix { $0 != "." }
  Issue.record("\(difference(actual, expected))\n\(renewing(String(file)))", sourceLocation: sourceLocation)
}

/// The lines of two texts, `-` before those only expected and `+` before those only there.
public func difference(_ actual: String, _ expected: String) -> String {
  let actualLines = actual.components(separatedBy: "\n")
  let expectedLines = expected.components(separatedBy: "\n")
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in actualLines.difference(from: expectedLines) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var old = 0
  var new = 0
  while old < expectedLines.count || new < actualLines.count {
    if old < expectedLines.count, removed.contains(old) {
      lines.append("- \(expectedLines[old])")
      old += 1
    } else if new < actualLines.count, inserted.contains(new) {
      lines.append("+ \(actualLines[new])")
      new += 1
    } else {
      if old < expectedLines.count { lines.append("  \(expectedLines[old])") }
      old += 1
      new += 1
    }
  }
  return lines.joined(separator: "\n")
}

/// Rewrites literals in source files, one at a time, and knows how far earlier rewrites moved later lines.
private final class SnapshotRewriter: Sendable {
  static let shared = SnapshotRewriter()
  /// For each file, the lines of the calls whose literals were rewritten, and by how many lines those grew.
  private let shifts = Mutex<[String: [(line: Int, by: Int)]]>([:])

  func rewrite(_ expected: String, to actual: String, at location: SourceLocation) {
    shifts.withLock { shifts in
      guard let source = try? String(contentsOfFile: location.filePath, encoding: .utf8) else { return }
      var lines = source.components(separatedBy: "\n")
      var line = location.line - 1
      for shift in shifts[location.filePath, default: []] where shift.line < location.line { line += shift.by }
      guard let opening = (line..<lines.count).first(where: { lines[$0].hasSuffix("\"\"\"") }),
        let closing = (opening + 1..<lines.count).first(where: {
          lines[$0].drop { $0 == " " }.hasPrefix("\"\"\"")
        })
      else { return }
      let indentation = String(lines[closing].prefix { $0 == " " })
      let hashes = lines[opening].dropLast(3).reversed().prefix { $0 == "#" }
      let renewed = actual.components(separatedBy: "\n").map { text in
        let escaped = hashes.isEmpty ? text.replacingOccurrences(of: "\\", with: "\\\\") : text
        return escaped.isEmpty ? "" : indentation + escaped
      }
      lines.replaceSubrange(opening + 1..<closing, with: renewed)
      shifts[location.filePath, default: []].append((location.line, renewed.count - (closing - opening - 1)))
      try? lines.joined(separator: "\n").write(toFile: location.filePath, atomically: true, encoding: .utf8)
    }
  }
}
