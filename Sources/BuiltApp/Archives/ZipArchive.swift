/// A ZIP archive. Its directory is read at once, and entries on demand. Nothing is extracted to disk.
///
/// Entries that overlap, that lead out of the archive or that are decompression bombs are not read.
public struct ZipArchive: Sendable {
  public struct Entry: Sendable {
    /// As in the archive, with slashes.
    public let path: String
    /// The decompressed size in bytes.
    public let size: Int
    /// The compressed size in bytes.
    let packedSize: Int
    let isPacked: Bool
    /// The CRC-32 of the decompressed content.
    let checksum: UInt32
    /// The start of its header, and the start of the next entry or the directory, which it can’t exceed.
    let header: Int
    fileprivate(set) var limit: Int
  }

  /// The files in it, sorted by path, without folders and links.
  public private(set) var entries: [Entry] = []
  /// What is wrong with the archive, in words that come after its path.
  public private(set) var faults: [String] = []

  /// The most files; no app has more.
  private static let mostEntries = 500_000
  /// The largest entry in bytes, far above the App Store’s limit for executables.
  private static let largestEntry = 1 << 30
  /// Entries with a higher compression ratio are bombs, unless they are small anyway.
  private static let largestRatio = 200

  /// Whether a file with these first bytes may be a ZIP archive.
  public static func mayBegin(with bytes: [UInt8]) -> Bool {
    let start = bytes.littleEndian(UInt32.self, at: 0)
    return start == 0x0403_4B50 || start == 0x0605_4B50
  }

  /// Reads the directory of an archive; nil if it isn’t one.
  public init?(_ source: some ByteSource) {
    guard let directory = Self.directory(of: source) else { return nil }
    read(directory, of: source)
    dropOverlaps(upTo: directory.range.lowerBound)
    entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    dropDuplicates()
  }

  private mutating func fault(_ text: String) {
    if faults.count < 20 { faults.append(text) } else if faults.count == 20 { faults.append("has more such entries") }
  }

  // MARK: - The directory

  private struct Directory {
    let range: Range<Int>
    /// The number of bytes before the archive in the file.
    let shift: Int
  }

  private static func directory(of source: some ByteSource) -> Directory? {
    // At its end is a record of 22 bytes and a comment of up to 65,535.
    let tailStart = max(source.count - 65_557 - 20, 0)
    let tail = source.bytes(in: tailStart..<source.count)
    var place = tail.count - 22
    while place >= 0 {
      defer { place -= 1 }
      guard tail.littleEndian(UInt32.self, at: place) == 0x0605_4B50,
        let comment = tail.littleEndian(UInt16.self, at: place + 20), place + 22 + Int(comment) <= tail.count
      else { continue }
      var end = tailStart + place
      guard var size = tail.offset32(at: place + 12), var offset = tail.offset32(at: place + 16) else { return nil }
      if tail.littleEndian(UInt32.self, at: place - 20) == 0x0706_4B50, let large = tail.offset64(at: place - 12) {
        // The ZIP64 record of at least 56 bytes, with 64-bit numbers.
        let record = source.bytes(at: large, count: 56)
        if record.littleEndian(UInt32.self, at: 0) == 0x0606_4B50, let largeSize = record.offset64(at: 40),
          let largeOffset = record.offset64(at: 48)
        {
          (size, offset, end) = (largeSize, largeOffset, large)
        }
      }
      guard size <= end, offset <= end - size else { return nil }
      // The archive may follow a program; its offsets are relative to its own start.
      return Directory(range: end - size..<end, shift: end - size - offset)
    }
    return nil
  }

  private mutating func read(_ directory: Directory, of source: some ByteSource) {
    var place = directory.range.lowerBound
    var window: [UInt8] = []
    var windowStart = place
    while place < directory.range.upperBound {
      if windowStart + window.count < min(place + 46 + 3 * 65_535, directory.range.upperBound) {
        window = source.bytes(in: place..<min(place + 1 << 20, directory.range.upperBound))
        windowStart = place
      }
      let at = place - windowStart
      guard window.littleEndian(UInt32.self, at: at) == 0x0201_4B50, let nameSize = window.size16(at: at + 28),
        let extraSize = window.size16(at: at + 30), let commentSize = window.size16(at: at + 32),
        at + 46 + nameSize + extraSize + commentSize <= window.count
      else { return fault("has a damaged directory, and is not read beyond it") }
      guard entries.count < Self.mostEntries else { return fault("has more than \(Self.mostEntries) entries") }
      readEntry(window, at, nameSize, extraSize, directory)
      place += 46 + nameSize + extraSize + commentSize
    }
  }

  private mutating func readEntry(
    _ bytes: [UInt8], _ at: Int, _ nameSize: Int, _ extraSize: Int, _ directory: Directory
  ) {
    guard let flags = bytes.size16(at: at + 8), let method = bytes.size16(at: at + 10),
      var packedSize = bytes.offset32(at: at + 20), var size = bytes.offset32(at: at + 24),
      let checksum = bytes.littleEndian(UInt32.self, at: at + 16),
      let attributes = bytes.littleEndian(UInt32.self, at: at + 38), var header = bytes.offset32(at: at + 42)
    else { return }
    let path = String(decoding: bytes[at + 46..<at + 46 + nameSize], as: UTF8.self)
    // Numbers that don’t fit are in an extra field, one after the other.
    var extra = at + 46 + nameSize
    let extraEnd = extra + extraSize
    while extra + 4 <= extraEnd, let id = bytes.size16(at: extra), let length = bytes.size16(at: extra + 2) {
      if id == 1 {
        var field = extra + 4
        func number() -> Int? {
          defer { field += 8 }
          return field + 8 <= min(extraEnd, extra + 4 + length) ? bytes.offset64(at: field) : nil
        }
        if size == 0xFFFF_FFFF { size = number() ?? .max }
        if packedSize == 0xFFFF_FFFF { packedSize = number() ?? .max }
        if header == 0xFFFF_FFFF { header = number() ?? .max }
      }
      extra += 4 + length
    }
    // Folders end with a slash, and links are marked in the file mode.
    if path.hasSuffix("/") || attributes >> 28 == 0xA { return }
    if let why = Self.fault(inPath: path) {
      return fault("has an entry \(why), which is not read: “\(path.prefix(200))”")
    }
    let name = "“\(path)”"
    if flags & 1 != 0 { return fault("has the encrypted entry \(name), which is not read") }
    guard method == 0 || method == 8 else {
      return fault("has \(name), which is packed in a way that is not read (\(method))")
    }
    let start = directory.range.lowerBound
    guard header <= start - directory.shift, packedSize <= start - directory.shift - header,
      method == 8 || size == packedSize
    else { return fault("has \(name) with wrong sizes, which is not read") }
    guard size <= Self.largestEntry else { return fault("has \(name), which is too large to be read") }
    guard size <= 16 << 20 || size / Self.largestRatio <= packedSize else {
      return fault("has \(name), which unpacks to \(size >> 20) MiB and is not read")
    }
    entries.append(
      Entry(
        path: path, size: size, packedSize: packedSize, isPacked: method == 8, checksum: checksum,
        header: header + directory.shift, limit: start))
  }

  /// Why a path is not allowed in an archive.
  private static func fault(inPath path: String) -> String? {
    if path.isEmpty || path.utf8.count > 4_096 || path.utf8.contains(0) { return "without a proper name" }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) || path.utf8.first == UInt8(ascii: "/") {
      return "that leads out of the archive"
    }
    return parts.contains(where: \.isEmpty) ? "without a proper name" : nil
  }

  /// Rejects entries that share bytes, which would be decompressed repeatedly.
  private mutating func dropOverlaps(upTo end: Int) {
    var ordered = entries.sorted { $0.header < $1.header }
    var overlapping = 0
    var kept: [Entry] = []
    var reach = 0
    for index in ordered.indices {
      let next = index + 1 < ordered.count ? ordered[index + 1].header : end
      let own = ordered[index].header + 30 + ordered[index].packedSize
      ordered[index].limit = next
      if own > next || ordered[index].header < reach { overlapping += 1 } else { kept.append(ordered[index]) }
      reach = max(reach, own)
    }
    entries = kept
    if overlapping > 0 {
      fault("has \(overlapping) \(overlapping == 1 ? "entry" : "entries") that overlap others, which are not read")
    }
  }

  private mutating func dropDuplicates() {
    var kept: [Entry] = []
    for entry in entries {
      if kept.last?.path == entry.path {
        fault("has “\(entry.path)” twice; only one is read")
      } else {
        kept.append(entry)
      }
    }
    entries = kept
  }

  // MARK: - Entries

  /// The content of an entry, for use by one thread; nil if the archive is damaged there.
  public static func content(of entry: Entry, in source: some ByteSource) -> (any ByteSource)? {
    let header = source.bytes(at: entry.header, count: 30)
    guard header.littleEndian(UInt32.self, at: 0) == 0x0403_4B50, let nameSize = header.size16(at: 26),
      let extraSize = header.size16(at: 28)
    else { return nil }
    let start = entry.header + 30 + nameSize + extraSize
    guard start <= entry.limit, entry.packedSize <= entry.limit - start else { return nil }
    let packed = PartOfSource(source, start..<start + entry.packedSize)
    return entry.isPacked
      ? InflatedBytes(packed, count: entry.size, checksum: entry.checksum)
      : StoredBytes(packed, checksum: entry.checksum)
  }
}

/// The content of an uncompressed entry. If all of it is read at once, it is compared with its checksum.
private final class StoredBytes: ByteSource {
  private let part: PartOfSource
  private let checksum: UInt32
  private(set) var isDamaged = false

  init(_ part: PartOfSource, checksum: UInt32) {
    self.part = part
    self.checksum = checksum
  }

  var count: Int { part.count }

  func bytes(in range: Range<Int>) -> [UInt8] {
    let bytes = part.bytes(in: range)
    if bytes.count == count {
      var sum = CRC32()
      sum.add(bytes[...])
      if sum.value != checksum { isDamaged = true }
    }
    return bytes
  }
}

extension Array where Element == UInt8 {
  fileprivate func size16(at place: Int) -> Int? { littleEndian(UInt16.self, at: place).map(Int.init) }
}
