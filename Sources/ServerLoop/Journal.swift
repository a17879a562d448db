import CLibrary
package import FileSystem
import JSON
package import LanguageServerProtocol

/// The record from which a session is resumed after a crash: the input as received, how much of the output is written,
/// and from time to time a snapshot of the session that replaces all earlier entries.
///
/// It is an unnamed file, in memory if the system can, plus the ``CrashMarks``, which say how much is done. It is
/// created with the response to `initialize`; a keystroke costs one write of its bytes. If a write fails, the session
/// continues without a journal, and a crash ends it.
package final class Journal {
  /// Entries may take this much plus twice the size of the last snapshot before a new one is saved.
  private static let mostEntries = 256 << 10

  /// The most input that is kept before the session begins, in bytes.
  private static let mostBeforeSession = 1 << 20

  package let marks: UnsafeMutablePointer<CrashMarks>
  /// Called once the file exists.
  private let opened: (Int32) -> Bool
  /// The file; nil before it is created, and once the journal is given up.
  private(set) var file: Int32?
  private var isGivenUp = false
  /// Entries that wait for the file.
  private var early: [UInt8] = []
  /// The size at which a snapshot is due, and the current size, in bytes.
  private var largest = mostEntries
  private var size = CrashMarks.room
  /// How many bytes were received in the session.
  package var received = 0
  /// The file offset of the first entry with unhandled input.
  private var unhandled = CrashMarks.room
  /// The id and parameters of the `initialize` request.
  package var initialize: (id: LSP.RequestID, params: [UInt8])?
  /// The editor’s settings as last noted, as JSON.
  private var settings: ArraySlice<UInt8> = []
  /// Files that crashed the server, with their status at that time: they aren’t read until it changes.
  package var suspended: [String: FileStatus?] = [:]
  /// The URI of the document or the path of the file being processed; empty if none is.
  package var name = "" {
    didSet {
      var name = name
      name.withUTF8 { marks.setName(UnsafeRawBufferPointer($0)) }
    }
  }

  /// - Parameter opened: Called with the file’s descriptor; returning false gives up the journal.
  package init(marks: UnsafeMutablePointer<CrashMarks>, opened: @escaping (Int32) -> Bool) {
    self.marks = marks
    self.opened = opened
  }

  /// Continues an existing journal. A snapshot must be saved before anything else is noted.
  package init(_ file: Int32, marks: UnsafeMutablePointer<CrashMarks>) {
    self.marks = marks
    self.file = file
    opened = { _ in true }
  }

  deinit {
    if let file { close(file) }
  }

  /// Whether a snapshot is due.
  package var isLarge: Bool { file != nil && size > largest }

  // MARK: - Events

  /// Notes received bytes.
  package func received(_ bytes: ArraySlice<UInt8>) {
    guard !isGivenUp else { return }
    if marks.pointee.handled >= received { unhandled = size }
    received += bytes.count
    bytes.withUnsafeBytes { append(header: JournalEntry.inputHeader(count: $0.count), $0) }
  }

  /// Notes the end of the message whose JSON is being parsed; zero when that is done.
  package func reads(_ end: Int) { marks.pointee.reading = Int64(end) }

  /// Notes that a task begins.
  package func begins() {
    name = ""
    marks.pointee.current = 0
  }

  /// Notes that handling of a message begins.
  ///
  /// - Parameter end: Where the message ends, in bytes from the start of the input.
  package func begins(_ item: Inbox.Item, endingAt end: Int) {
    begins()
    marks.pointee.current = Int64(end)
    if file == nil, case .message(.request(let id, "initialize", let params?)) = item {
      initialize = (id, Array(params.spelling))
    }
  }

  /// Notes that a task is done, and how much of the input is handled.
  package func ends(_ end: Int) {
    begins()
    marks.pointee.handled = max(marks.pointee.handled, Int64(end))
  }

  /// Notes the editor’s settings if they changed.
  ///
  /// - Parameter json: Empty if there are none.
  package func has(settings json: ArraySlice<UInt8>) {
    let isSame = json == settings
    settings = json
    if !isSame { append(.settings(Array(json))) }
  }

  /// Notes that bytes of the output were written.
  ///
  /// - Parameters:
  ///   - count: How many; less than 1 if none were.
  ///   - frame: The frame that they belong to.
  ///   - delivery: What the frame delivers.
  ///   - start: How many of its bytes were written before.
  func wrote(_ count: Int, of frame: [UInt8], _ delivery: Delivery?, from start: Int) {
    guard count > 0, !isGivenUp else { return }
    marks.pointee.written += Int64(count)
    // The rest of a partly written frame must follow after a crash.
    guard start == 0 else { return }
    if let delivery { append(.delivered(delivery)) }
    if count < frame.count { append(.rest(at: Int(marks.pointee.written), frame[count...])) }
  }

  // MARK: - The file

  /// Creates the file, once the session has begun.
  package func open() {
    guard file == nil, !isGivenUp else { return }
    guard let made = CrashHandler.makeJournal() else { return giveUp() }
    file = made
    let isWhole = early.withUnsafeBytes { writeAll($0, to: made) }
    early = []
    if !isWhole || !opened(made) { giveUp() }
  }

  /// Replaces all entries with a snapshot of the session, except unhandled input.
  package func save(_ session: SavedSession, _ documents: some Sequence<SavedDocument>, rest: ArraySlice<UInt8>?) {
    guard let file, let input = unhandledInput(from: session.handledInput, in: file),
      let made = CrashHandler.makeJournal()
    else { return giveUp() }
    defer { close(made) }
    size = CrashMarks.room
    unhandled = size
    let isWhole =
      write(.session(session), to: made) && documents.allSatisfy { write(.document($0), to: made) }
      && rest.map { write(.rest(at: Int(marks.pointee.written), $0), to: made) } ?? true
    unhandled = size
    // The new file replaces the old one atomically.
    guard isWhole, input.allSatisfy({ copyInput($0, of: file, to: made) }), dup2(made, file) == file,
      fcntl(file, F_SETFD, FD_CLOEXEC) == 0
    else { return giveUp() }
    settings = session.settings[...]
    largest = Self.mostEntries + 2 * size
  }

  /// The file ranges of the input after an offset; nil if they are missing.
  private func unhandledInput(from place: Int, in file: Int32) -> [Range<Int>]? {
    let headerSize = MemoryLayout<Int64>.size
    let end = Int(lseek(file, 0, SEEK_END))
    var pieces: [Range<Int>] = []
    var at = unhandled
    // After a crash, the last entry may be incomplete.
    while at + headerSize <= end {
      guard let header = readBytes(of: file, in: at..<at + headerSize), header.count == headerSize else { return nil }
      let (isInput, count) = JournalEntry.content(of: header.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
      at += headerSize
      guard count >= 0, count <= end - at else { break }
      if isInput { pieces.append(at..<at + count) }
      at += count
    }
    var handled = pieces.reduce(0) { $0 + $1.count } - (received - place)
    guard handled >= 0, place <= received else { return nil }
    return pieces.compactMap { piece in
      defer { handled = max(handled - piece.count, 0) }
      return handled < piece.count ? piece.lowerBound + handled..<piece.upperBound : nil
    }
  }

  /// Copies input from one file to another, in chunks.
  private func copyInput(_ piece: Range<Int>, of file: Int32, to made: Int32) -> Bool {
    var at = piece.lowerBound
    while at < piece.upperBound {
      let part = at..<min(at + 1 << 16, piece.upperBound)
      guard let bytes = readBytes(of: file, in: part), bytes.count == part.count, write(.input(bytes), to: made) else {
        return false
      }
      at = part.upperBound
    }
    return true
  }

  /// The bytes of a journal after its marks; nil if they can’t be read.
  package static func bytes(of file: Int32) -> [UInt8]? {
    let end = Int(lseek(file, 0, SEEK_END))
    guard end >= CrashMarks.room else { return end >= 0 ? [] : nil }
    return readBytes(of: file, in: CrashMarks.room..<end)
  }

  private func append(_ entry: JournalEntry) {
    guard !isGivenUp else { return }
    if let file {
      if !write(entry, to: file) { giveUp() }
    } else {
      let (header, body, end) = entry.encoded
      (body + end).withUnsafeBytes { append(header: header, $0) }
    }
  }

  private func append(header: Int64, _ body: UnsafeRawBufferPointer) {
    guard !isGivenUp else { return }
    size += MemoryLayout<Int64>.size + body.count
    if let file {
      if !Self.write(header: header, body, to: file) { giveUp() }
    } else {
      // Before the session begins, input may be anything of any size.
      guard early.count + body.count <= Self.mostBeforeSession else { return giveUp() }
      withUnsafeBytes(of: header) { early += $0 }
      early += body
    }
  }

  private func write(_ entry: JournalEntry, to file: Int32) -> Bool {
    let (header, body, end) = entry.encoded
    size += MemoryLayout<Int64>.size + body.count + end.count
    return body.withUnsafeBytes { Self.write(header: header, $0, to: file) }
      && end.withUnsafeBytes { writeAll($0, to: file) }
  }

  private static func write(header: Int64, _ body: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    // A keystroke should cost one system call.
    (withUnsafeBytes(of: header) { Array($0) } + body).withUnsafeBytes { writeAll($0, to: file) }
  }

  /// Gives up the journal because it is incomplete. A crash ends the session from now on.
  private func giveUp() {
    isGivenUp = true
    early = []
    CrashHandler.disarm()
    if let file { close(file) }
    file = nil
  }
}

extension Outbox {
  /// Writes output as ``write(atMost:_:)`` does, and notes it in a journal.
  mutating func write(atMost limit: Int, noting journal: Journal?, _ write: (UnsafeRawBufferPointer) -> Int)
    -> Int
  {
    guard let journal, let (frame, delivery, start) = first else { return self.write(atMost: limit, write) }
    // Output that is written but not noted would be written twice after a crash.
    CrashHandler.enter()
    defer { CrashHandler.leave() }
    let count = self.write(atMost: limit, write)
    journal.wrote(count, of: frame, delivery, from: start)
    return count
  }
}
