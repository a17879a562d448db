extension Command {
  private static let noResume = Option(
    name: "no-resume", summary: "Exit on a crash instead of recovering from it")
  /// How the crash handler restarts the program.
  private static let resume = Option(
    name: "resume", value: .text("DESCRIPTORS"), summary: "Resume after a crash", isHidden: true)

  static func serve(_ server: ServerEntry) -> Command {
    Command(
      name: "serve",
      operandCount: 0...0,
      summary: "Run the language server on standard input and output",
      details: "Editors start this and talk to it over the Language Server Protocol.",
      options: [
        Option(name: "stdio", summary: "Use standard input and output (the default)"),
        // Clients based on vscode-languageclient may add it; `initialize` has the same value.
        Option(name: "clientProcessId", value: .text("PID"), summary: "Accepted and ignored"),
        noResume, resume,
      ]
    ) { arguments, console in
      guard let descriptors = arguments[resume] else { return server.serve(!arguments.has(noResume)) }
      if let status = server.resume(descriptors) { return status }
      console.note("no session to resume")
      return 2
    }
  }
}
