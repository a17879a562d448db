import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules

/// What users set, from the editor and from files. A file wins over the editor, so that editor and command line agree.
struct Settings {
  /// The editor's section with the settings.
  static let section = "privacy-lsp"

  /// Counts every change of anything here.
  var revision = 0
  var editor = Configuration()
  /// The kinds of inlay hints that the editor does not want.
  var hiddenHints: Set<String> = []
  /// The absolute paths of the folders the client works on, as it gave them.
  private(set) var folders: [String] = []
  /// What the user was told already, so that nothing is said twice.
  var told: Set<String> = []

  mutating func setFolders(_ folders: [LSP.WorkspaceFolder]) {
    self.folders = []
    for folder in folders { add(folder.path ?? folder.uri.flatMap { DocumentURI($0).filePath }) }
  }

  mutating func changeFolders(added: [String], removed: [String]) {
    let gone = Set(removed.compactMap { DocumentURI($0).filePath.map(Self.withoutSlash) })
    folders.removeAll { gone.contains($0) }
    for uri in added { add(DocumentURI(uri).filePath) }
  }

  private mutating func add(_ path: String?) {
    guard let path, path.hasPrefix("/") else { return }
    let folder = Self.withoutSlash(path)
    if !folders.contains(folder) { folders.append(folder) }
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// What the folders around a document say of it.
struct FileSettings: Equatable {
  /// The settings file, nil where there is none.
  var path: String?
  var configuration = Configuration()
  var project = Project()
}

// MARK: - The editor

extension Server {
  /// The settings that hold for a document. Where there is a file, it alone counts: the command line knows nothing of the
  /// editor's settings, and both are to say the same.
  func configuration(of uri: String) -> Configuration {
    guard let file = documents[uri]?.fileSettings, file.path != nil else { return settings.editor }
    return file.configuration
  }

  mutating func didChangeConfiguration(_ params: LSP.DidChangeConfigurationParameters) {
    if client.answersConfiguration {
      askForSettings()
    } else if let changed = params.settings {
      takeEditorSettings(changed)
    }
  }

  /// Asks for the editor's settings, of a client that answers.
  mutating func askForSettings() {
    guard client.answersConfiguration else { return }
    ask("workspace/configuration", LSP.ConfigurationParameters(section: Settings.section)) { server, result in
      guard let section = result?.array?.first else { return }
      server.setEditorSettings(section)
    }
  }

  /// Takes settings as clients send them: the section as a member, or its contents.
  mutating func takeEditorSettings(_ json: JSONValue) {
    if let section = json["privacy-lsp"] {
      setEditorSettings(section)
    } else if json["severity"] != nil || json["inlayHints"] != nil {
      setEditorSettings(json)
    }
  }

  private mutating func setEditorSettings(_ json: JSONValue) {
    var problems: [Configuration.Problem] = []
    let configuration = Configuration(json, ignoring: ["inlayHints"], problems: &problems)
    takeInlayHintSettings(json["inlayHints"])
    for problem in problems { tellUser("privacy-lsp settings: \(problem.message)") }
    guard configuration != settings.editor else { return }
    settings.editor = configuration
    settingsChanged(Array(documents.keys))
  }

  // MARK: - Files

  mutating func didChangeWorkspaceFolders(_ params: LSP.DidChangeWorkspaceFoldersParameters) {
    settings.changeFolders(added: params.added, removed: params.removed)
    readAllFileSettings()
  }

  mutating func didChangeWatchedFiles(_ params: LSP.DidChangeWatchedFilesParameters) {
    let concerned = params.uris.contains { DocumentURI($0).path.hasSuffix("/" + ConfigurationFile.name) }
    if concerned { readAllFileSettings() }
  }

  mutating func readAllFileSettings() {
    settingsChanged(documents.keys.filter { readFileSettings(of: $0) })
  }

  /// Looks for the settings file of a document.
  ///
  /// - Returns: Whether the document's settings are others than before.
  @discardableResult
  mutating func readFileSettings(of uri: String) -> Bool {
    guard let path = documents[uri]?.location.filePath else { return false }
    let parent = parentFolder(of: path)
    let start = (try? environment.files.resolve(parent)) ?? parent
    let root = self.root(of: start)
    var surroundings = Surroundings(root: root ?? start, files: environment.files)
    var found = FileSettings()
    found.project = surroundings.project(of: joinedPath(start, fileName(of: path)))
    if root != nil, let file = surroundings.configurationFile(of: start) {
      found.path = file.path
      found.configuration = file.configuration
      for problem in file.problems { tellUser(problem) }
    }
    guard found != documents[uri]?.fileSettings else { return false }
    documents[uri]?.fileSettings = found
    return true
  }

  /// The workspace folder that a folder lies in, both without links; nil if it lies outside.
  private func root(of folder: String) -> String? {
    settings.folders.map { (try? environment.files.resolve($0)) ?? $0 }
      .filter { folder == $0 || folder.hasPrefix($0 == "/" ? $0 : $0 + "/") }
      .max { $0.count < $1.count }
  }

  // MARK: - Consequences

  private mutating func settingsChanged(_ uris: [String]) {
    settings.revision += 1
    guard !uris.isEmpty else { return }
    if !client.pullsDiagnostics {
      for uri in uris.sorted() { publishLater(uri) }
    } else if client.refreshesDiagnostics {
      ask("workspace/diagnostic/refresh")
    }
  }

  /// Tells the user something once, where they see it and where it can be read later.
  mutating func tellUser(_ words: String) {
    guard settings.told.count < 1000, settings.told.insert(words).inserted else { return }
    let message = LSP.ShowMessageParameters(.warning, words)
    tell("window/showMessage", message)
    tell("window/logMessage", message)
  }
}
