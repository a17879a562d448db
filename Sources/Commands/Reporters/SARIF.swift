import FileSystem
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
  let driver: JSONObject = [
    "name": "privacy-lsp", "version": productVersion, "semanticVersion": productVersion, "rules": rules.map(\.json),
  ]
  let json = JSONWriter.indented(["driver": driver], depth: 3)
  let tool = json.drop { $0 == 0x0A || $0 == 0x20 }
  return Array("\(rules.isEmpty ? "" : "\n      ")],\n      \"tool\": ".utf8) + tool + Array("\n    }\n  ]\n}\n".utf8)
}

/// The metadata of a rule.
struct SARIFRule {
  let id: String
  let title: String
  let description: String
  /// Markdown.
  let help: String
  let link: String?
  var severity: Severity?

  fileprivate var json: JSONObject {
    [
      "id": id, "shortDescription": sarifText(title), "fullDescription": sarifText(description),
      "help": ["text": help, "markdown": help] as JSONObject, "helpUri": link,
      "defaultConfiguration": severity.map { ["level": $0.sarifLevel] as JSONObject },
    ]
  }
}

/// A text or message in SARIF.
func sarifText(_ text: String) -> JSONObject { ["text": text] }

extension Severity {
  /// The name of the severity in SARIF.
  var sarifLevel: String { self < .warning ? "note" : rawValue }
}

/// A region in SARIF.
func sarifRegion(_ start: Position, _ end: Position) -> JSONObject {
  [
    "startLine": start.line + 1, "startColumn": start.character + 1, "endLine": end.line + 1,
    "endColumn": end.character + 1,
  ]
}

/// The member `physicalLocation`.
///
/// - Parameter region: If nil, the first line, since code scanning requires a region.
func sarifLocation(_ path: String, _ region: JSONObject?) -> JSONObject {
  ["artifactLocation": ["uri": sarifURI(path)] as JSONObject, "region": region ?? ["startLine": 1]]
}

/// A path as a relative reference with percent-encoding, or as a `file` URL if it is absolute.
func sarifURI(_ path: String) -> String {
  let result = DocumentURI.escaped(withoutDotSlash(path))
  return path.hasPrefix("/") ? "file://\(result)" : result
}
