import EditorFeatures
import JSON
import LanguageServerProtocol
import PrivacyRules

extension Server {
  func inlayHints(_ params: LSP.TextDocumentRangeParams) -> any JSONWritable {
    inspect(params.uri, sources: true) { snapshot, conversion -> [LSP.Object] in
      let kinds = Set(InlayHint.Kind.allCases.filter(shows))
      let found = EditorFeatures.inlayHints(in: snapshot, range: conversion.range(params.range), kinds: kinds)
      return conversion.inlayHints(found) { documentation(of: $0, isBrief: true, catalog: snapshot.catalog) }
    } ?? []
  }

  private func shows(_ kind: InlayHint.Kind) -> Bool {
    settings.hints[kind.rawValue] ?? InlayHint.Kind.onByDefault.contains(kind)
  }

  /// Whether hints in source code are on.
  var showsHintsInSources: Bool { shows(.uses) }

  func resolveInlayHint(_ hint: LSP.ResolvableItem) -> any JSONWritable {
    let markdown = hint.documentationID.flatMap { documentation(of: $0, isBrief: true, catalog: linter.catalog) }
    return hint.json.with("tooltip", markdown.map { Conversion.markup($0, for: client) })
  }

  /// The settings for kinds of hints: `{ "reasons": true, "dataTypes": false }`. The others keep their defaults.
  func inlayHintSettings(
    _ json: JSONValue?, _ note: (_ message: String, _ isUnknownName: Bool) -> Void
  ) -> [String: Bool] {
    var hints: [String: Bool] = [:]
    if let json, !json.isNull {
      let kinds = InlayHint.Kind.allCases.map(\.rawValue)
      for (name, value) in json.members ?? [] {
        let known = name.string.flatMap { kinds.contains($0) ? $0 : nil }
        guard let name = known, let isShown = value.bool else {
          note("“inlayHints” takes true or false for \(kinds.joined(separator: ", "))", known == nil)
          continue
        }
        let isUsual = InlayHint.Kind.onByDefault.contains { $0.rawValue == name }
        if isShown != isUsual { hints[name] = isShown }
      }
      if json.kind != .object { note("“inlayHints” must be an object", false) }
    }
    return hints
  }
}
