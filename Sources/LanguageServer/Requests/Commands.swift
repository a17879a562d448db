import JSON
import LanguageServerProtocol

/// A command of the server: what it is called, which clients are offered it, and what it does. Clients are told of the
/// commands in this list that they are offered; of the others only those run that do nothing but show and tell.
struct Command: Sendable {
  let name: String
  let isOffered: @Sendable (LSP.ClientCapabilities) -> Bool
  /// Whether it changes nothing, so that it also runs for a client that never said it would run one.
  var isHarmless = false
  let handle: @Sendable (Server) -> ([JSONValue]) throws(LSP.ResponseError) -> any JSONWritable

  static let all: [Command] = [
    // Only clients that take no actions get commands in their place.
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

  /// The command that stands in for a code action with clients that know only commands: it carries the edit, which the
  /// client then is asked to apply.
  static let applyEdit = "privacy-lsp.applyEdit"
  /// Returns the App Store label of manifests.
  static let label = "privacy-lsp.label"
  /// Shows the App Store label of manifests in a message.
  static let showLabel = "privacy-lsp.showLabel"
  /// Shows the findings in an entry, or in a document, in a message.
  static let showFindings = "privacy-lsp.showFindings"
  /// Shows where code uses what a place declares in a message.
  static let showUses = "privacy-lsp.showUses"

  /// The command behind the words about a kind of code action; its argument is the kind.
  static let showActionDocumentation = "privacy-lsp.showActionDocumentation"

  /// The commands that a client is offered.
  static func offered(to client: LSP.ClientCapabilities) -> [Command] {
    all.filter { $0.isOffered(client) }
  }
}

extension Server {
  func executeCommand(_ params: LSP.ExecuteCommandParams) throws(LSP.ResponseError) -> any JSONWritable {
    let offered = Command.offered(to: client)
    let named = Command.all.first { $0.name == params.command }
    guard let command = named, command.isHarmless || offered.contains(where: { $0.name == command.name }) else {
      // To a client that is offered no commands, the method itself is none.
      throw offered.isEmpty
        ? LSP.ResponseError(.methodNotFound, "“workspace/executeCommand” is not supported")
        : LSP.ResponseError(.invalidParams, "Unknown command “\(params.command)”")
    }
    return try command.handle(self)(params.arguments)
  }

  func applyEdit(_ arguments: [JSONValue]) throws(LSP.ResponseError) -> any JSONWritable {
    guard let argument = arguments.first, let uri = argument["uri"]?.string, let edit = argument["edit"],
      edit.kind == .object
    else { throw LSP.ResponseError(.invalidParams, "The command needs the arguments it was given with") }
    guard let document = documents[uri], document.version == argument["version"]?.int else {
      throw LSP.ResponseError(.contentModified, "The document has changed since")
    }
    let label = argument["title"]?.string ?? "privacy-lsp"
    ask("workspace/applyEdit", LSP.applyWorkspaceEditParams(label: label, edit: edit))
    return LSP.Null()
  }
}
