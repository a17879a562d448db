import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText
import Workspace

extension Server {
  func publishDiagnostics(of uri: String) {
    guard let document = documents[uri] else { return }
    publish(diagnostics(of: uri), of: uri, version: client.versionSupport ? document.version : nil)
  }

  func pullDiagnostics(_ params: LSP.DocumentDiagnosticParams) -> any JSONWritable {
    guard let resultID = resultID(of: params.uri) else {
      return LSP.DocumentDiagnosticReport.full(resultID: nil, [])
    }
    if params.previousResultID == resultID { return LSP.DocumentDiagnosticReport.unchanged(resultID: resultID) }
    return LSP.DocumentDiagnosticReport.full(resultID: resultID, diagnostics(of: params.uri))
  }

  /// Identifies the current findings of an open document, by its text and the settings.
  func resultID(of uri: String) -> String? {
    guard let document = documents[uri] else { return nil }
    let own = "\(resultPrefix).\(document.revision).\(settings.revision)"
    // The id includes the project and source evidence only if the document depends on them.
    let generation = project(of: uri).generation
    document.evidenceGeneration = evidenceGeneration(of: document)
    if document.evidenceGeneration != 0 { return "\(own).\(generation).\(document.evidenceGeneration)" }
    return generation == 0 ? own : "\(own).\(generation)"
  }

  /// The findings in an open document, converted for the client.
  func diagnostics(of uri: String) -> [LSP.Object] {
    guard let snapshot = snapshot(of: uri, sources: true) else {
      if documents[uri]?.fileSettings.isLeftOut ?? false { return [] }
      let isSuspended = documents[uri]?.isSuspended ?? false
      if documents[uri]?.kind == .source, !isSuspended { return [] }
      return conversion(for: uri)?.diagnostics([isSuspended ? .suspended : .tooLarge(environment.largestText)]) ?? []
    }
    guard let conversion = conversion(for: uri, in: snapshot.project) else { return [] }
    if let document = documents[uri] { document.evidenceGeneration = evidenceGeneration(of: document) }
    return conversion.diagnostics(onDisk(snapshot, uri).lint(fixes: .none).shown.map(\.atTheStart))
  }

  /// The findings in a file that isn’t open, converted for the client; nil if the file is gone.
  func diagnostics(ofFile file: FoundFile, uri: String, _ settings: FileSettings) -> [LSP.Object]? {
    func conversion(_ text: SourceText, _ project: Project = Project()) -> Conversion {
      var result = Conversion(client: client, encoding: encoding, uri: uri, version: nil, text: text)
      add(project, to: &result, sourceIndex(at: file.resolvedPath))
      return result
    }
    if let words = file.error { return conversion(SourceText("")).diagnostics([.unreadable(words)]) }
    do throws(FileError) {
      let snapshot = try snapshot(ofFile: file, settings)
      let text = snapshot.document.hasPositions ? snapshot.document.text : SourceText("")
      let found = snapshot.lint(fixes: .none).shown.map(\.atTheStart)
      return conversion(text, snapshot.project).diagnostics(found)
    } catch {
      if error.reason != .notFound { warn("\(file.resolvedPath) \(error.words)") }
      switch error.reason {
      case .notFound: return nil
      case .isLargerThan: return conversion(SourceText("")).diagnostics([.tooLarge(environment.largestText)])
      default: return conversion(SourceText("")).diagnostics([.unreadable(error.words)])
      }
    }
  }

  /// The snapshot of a file on disk.
  func snapshot(ofFile file: FoundFile, _ settings: FileSettings) throws(FileError) -> Snapshot {
    // Don’t follow a link that has replaced the file since it was found.
    guard let kind = file.kind, try environment.files.resolve(file.resolvedPath) == file.resolvedPath else {
      throw FileError(file.resolvedPath, .notFound)
    }
    let bytes = try texts.read(file.resolvedPath, limit: environment.largestText)
    return Snapshot(
      document: Document(path: file.shownPath, kind: kind, bytes: bytes), linter: linter, project: settings.project,
      configuration: settings.path == nil ? self.settings.editor : settings.configuration, evidence: evidence(of: file))
  }

  /// Replaces the diagnostics that the client shows for a document.
  func publish(_ diagnostics: [LSP.Object], of uri: String, version: Int? = nil) {
    notify(
      "textDocument/publishDiagnostics",
      LSP.publishDiagnosticsParams(uri: uri, version: version, diagnostics), topic: uri)
  }
}

extension Server {
  /// For a binary property list, a snapshot of the file on disk, because its text in the editor is useless.
  func onDisk(_ snapshot: Snapshot, _ uri: String) -> Snapshot {
    guard !snapshot.document.hasPositions, let path = documents[uri]?.location.filePath,
      let bytes = try? texts.read(path, limit: environment.largestText)
    else { return snapshot }
    let document = Document(path: snapshot.document.path, kind: snapshot.document.kind, binary: bytes)
    return Snapshot(
      document: document, linter: snapshot.linter, project: snapshot.project, configuration: snapshot.configuration,
      evidence: snapshot.evidence, isLinted: snapshot.isLinted)
  }
}

extension Diagnostic {
  /// The finding for a text without positions: at the start, with the value’s key path in the message.
  var atTheStart: Diagnostic {
    guard let keyPath else { return self }
    var result = self
    result.range = ByteRange(at: 0)
    result.related = []
    if !keyPath.isEmpty { result.message = "\(keyPath): \(message)" }
    return result
  }

  fileprivate static func tooLarge(_ limit: Int) -> Diagnostic {
    Diagnostic(
      rule: "too-large", severity: .warning, range: ByteRange(at: 0),
      message: "This file is larger than \(limit >> 20) MiB and isn’t checked")
  }

  /// The diagnostic of a text that crashed the server.
  fileprivate static var suspended: Diagnostic {
    Diagnostic(
      rule: "not-checked", severity: .warning, range: ByteRange(at: 0),
      message: "privacy-lsp crashed on this text; it checks the text again when you edit it")
  }

  /// The diagnostic of a file that can’t be read.
  fileprivate static func unreadable(_ words: String) -> Diagnostic {
    Diagnostic(rule: "unreadable", severity: .warning, range: ByteRange(at: 0), message: "This file \(words)")
  }
}
