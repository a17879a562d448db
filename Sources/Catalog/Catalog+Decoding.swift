import JSON

extension Catalog {
  /// A JSON text with some or all sections of a catalog.
  public struct File: Sendable {
    /// The name in error messages, such as a path.
    public let name: String
    /// The text as UTF-8.
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Decodes a catalog from one text. Missing sections are empty.
  public static func decode(_ bytes: [UInt8]) throws(InvalidCatalog) -> Catalog {
    try decode([File(name: "", bytes: bytes)])
  }

  /// Decodes a catalog from several texts; a section may be split between them.
  ///
  /// - Parameter isComplete: Whether the texts must contain `manifest` and a key for every role.
  /// - Throws: All faults in all texts, in order.
  public static func decode(_ files: [File], isComplete: Bool = false) throws(InvalidCatalog) -> Catalog {
    let notes = ReadingNotes()
    var sections = Sections()
    var isWhole = true
    for (place, file) in files.enumerated() {
      notes.file = place
      do {
        let document = try JSONDocument.parse(file.bytes)
        sections.read(document.root, notes)
      } catch {
        notes.fault(error.message, at: error.offset)
        isWhole = false
      }
    }
    // If a text can’t be parsed, its definitions are missing, and reporting all references to them would hide the cause.
    if isWhole {
      notes.checkReferences()
      if isComplete { sections.checkCompleteness(notes) }
    }
    guard notes.faults.isEmpty else {
      // Without any file, faults have no place and get an empty file name.
      let sorted = notes.faults.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) }
      throw InvalidCatalog(
        faults: sorted.map { fault in
          let name = files.indices.contains(fault.file) ? files[fault.file].name : ""
          return InvalidCatalog.Fault(file: name, offset: fault.offset, message: fault.message)
        })
    }
    return Catalog(sections)
  }
}
