import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

// What both reports in SARIF 2.1.0 have in common, that of `lint` and that of `check`: what the schema asks for, and what
// GitHub’s code scanning needs besides, which is a description and a help text of every rule and a region of every result.

/// What stands before the results of a report.
let sarifStart = Array(
  """
  {
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
    "version": "2.1.0",
    "runs": [
      {
        "columnKind": "utf16CodeUnits",
        "results": [
  """.utf8)

/// How far the results are indented, in steps of the writer.
let sarifDepth = 4

/// What stands behind the results.
///
/// - Parameter rules: Those that results are of.
func sarifEnd(rules: [SARIFRule]) -> [UInt8] {
  var json = JSONWriter(indented: true, depth: 3)
  json.object { json in
    json.object("driver") { json in
      json.member("name", "privacy-lsp")
      json.member("version", productVersion)
      json.member("semanticVersion", productVersion)
      json.member("rules", rules)
    }
  }
  let tool = json.bytes.drop { $0 == 0x0A || $0 == 0x20 }
  return Array("\(rules.isEmpty ? "" : "\n      ")],\n      \"tool\": ".utf8) + tool + Array("\n    }\n  ]\n}\n".utf8)
}

/// What a rule is called and explained as.
struct SARIFRule: JSONObjectWritable {
  let id: String
  let title: String
  let description: String
  /// As Markdown.
  let help: String
  let link: String?
  var severity: Severity?

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.object("shortDescription") { $0.member("text", title) }
    json.object("fullDescription") { $0.member("text", description) }
    json.object("help") { json in
      json.member("text", help)
      json.member("markdown", help)
    }
    json.member("helpUri", ifPresent: link)
    if let severity { json.object("defaultConfiguration") { $0.member("level", severity.sarifLevel) } }
  }
}

extension Severity {
  /// What SARIF calls it.
  var sarifLevel: String { self < .warning ? "note" : rawValue }
}

/// The first and the last place of a region in SARIF; nil for what has no lines.
struct SARIFRegion: JSONObjectWritable {
  let start: Position
  let end: Position

  func writeMembers(to json: inout JSONWriter) {
    json.member("startLine", start.line + 1)
    json.member("startColumn", start.character + 1)
    json.member("endLine", end.line + 1)
    json.member("endColumn", end.character + 1)
  }
}

/// Writes the member `physicalLocation`.
///
/// - Parameter region: Who shows results beside lines wants one; without one it is the first line.
func writeSARIFLocation(_ path: String, _ region: SARIFRegion?, to json: inout JSONWriter) {
  json.object("physicalLocation") { json in
    json.object("artifactLocation") { $0.member("uri", sarifURI(path)) }
    if let region { json.member("region", region) } else { json.object("region") { $0.member("startLine", 1) } }
  }
}

/// A path as a relative reference: bytes that mean something else there are written as numbers.
func sarifURI(_ path: String) -> String {
  let result = DocumentURI.escaped(withoutDotSlashes(path))
  return path.hasPrefix("/") ? "file://\(result)" : result
}

/// A path without `./` before it, however often.
private func withoutDotSlashes(_ path: String) -> Substring {
  var rest = path[...]
  while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
  return rest.isEmpty ? path[...] : rest
}
