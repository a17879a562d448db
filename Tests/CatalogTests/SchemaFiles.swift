import Catalog
import Foundation

/// The texts in `schema/` that the catalog is made from, in the order of their names.
func schemaFiles() throws -> [Catalog.File] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema").standardizedFileURL
  return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    .sorted()
    .map { Catalog.File(name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0)))) }
}

/// The faults of these texts, each with its place.
func faults(in files: [Catalog.File], isComplete: Bool = false) -> [String] {
  do {
    _ = try Catalog.decode(files, isComplete: isComplete)
    return []
  } catch {
    return error.faults.map { fault in
      let place = fault.place(in: files.first { $0.name == fault.file }?.bytes ?? [])
      return "\(fault.file):\(place.line):\(place.column): \(fault.message)"
    }
  }
}
