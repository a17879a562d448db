import Foundation
import PropertyList
import SourceText
import TestSupport
import Testing

/// Foundation's values in words that compare: the order of keys is lost in them.
private func canonical(_ value: Any) -> String {
  switch value {
  case let value as String: return "s:\(value)"
  case let value as Data: return "d:\(value.base64EncodedString())"
  case let value as Date: return "t:\(Int64(value.timeIntervalSinceReferenceDate.rounded(.down)))"
  case let value as [String: Any]:
    return "{" + value.keys.sorted().map { "\($0)=\(canonical(value[$0] ?? ""))" }.joined(separator: ",") + "}"
  case let value as [Any]: return "[" + value.map(canonical).joined(separator: ",") + "]"
  case let value as NSNumber:
    let text = "\(value)"
    return "n:\(text == "true" ? "1" : text == "false" ? "0" : text)"
  default: return "?\(value)"
  }
}

private func foundationValue(_ bytes: [UInt8]) -> Any? {
  try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
}

private func binary(_ value: Any) -> [UInt8]? {
  (try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)).map { Array($0) }
}

/// Whether a file, which is read, has no sets and no references of keyed archives.
private func hasOnlyPlainObjects(_ bytes: [UInt8]) -> Bool {
  func number(_ place: Int, _ size: Int) -> Int { bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
  let (size, table) = (number(bytes.count - 26, 1), number(bytes.count - 8, 8))
  return (0..<number(bytes.count - 24, 8)).allSatisfy { object in
    ![0x80, 0xC0].contains(bytes[number(table + object * size, size)] & 0xF0)
  }
}

@Suite struct BinaryTests {
  @Test func valuesAreThoseOfFoundation() {
    var files = [Array(Fixture.manifest.utf8), Array(Fixture.values.utf8)]
    if let corpus = CorpusFolder.fromEnvironment() {
      for folder in ["manifests", "infoplists", "entitlements"] { files += corpus.files(in: folder).map(\.bytes) }
    }
    var count = 0
    for file in files {
      guard let value = foundationValue(file), let bytes = binary(value) else { continue }
      count += 1
      expectEqual(PropertyListFormat.detect(bytes), .binary)
      switch BinaryPropertyList.xml(bytes) {
      case .failure(let failure): Issue.record("\(failure.reason) at \(failure.offset)")
      case .success(let xml):
        expectEqual(foundationValue(Array(xml.utf8)).map(canonical), canonical(value))
        expectTrue(PropertyListTree.parse(SourceText(xml)).problems.isEmpty, "the XML has problems")
      }
    }
    expectTrue(count >= 2, "too few files")
  }

  @Test func everyKindOfObjectIsRead() {
    /// A file whose only object or whose objects have these bytes; references are of one byte.
    func file(_ objects: [[UInt8]]) -> [UInt8] {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets.append(UInt8(bytes.count))
        bytes += object
      }
      let table = UInt8(bytes.count)
      return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, table]
    }
    let rows: [(objects: [[UInt8]], xml: String?)] = [
      ([[0x08]], "<false/>"), ([[0x09]], "<true/>"), ([[0x00]], nil), ([[0x01]], nil), ([[0x0F]], nil),
      ([[0x10, 0xFF]], "<integer>255</integer>"), ([[0x11, 0xFF, 0xFE]], "<integer>65534</integer>"),
      ([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]], "<integer>4294967295</integer>"),
      ([[0x13] + [UInt8](repeating: 0xFF, count: 8)], "<integer>-1</integer>"),
      ([[0x14] + [UInt8](repeating: 0xFF, count: 16)], "<integer>18446744073709551615</integer>"),
      ([[0x15] + [UInt8](repeating: 0xFF, count: 32)], nil),
      ([[0x22, 0x3F, 0xC0, 0, 0]], "<real>1.5</real>"), ([[0x23, 0x40, 0, 0, 0, 0, 0, 0, 0]], "<real>2</real>"),
      ([[0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], "<real>+infinity</real>"), ([[0x24, 0, 0, 0, 0]], nil),
      ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], "<date>2001-01-01T00:00:00Z</date>"),
      ([[0x33, 0xC1, 0xCD, 0x27, 0xE4, 0x40, 0, 0, 0]], "<date>1970-01-01T00:00:00Z</date>"),
      ([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]], "<date>2001-01-01T00:00:00Z</date>"),
      ([[0x43, 1, 2, 3]], "<data>AQID</data>"), ([[0x41, 0xFF]], "<data>/w==</data>"), ([[0x40]], "<data></data>"),
      ([[0x53, 0x61, 0x26, 0x62]], "<string>a&amp;b</string>"), ([[0x51, 0xE9]], "<string>é</string>"),
      ([[0x62, 0xD8, 0x3D, 0xDE, 0x00]], "<string>😀</string>"), ([[0x61, 0xD8, 0x3D]], "<string>\u{FFFD}</string>"),
      ([[0x60]], nil), ([[0x50]], "<string></string>"),
      ([[0x51, 0x01]], "<string>\u{FFFD}</string>"),
      ([[0x5F, 0x10, 0x02, 0x61, 0x62]], "<string>ab</string>"), ([[0x5F, 0x10, 0x7F, 0x61]], nil),
      ([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)], nil), ([[0x5F, 0x20, 0x01, 0x61]], nil),
      ([[0x80, 0x07]], "<dict>\n\t<key>CF$UID</key>\n\t<integer>7</integer>\n</dict>"),
      ([[0xA0]], "<array/>"), ([[0xD0]], "<dict/>"), ([[0xA1, 1], [0x09]], "<array>\n\t<true/>\n</array>"),
      ([[0xC1, 1], [0x09]], "<array>\n\t<true/>\n</array>"),
      ([[0xA2, 1, 1], [0x09]], "<array>\n\t<true/>\n\t<true/>\n</array>"),
      ([[0xD1, 1, 2], [0x51, 0x6B], [0x08]], "<dict>\n\t<key>k</key>\n\t<false/>\n</dict>"),
      ([[0xD1, 1, 2], [0xA0], [0x08]], nil), ([[0xD1, 1, 1], [0x09]], nil), ([[0xA1, 0]], nil), ([[0xA1, 9]], nil),
      ([[0xA1, 1], [0xA1, 0]], nil), ([[0x70]], nil), ([[0xF0]], nil),
    ]
    for (objects, xml) in rows {
      let result = BinaryPropertyList.xml(file(objects))
      let head = PropertyListWriter().bytes
      switch (result, xml) {
      case (.success(let text), let xml?):
        expectEqual(text, String(decoding: head, as: UTF8.self) + xml + "\n</plist>\n")
      case (.failure, nil): break
      case (.success, nil): Issue.record("\(objects) is read")
      case (.failure(let failure), _?): Issue.record("\(objects): \(failure.reason)")
      }
    }
  }

  @Test func sharingIsBounded() {
    // Forty arrays of two references each to the next would be 2⁴⁰ values.
    var bytes = Array("bplist00".utf8)
    for level in 1...40 { bytes += [0xA2, UInt8(level), UInt8(level)] }
    bytes += [0x09]
    let table = UInt8(bytes.count)
    bytes += (0...40).map { UInt8(8 + 3 * $0) }
    bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 41] + [0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [0, 0, 0, 0, 0, 0, 0, table]
    guard case .failure = BinaryPropertyList.xml(bytes) else {
      Issue.record("all of it is written")
      return
    }
  }

  /// A file of objects at these offsets behind the first eight bytes; numbers in it have four bytes.
  private func file(_ objects: [UInt8], at offsets: [Int]) -> [UInt8] {
    Array("bplist00".utf8) + objects + offsets.flatMap { number(8 + $0) } + [0, 0, 0, 0, 0, 0, 4, 4]
      + number(0) + number(offsets.count) + number(0) + number(0) + number(0) + number(8 + objects.count)
  }

  private func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  @Test func overlappingContentsAreBounded() throws {
    for (marker, unit) in [(UInt8(0x4F), 1), (0x5F, 1), (0x6F, 2)] {
      // Every object is the header of the next and all that follows: all of them would be 3 GB.
      let count = 32_000
      var objects: [UInt8] = [0xAF, 0x12] + number(count) + (1...count).flatMap { number($0) }
      var offsets = [0]
      for index in 0..<count {
        offsets.append(objects.count)
        objects += [marker, 0x12] + number((count - 1 - index) * 6 / unit)
      }
      let clock = ProcessorClock()
      let time = clock.measure {
        switch BinaryPropertyList.xml(file(objects, at: offsets)) {
        case .success: Issue.record("all of it is written")
        case .failure(let failure):
          expectEqual(failure.reason, "The values share so much that written out they are too large")
        }
      }
      expectTrue(time < .seconds(20), "\(marker) took \(time)")
    }
    // A few that share their bytes are read.
    let shared: [UInt8] = [0xA2, 0, 0, 0, 1, 0, 0, 0, 2, 0x52, 0x51, 0x61]
    let xml = try BinaryPropertyList.xml(file(shared, at: [0, 9, 10])).get()
    expectTrue(xml.contains("<string>Qa</string>\n\t<string>a</string>"), xml)
  }

  @Test func depthBySharingIsBounded() {
    // Two chains of 400 arrays, and the second ends in the first: no way down is read that is longer than 512.
    var objects: [UInt8] = [0xA2] + number(1) + number(401)
    var offsets = [0]
    for index in 1...800 {
      offsets.append(objects.count)
      objects += index == 400 ? [0xA0] : [0xA1] + number(index == 800 ? 1 : index + 1)
    }
    let bytes = file(objects, at: offsets)
    guard case .failure(let failure) = BinaryPropertyList.xml(bytes) else {
      Issue.record("801 levels are written")
      return
    }
    expectEqual(failure.reason, "Values nest more than 512 deep")
  }

  @Test func noFileIsTooBroken() {
    guard let value = foundationValue(Array(Fixture.values.utf8)), let original = binary(value),
      let manifest = foundationValue(Array(Fixture.manifest.utf8)).flatMap(binary)
    else {
      Issue.record("Foundation writes no binary file")
      return
    }
    var random = SeededGenerator(seed: 3)
    var differences: [String] = []
    for round in 0..<2_000 {
      var bytes = round.isMultiple(of: 2) ? original : manifest
      for _ in 0...random.below(3) {
        let at = random.once(in: 3) ? bytes.count - 1 - random.below(min(60, bytes.count)) : random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[at] ^= 1 << UInt8(random.below(8))
        case 2: bytes.remove(at: at)
        case 3: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
        default: bytes[at] &+= 1
        }
      }
      guard PropertyListFormat.detect(bytes) == .binary else { continue }
      let ours = BinaryPropertyList.xml(bytes)
      // What Foundation makes of keys that are no strings, and of null, ends the process on some platforms.
      switch ours {
      case .success: if !hasOnlyPlainObjects(bytes) { continue }
      case .failure(let failure):
        if ["A key is not a string", "XML property lists have no null"].contains(failure.reason) { continue }
      }
      let isRead = if case .success = ours { true } else { false }
      if (foundationValue(bytes) != nil) != isRead { differences.append("\(round): \(isRead)") }
    }
    expectTrue(differences.isEmpty, "differences: \(differences)")
    for length in 0...original.count { _ = BinaryPropertyList.xml(Array(original.prefix(length))) }
  }
}
