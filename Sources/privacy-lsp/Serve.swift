import CatalogData
import FileSystem
import LanguageServer

extension Command {
  private static let noResume = Option(
    name: "no-resume", summary: "End with a crash, instead of going on after it in the same process")
  /// How CSurvival starts the program anew.
  private static let resume = Option(
    name: "resume", value: .text("DESCRIPTORS"), summary: "Go on after a crash", isHidden: true)

  static let serve = Command(
    name: "serve",
    operandCount: 0...0,
    summary: "Run the language server on standard input and output",
    details: "An editor starts this; it speaks the Language Server Protocol.",
    options: [
      Option(name: "stdio", summary: "Speak over standard input and output, as is done anyway"),
      // Clients made with Microsoft's library may add it; `initialize` says the same.
      Option(name: "clientProcessId", value: .text("PID"), summary: "Taken and not needed"),
      noResume, resume,
    ]
  ) { arguments, console in
    let environment = Environment(version: productVersion, catalog: { .bundled }, files: LocalFileSystem())
    guard let descriptors = arguments[resume] else {
      return LanguageServer.serve(environment, outlivesCrashes: !arguments.has(noResume))
    }
    if let status = resumeServing(environment, descriptors) { return status }
    console.note("there is no session to go on with")
    return 2
  }
}
