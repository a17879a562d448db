/// A binary property list, which is written as XML while it is read.
///
/// Objects may be shared, and a small file can share them so often that writing all values would fill a disk. So what is
/// written is bounded. It nests no deeper than Apple’s parser accepts, which bounds an object that contains itself too.
public struct BinaryPropertyList {
  /// Why a file can’t be read.
  public struct Failure: Error, Hashable, Sendable {
    /// The reason, as a sentence without a full stop.
    public var reason: String
    /// The byte offset in the file.
    public var offset: Int

    init(_ reason: String, at offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  /// What is left to write; objects by their offsets.
  private enum Step {
    case value(Int), key(Int), end
  }

  /// The most values to write.
  private static let mostValues = 250_000
  private static let tooLarge = Failure("The values share so much that written out they are too large", at: 0)

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let tableStart: Int
  /// The largest size of the XML, in bytes. Without much sharing, a tag is hardly longer than its binary form.
  private let largestText: Int
  /// A stack, since values may nest too deep for recursion.
  private var steps: [Step] = []
  private var writer = PropertyListWriter()

  /// Converts a binary file to XML, with shared values written wherever they are used.
  public static func xml(_ bytes: [UInt8]) -> Result<String, Failure> {
    do throws(Failure) {
      var file = try BinaryPropertyList(bytes)
      try file.write()
      return .success(file.writer.finished())
    } catch {
      return .failure(error)
    }
  }

  private init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.starts(with: Array("bplist0".utf8)) else {
      throw Failure("The file does not begin with “bplist0”", at: 0)
    }
    guard bytes.count >= 41 else { throw Failure("The file is too short", at: bytes.count) }
    self.bytes = bytes
    let trailer = bytes.count - 32
    func number(_ offset: Int) throws(Failure) -> Int {
      guard let value = Int(exactly: Self.integer(bytes, offset, 8)) else {
        throw Failure("A number in the trailer is too large", at: offset)
      }
      return value
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    count = try number(trailer + 8)
    let root = try number(trailer + 16)
    tableStart = try number(trailer + 24)
    guard count >= 1, root < count else { throw Failure("The outermost object is missing", at: trailer + 8) }
    let (tableSize, overflow) = count.multipliedReportingOverflow(by: offsetSize)
    guard offsetSize >= 1, referenceSize >= 1, !overflow, tableStart >= 9, tableStart < trailer,
      tableSize == trailer - tableStart
    else { throw Failure("The table of offsets is not where the trailer says", at: trailer) }
    guard referenceSize >= 8 || 1 << (8 * referenceSize) > count,
      offsetSize >= 8 || 1 << (8 * offsetSize) > tableStart
    else { throw Failure("Numbers of this size cannot name all objects", at: trailer + 6) }
    largestText = min(PropertyListWriter.largest, 1 << 20 + 2 * bytes.count)
    for index in 0..<count {
      let offset = Self.integer(bytes, tableStart + index * offsetSize, offsetSize)
      guard offset < UInt64(tableStart) else {
        throw Failure("An object is outside the file", at: tableStart + index * offsetSize)
      }
    }
    steps = [.value(try object(UInt64(root), at: tableStart))]
  }

  /// A big-endian number; only the last eight bytes count.
  private static func integer(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in bytes[offset + max(0, size - 8)..<offset + size] { value = value << 8 | UInt64(byte) }
    return value
  }

  /// A number in an object.
  private func integer(at place: Int, _ size: Int) throws(Failure) -> UInt64 {
    try require(size, from: place)
    return Self.integer(bytes, place, size)
  }

  /// The offset of the object with a number.
  private func object(_ reference: UInt64, at place: Int) throws(Failure) -> Int {
    guard let index = Int(exactly: reference), index < count else {
      throw Failure("An object number is out of range", at: place)
    }
    let offset = Int(clamping: Self.integer(bytes, tableStart + index * offsetSize, offsetSize))
    guard offset >= 8, offset < tableStart else { throw Failure("An object is outside the file", at: place) }
    return offset
  }

  private mutating func write() throws(Failure) {
    var count = 0
    while let step = steps.popLast() {
      count += 1
      switch step {
      case .end: writer.end()
      case .key(let place):
        guard let key = try string(at: place) else { throw Failure("A key is not a string", at: place) }
        writer.key(key)
      case .value(let place): try writeValue(at: place)
      }
      guard count <= Self.mostValues, steps.count <= Self.mostValues, writer.bytes.count <= largestText else {
        throw Self.tooLarge
      }
      guard writer.depth <= PropertyListWriter.deepest else {
        throw Failure("Values nest more than \(PropertyListWriter.deepest) deep", at: 0)
      }
    }
  }

  /// Writes one object; of an array or a dictionary only its begin.
  private mutating func writeValue(at place: Int) throws(Failure) {
    let marker = bytes[place]
    switch marker & 0xF0 {
    case 0x00:
      switch marker {
      case 0x00: throw Failure("XML property lists have no null", at: place)
      case 0x08: writer.boolean(false)
      case 0x09: writer.boolean(true)
      default: throw unknown(at: place)
      }
    case 0x10:
      let size = 1 << Int(marker & 0x0F)
      guard size <= 16 else { throw Failure("An integer has more than 16 bytes", at: place) }
      let value = try integer(at: place + 1, size)
      // Of 16 bytes, Apple’s parser reads the last eight, without a sign.
      writer.integer(size > 8 ? String(value) : String(Int64(bitPattern: value)))
    case 0x20:
      switch marker {
      case 0x22:
        let bits = UInt32(truncatingIfNeeded: try integer(at: place + 1, 4))
        writer.real(Double(Float(bitPattern: bits)))
      case 0x23: writer.real(Double(bitPattern: try integer(at: place + 1, 8)))
      default: throw unknown(at: place)
      }
    case 0x30:
      guard marker == 0x33 else { throw unknown(at: place) }
      writer.date(secondsSince2001: Double(bitPattern: try integer(at: place + 1, 8)))
    case 0x40: writer.data(bytes[try extent(at: place, unit: 1)])
    case 0x50, 0x60: writer.string(try string(at: place) ?? "")
    case 0x80:
      // A reference in a keyed archive.
      guard let value = UInt32(exactly: try integer(at: place + 1, Int(marker & 0x0F) + 1)) else {
        throw Failure("A reference of a keyed archive is too large", at: place)
      }
      writer.beginDictionary()
      writer.key("CF$UID")
      writer.integer(String(value))
      writer.end()
    case 0xA0, 0xC0:
      let elements = try objects(in: try extent(at: place, unit: referenceSize))
      writer.beginArray()
      steps.append(.end)
      for element in elements.reversed() { steps.append(.value(element)) }
    case 0xD0:
      let objects = try objects(in: try extent(at: place, unit: 2 * referenceSize))
      let half = objects.count / 2
      writer.beginDictionary()
      steps.append(.end)
      for (key, value) in zip(objects[..<half], objects[half...]).reversed() {
        steps.append(.value(value))
        steps.append(.key(key))
      }
    default: throw unknown(at: place)
    }
  }

  /// The text of a string; nil for any other object.
  private func string(at place: Int) throws(Failure) -> String? {
    switch bytes[place] & 0xF0 {
    case 0x50:
      // Apple’s parser reads bytes beyond ASCII as Latin-1.
      var text = String.UnicodeScalarView()
      for byte in bytes[try extent(at: place, unit: 1)] { text.append(Unicode.Scalar(byte)) }
      return String(text)
    case 0x60:
      let range = try extent(at: place, unit: 2)
      // Apple's parser has no memory for none; it writes an empty string as an ASCII one.
      guard !range.isEmpty else { throw Failure("A UTF-16 string is empty", at: place) }
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { at in
        UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
      }
      return String(decoding: units, as: UTF16.self)
    default: return nil
    }
  }

  /// The offsets of the objects whose numbers are in a range.
  private func objects(in range: Range<Int>) throws(Failure) -> [Int] {
    guard range.count / referenceSize <= Self.mostValues else { throw Self.tooLarge }
    var objects: [Int] = []
    for at in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      objects.append(try object(Self.integer(bytes, at, referenceSize), at: at))
    }
    return objects
  }

  private func unknown(at place: Int) -> Failure {
    Failure("No object begins with the byte 0x\(String(bytes[place], radix: 16))", at: place)
  }

  private func require(_ count: Int, from start: Int) throws(Failure) {
    guard count >= 0, start <= tableStart, count <= tableStart - start else {
      throw Failure("An object reaches past the end of the objects", at: start)
    }
  }

  /// The content of an object of variable size: its offsets in the file.
  private func extent(at place: Int, unit: Int) throws(Failure) -> Range<Int> {
    var start = place + 1
    var count = Int(bytes[place] & 0x0F)
    if count == 0x0F {
      try require(1, from: start)
      let marker = bytes[start]
      let size = 1 << Int(marker & 0x0F)
      guard marker & 0xF0 == 0x10 else { throw Failure("The size of an object is not an integer", at: start) }
      try require(size, from: start + 1)
      // Apple’s parser keeps the size in one byte, so it reads integers of 256 bytes or more as zero.
      guard let value = Int(exactly: size < 256 ? Self.integer(bytes, start + 1, size) : 0) else {
        throw Failure("The size of an object is too large", at: start)
      }
      count = value
      start += 1 + size
    }
    let (size, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow else { throw Failure("The size of an object is too large", at: place) }
    try require(size, from: start)
    return start..<start + size
  }
}
