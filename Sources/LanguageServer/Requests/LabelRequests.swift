import EditorFeatures
import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

/// Code lenses, and the commands that they run. Clients need no code of their own: the server shows the result in a
/// message, and also returns it for clients that can do more.
extension Server {
  func codeLenses(_ params: LSP.TextDocumentParams) -> any JSONWritable {
    inspect(params.uri, sources: true) { $1.codeLenses(EditorFeatures.codeLenses(in: $0)) } ?? []
  }

  // MARK: - The label

  func label(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    let wanted = try LabelArguments(arguments)
    let label = try label(of: wanted.uris)
    return switch wanted.format {
    case .text: label.text()
    case .markdown: label.markdown
    case .html: label.page
    case .json: label.json
    case nil: result(label)
    }
  }

  func showLabel(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    let label = try label(of: try LabelArguments(arguments).uris)
    show(.info, label.message)
    return result(label)
  }

  /// The label of some documents, or of all open ones.
  private func label(of uris: [String]?) throws(LSP.ResponseError) -> PrivacyLabel {
    var sources: [PrivacyLabel.Source] = []
    if let uris {
      var seen: Set<String> = []
      for uri in uris where seen.insert(uri).inserted { sources.append(try labelSource(uri)) }
    } else {
      let open = documents.values.filter { $0.kind == .privacyManifest }.map(\.uri).sorted()
      guard !open.isEmpty else {
        throw LSP.ResponseError(.invalidParams, "No privacy manifest is open; pass the URI of one")
      }
      for uri in open { sources.append(try labelSource(uri)) }
    }
    return linter.label(of: sources)
  }

  /// A manifest that is open, or otherwise on disk.
  private func labelSource(_ uri: String) throws(LSP.ResponseError) -> PrivacyLabel.Source {
    let location = DocumentURI(uri)
    // The same file may have several URIs.
    let open =
      documents[uri] != nil
      ? uri : location.filePath.flatMap { path in documents.values.first { $0.location.filePath == path }?.uri }
    let shown = shortPath(location.path)
    guard FileKind.of(path: location.path) == .privacyManifest else {
      throw LSP.ResponseError(.invalidParams, "“\(uri)” is not a privacy manifest")
    }
    if let open {
      guard let snapshot = snapshot(of: open) else { return PrivacyLabel.Source(path: shown, manifest: nil) }
      return linter.labelSource(onDisk(snapshot, open).document, shownAs: shown)
    }
    let outside = LSP.ResponseError(.invalidParams, "“\(uri)” isn’t open, and isn’t a file in a workspace folder")
    // Don’t access files outside the workspace at all.
    guard let path = location.filePath, isInWorkspace(withoutDots(path)) else { throw outside }
    do throws(FileError) {
      let resolved = try environment.files.resolve(path)
      if isInWorkspace(resolved) {
        let bytes = try texts.read(resolved, limit: environment.largestText)
        return linter.labelSource(Document(path: path, kind: .privacyManifest, bytes: bytes), shownAs: shown)
      }
    } catch {
      throw LSP.ResponseError(.invalidParams, "“\(uri)” \(error.words)")
    }
    throw outside
  }

  /// Whether a path is in a workspace folder, by the folder’s own path or with links resolved.
  private func isInWorkspace(_ path: String) -> Bool {
    settings.folders.contains { folder in
      isInside(path, folder) || isInside(path, (try? environment.files.resolve(folder)) ?? folder)
    }
  }

  private func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  // MARK: - Findings

  func showFindings(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard arguments.count == 1, let argument = arguments.first, let uri = argument.string ?? argument["uri"]?.string
    else {
      throw LSP.ResponseError(
        .invalidParams, "“\(Command.showFindings)” takes one URI, or an object with “uri” and “position”")
    }
    guard let conversion = conversion(for: uri) else {
      throw LSP.ResponseError(.invalidParams, "“\(uri)” isn’t open")
    }
    var position: Position?
    if let place = argument["position"] { position = try Position(place) }
    guard let snapshot = snapshot(of: uri, sources: true) else { return [LSP.Object]() }
    let (title, found) = findings(in: onDisk(snapshot, uri), at: position.map(conversion.offset))
    let type: LSP.MessageType =
      switch found.map(\.severity).max() {
      case .error: .error
      case .warning: .warning
      case .information, .hint, nil: .info
      }
    show(type, title, found) { finding in
      finding.keyPath.map { $0.isEmpty ? finding.message : "\($0): \(finding.message)" }
        ?? "line \(conversion.text.line(at: finding.range.lower) + 1): \(finding.message)"
    }
    return conversion.diagnostics(found.prefix(Linter.mostFindings).map(\.atTheStart))
  }
}

private struct LabelArguments {
  enum Format: String, CaseIterable {
    case text, markdown, html, json
  }

  /// Nobody reads a label of more files.
  private static let mostFiles = 1_000

  /// Nil for all open manifests.
  private(set) var uris: [String]?
  /// Nil for an object with the label and its texts.
  private(set) var format: Format?

  /// - Parameter arguments: None, URIs, or one object with `uri` or `uris` and `format`.
  init(_ arguments: [JSONValue]) throws(LSP.ResponseError) {
    let given = arguments.filter { !$0.isNull }
    if given.isEmpty { return }
    if given.count == 1, let object = given.first, object.kind == .object {
      if let uri = object["uri"], !uri.isNull { uris = try Self.strings([uri]) }
      if let list = object["uris"], !list.isNull {
        guard let elements = list.array else { throw Self.wrong("“uris” must be an array") }
        uris = (uris ?? []) + (try Self.strings(elements))
      }
      if let word = object["format"], !word.isNull {
        guard let format = word.string.flatMap(Format.init(rawValue:)) else {
          let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
          throw Self.wrong("“format” must be one of \(known)")
        }
        self.format = format
      }
    } else {
      uris = try Self.strings(given)
    }
    if let uris, uris.isEmpty || uris.count > Self.mostFiles {
      throw Self.wrong("it takes between 1 and \(Self.mostFiles) URIs")
    }
  }

  private static func strings(_ values: [JSONValue]) throws(LSP.ResponseError) -> [String] {
    var result: [String] = []
    for value in values {
      guard let text = value.string else {
        throw wrong("it takes URIs as strings, or one object with “uri” or “uris”, and “format”")
      }
      result.append(text)
    }
    return result
  }

  private static func wrong(_ words: String) -> LSP.ResponseError {
    LSP.ResponseError(.invalidParams, "The arguments of the label are wrong: \(words)")
  }
}

/// A label with its texts, for clients that show it themselves.
private func result(_ label: PrivacyLabel) -> LSP.Object {
  label.json + ["text": label.text(), "markdown": label.markdown]
}
