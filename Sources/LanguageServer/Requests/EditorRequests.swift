import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText
import Workspace

extension Server {
  func hover(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    inspect(params.uri, sources: true) { snapshot, conversion in
      EditorFeatures.hover(
        in: snapshot, at: conversion.offset(params.position),
        checkedOut: { [files = environment.files, path = documents[params.uri]?.resolvedPath] dependency in
          path.flatMap { manifests(ofCheckedOut: dependency, lockedBy: $0, files: files) }
        }
      ).map(conversion.hover)
    }
  }

  func completion(_ params: LSP.CompletionParams) -> any JSONWritable {
    let items = inspect(params.place.uri) { snapshot, conversion in
      let offset = conversion.offset(params.place.position)
      let found = completions(in: snapshot, at: offset, isAskedFor: !params.isTriggered)
      return conversion.completions(found, at: offset)
    }
    return LSP.completionList(items ?? [])
  }

  func resolveCompletion(_ item: LSP.ResolvableItem) -> any JSONWritable {
    let markdown = item.documentationID.flatMap { documentation(of: $0, isBrief: true, catalog: linter.catalog) }
    return item.json.with("documentation", markdown.map { Conversion.documentation($0, for: client) })
  }

  // MARK: - Snapshots

  /// The result of a feature for an open document, converted for the client; nil if there is none. A request for a
  /// document that isn’t open, isn’t ours or is too large isn’t an error.
  ///
  /// - Parameters:
  ///   - sources: Whether the feature also works in source code.
  ///   - project: Whether the result may refer to other files of the project.
  func inspect<Answer, Refusal>(
    _ uri: String, sources: Bool = false, project: Bool = false,
    _ feature: (Snapshot, Conversion) throws(Refusal) -> Answer?
  ) throws(Refusal) -> Answer? {
    guard let snapshot = snapshot(of: uri, sources: sources),
      let conversion = conversion(for: uri, in: project ? snapshot.project : Project())
    else { return nil }
    return try feature(snapshot, conversion)
  }

  /// The snapshot of a document for a feature; nil if it isn’t open or is too large.
  ///
  /// - Parameter sources: Whether the feature also works in source code.
  func snapshot(of uri: String, sources: Bool = false) -> Snapshot? {
    guard let document = documents[uri], sources || document.kind != .source, let parsed = look(into: document) else {
      return nil
    }
    let evidence = evidence(of: document)
    if document.kind == .source, evidence == nil { return nil }
    return Snapshot(
      document: parsed, linter: linter, project: project(of: uri), configuration: configuration(of: uri),
      evidence: evidence, isLinted: !document.fileSettings.isLeftOut)
  }

  /// The conversion for an open document.
  ///
  /// - Parameter project: The other files that results may refer to.
  func conversion(for uri: String, in project: Project = Project()) -> Conversion? {
    guard let document = documents[uri] else { return nil }
    var result = Conversion(
      client: client, encoding: encoding, uri: uri, version: document.version, text: document.text)
    add(project, to: &result, sourceIndex(of: document))
    return result
  }

  /// Adds the files of a project, and sources, to a conversion.
  func add(_ project: Project, to conversion: inout Conversion, _ sources: SourceIndex? = nil) {
    guard !project.targets.isEmpty || sources?.evidence != nil else { return }
    conversion.project = project
    conversion.sources = sources
    conversion.readText = { [texts, documents] path in
      if let open = documents.values.first(where: { $0.resolvedPath == path }) { return open.text }
      return (try? texts.read(path, limit: ProjectFinder.largestFile)).map { DecodedFile($0).text }
    }
    conversion.uriOfFile = { [self] in uri(ofFile: pathInClient($0)) }
    for document in documents.values {
      if let path = document.resolvedPath { conversion.open[path] = (document.uri, document.version) }
    }
  }
}
