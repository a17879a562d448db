import JSON
import LanguageServerProtocol
import PrivacyRules
import SourceText

extension Server {
  func initialize(_ params: LSP.InitializeParams) throws(LSP.ResponseError) -> any JSONWritable {
    guard phase == .notInitialized else {
      throw LSP.ResponseError(.invalidRequest, "“initialize” may be sent only once")
    }
    phase = .running
    client = params.capabilities
    clientProcess = params.processID
    // Unknown encodings are skipped; the default is the protocol’s.
    encoding = client.positionEncodings?.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    settings.setFolders(params.folders)
    trace = params.trace
    settings.options = params.options
    if let options = params.options { takeEditorSettings(options) }

    return LSP.initializeResult(
      positionEncoding: encoding.rawValue, capabilities: Route.capabilities(of: self), name: environment.name,
      version: environment.version)
  }

  func initialized(_: LSP.NoParams) {
    isInitialized = true
    let folders = settings.folders.isEmpty ? "no folder" : settings.folders.joined(separator: ", ")
    log(.info, "privacy-lsp \(environment.version) works on \(folders)")
    register()
    askForSettings()
    publishWorkspaceLater()
  }

  /// Registers for changes of files and settings, and for formatting, if the client supports that.
  func register() {
    var registrations: [LSP.Object] = []
    if client.didChangeWatchedFilesDynamicRegistration { registrations.append(watchedFiles) }
    if client.didChangeConfigurationDynamicRegistration {
      registrations.append(LSP.configurationRegistration(section: Settings.section))
    }
    // With dynamic registration, the server formats only these files, and other servers keep the others.
    let formatted = FileKind.allCases.filter(\.isPropertyList).flatMap(\.namePatterns).map {
      "**/" + Self.inAnyCase($0)
    }
    func registerFormatting(_ method: String, _ options: LSP.Object? = nil) {
      registrations.append(LSP.registration("textDocument/\(method)", patterns: formatted, options))
    }
    if client.formattingDynamicRegistration { registerFormatting("formatting") }
    if client.rangeFormattingDynamicRegistration {
      registerFormatting("rangeFormatting", client.rangesSupport ? LSP.options("rangesSupport", true) : nil)
    }
    if client.onTypeFormattingDynamicRegistration {
      registerFormatting("onTypeFormatting", LSP.onTypeFormattingOptions(triggers: Route.onTypeFormattingTriggers))
    }
    if registrations.isEmpty { return }
    ask(Self.registering, LSP.registrationParams(registrations))
  }

  /// A case-insensitive version of a glob pattern. It lists both cases of a letter in braces: brackets are for ranges
  /// in the protocol, and some clients support nothing else in them.
  private static func inAnyCase(_ pattern: String) -> String {
    var result = ""
    for character in pattern {
      let (upper, lower) = (character.uppercased(), character.lowercased())
      result += upper == lower ? String(character) : "{\(upper),\(lower)}"
    }
    return result
  }

  func shutDown(_: LSP.NoParams) -> any JSONWritable {
    phase = .shutDown
    dropJobs()
    documents = [:]
    unreadSources = [:]
    sources = [:]
    unpublished = []
    return LSP.Null()
  }

  func exit(_: LSP.NoParams) {
    dropJobs()
    exitStatus = phase == .shutDown ? 0 : 1
  }
}
