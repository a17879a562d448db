/// A parsed binary property list.
///
/// Objects may be shared, and a small file can share them so often that expanding all values would fill a disk. So
/// objects refer to each other by index, and only ``xml()`` expands them, up to a limit.
public struct BinaryPropertyList: Sendable {
  /// An object in the file. It refers to others by their index in ``objects``.
  public enum Object: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A 16-byte integer, of which Apple’s parser reads the last eight.
    case largeInteger(UInt64)
    case real(Double)
    /// Seconds since the start of 2001.
    case date(Double)
    case data([UInt8])
    case string(String)
    /// A reference in a keyed archive; in XML, a dictionary with the key `CF$UID`.
    case uid(UInt32)
    case array([Int])
    case set([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  /// Why a file can’t be read.
  public typealias Failure = PropertyListFailure

  /// The root comes first.
  public let objects: [Object]
  /// The offsets of the objects in the file.
  private let offsets: [Int]
  /// The largest size of the XML, in bytes. Without much sharing, a tag is hardly longer than its binary form.
  private let largestText: Int

  /// Reads a file. Like Apple’s parser, it accepts up to 512 levels of arrays and dictionaries, and no cycles.
  public init(_ bytes: [UInt8]) throws(Failure) {
    var reader = try Reader(bytes)
    try reader.readObjects()
    objects = reader.objects
    offsets = reader.objectOffsets
    largestText = min(PropertyListWriter.largest, 1 << 20 + 2 * bytes.count)
  }

  /// The values as an XML property list, with shared ones expanded.
  ///
  /// - Parameter limit: The most values to write.
  public func xml(limit: Int = 250_000) throws(Failure) -> String {
    var writer = PropertyListWriter()
    enum Step {
      case value(Int), key(Int), end
    }
    var steps: [Step] = [.value(0)]
    var count = 0
    while let step = steps.popLast() {
      count += 1
      switch step {
      case .end: writer.end()
      case .key(let index):
        guard case .string(let text) = objects[index] else {
          throw Failure("A key is not a string", at: offsets[index])
        }
        writer.key(text)
      case .value(let index):
        switch objects[index] {
        case .null: throw Failure("XML property lists have no null", at: offsets[index])
        case .boolean(let value): writer.boolean(value)
        case .integer(let value): writer.integer(String(value))
        case .largeInteger(let value): writer.integer(String(value))
        case .real(let value): writer.real(value)
        case .date(let value): writer.date(secondsSince2001: value)
        case .data(let value): writer.data(value)
        case .string(let value): writer.string(value)
        case .uid(let value):
          writer.beginDictionary()
          writer.key("CF$UID")
          writer.integer(String(value))
          writer.end()
        case .array(let elements), .set(let elements):
          writer.beginArray()
          steps.append(.end)
          for element in elements.reversed() { steps.append(.value(element)) }
        case .dictionary(let keys, let values):
          writer.beginDictionary()
          steps.append(.end)
          for (key, value) in zip(keys, values).reversed() {
            steps.append(.value(value))
            steps.append(.key(key))
          }
        }
      }
      guard count <= limit, steps.count <= limit, writer.bytes.count <= largestText else {
        throw Failure("The values share so much that written out they are too large", at: offsets[0])
      }
      guard writer.depth <= PropertyListWriter.deepest else {
        throw Failure("Values nest more than \(PropertyListWriter.deepest) deep", at: offsets[0])
      }
    }
    return writer.finished()
  }

  /// Converts a binary file to XML.
  public static func xml(_ bytes: [UInt8]) -> Result<String, Failure> {
    do throws(Failure) {
      return .success(try BinaryPropertyList(bytes).xml())
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Reading

  private struct Reader {
    let bytes: [UInt8]
    let offsetSize: Int
    let referenceSize: Int
    let count: Int
    let tableStart: Int
    let topReference: Int
    var objects: [Object] = []
    var objectOffsets: [Int] = []
    /// The object read from each offset.
    private var indices: [Int: Int] = [:]
    private var references = 0
    /// The bytes of all data and strings so far.
    private var contents = 0

    init(_ bytes: [UInt8]) throws(Failure) {
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
      topReference = try number(trailer + 16)
      tableStart = try number(trailer + 24)
      guard count >= 1, topReference < count else { throw Failure("The outermost object is missing", at: trailer + 8) }
      let (tableSize, overflow) = count.multipliedReportingOverflow(by: offsetSize)
      guard offsetSize >= 1, referenceSize >= 1, !overflow, tableStart >= 9, tableStart < trailer,
        tableSize == trailer - tableStart
      else { throw Failure("The table of offsets is not where the trailer says", at: trailer) }
      guard referenceSize >= 8 || 1 << (8 * referenceSize) > count,
        offsetSize >= 8 || 1 << (8 * offsetSize) > tableStart
      else { throw Failure("Numbers of this size cannot name all objects", at: trailer + 6) }
      for index in 0..<count {
        let offset = Self.integer(bytes, tableStart + index * offsetSize, offsetSize)
        guard offset < UInt64(tableStart) else {
          throw Failure("An object is outside the file", at: tableStart + index * offsetSize)
        }
      }
    }

    /// A big-endian number; only the last eight bytes count.
    private static func integer(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
      var value: UInt64 = 0
      for byte in bytes[offset + max(0, size - 8)..<offset + size] { value = value << 8 | UInt64(byte) }
      return value
    }

    /// The offset of the object with a number.
    private func offset(of reference: UInt64, at place: Int) throws(Failure) -> Int {
      guard let index = Int(exactly: reference), index < count else {
        throw Failure("An object number is out of range", at: place)
      }
      return Int(clamping: Self.integer(bytes, tableStart + index * offsetSize, offsetSize))
    }

    /// A container that is being read.
    private struct Frame {
      let object: Int
      let kind: UInt8
      let offset: Int
      /// The offset and number of its references.
      let start: Int
      let count: Int
      var children: [Int] = []
    }

    /// Reads all objects reachable from the root, which comes first, without recursion.
    mutating func readObjects() throws(Failure) {
      var frames: [Frame] = []
      var openOffsets: Set<Int> = []
      var upcoming: Int? = try offset(of: UInt64(topReference), at: tableStart)
      while true {
        if let place = upcoming {
          upcoming = nil
          let index: Int
          if let known = indices[place], !openOffsets.contains(place) {
            index = known
          } else {
            guard frames.count <= 512 else { throw Failure("Objects nest more than 512 deep", at: place) }
            guard !openOffsets.contains(place) else { throw Failure("An object contains itself", at: place) }
            index = objects.count
            if let frame = try read(at: place, as: index) {
              frames.append(frame)
              openOffsets.insert(place)
              continue
            }
          }
          if frames.isEmpty { return }
          frames[frames.count - 1].children.append(index)
        }
        guard let top = frames.last else { return }
        if top.children.count < top.count {
          let at = top.start + top.children.count * referenceSize
          upcoming = try offset(of: Self.integer(bytes, at, referenceSize), at: at)
          continue
        }
        frames.removeLast()
        openOffsets.remove(top.offset)
        try finish(top)
        if frames.isEmpty { return }
        frames[frames.count - 1].children.append(top.object)
      }
    }

    private mutating func finish(_ frame: Frame) throws(Failure) {
      switch frame.kind {
      case 0xA0: objects[frame.object] = .array(frame.children)
      case 0xC0: objects[frame.object] = .set(frame.children)
      default:
        let half = frame.count / 2
        for key in frame.children[..<half] {
          switch objects[key] {
          case .array, .set, .dictionary: throw Failure("A key is an array or a dictionary", at: objectOffsets[key])
          default: break
          }
        }
        objects[frame.object] = .dictionary(
          keys: Array(frame.children[..<half]), values: Array(frame.children[half...]))
      }
    }

    /// Reads one object; for a container, returns the frame for reading its children.
    private mutating func read(at place: Int, as index: Int) throws(Failure) -> Frame? {
      guard place >= 8, place < tableStart else { throw Failure("An object is outside the file", at: place) }
      let marker = bytes[place]
      let kind = marker & 0xF0
      let object: Object
      switch kind {
      case 0x00:
        switch marker {
        case 0x00: object = .null
        case 0x08: object = .boolean(false)
        case 0x09: object = .boolean(true)
        default: throw unknown(marker, at: place)
        }
      case 0x10:
        let size = 1 << Int(marker & 0x0F)
        guard size <= 16 else { throw Failure("An integer has more than 16 bytes", at: place) }
        try require(size, from: place + 1)
        let value = Self.integer(bytes, place + 1, size)
        object = size > 8 ? .largeInteger(value) : .integer(Int64(bitPattern: value))
      case 0x20:
        switch marker {
        case 0x22:
          try require(4, from: place + 1)
          let bits = UInt32(truncatingIfNeeded: Self.integer(bytes, place + 1, 4))
          object = .real(Double(Float(bitPattern: bits)))
        case 0x23:
          try require(8, from: place + 1)
          object = .real(Double(bitPattern: Self.integer(bytes, place + 1, 8)))
        default: throw unknown(marker, at: place)
        }
      case 0x30:
        guard marker == 0x33 else { throw unknown(marker, at: place) }
        try require(8, from: place + 1)
        object = .date(Double(bitPattern: Self.integer(bytes, place + 1, 8)))
      case 0x40:
        let (start, count) = try content(at: place, unit: 1)
        object = .data(Array(bytes[start..<start + count]))
      case 0x50:
        let (start, count) = try content(at: place, unit: 1)
        // Apple’s parser reads bytes beyond ASCII as Latin-1.
        var text = String.UnicodeScalarView()
        for byte in bytes[start..<start + count] { text.append(Unicode.Scalar(byte)) }
        object = .string(String(text))
      case 0x60:
        let (start, count) = try content(at: place, unit: 2)
        // Apple's parser has no memory for none; it writes an empty string as an ASCII one.
        guard count > 0 else { throw Failure("A UTF-16 string is empty", at: place) }
        var units: [UInt16] = []
        units.reserveCapacity(count)
        for unit in 0..<count {
          units.append(UInt16(bytes[start + 2 * unit]) << 8 | UInt16(bytes[start + 2 * unit + 1]))
        }
        object = .string(String(decoding: units, as: UTF16.self))
      case 0x80:
        let size = Int(marker & 0x0F) + 1
        try require(size, from: place + 1)
        guard let value = UInt32(exactly: Self.integer(bytes, place + 1, size)) else {
          throw Failure("A reference of a keyed archive is too large", at: place)
        }
        object = .uid(value)
      case 0xA0, 0xC0, 0xD0:
        let (start, pairs) = try extent(at: place, unit: referenceSize * (kind == 0xD0 ? 2 : 1))
        let count = kind == 0xD0 ? pairs * 2 : pairs
        // Containers may overlap in the file, but a valid file doesn’t contain more references than bytes.
        references += count
        guard references <= bytes.count else { throw Failure("Arrays and dictionaries overlap", at: place) }
        add(.null, at: place)
        return Frame(object: index, kind: kind, offset: place, start: start, count: count)
      default: throw unknown(marker, at: place)
      }
      add(object, at: place)
      return nil
    }

    private mutating func add(_ object: Object, at place: Int) {
      indices[place] = objects.count
      objects.append(object)
      objectOffsets.append(place)
    }

    private func unknown(_ marker: UInt8, at place: Int) -> Failure {
      Failure("No object begins with the byte 0x\(String(marker, radix: 16))", at: place)
    }

    private func require(_ count: Int, from start: Int) throws(Failure) {
      guard count >= 0, start <= tableStart, count <= tableStart - start else {
        throw Failure("An object reaches past the end of the objects", at: start)
      }
    }

    /// The offset of the content of data or a string, and its number of units.
    private mutating func content(at place: Int, unit: Int) throws(Failure) -> (start: Int, count: Int) {
      let (start, count) = try extent(at: place, unit: unit)
      // Apple’s parser allows overlaps here too, but many of them would take quadratic space.
      contents += count * unit
      guard contents <= 4 * bytes.count else { throw Failure("Data and strings overlap", at: place) }
      return (start, count)
    }

    /// The offset of the content of an object of variable size, and its number of units.
    private func extent(at place: Int, unit: Int) throws(Failure) -> (start: Int, count: Int) {
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
      return (start, count)
    }
  }
}
