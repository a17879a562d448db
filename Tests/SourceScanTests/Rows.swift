import CatalogData
import Foundation
import SourceScan
import SourceText

/// A source file with its uses marked: `«…»` must be found, `«0:…»` may be found and is a hint at most. Lines that begin
/// with `-->` say what each must be.
struct Row: Sendable {
  var title: String
  var text = ""
  var expected: [String] = []

  var language: SourceLanguage { SourceLanguage(path: title) ?? .c }

  /// The rows of a file in `Tests/Fixtures/uses`.
  static func all(_ name: String) throws -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/uses/\(name).txt")
    var rows: [Row] = []
    for line in try String(contentsOf: file.standardizedFileURL, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("=== ") {
        rows.append(Row(title: String(line.dropFirst(4))))
      } else if line.hasPrefix("--> ") {
        rows[rows.count - 1].expected.append(String(line.dropFirst(4)))
      } else if !rows.isEmpty {
        rows[rows.count - 1].text += line + "\n"
      }
    }
    return rows
  }
}

let scanner = SourceScanner(.bundled)
