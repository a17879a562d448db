import Catalog
import CatalogData

/// The version of the program. Follows semantic versioning.
package let productVersion = "0.1.0"
let productSummary = "A language server and linter for Apple privacy manifests, entitlements and purpose strings."

/// The language server’s entry points. The commands don’t import the server.
package struct ServerEntry: Sendable {
  /// Serves on standard input and output, and returns the exit status.
  let serve: @Sendable (_ outlivesCrashes: Bool) -> Int32
  /// Resumes a session after a crash from file descriptors; nil if they contain none.
  let resume: @Sendable (_ descriptors: String) -> Int32?

  package init(
    serve: @escaping @Sendable (_ outlivesCrashes: Bool) -> Int32,
    resume: @escaping @Sendable (_ descriptors: String) -> Int32?
  ) {
    self.serve = serve
    self.resume = resume
  }
}

/// All commands, in the order of the help.
func commands(_ server: ServerEntry) -> [Command] {
  [
    .serve(server), .lint, .check, .uses, .initialize, .format, .label, .explain, .demo, .completions, .help, .version,
  ]
}

var versionLine: String { "privacy-lsp \(productVersion) (rules as of \(Catalog.bundled.date))\n" }

/// Runs a command line.
///
/// - Returns: The exit status.
package func run(_ words: [String], _ console: Console, _ server: ServerEntry) -> Int32 {
  // Some clients start the server with this option alone.
  let words = words.first == "--stdio" ? ["serve"] + words : words
  // To start fast, the server doesn’t build the other commands.
  let serve = Command.serve(server)
  let commands = words.first == serve.name ? [serve] : commands(server)
  do throws(Arguments.Failure) {
    switch try Arguments.parse(words, commands: commands) {
    case .help(let command):
      let style = console.style(nil)
      console.print(command.map { help($0, style: style) } ?? help(commands: commands, style: style))
      return 0
    case .version:
      console.print(versionLine)
      return 0
    case .run(let command, let arguments):
      return command.run(arguments, console)
    }
  } catch {
    return console.fail(error)
  }
}

extension Console {
  /// Prints what is wrong with a command line, and how to get help.
  ///
  /// - Returns: The exit status.
  func fail(_ failure: Arguments.Failure) -> Int32 {
    note(failure.message)
    let hint = failure.command.map { "privacy-lsp help \($0.name)" } ?? "privacy-lsp --help"
    writeError(Array("Run “\(hint)” for help.\n".utf8))
    return 2
  }
}
