import JSON
import LanguageServerProtocol

/// A command of the server: its name, which clients it is offered to, and what it does. Other clients can only run
/// commands that change nothing.
struct Command: Sendable {
  let name: String
  let isOffered: @Sendable (LSP.ClientCapabilities) -> Bool
  /// Whether the command changes nothing, so that any client may run it.
  var isHarmless = false
  let handle: @Sendable (Server) -> ([JSONValue]) throws(LSP.ResponseError) -> any JSONWritable

  static let all: [Command] = [
    // Only clients without support for code actions get commands instead.
    Command(
      name: applyEdit, isOffered: { !$0.codeActionLiteralSupport && $0.applyEdit }, handle: Server.applyEdit),
    Command(
      name: showActionDocumentation, isOffered: { $0.codeActionLiteralSupport && $0.codeActionDocumentationSupport },
      handle: Server.showActionDocumentation),
    Command(name: label, isOffered: \.seemsToRunCommands, isHarmless: true, handle: Server.label(_:)),
    Command(name: showLabel, isOffered: \.seemsToRunCommands, isHarmless: true, handle: Server.showLabel),
    Command(name: showFindings, isOffered: \.seemsToRunCommands, isHarmless: true, handle: Server.showFindings),
    Command(name: showUses, isOffered: \.seemsToRunCommands, isHarmless: true, handle: Server.showUses),
  ]

  /// Replaces code actions for clients that support only commands. Its argument has the edit, which the server asks the
  /// client to apply.
  static let applyEdit = "privacy-lsp.applyEdit"
  /// Returns the App Store label of manifests.
  static let label = "privacy-lsp.label"
  /// Shows the App Store label of manifests in a message.
  static let showLabel = "privacy-lsp.showLabel"
  /// Shows the findings in an entry, or in a document, in a message.
  static let showFindings = "privacy-lsp.showFindings"
  /// Shows in a message where code uses what a place declares.
  static let showUses = "privacy-lsp.showUses"

  /// Shows the documentation for a kind of code actions, its argument.
  static let showActionDocumentation = "privacy-lsp.showActionDocumentation"

  /// The commands that are offered to a client.
  static func offered(to client: LSP.ClientCapabilities) -> [Command] {
    all.filter { $0.isOffered(client) }
  }
}

extension Server {
  func executeCommand(_ params: LSP.ExecuteCommandParams) throws(LSP.ResponseError) -> any JSONWritable {
    let offered = Command.offered(to: client)
    let named = Command.all.first { $0.name == params.command }
    guard let command = named, command.isHarmless || offered.contains(where: { $0.name == command.name }) else {
      // For a client without any commands, the method itself isn’t supported.
      throw offered.isEmpty
        ? LSP.ResponseError(.methodNotFound, "“workspace/executeCommand” is not supported")
        : LSP.ResponseError(.invalidParams, "Unknown command “\(params.command)”")
    }
    return try command.handle(self)(params.arguments)
  }

  func applyEdit(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard let argument = arguments.first, let uri = argument["uri"]?.string, let edit = argument["edit"],
      edit.kind == .object
    else { throw LSP.ResponseError(.invalidParams, "The command needs its original arguments") }
    guard let document = documents[uri], document.version == argument["version"]?.int else {
      throw LSP.ResponseError(.contentModified, "The document has changed in the meantime")
    }
    let label = argument["title"]?.string ?? "privacy-lsp"
    ask("workspace/applyEdit", LSP.applyWorkspaceEditParams(label: label, edit: edit))
    return LSP.Null()
  }
}
