import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

// Shared by the SARIF 2.1.0 reports of `lint` and `check`: what the schema requires, and what GitHub’s code scanning needs
// in addition, which is a description and a help text for each rule and a region for each result.

/// The start of a report, up to the results.
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

/// The indentation level of results.
let sarifDepth = 4

/// The end of a report, after the results.
///
/// - Parameter rules: The rules that have results.
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

/// The metadata of a rule.
struct SARIFRule: JSONObjectWritable {
  let id: String
  let title: String
  let description: String
  /// Markdown.
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
  /// The name of the severity in SARIF.
  var sarifLevel: String { self < .warning ? "note" : rawValue }
}

/// A region in SARIF.
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
/// - Parameter region: If nil, the first line, since code scanning requires a region.
func writeSARIFLocation(_ path: String, _ region: SARIFRegion?, to json: inout JSONWriter) {
  json.object("physicalLocation") { json in
    json.object("artifactLocation") { $0.member("uri", sarifURI(path)) }
    if let region { json.member("region", region) } else { json.object("region") { $0.member("startLine", 1) } }
  }
}

/// A path as a relative reference with percent-encoding, or as a `file` URL if it is absolute.
func sarifURI(_ path: String) -> String {
  let result = DocumentURI.escaped(withoutDotSlashes(path))
  return path.hasPrefix("/") ? "file://\(result)" : result
}

/// A path without leading `./`, even repeated ones.
private func withoutDotSlashes(_ path: String) -> Substring {
  var rest = path[...]
  while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
  return rest.isEmpty ? path[...] : rest
}
