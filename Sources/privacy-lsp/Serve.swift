import CatalogData
import FileSystem
import LanguageServer

extension Command {
  static let serve = Command(
    name: "serve",
    operandCount: 0...0,
    summary: "Run the language server on standard input and output",
    details: "An editor starts this; it speaks the Language Server Protocol.",
    options: [
      Option(name: "stdio", summary: "Speak over standard input and output, as is done anyway"),
      // Clients made with Microsoft's library may add it; `initialize` says the same.
      Option(name: "clientProcessId", value: .text("PID"), summary: "Taken and not needed"),
    ]
  ) { _, _ in
    LanguageServer.serve(Environment(version: productVersion, catalog: { .bundled }, files: LocalFileSystem()))
  }
}
