import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// What users set, from the editor and from files. A file wins over the editor, so that editor and command line agree.
struct Settings {
  /// The editor's section with the settings.
  static let section = "privacy-lsp"

  /// Counts every change of anything here.
  var revision = 0
  var editor = Configuration()
  /// Whether the editor wants the kinds of inlay hints with these names, where that is not the default.
  var hints: [String: Bool] = [:]
  /// What the client sent at the start, nil if nothing.
  var options: JSONValue?
  /// The editor's settings as they came, as JSON; empty if none did.
  var source: ArraySlice<UInt8> = []
  /// Counts every change of ``editor``.
  var editorRevision = 0
  /// Whether files that are not open are checked too; nil for the client to decide, by asking for them or not.
  var workspaceDiagnostics: Bool?
  /// Whether source code that is open is looked into, and findings are shown in it.
  var looksIntoSources = false
  /// What is written into the editor's log.
  var log = LogLevel.warning
  /// The absolute paths of the folders the client works on, as it gave them.
  private(set) var folders: [String] = [] {
    didSet { resolvedFolders = nil }
  }
  /// The same without links, and when that was found out; nil if it is to be found out anew.
  var resolvedFolders: (paths: [String], time: Int)?
  /// What is ours below each folder that was asked about, and since when that is known.
  var own: (below: [String: OwnFiles], time: Int) = ([:], 0)
  /// The status that settings files had, by their paths, and when they were last looked at.
  var seen: (statuses: [String: FileStatus?], time: Int)?
  /// What the user was told already, so that nothing is said twice.
  var told: Set<String> = []

  mutating func setFolders(_ paths: [String]) {
    folders = []
    for path in paths { add(path) }
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
  /// Whether the file is not ours: then it is not judged.
  var isLeftOut = false
}

// MARK: - The editor

extension Server {
  /// The settings that hold for a document. Where there is a file, it alone counts: the command line knows nothing of the
  /// editor's settings, and both are to say the same.
  func configuration(of uri: String) -> Configuration {
    guard let file = documents[uri]?.fileSettings, file.path != nil else { return settings.editor }
    return file.configuration
  }

  /// Settings that come along hold at once, even if the client is asked too: Neovim 0.10 tells them first and then asks
  /// for diagnostics, which it does not ask for again when its answer comes.
  func didChangeConfiguration(_ params: LSP.DidChangeConfigurationParams) {
    if let changed = params.settings { takeEditorSettings(changed) }
    askForSettings()
  }

  /// Asks for the editor's settings, of a client that answers.
  func askForSettings() {
    guard client.configuration else { return }
    ask("workspace/configuration", LSP.configurationParams(section: Settings.section)) { server, result in
      guard let section = result?.array?.first else { return }
      // An editor without the section leaves what it said at the start as it was.
      if section.isNull, let options = server.settings.options {
        server.takeEditorSettings(options)
      } else {
        server.setEditorSettings(section)
      }
    }
  }

  /// Takes settings as clients send them: the section as a member, or its contents.
  func takeEditorSettings(_ json: JSONValue) {
    if let section = json["privacy-lsp"] {
      setEditorSettings(section)
    } else if Configuration.Member.allCases.contains(where: { $0.value(in: json) != nil })
      || EditorSetting.allCases.contains(where: { $0.value(in: json) != nil })
    {
      setEditorSettings(json)
    }
  }

  func setEditorSettings(_ json: JSONValue) {
    settings.source = json.spelling
    var found: [Configuration.Problem] = []
    let configuration = Configuration(
      json, isReadElsewhere: { EditorSetting($0) != nil }, others: EditorSetting.allCases.map(\.rawValue),
      problems: &found)
    var problems = found.map(\.message)

    let publishedBefore = publishesWorkspace
    let askedBefore = settings.workspaceDiagnostics
    func flag(_ setting: EditorSetting) -> Bool? {
      guard let value = setting.value(in: json) else { return nil }
      if value.bool == nil { problems.append("“\(setting.rawValue)” must be true or false") }
      return value.bool
    }
    settings.workspaceDiagnostics = flag(.workspaceDiagnostics)
    let lookedBefore = settings.looksIntoSources
    settings.looksIntoSources = flag(.sources) ?? false
    if lookedBefore != settings.looksIntoSources { sourcesSwitched() }
    settings.log = .warning
    if let value = EditorSetting.log.value(in: json) {
      if let level = value.string.flatMap(LogLevel.init(rawValue:)) {
        settings.log = level
      } else {
        problems.append("“log” is one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
      }
    }
    for problem in problems { warn("privacy-lsp settings: \(problem)") }

    let hintsChanged = takeInlayHintSettings(EditorSetting.inlayHints.value(in: json))
    if configuration != settings.editor {
      settings.editor = configuration
      settings.editorRevision += 1
      readAllFileSettings()
      settingsChanged(Array(documents.keys), concernsAll: true)
      workspaceChanged()
    } else if hintsChanged, client.inlayHintRefreshSupport {
      ask("workspace/inlayHint/refresh")
    }
    if askedBefore != settings.workspaceDiagnostics {
      shownFilesChanged()
      workspaceChanged()
    }
    if publishedBefore, !publishesWorkspace { withdrawWorkspace() }
  }

  // MARK: - Files

  func didChangeWorkspaceFolders(_ params: LSP.DidChangeWorkspaceFoldersParams) {
    settings.changeFolders(added: params.added, removed: params.removed)
    projectFilesChanged()
    readAllFileSettings()
    workspaceChanged()
    // The patterns of some clients name the folders.
    if client.relativePatternSupport { watchOtherFiles() }
  }

  /// Has a client watch the files that ``watchedFiles`` names now.
  func watchOtherFiles() {
    guard client.didChangeWatchedFilesDynamicRegistration else { return }
    ask("client/unregisterCapability", LSP.unregistrationParams)
    ask("client/registerCapability", LSP.registrationParams([watchedFiles]))
  }

  func didChangeWatchedFiles(_ params: LSP.DidChangeWatchedFilesParams) {
    let concerned = params.changes.contains { change in
      let name = fileName(of: DocumentURI(change.uri).path)
      return name == ConfigurationFile.name || name == IgnoreScope.patternsFile
    }
    if concerned { readAllFileSettings() }
    if concerned { sourceFilesChanged() } else { sourceFilesChanged(params.changes) }
    let others = params.changes.filter { !isSourceCode(DocumentURI($0.uri).path) }
    if others.isEmpty, !params.changes.isEmpty { return }
    projectFilesChanged()
    filesChanged(others, isWhole: concerned)
  }

  /// The files that the client is to watch: those that say what counts, and those that are checked.
  var watchedFiles: LSP.Object {
    let names =
      [ConfigurationFile.name, IgnoreScope.patternsFile] + FileKind.allCases.flatMap(\.namePatterns)
      + (workspace.watchesSources ? sourcePatterns : [])
    let patterns = names.map { "**/" + $0 }
    // A client that watches each folder on its own has no joy in hundreds.
    let namesFolders = client.relativePatternSupport && (1...50).contains(settings.folders.count)
    return LSP.watchedFilesRegistration(
      patterns: patterns, folders: namesFolders ? settings.folders.map(DocumentURI.ofFile) : nil)
  }

  /// In milliseconds.
  private static let settingsAge = 1_000

  /// Looks whether the settings files of open documents are as they were, for a client that does not say so.
  func lookAtSettings() {
    guard phase == .running, !client.didChangeWatchedFilesDynamicRegistration, !documents.isEmpty else { return }
    let now = environment.now()
    if let seen = settings.seen, now - seen.time < Self.settingsAge { return }
    var statuses: [String: FileStatus?] = [:]
    for document in documents.values { addSettings(around: document, to: &statuses) }
    let before = settings.seen?.statuses ?? [:]
    settings.seen = (statuses, now)
    let isChanged = statuses.contains { folder, status in before[folder].map { $0 != status } ?? false }
    guard isChanged else { return }
    readAllFileSettings()
    projectFilesChanged()
    workspaceChanged()
  }

  /// Remembers how the settings files around a document are that was opened, so that a change is noticed.
  func noteSettings(around document: OpenDocument) {
    guard !client.didChangeWatchedFilesDynamicRegistration else { return }
    var seen = settings.seen ?? ([:], environment.now())
    addSettings(around: document, to: &seen.statuses)
    settings.seen = seen
  }

  /// Adds how the settings files are of the folders around a document that are not known yet.
  private func addSettings(around document: OpenDocument, to statuses: inout [String: FileStatus?]) {
    guard var folder = document.resolvedPath.map(parentFolder) else { return }
    while statuses[folder] == nil {
      statuses[folder] = .some(try? environment.files.status(of: joinedPath(folder, ConfigurationFile.name)))
      if folder == "/" || isRepository(folder, environment.files) { return }
      folder = parentFolder(of: folder)
    }
  }

  func readAllFileSettings() {
    settings.own.below = [:]
    tellingRevision += 1
    settingsChanged(documents.keys.filter { readFileSettings(of: $0) }, concernsAll: false)
    // What was not ours before may be now.
    for document in documents.values where sourceIndex(of: document) == nil { lookAtSources(around: document) }
  }

  /// Looks for the settings file of a document.
  ///
  /// - Returns: Whether the document's settings are others than before.
  @discardableResult
  func readFileSettings(of uri: String) -> Bool {
    guard let path = documents[uri]?.location.filePath else { return false }
    let parent = parentFolder(of: path)
    let resolvedParent = try? environment.files.resolve(parent)
    let start = resolvedParent ?? parent
    let place = joinedPath(start, fileName(of: path))
    let root = self.root(of: start)
    let surroundings = Surroundings(root: root ?? start, files: environment.files)
    var found = FileSettings()
    // What lies outside every folder is judged by its text and its name alone.
    found.project = root == nil ? surroundings.project(byNamesAround: place) : surroundings.project(of: place)
    // Of a folder that does not exist it cannot be told what is above it.
    if root != nil || resolvedParent != nil, let file = surroundings.configurationFile(of: start) {
      found.path = file.path
      found.configuration = file.configuration
      for problem in file.problems { warn(problem) }
    }
    if let resolved = documents[uri]?.resolvedPath, let top = root ?? repository(around: start, environment.files) {
      found.isLeftOut = leavesOut(resolved, below: top)
    }
    guard found != documents[uri]?.fileSettings else { return false }
    documents[uri]?.fileSettings = found
    if found.isLeftOut {
      log(.info, "\(path) is not checked: git or the settings exclude it, or it belongs to a dependency")
    } else if let file = found.path {
      logOnce(.info, "\(file) has the settings of the files in \(parent)")
    }
    tellingRevision += 1
    return true
  }

  /// Whether a file is not ours, as a search of a folder would say.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: The same, of the folder.
  func leavesOut(_ path: String, below root: String) -> Bool {
    let now = environment.now()
    if settings.own.below.isEmpty || now - settings.own.time > Self.lifetimeOfResolvedFolders {
      settings.own = ([:], now)
    }
    let own =
      settings.own.below[root]
      ?? OwnFiles(root: root, defaults: IgnoreScope.Defaults(settings.editor), files: environment.files)
    settings.own.below[root] = own
    return own.leavesOut(path, isFolder: false)
  }

  /// The workspace folder that a folder lies in, both without links; nil if it lies outside.
  func root(of folder: String) -> String? {
    resolvedFolders.filter { isInside(folder, $0) }.max { $0.utf8.count < $1.utf8.count }
  }

  /// The folders of the workspace without links. A keystroke does not ask the disk where they are.
  var resolvedFolders: [String] {
    let now = environment.now()
    if let known = settings.resolvedFolders, now - known.time <= Self.lifetimeOfResolvedFolders { return known.paths }
    let paths = settings.folders.map { (try? environment.files.resolve($0)) ?? $0 }
    settings.resolvedFolders = (paths, now)
    return paths
  }

  /// In milliseconds.
  private static let lifetimeOfResolvedFolders = 3_000

  // MARK: - Consequences

  /// - Parameters:
  ///   - uris: The open documents that other settings hold for than before.
  ///   - concernsAll: Whether other settings may hold for files that are not open as well.
  private func settingsChanged(_ uris: [String], concernsAll: Bool) {
    guard concernsAll || !uris.isEmpty else { return }
    settings.revision += 1
    for uri in uris.sorted() { publishLater(uri) }
    refreshClient()
  }

  /// Has the client ask again for all that settings have a say in, as far as it can be told to.
  func refreshClient() {
    if client.diagnostic, client.diagnosticsRefreshSupport { ask("workspace/diagnostic/refresh") }
    if client.inlayHintRefreshSupport { ask("workspace/inlayHint/refresh") }
    if client.semanticTokensRefreshSupport { ask("workspace/semanticTokens/refresh") }
    if client.codeLensRefreshSupport { ask("workspace/codeLens/refresh") }
    if client.foldingRangeRefreshSupport { ask("workspace/foldingRange/refresh") }
  }

  /// So many things are shown to the user; a folder of thousands of locked files is not to bring up as many windows.
  private static let mostShown = 50

  /// Tells the user something once, where they see it and where it can be read later.
  func warn(_ words: String) {
    guard settings.told.count < 1000, settings.told.insert(words).inserted else { return }
    if settings.told.count <= Self.mostShown {
      notify("window/showMessage", LSP.showMessageParams(.warning, words))
    }
    log(.warning, words)
  }
}
