import CLibrary
import CatalogData
import Commands
import FileSystem
import LanguageServer

/// Joins the commands and the language server, which don’t import each other and so compile in parallel.
@main struct Main {
  static func main() {
    occupyStandardDescriptors()
    let environment = Environment(version: productVersion, catalog: { .bundled }, files: LocalFileSystem())
    let server = ServerEntry { outlivesCrashes in
      serve(environment, outlivesCrashes: outlivesCrashes)
    } resume: { descriptors in
      resumeServing(environment, descriptors)
    }
    exit(run(Array(CommandLine.arguments.dropFirst()), .standard(), server))
  }
}
