import FileSystem
import JSON
import LanguageServerProtocol
import PrivacyRules
import Workspace

/// The user’s settings, from the editor and from files. A file takes precedence, so that editor and command line agree.
struct Settings {
  /// The section of the editor’s settings.
  static let section = "privacy-lsp"

  /// Counts all changes of settings.
  var revision = 0
  var editor = Configuration()
  /// Whether ``editor`` is from a section without mistakes.
  var isEditorUsable = false
  /// The last usable settings of files.
  let usable = UsableSettings()
  /// The settings where no settings file applies.
  var defaults: IgnoreScope.Defaults { IgnoreScope.Defaults(editor, kept: usable) }
  /// The kinds of inlay hints that the editor turned on or off, by name.
  var hints: [String: Bool] = [:]
  /// The initialization options; nil if there are none.
  var options: JSONValue?
  /// The editor’s settings as received, as JSON; empty if there are none.
  var source: ArraySlice<UInt8> = []
  /// Counts changes of ``editor``.
  var editorRevision = 0
  /// Whether files that aren’t open are checked too; nil to let the client decide, by requesting them or not.
  var workspaceDiagnostics: Bool?
  /// Whether open source files are analyzed and show findings.
  var looksIntoSources = false
  /// The level of the editor’s log.
  var log = LogLevel.warning
  /// The absolute paths of the workspace folders, as the client gave them.
  private(set) var folders: [String] = [] {
    didSet { resolvedFolders = nil }
  }
  /// The same with links resolved, and when they were resolved; nil if that must be done again.
  var resolvedFolders: (paths: [String], time: Int)?
  /// Which files are ours below each folder, and when that was cached.
  var own: (below: [String: OwnFiles], time: Int) = ([:], 0)
  /// The status of settings files by path, and when they were last checked.
  var seen: (statuses: [String: FileStatus?], time: Int)?
  /// The messages shown to the user so far, so that none is repeated.
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

/// What the folders around a document say about it.
struct FileSettings: Equatable {
  /// The settings file; nil if there is none.
  var path: String?
  var configuration = Configuration()
  var project = Project()
  /// Whether the file isn’t ours and isn’t checked.
  var isLeftOut = false
}

// MARK: - The editor

extension Server {
  /// The settings of a document. If there is a settings file, only that counts: the command line can’t see the editor’s
  /// settings, and both must agree.
  func configuration(of uri: String) -> Configuration {
    guard let file = documents[uri]?.fileSettings, file.path != nil else { return settings.editor }
    return file.configuration
  }

  /// Applies settings in the notification immediately, even if the client is asked too: Neovim 0.10 first sends them
  /// and then pulls diagnostics, and doesn’t pull again when it responds.
  func didChangeConfiguration(_ params: LSP.DidChangeConfigurationParams) {
    if let changed = params.settings { takeEditorSettings(changed) }
    askForSettings()
  }

  /// Requests the editor’s settings if the client supports that.
  func askForSettings() {
    guard client.configuration else { return }
    ask("workspace/configuration", LSP.configurationParams(section: Settings.section)) { server, result in
      guard let section = result?.array?.first else { return }
      // An editor without the section keeps its initialization options.
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

  /// Takes the section. As with a file, one with a wrong value changes nothing.
  func setEditorSettings(_ json: JSONValue) {
    var found: [Configuration.Problem] = []
    let configuration = Configuration(
      json, isReadElsewhere: { EditorSetting($0) != nil }, others: EditorSetting.allCases.map(\.rawValue),
      problems: &found)
    func note(_ message: String, _ isUnknownName: Bool = false) {
      found.append(Configuration.Problem(message: message, offset: 0, isUnknownName: isUnknownName))
    }
    func flag(_ setting: EditorSetting) -> Bool? {
      guard let value = setting.value(in: json) else { return nil }
      if value.bool == nil { note("“\(setting.rawValue)” must be true or false") }
      return value.bool
    }
    let workspaceDiagnostics = flag(.workspaceDiagnostics)
    let looksIntoSources = flag(.sources) ?? false
    let log = EditorSetting.log.value(in: json)
    let level = log?.string.flatMap(LogLevel.init(rawValue:))
    if log != nil, level == nil {
      note("“log” must be one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let hints = inlayHintSettings(EditorSetting.inlayHints.value(in: json), note)

    let isUsable = found.allSatisfy(\.isUnknownName)
    let isTaken = isUsable || !settings.isEditorUsable
    if isTaken { settings.log = level ?? .warning }
    for problem in found { warn("privacy-lsp settings: \(problem.message)") }
    guard isTaken else { return }
    settings.source = json.spelling
    settings.isEditorUsable = isUsable
    let publishedBefore = publishesWorkspace
    let askedBefore = settings.workspaceDiagnostics
    settings.workspaceDiagnostics = workspaceDiagnostics
    let lookedBefore = settings.looksIntoSources
    settings.looksIntoSources = looksIntoSources
    if lookedBefore != looksIntoSources { sourcesSwitched() }

    let hintsChanged = hints != settings.hints
    settings.hints = hints
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
    // Some clients’ patterns are relative to the folders.
    if client.relativePatternSupport { watchOtherFiles() }
  }

  /// Registers ``watchedFiles`` again after they changed.
  func watchOtherFiles() {
    guard client.didChangeWatchedFilesDynamicRegistration else { return }
    ask("client/unregisterCapability", LSP.unregistrationParams)
    ask(Self.registering, LSP.registrationParams([watchedFiles]))
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

  /// The files that the client should watch: settings files and those that are checked.
  var watchedFiles: LSP.Object {
    let names =
      [ConfigurationFile.name, IgnoreScope.patternsFile] + FileKind.allCases.flatMap(\.namePatterns)
      + (workspace.watchesSources ? sourcePatterns : [])
    let patterns = names.map { "**/" + $0 }
    // With many folders, use patterns for the whole workspace: clients watch each folder separately.
    let namesFolders = client.relativePatternSupport && (1...50).contains(settings.folders.count)
    return LSP.watchedFilesRegistration(
      patterns: patterns, folders: namesFolders ? settings.folders.map(DocumentURI.ofFile) : nil)
  }

  /// How often settings files are checked, in milliseconds.
  private static let settingsAge = 1_000

  /// Checks whether the settings files of open documents have changed, for a client that doesn’t watch files.
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

  /// Remembers the status of the settings files around an opened document, so that a change is noticed.
  func noteSettings(around document: OpenDocument) {
    guard !client.didChangeWatchedFilesDynamicRegistration else { return }
    var seen = settings.seen ?? ([:], environment.now())
    addSettings(around: document, to: &seen.statuses)
    settings.seen = seen
  }

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
    // What was excluded before may be included now.
    for document in documents.values where sourceIndex(of: document) == nil { lookAtSources(around: document) }
  }

  /// Reads the settings file for a document.
  ///
  /// - Returns: Whether the document’s settings changed.
  @discardableResult
  func readFileSettings(of uri: String) -> Bool {
    guard let path = documents[uri]?.location.filePath else { return false }
    let parent = parentFolder(of: path)
    let resolvedParent = try? environment.files.resolve(parent)
    let start = resolvedParent ?? parent
    let place = joinedPath(start, fileName(of: path))
    let root = self.root(of: start)
    let surroundings = Surroundings(root: root ?? start, files: environment.files, kept: settings.usable)
    var found = FileSettings()
    // A file outside all workspace folders is judged by its text and name alone.
    found.project = root == nil ? surroundings.project(byNamesAround: place) : surroundings.project(of: place)
    // If a folder doesn’t exist, it is unknown what is above it.
    if root != nil || resolvedParent != nil, let file = surroundings.configurationFile(of: start) {
      for problem in file.problems { warn(problem) }
      found.path = file.path
      found.configuration = file.configuration
    }
    if let resolved = documents[uri]?.resolvedPath, let top = root ?? repository(around: start, environment.files) {
      found.isLeftOut = leavesOut(resolved, below: top)
    }
    guard found != documents[uri]?.fileSettings else { return false }
    documents[uri]?.fileSettings = found
    if found.isLeftOut {
      log(.info, "\(path) isn’t checked: git or the settings exclude it, or it belongs to a dependency")
    } else if let file = found.path {
      logOnce(.info, "\(parent) uses the settings in \(file)")
    }
    tellingRevision += 1
    return true
  }

  /// Whether a file isn’t ours, as in a search of a folder.
  ///
  /// - Parameters:
  ///   - path: Absolute, with links resolved.
  ///   - root: The folder, likewise.
  func leavesOut(_ path: String, below root: String) -> Bool {
    let now = environment.now()
    if settings.own.below.isEmpty || now - settings.own.time > Self.lifetimeOfResolvedFolders {
      settings.own = ([:], now)
    }
    let own =
      settings.own.below[root] ?? OwnFiles(root: root, defaults: settings.defaults, files: environment.files)
    settings.own.below[root] = own
    return own.leavesOut(path, isFolder: false)
  }

  /// The workspace folder that contains a folder, both with links resolved; nil if none does.
  func root(of folder: String) -> String? {
    resolvedFolders.filter { isInside(folder, $0) }.max { $0.utf8.count < $1.utf8.count }
  }

  /// The workspace folders with links resolved. Cached, so that a keystroke doesn’t access the disk.
  var resolvedFolders: [String] {
    let now = environment.now()
    if let known = settings.resolvedFolders, now - known.time <= Self.lifetimeOfResolvedFolders { return known.paths }
    let paths = settings.folders.map { (try? environment.files.resolve($0)) ?? $0 }
    settings.resolvedFolders = (paths, now)
    return paths
  }

  /// How long resolved folders are cached, in milliseconds.
  private static let lifetimeOfResolvedFolders = 3_000

  // MARK: - Consequences

  /// - Parameters:
  ///   - uris: The open documents whose settings changed.
  ///   - concernsAll: Whether settings of closed files may have changed too.
  private func settingsChanged(_ uris: [String], concernsAll: Bool) {
    guard concernsAll || !uris.isEmpty else { return }
    settings.revision += 1
    for uri in uris.sorted() { publishLater(uri) }
    refreshClient()
  }

  /// Asks the client to refresh everything that depends on settings, if it can.
  func refreshClient() {
    if client.diagnostic, client.diagnosticsRefreshSupport { ask("workspace/diagnostic/refresh") }
    if client.inlayHintRefreshSupport { ask("workspace/inlayHint/refresh") }
    if client.semanticTokensRefreshSupport { ask("workspace/semanticTokens/refresh") }
    if client.codeLensRefreshSupport { ask("workspace/codeLens/refresh") }
    if client.foldingRangeRefreshSupport { ask("workspace/foldingRange/refresh") }
  }

  /// The most messages shown to the user: thousands of unreadable files shouldn’t open as many windows.
  private static let mostShown = 50

  /// Warns the user once, in a message and in the log.
  func warn(_ words: String) {
    guard settings.told.count < 1000, settings.told.insert(words).inserted else { return }
    if settings.told.count <= Self.mostShown {
      notify("window/showMessage", LSP.showMessageParams(.warning, words))
    }
    log(.warning, words)
  }
}
