import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText
import Workspace

/// A document that is not open, not ours or too large has no hover, no completions and no actions; asking for them is
/// no error, since a client cannot know.
extension Server {
  func hover(_ params: LSP.TextDocumentPositionParams) -> any JSONWritable {
    guard let snapshot = snapshot(of: params.uri, sources: true), let conversion = conversion(for: params.uri),
      let hover = EditorFeatures.hover(
        in: snapshot, at: conversion.offset(params.position),
        checkedOut: { [files = environment.files, path = documents[params.uri]?.resolvedPath] dependency in
          path.flatMap { manifests(ofCheckedOut: dependency, lockedBy: $0, files: files) }
        })
    else { return LSP.Null() }
    return conversion.hover(hover)
  }

  func completion(_ params: LSP.CompletionParams) -> any JSONWritable {
    let place = params.place
    guard let snapshot = snapshot(of: place.uri), let conversion = conversion(for: place.uri) else {
      return LSP.CompletionList([])
    }
    let offset = conversion.offset(place.position)
    let found = completions(in: snapshot, at: offset, isAskedFor: !params.isTriggered)
    return LSP.CompletionList(conversion.completions(found, at: offset))
  }

  func resolveCompletion(_ item: LSP.ResolvableCompletionItem) -> any JSONWritable {
    var item = item
    if let id = item.documentationID, let markdown = documentation(of: id, isBrief: true, catalog: linter.catalog) {
      item.documentation = Conversion.documentation(markdown, for: client)
    }
    return item
  }

  // MARK: - What a request sees

  /// All that a feature may see of a document; nil if it is not open or too large.
  ///
  /// - Parameter sources: Whether the feature has something to say in source code, as far as any is known of it.
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

  /// What turns offsets of an open document into the client's positions and back.
  ///
  /// - Parameter project: The files that results may speak of besides the document.
  func conversion(for uri: String, in project: Project = Project()) -> Conversion? {
    guard let document = documents[uri] else { return nil }
    var result = Conversion(
      client: client, encoding: encoding, uri: uri, version: document.version, text: document.text)
    add(project, to: &result, sourceIndex(of: document))
    return result
  }

  /// Has a conversion know the files of a project, and sources.
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
