import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

extension Server {
  /// So many findings of a document are sent; one more tells how many there are besides. Nobody reads more, and a
  /// client would choke on the hundred thousand that a broken file of ten megabytes can have.
  static let mostDiagnostics = 2000

  mutating func publishDiagnostics(of uri: String) {
    guard let document = documents[uri] else { return }
    let diagnostics = diagnostics(of: uri)
    tell(
      "textDocument/publishDiagnostics",
      LSP.PublishDiagnosticsParameters(
        uri: uri, version: client.takesDiagnosticVersions ? document.version : nil, diagnostics: diagnostics),
      topic: uri)
  }

  mutating func pullDiagnostics(_ params: LSP.DocumentDiagnosticParameters) -> any JSONWritable {
    guard let document = documents[params.uri] else {
      return LSP.DocumentDiagnosticReport.full(resultID: nil, [])
    }
    let resultID = "\(document.revision).\(settings.revision)"
    if params.previousResultID == resultID { return LSP.DocumentDiagnosticReport.unchanged(resultID: resultID) }
    return LSP.DocumentDiagnosticReport.full(resultID: resultID, diagnostics(of: params.uri))
  }

  private mutating func diagnostics(of uri: String) -> [LSP.Diagnostic] {
    guard let conversion = conversion(for: uri) else { return [] }
    guard let snapshot = snapshot(of: uri) else { return conversion.diagnostics([.tooLarge(environment.largestText)]) }
    var found = onDisk(snapshot, uri).diagnostics(fixes: .none).map(\.atTheStart)
    let omitted = found.dropFirst(Self.mostDiagnostics)
    if let first = omitted.first {
      let rest = Diagnostic.omitted(omitted.count, at: first.range)
      found.removeLast(omitted.count)
      found.append(rest)
    }
    return conversion.diagnostics(found)
  }
}

extension Server {
  /// The same for a binary property list, but made from the file: an editor's text of it is none.
  func onDisk(_ snapshot: Snapshot, _ uri: String) -> Snapshot {
    guard !snapshot.document.hasPositions, let path = documents[uri]?.location.filePath,
      let bytes = try? environment.files.read(path, limit: environment.largestText)
    else { return snapshot }
    let document = Document(path: snapshot.document.path, kind: snapshot.document.kind, binary: bytes)
    return Snapshot(
      document: document, linter: snapshot.linter, project: snapshot.project, configuration: snapshot.configuration)
  }
}

extension Diagnostic {
  /// The finding as it stands in a text without places: at the start, with the value's path in the words.
  var atTheStart: Diagnostic {
    guard let keyPath else { return self }
    var result = self
    result.range = ByteRange(at: 0)
    result.related = []
    if !keyPath.isEmpty { result.message = "\(keyPath): \(message)" }
    return result
  }

  /// What is said of a text that is not looked into.
  fileprivate static func tooLarge(_ limit: Int) -> Diagnostic {
    Diagnostic(
      rule: "too-large", severity: .warning, range: ByteRange(at: 0),
      message: "This file is larger than \(limit >> 20) MiB and is not checked")
  }

  fileprivate static func omitted(_ count: Int, at range: ByteRange) -> Diagnostic {
    Diagnostic(
      rule: "too-many", severity: .information, range: range,
      message: "\(count) more \(count == 1 ? "finding is" : "findings are") not shown")
  }
}
