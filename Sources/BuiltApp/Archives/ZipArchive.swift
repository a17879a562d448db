/// A ZIP archive. Its directory is read at once, its entries on demand. Nothing is unpacked to disk.
///
/// Entries that no honest archive has aren't read: those that overlap, lead out of the archive, or unpack to as much as
/// only a bomb would.
public struct ZipArchive: Sendable {
  public struct Entry: Sendable {
    /// The path in the archive, with slashes.
    public let path: String
    /// The unpacked size in bytes.
    public let size: Int
    /// The size in the archive, in bytes.
    let packedSize: Int
    let isPacked: Bool
    /// The CRC-32 of the unpacked contents.
    let checksum: UInt32
    /// The offset of its header, and the offset that it can't reach past: the next entry's, or the directory's.
    let header: Int
    fileprivate(set) var limit: Int
  }

  /// The files, sorted by path, without folders and links.
  public private(set) var entries: [Entry] = []
  /// What is wrong with the archive, in words that follow the path.
  public private(set) var faults: [String] = []

  /// More files than any app has.
  private static let mostEntries = 500_000
  /// In bytes; far more than the App Store accepts for an executable.
  private static let largestEntry = 1 << 30
  /// The highest ratio of unpacked to packed size; entries above it that aren't small are bombs.
  private static let largestRatio = 200

  /// Whether a file that begins with these bytes may be a ZIP archive.
  public static func mayBegin(with bytes: [UInt8]) -> Bool {
    let start = bytes.littleEndian(UInt32.self, at: 0)
    return start == 0x0403_4B50 || start == 0x0605_4B50
  }

  /// Reads the directory of an archive; nil if it isn't one.
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
    // The archive ends with a record of 22 bytes and a comment of up to 65,535.
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
        // ZIP64: a record of at least 56 bytes, with numbers of eight bytes.
        let record = source.bytes(at: large, count: 56)
        if record.littleEndian(UInt32.self, at: 0) == 0x0606_4B50, let largeSize = record.offset64(at: 40),
          let largeOffset = record.offset64(at: 48)
        {
          (size, offset, end) = (largeSize, largeOffset, large)
        }
      }
      guard size <= end, offset <= end - size else { return nil }
      // Offsets are relative to the archive, which may follow a self-extracting program.
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
      else { return fault("has a damaged directory; the rest isn’t read") }
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
    // Numbers that don't fit are in an extra field, in this order.
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
    // Folders end with a slash, and links have a file mode of their own.
    if path.hasSuffix("/") || attributes >> 28 == 0xA { return }
    if let why = Self.fault(inPath: path) {
      return fault("has an entry \(why), which is skipped: “\(path.prefix(200))”")
    }
    let name = "“\(path)”"
    if flags & 1 != 0 { return fault("has the encrypted entry \(name), which is skipped") }
    guard method == 0 || method == 8 else {
      return fault("has \(name), whose compression isn’t supported (\(method))")
    }
    let start = directory.range.lowerBound
    guard header <= start - directory.shift, packedSize <= start - directory.shift - header,
      method == 8 || size == packedSize
    else { return fault("has \(name) with wrong sizes, which is skipped") }
    guard size <= Self.largestEntry else { return fault("has \(name), which is too large") }
    guard size <= 16 << 20 || size / Self.largestRatio <= packedSize else {
      return fault("has \(name), which unpacks to \(size >> 20) MiB and is skipped")
    }
    entries.append(
      Entry(
        path: path, size: size, packedSize: packedSize, isPacked: method == 8, checksum: checksum,
        header: header + directory.shift, limit: start))
  }

  /// Why a path isn't valid for a file in an archive; nil if it is.
  private static func fault(inPath path: String) -> String? {
    if path.isEmpty || path.utf8.count > 4_096 || path.utf8.contains(0) { return "without a valid name" }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) || path.utf8.first == UInt8(ascii: "/") {
      return "that leads out of the archive"
    }
    return parts.contains(where: \.isEmpty) ? "without a valid name" : nil
  }

  /// Removes overlapping entries, which would be unpacked repeatedly.
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
      fault("has \(overlapping) \(overlapping == 1 ? "entry" : "entries") that overlap others, which are skipped")
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

  /// The contents of an entry, for use by one thread; nil if the archive is damaged there.
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

/// The contents of an entry that isn't compressed. The checksum is verified when all of it is read at once.
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
