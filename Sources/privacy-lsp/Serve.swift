import CatalogData
import FileSystem
import LanguageServer

/// Runs the language server on standard input and output.
///
/// - Returns: The status to exit with.
func serve(version: String) -> Int32 {
  LanguageServer.serve(Environment(version: version, catalog: { .bundled }, files: LocalFileSystem()))
}
