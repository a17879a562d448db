public import BuiltApp
public import FileSystem

extension OpenFile: ByteSource {}

/// Unpacks a zlib stream (RFC 1950) in a file.
///
/// - Parameters:
///   - start: The offset of its header of two bytes.
///   - count: The unpacked size; nil to unpack as much as there is, up to the limit.
/// - Returns: Nil if it is damaged or too large.
func unpacked(_ file: OpenFile, from start: Int, count: Int?, limit: Int) -> [UInt8]? {
  guard (count ?? 0) <= limit else { return nil }
  let header = file.bytes(in: start..<min(start + 2, max(file.count, start)))
  // Deflate, and no dictionary.
  guard header.count == 2, header[0] & 0x0F == 8, header[1] & 0x20 == 0 else { return nil }
  guard count != 0 else { return [] }
  let content = InflatedBytes(PartOfSource(file, start + 2..<max(start + 2, file.count)), count: count ?? limit)
  let bytes = content.bytes(in: 0..<(count ?? limit))
  return count == nil || bytes.count == count && !content.isDamaged ? bytes : nil
}

/// A pack with its index, as described in gitformat-pack(5).
final class Packfile {
  private let index: OpenFile
  private let pack: OpenFile
  private let objectCount: Int
  /// For each byte, how many objects have an id that begins with at most this byte.
  private let fanout: [Int]

  /// The header of an entry.
  struct Entry {
    /// The type’s number: of the object, or of a delta.
    let type: UInt8
    /// The offset of the entry that a delta applies to; nil for a whole object.
    let base: Int?
    /// The unpacked size.
    let size: Int
    /// The offset of the contents.
    let content: Int
  }

  private static let tables = 8
  private static let names = 8 + 1_024

  /// - Parameter path: Of the index. Returns nil for an index that isn't version 2 or can't be read.
  init?(indexAt path: String) {
    guard let index = try? OpenFile(path), let pack = try? OpenFile(String(path.dropLast(4)) + ".pack") else {
      return nil
    }
    let head = index.bytes(in: 0..<Self.names)
    guard head.count == Self.names, head.starts(with: [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]) else { return nil }
    fanout = (0..<256).map { number(head, at: Self.tables + $0 * 4) }
    objectCount = fanout[255]
    guard zip(fanout, fanout.dropFirst()).allSatisfy({ $0 <= $1 }), Self.names + objectCount * 28 <= index.count else {
      return nil
    }
    self.index = index
    self.pack = pack
  }

  /// The objects whose ids begin with some bytes, at most two.
  ///
  /// - Parameter prefix: At least one byte.
  func objects(from prefix: [UInt8], isMatch: (ArraySlice<UInt8>) -> Bool) -> [ObjectID] {
    guard let first = prefix.first.map(Int.init) else { return [] }
    let range = (first == 0 ? 0 : fanout[first - 1])..<fanout[first]
    let names = index.bytes(in: Self.names + range.lowerBound * 20..<Self.names + range.upperBound * 20)
    var found: [ObjectID] = []
    for start in stride(from: 0, to: names.count - 19, by: 20) where found.count < 2 {
      if isMatch(names[start..<start + 20]) { found += [ObjectID(names[start..<start + 20])].compactMap(\.self) }
    }
    return found
  }

  /// The offset of an object in the pack; nil if it isn't there.
  func offset(of id: ObjectID) -> Int? {
    let first = Int(id.bytes.first ?? 0)
    var low = first == 0 ? 0 : fanout[first - 1]
    var high = fanout[first]
    while low < high {
      let middle = (low + high) / 2
      let name = index.bytes(in: Self.names + middle * 20..<Self.names + middle * 20 + 20)
      if name == id.bytes { return offset(number: middle) }
      if name.lexicographicallyPrecedes(id.bytes) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func offset(number place: Int) -> Int? {
    let small = Self.names + objectCount * 24
    let bytes = index.bytes(in: small + place * 4..<small + place * 4 + 4)
    guard bytes.count == 4 else { return nil }
    let offset = number(bytes, at: 0)
    guard offset & 0x8000_0000 != 0 else { return offset }
    let large = small + objectCount * 4 + (offset & 0x7FFF_FFFF) * 8
    let long = index.bytes(in: large..<large + 8)
    guard long.count == 8, long[0] == 0 else { return nil }
    return number(long, at: 0) << 32 | number(long, at: 4)
  }

  /// The entry at an offset.
  func entry(at offset: Int) -> Entry? {
    guard offset > 0, offset < pack.count else { return nil }
    let head = pack.bytes(in: offset..<min(offset + 48, pack.count))
    guard let first = head.first else { return nil }
    var place = 1
    var size = Int(first & 0x0F)
    var shift = 4
    var byte = first
    while byte & 0x80 != 0 {
      guard place < head.count, shift < 56 else { return nil }
      byte = head[place]
      size |= Int(byte & 0x7F) << shift
      shift += 7
      place += 1
    }
    let type = first >> 4 & 7
    var base: Int?
    switch type {
    case 1...4: break
    case 6:
      var distance = 0
      for step in 0..<8 {
        guard place < head.count else { return nil }
        let byte = head[place]
        place += 1
        distance = (step == 0 ? 0 : (distance + 1) << 7) | Int(byte & 0x7F)
        if byte & 0x80 == 0 { break }
      }
      guard distance > 0, distance < offset else { return nil }
      base = offset - distance
    case 7:
      guard let id = ObjectID(head.dropFirst(place).prefix(20)), let found = self.offset(of: id) else { return nil }
      place += 20
      base = found
    default: return nil
    }
    return Entry(type: type, base: base, size: size, content: offset + place)
  }

  /// Unpacks the contents of an entry.
  func content(of entry: Entry, limit: Int) -> [UInt8]? {
    unpacked(pack, from: entry.content, count: entry.size, limit: limit)
  }
}

/// A big-endian number of four bytes.
private func number(_ bytes: [UInt8], at offset: Int) -> Int {
  guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
  return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
}

/// Applies a delta to its base; nil if the delta is damaged or the result too large.
package func applying(_ delta: [UInt8], to base: [UInt8], limit: Int) -> [UInt8]? {
  var place = 0
  func size() -> Int? {
    var value = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard place < delta.count else { return nil }
      let byte = delta[place]
      place += 1
      value |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
  guard size() == base.count, let count = size(), count <= limit else { return nil }
  var result: [UInt8] = []
  result.reserveCapacity(count)
  while place < delta.count {
    let command = delta[place]
    place += 1
    if command & 0x80 == 0 {
      let length = Int(command)
      guard length > 0, place + length <= delta.count, result.count + length <= count else { return nil }
      result += delta[place..<place + length]
      place += length
      continue
    }
    var values = (offset: 0, length: 0)
    for bit in 0..<7 where command & (1 << UInt8(bit)) != 0 {
      guard place < delta.count else { return nil }
      if bit < 4 {
        values.offset |= Int(delta[place]) << (bit * 8)
      } else {
        values.length |= Int(delta[place]) << ((bit - 4) * 8)
      }
      place += 1
    }
    if values.length == 0 { values.length = 0x10000 }
    guard values.offset + values.length <= base.count, result.count + values.length <= count else { return nil }
    result += base[values.offset..<values.offset + values.length]
  }
  return result.count == count ? result : nil
}
