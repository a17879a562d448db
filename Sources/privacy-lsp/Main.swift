import CLibrary
import CatalogData
import Commands
import FileSystem
import LanguageServer

/// Joins the commands and the language server, which know nothing of each other and so are compiled side by side.
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
