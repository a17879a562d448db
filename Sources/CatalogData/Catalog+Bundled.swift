public import Catalog
import SchemaFiles

extension Catalog {
  /// Apple's rules as this build knows them, each part decoded when it is first asked for.
  ///
  /// A test holds that the files can be read; should one be unreadable all the same, its part is empty rather than the
  /// end of the program.
  public static let bundled = Catalog { part in
    bundledFiles.filter { Part(ofFile: $0.name) == part }.map { Array($0.bytes) }
  }

  /// The files of `schema/` that the program was built with, their schemas left out: names and bytes.
  public static var bundledFiles: [(name: String, bytes: UnsafeBufferPointer<UInt8>)] {
    var files: [(name: String, bytes: UnsafeBufferPointer<UInt8>)] = []
    var next = schemaFiles()
    while let name = next.pointee.name {
      files.append((String(cString: name), UnsafeBufferPointer(start: next.pointee.bytes, count: next.pointee.size)))
      next += 1
    }
    return files
  }
}
