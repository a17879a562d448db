import FileSystem
import Foundation

/// The path of the folder for temporary files, without a link on the way to it. Foundation’s own resolving leaves the one
/// that macOS has there.
public let temporaryFolder =
  (try? LocalFileSystem().resolve(FileManager.default.temporaryDirectory.path))
  ?? FileManager.default.temporaryDirectory.path
