import Foundation

public struct Recipes {
  let folder: URL

  public init(folder: URL) { self.folder = folder }

  /// The recipes, the one that was changed last first.
  public func newestFirst() throws -> [URL] {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey]
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
    return try files.map { ($0, try $0.resourceValues(forKeys: keys).contentModificationDate ?? .distantPast) }
      .sorted { $0.1 > $1.1 }
      .map(\.0)
  }
}
