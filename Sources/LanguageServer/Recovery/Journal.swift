import CLibrary
import FileSystem
import JSON
import LanguageServerProtocol

/// What a session is taken up from after a crash: the input as it was received, what of the output is written, and from
/// time to time the state of the session, in whose place everything before it goes.
///
/// It is a file without a name, in memory where the system can, and the ``CrashMarks``, which say how far the work
/// is. It begins with the answer to `initialize`; a keystroke costs one write of its bytes. Where a write
/// fails, the session goes on without a journal, and a crash ends it.
final class Journal {
  /// Up to this size, plus twice that of the last saved state, entries are added before the state is saved anew.
  private static let mostEntries = 256 << 10

  /// So much input is kept, in bytes, before there is a session.
  private static let mostBeforeSession = 1 << 20

  let marks: UnsafeMutablePointer<CrashMarks>
  /// What is called once there is a file.
  private let opened: (Int32) -> Bool
  /// The file; nil before it is made, and once it is given up.
  private(set) var file: Int32?
  private var isGivenUp = false
  /// What waits for the file to be made.
  private var early: [UInt8] = []
  /// How large the file may get, and how large it is, in bytes.
  private var largest = mostEntries
  private var size = CrashMarks.room
  /// How many bytes were received since the session began.
  var received = 0
  /// Where in the file the first entry is whose input is not all handled.
  private var unhandled = CrashMarks.room
  /// The request that began the session, and its parameters as JSON.
  var initialize: (id: LSP.RequestID, params: [UInt8])?
  /// The editor's settings as they were noted last, as JSON.
  private var settings: ArraySlice<UInt8> = []
  /// Files over which the server crashed, with the status they had: they are not looked into until it changes.
  var suspended: [String: FileStatus?] = [:]
  /// The URI of the open document, or the path of the file, that is worked on; empty where none is.
  var name = "" {
    didSet {
      var name = name
      name.withUTF8 { marks.setName(UnsafeRawBufferPointer($0)) }
    }
  }

  /// - Parameter opened: Called with the file's descriptor once there is one; false gives the journal up.
  init(marks: UnsafeMutablePointer<CrashMarks>, opened: @escaping (Int32) -> Bool) {
    self.marks = marks
    self.opened = opened
  }

  /// Goes on with a journal that is there. Its state must be saved before anything else is noted.
  init(_ file: Int32, marks: UnsafeMutablePointer<CrashMarks>) {
    self.marks = marks
    self.file = file
    opened = { _ in true }
  }

  deinit {
    if let file { close(file) }
  }

  /// Whether the state of the session should be saved.
  var isLarge: Bool { file != nil && size > largest }

  // MARK: - What happens

  /// Notes bytes as they come in.
  func received(_ bytes: ArraySlice<UInt8>) {
    guard !isGivenUp else { return }
    if marks.pointee.handled >= received { unhandled = size }
    received += bytes.count
    bytes.withUnsafeBytes { append(header: JournalEntry.inputHeader(count: $0.count), $0) }
  }

  /// Notes that a message's JSON is read; its end is given, and zero when that is done.
  func reads(_ end: Int) { marks.pointee.reading = Int64(end) }

  /// Notes that a piece of work begins.
  func begins() {
    name = ""
    marks.pointee.current = 0
  }

  /// Notes that the piece of work is to handle a message.
  ///
  /// - Parameter end: Where the message ends, in bytes from the start of the input.
  func begins(_ item: Inbox.Item, endingAt end: Int) {
    begins()
    marks.pointee.current = Int64(end)
    if file == nil, case .message(.request(let id, "initialize", let params?)) = item {
      initialize = (id, Array(params.spelling))
    }
  }

  /// Notes that a piece of work is done, and up to where messages are handled.
  func ends(_ end: Int) {
    begins()
    marks.pointee.handled = max(marks.pointee.handled, Int64(end))
  }

  /// Notes the editor's settings, where they are others than before.
  ///
  /// - Parameter json: Empty if there are none.
  func has(settings json: ArraySlice<UInt8>) {
    let isSame = json == settings
    settings = json
    if !isSame { append(.settings(Array(json))) }
  }

  /// Notes that bytes of the output were written.
  ///
  /// - Parameters:
  ///   - count: How many; below 1 if none were.
  ///   - frame: The frame that they belong to.
  ///   - start: How many of its bytes were written before.
  func wrote(_ count: Int, of frame: [UInt8], from start: Int) {
    guard count > 0, !isGivenUp else { return }
    marks.pointee.written += Int64(count)
    // A frame that is begun reaches the client: what is left of it is noted.
    guard start == 0 else { return }
    if let delivery = Delivery(frame) { append(.delivered(delivery)) }
    if count < frame.count { append(.rest(at: Int(marks.pointee.written), frame[count...])) }
  }

  // MARK: - The file

  /// Makes the file, once there is a session to tell of.
  func open() {
    guard file == nil, !isGivenUp else { return }
    guard let made = CrashHandler.makeJournal() else { return giveUp() }
    file = made
    let isWhole = early.withUnsafeBytes { Self.write($0, to: made) }
    early = []
    if !isWhole || !opened(made) { giveUp() }
  }

  /// Puts the state of the session in the place of all that is noted but the input that is not handled yet.
  func save(_ session: SavedSession, _ documents: some Sequence<SavedDocument>, rest: ArraySlice<UInt8>?) {
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
    // From one moment to the next it is the new one.
    guard isWhole, input.allSatisfy({ copyInput($0, of: file, to: made) }), dup2(made, file) == file,
      fcntl(file, F_SETFD, FD_CLOEXEC) == 0
    else { return giveUp() }
    settings = session.settings[...]
    largest = Self.mostEntries + 2 * size
  }

  /// Where in the file the input behind a place stands; nil if it is not there.
  private func unhandledInput(from place: Int, in file: Int32) -> [Range<Int>]? {
    let headerSize = MemoryLayout<Int64>.size
    let end = Int(lseek(file, 0, SEEK_END))
    var pieces: [Range<Int>] = []
    var at = unhandled
    // After a crash the last entry may not be whole.
    while at + headerSize <= end {
      guard let header = Self.bytes(of: file, in: at..<at + headerSize), header.count == headerSize else { return nil }
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

  /// Notes input of one file in another. It may be much; a part of it at a time is held.
  private func copyInput(_ piece: Range<Int>, of file: Int32, to made: Int32) -> Bool {
    var at = piece.lowerBound
    while at < piece.upperBound {
      let part = at..<min(at + 1 << 16, piece.upperBound)
      guard let bytes = Self.bytes(of: file, in: part), bytes.count == part.count, write(.input(bytes), to: made) else {
        return false
      }
      at = part.upperBound
    }
    return true
  }

  /// The bytes of a journal behind its marks, nil if they cannot be read.
  static func bytes(of file: Int32) -> [UInt8]? {
    let end = Int(lseek(file, 0, SEEK_END))
    guard end >= CrashMarks.room else { return end >= 0 ? [] : nil }
    return bytes(of: file, in: CrashMarks.room..<end)
  }

  /// A part of a file, as far as it is there; nil if it cannot be read.
  private static func bytes(of file: Int32, in range: Range<Int>) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = 0
      while count < range.count {
        let got = pread(
          file, buffer.baseAddress.map { $0 + count }, range.count - count, off_t(range.lowerBound + count))
        guard got > 0 else {
          isWhole = got == 0
          break
        }
        count += got
      }
    }
    return isWhole ? bytes : nil
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
      // What is no session yet may be anything, without end.
      guard early.count + body.count <= Self.mostBeforeSession else { return giveUp() }
      withUnsafeBytes(of: header) { early += $0 }
      early += body
    }
  }

  private func write(_ entry: JournalEntry, to file: Int32) -> Bool {
    let (header, body, end) = entry.encoded
    size += MemoryLayout<Int64>.size + body.count + end.count
    return body.withUnsafeBytes { Self.write(header: header, $0, to: file) }
      && end.withUnsafeBytes { Self.write($0, to: file) }
  }

  /// One system call for both, as far as the system takes that much.
  private static func write(header: Int64, _ body: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var header = header
    let headerSize = MemoryLayout<Int64>.size
    let written = withUnsafeMutableBytes(of: &header) { header in
      var parts = (
        iovec(iov_base: header.baseAddress, iov_len: header.count),
        iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
      )
      return withUnsafeBytes(of: &parts) { writev(file, $0.bindMemory(to: iovec.self).baseAddress, 2) }
    }
    guard written >= headerSize else { return false }
    return write(UnsafeRawBufferPointer(rebasing: body.dropFirst(written - headerSize)), to: file)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let written = CLibrary.write(file, rest.baseAddress, rest.count)
      guard written > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
    }
    return true
  }

  /// Has a crash end the session from here on: what is noted is not all there is to know.
  private func giveUp() {
    isGivenUp = true
    early = []
    CrashHandler.disarm()
    if let file { close(file) }
    file = nil
  }
}

extension Outbox {
  /// Writes what is next, as ``write(atMost:_:)`` does, and notes it in a journal.
  mutating func write(atMost limit: Int, noting journal: Journal?, _ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    guard let journal, let (frame, start) = first else { return self.write(atMost: limit, write) }
    // What is written and not noted would be written twice after a crash.
    CrashHandler.enter()
    defer { CrashHandler.leave() }
    let count = self.write(atMost: limit, write)
    journal.wrote(count, of: frame, from: start)
    return count
  }
}

/// The files whose texts are looked into, where a crash is outlived: the one that is read is noted, and one over which
/// the server crashed is as good as gone until it changes.
///
/// Only the one thread that serves has it.
struct NotedFiles: FileSystem, @unchecked Sendable {
  let files: any FileSystem
  let journal: Journal

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    if let status = journal.suspended[path] {
      guard status != (try? files.status(of: path)) else { throw FileError(path, .notFound) }
      journal.suspended[path] = nil
    }
    journal.name = path
    return try files.read(path, limit: limit)
  }

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    try files.status(of: path, followingLinks: followingLinks)
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] { try files.list(path) }

  func resolve(_ path: String) throws(FileError) -> String { try files.resolve(path) }
}
