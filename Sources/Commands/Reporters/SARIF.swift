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
/// - Parameter writeRules: Writes the rules that results are of.
func sarifEnd(hasResults: Bool, rules writeRules: (inout JSONWriter) -> Void) -> [UInt8] {
  var json = JSONWriter(indented: true, depth: 3)
  json.object { json in
    json.object("driver") { json in
      json.member("name", "privacy-lsp")
      json.member("version", productVersion)
      json.member("semanticVersion", productVersion)
      json.array("rules", writeRules)
    }
  }
  let tool = json.bytes.drop { $0 == 0x0A || $0 == 0x20 }
  return Array("\(hasResults ? "\n      " : "")],\n      \"tool\": ".utf8) + tool + Array("\n    }\n  ]\n}\n".utf8)
}

/// What a rule is called and explained as.
struct SARIFRule {
  let id: String
  let title: String
  let description: String
  /// As Markdown.
  let help: String
  let link: String?
  var severity: Severity?

  func write(to json: inout JSONWriter) {
    func text(_ name: String, _ text: String, _ json: inout JSONWriter) {
      json.object(name) { $0.member("text", text) }
    }
    json.object { json in
      json.member("id", id)
      text("shortDescription", title, &json)
      text("fullDescription", description, &json)
      json.object("help") { json in
        json.member("text", help)
        json.member("markdown", help)
      }
      json.member("helpUri", ifPresent: link)
      if let severity {
        json.object("defaultConfiguration") { $0.member("level", severity.sarifLevel) }
      }
    }
  }
}

extension Severity {
  /// What SARIF calls it.
  var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .information, .hint: "note"
    }
  }
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
    json.name("region")
    if let region {
      region.write(to: &json)
    } else {
      json.object { $0.member("startLine", 1) }
    }
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
