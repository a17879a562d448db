import FileSystem
import LanguageServer

/// Lists folders with all below them on all processors, so that a walk through them that follows finds them listed: the
/// walk goes in an order of its own and waits for nothing.
func listAhead(_ folders: [String], in files: ListedFileSystem) {
  var level = folders
  while !level.isEmpty, !files.isFull {
    let below = parallelMap(level) { folder in
      ((try? files.list(folder)) ?? []).filter { $0.type == .folder && !FileSearch.skips(folderNamed: $0.name) }
        .map { joinedPath(folder, $0.name) }
    }
    level = below.flatMap(\.self)
  }
}
