import JSON

extension Catalog {
  /// A text that holds some or all sections of a catalog.
  public struct File: Sendable {
    /// What faults in the text are reported with; a path will do.
    public let name: String
    /// The text as UTF-8.
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Decodes a catalog from one text. Sections that it lacks are empty.
  public static func decode(_ bytes: [UInt8]) throws(InvalidCatalog) -> Catalog {
    try decode([File(name: "", bytes: bytes)])
  }

  /// Decodes a catalog from several texts; a section may be spread over them.
  ///
  /// - Parameter isComplete: Whether the texts must say what `manifest` is and give a key for every role.
  /// - Throws: All faults of all texts, in order.
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
    // A text that cannot be read takes what it defines with it; to call all of that unknown would bury its own fault.
    if isWhole {
      notes.checkReferences()
      if isComplete { sections.checkCompleteness(notes) }
    }
    guard notes.faults.isEmpty else {
      // A catalog without any file has no place to report at; its faults are then of a file without a name.
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
