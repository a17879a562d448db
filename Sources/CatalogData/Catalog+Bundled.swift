public import Catalog
import SchemaFiles

extension Catalog {
  /// The embedded catalog; each part is decoded when it is first used.
  ///
  /// Tests validate the files. If one is invalid anyway, its part is empty.
  public static let bundled = Catalog { part in
    bundledFiles.filter { Part(ofFile: $0.name) == part }.map { Array($0.bytes) }
  }

  /// The names and bytes of the embedded files of `schema/`, without the JSON Schemas.
  public static var bundledFiles: [(name: String, bytes: UnsafeBufferPointer<UInt8>)] {
    var files: [(name: String, bytes: UnsafeBufferPointer<UInt8>)] = []
    var next = schemaFiles()
    while let name = next.pointee.name {
      files.append((String(cString: name), UnsafeBufferPointer(start: next.pointee.bytes, count: next.pointee.size)))
      next += 1
    }
    return files
  }

  /// The style sheet of the label’s page.
  public static var labelStyle: String {
    bundledFiles.first { $0.name == "label.css" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}
