import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// A document that is not open, not ours or too large has no actions; asking for them is no error, since a client cannot
/// know.
extension Server {
  func codeActions(_ params: LSP.CodeActionParams) -> any JSONWritable {
    let kinds = Set(CodeAction.Kind.allCases.filter { params.wants($0.rawValue) })
    guard client.codeActionLiteralSupport || client.applyEdit, !kinds.isEmpty,
      let (found, conversion) = actions(for: params.uri, params.range, kinds)
    else { return [LSP.Object]() }
    // The range goes out with the actions, so it is the one that was meant, which lies in the text.
    return conversion.codeActions(
      found.filter { action in !action.otherFiles.contains { isForeign($0.path) } },
      revision: documents[params.uri]?.revision ?? 0, for: conversion.range(conversion.range(params.range)))
  }

  /// What can be done for a range. An edit of another file fits the text that is there: where one has changed without a
  /// word of the client's, it is read again first.
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

  /// Works out the edit of an action. One that this server did not write is returned as it is; one for a text that has
  /// changed since is refused, and the client asks anew.
  func resolveCodeAction(_ action: LSP.ResolvableCodeAction) throws(LSP.ResponseError) -> any JSONWritable {
    guard let data = action.data, let kind = CodeAction.Kind(rawValue: data.kind), let document = documents[data.uri]
    else { return action.json }
    guard document.revision == data.revision else {
      throw LSP.ResponseError(.contentModified, "The document has changed since")
    }
    let edit = actions(for: data.uri, data.range, [kind]).flatMap { found, conversion in
      found.first { $0.id == data.id }.map(conversion.edit)
    }
    return action.json.with("edit", edit)
  }

  /// Whether a file lies in a folder of the workspace and is not ours: then no edit of another file touches it.
  func isForeign(_ path: String) -> Bool {
    root(of: parentFolder(of: path)).map { leavesOut(path, below: $0) } ?? false
  }

  // MARK: - Commands

  /// Tells about the actions of a kind: opens Apple's page where there is one and the client opens pages, or says it.
  func showActionDocumentation(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard let kind = arguments.first?.string.flatMap(CodeAction.Kind.init(rawValue:)) else {
      throw LSP.ResponseError(.invalidParams, "The command needs the kind of action it was given with")
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
