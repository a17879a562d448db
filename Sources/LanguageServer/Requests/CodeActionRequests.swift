import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// Code actions. A request for a document that isn’t open, isn’t ours or is too large isn’t an error; it just has no
/// actions.
extension Server {
  func codeActions(_ params: LSP.CodeActionParams) -> any JSONWritable {
    let kinds = Set(CodeAction.Kind.allCases.filter { params.wants($0.rawValue) })
    guard client.codeActionLiteralSupport || client.applyEdit, !kinds.isEmpty,
      let (found, conversion) = actions(for: params.uri, params.range, kinds)
    else { return [LSP.Object]() }
    // The actions carry the range clamped to the text.
    return conversion.codeActions(
      found.filter { action in !action.otherFiles.contains { isForeign($0.path) } },
      revision: documents[params.uri]?.revision ?? 0, for: conversion.range(conversion.range(params.range)))
  }

  /// The actions for a range. If they edit other files and one of those changed without a notification, it is read
  /// again first.
  private func actions(
    for uri: String, _ range: LSP.Range, _ kinds: Set<CodeAction.Kind>
  ) -> (found: [CodeAction], conversion: Conversion)? {
    func find() -> (found: [CodeAction], conversion: Conversion)? {
      guard let snapshot = snapshot(of: uri, sources: true), let conversion = conversion(for: uri, in: snapshot.project)
      else { return nil }
      return (EditorFeatures.codeActions(in: snapshot, range: conversion.range(range), kinds: kinds), conversion)
    }
    guard let result = find() else { return nil }
    let others = result.found.flatMap { $0.otherFiles.map(\.path) }
    guard result.conversion.sources?.touchChanged(others) ?? false else { return result }
    projects?.filesChanged()
    return find()
  }

  /// Resolves the edit of an action. An action that this server didn’t write is returned unchanged; for a text that has
  /// changed since, the request is rejected, and the client requests new actions.
  func resolveCodeAction(_ action: LSP.ResolvableCodeAction) throws(LSP.ResponseError) -> any JSONWritable {
    guard let data = action.data, let kind = CodeAction.Kind(rawValue: data.kind), let document = documents[data.uri]
    else { return action.json }
    guard document.revision == data.revision else {
      throw LSP.ResponseError(.contentModified, "The document has changed in the meantime")
    }
    let edit = actions(for: data.uri, data.range, [kind]).flatMap { found, conversion in
      found.first { $0.id == data.id }.map(conversion.edit)
    }
    return action.json.with("edit", edit)
  }

  /// Whether a file is in a workspace folder but isn’t ours: then edits never touch it.
  func isForeign(_ path: String) -> Bool {
    root(of: parentFolder(of: path)).map { leavesOut(path, below: $0) } ?? false
  }

  // MARK: - Commands

  /// Explains a kind of actions: opens Apple’s page if there is one and the client can, or shows a message.
  func showActionDocumentation(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard let kind = arguments.first?.string.flatMap(CodeAction.Kind.init(rawValue:)) else {
      throw LSP.ResponseError(.invalidParams, "The command needs its original argument, a kind of code action")
    }
    let (words, link) = documentation(of: kind, catalog: linter.catalog)
    if let link, client.showDocument {
      ask("window/showDocument", LSP.showDocumentParams(uri: link))
    } else {
      notify("window/showMessage", LSP.showMessageParams(.info, link.map { "\(words) \($0)" } ?? words))
    }
    return LSP.Null()
  }
}
