import BuiltApp

extension FuzzTarget {
  /// Mach-O images and universal files.
  static let builtBinary = FuzzTarget(name: "built-binary", longestInput: 16_384) { bytes throws(Violation) in
    try requireBinary(bytes)
  } seeds: { _ in
    [image(), universal()]
  }

  /// Static libraries: their members are images again.
  static let staticLibrary = FuzzTarget(name: "static-library", longestInput: 16_384) { bytes throws(Violation) in
    try requireBinary(Array("!<arch>\n".utf8) + bytes)
  } seeds: { _ in
    [member("a.o/", image()), member("#1/4", Array("b.o\0".utf8) + image()) + member("//", Array("long.o/\n".utf8))]
  }

  static let codeSignature = FuzzTarget(name: "code-signature", longestInput: 4_096) { bytes throws(Violation) in
    let signature = CodeSignature(BytesInMemory(bytes))
    try require(signature.entitlements?.count ?? 0 <= bytes.count, "the entitlements are longer than the signature")
  } seeds: { _ in
    [signature]
  }

  static let zip = FuzzTarget(name: "zip", longestInput: 16_384) { bytes throws(Violation) in
    let source = BytesInMemory(bytes)
    guard let archive = ZipArchive(source) else { return }
    for entry in archive.entries {
      try require(!entry.path.hasPrefix("/") && !entry.path.isEmpty, "the path “\(entry.path)”")
      guard let content = ZipArchive.content(of: entry, in: source) else { continue }
      try require(content.count == entry.size, "“\(entry.path)” has another size than its entry")
      let start = content.bytes(in: 0..<min(content.count, 65_536))
      try require(
        content.bytes(in: 0..<min(content.count, 16)) == Array(start.prefix(16)), "the start reads differently")
    }
  } seeds: { _ in
    [archive(stored, method: 0), archive(deflated, method: 8)]
  }

  static let inflate = FuzzTarget(name: "inflate", longestInput: 8_192) { bytes throws(Violation) in
    let count = 1 << 20
    let whole = InflatedBytes(BytesInMemory(bytes), count: count).bytes(in: 0..<count)
    // Nothing can be packed better than 1,032 to one.
    try require(whole.count <= 1_032 * (bytes.count + 8), "\(bytes.count) bytes gave \(whole.count)")
    let pieces = InflatedBytes(BytesInMemory(bytes), count: count)
    var place = 0
    for step in [1, 3, 700, 5_000, 100_000] {
      let part = pieces.bytes(in: place..<place + step)
      try require(part == Array(whole[min(place, whole.count)..<min(place + step, whole.count)]), "a piece differs")
      place += step
    }
    let back = pieces.bytes(in: 0..<5)
    try require(back == Array(whole.prefix(5)), "the start differs after going back")
  } seeds: { _ in
    [deflated, [1, 4, 0, 0xFB, 0xFF] + stored, [3, 0]]
  }
}

private func requireBinary(_ bytes: [UInt8]) throws(Violation) {
  guard let binary = BuiltBinary(BytesInMemory(bytes)) else { return }
  for slice in binary.slices {
    let size = (slice.imports + slice.selectors + slice.libraries).reduce(0) { $0 + $1.utf8.count }
    try require(size <= 64 * (bytes.count + 64), "\(bytes.count) bytes gave \(size) bytes of names")
    try require(zip(slice.imports, slice.imports.dropFirst()).allSatisfy { $0 != $1 }, "a name is given twice")
  }
  try require(binary.notes.count + binary.faults.count + binary.unread.count <= 40, "too many notes")
}

// MARK: - Seeds

private func little(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

private func big(_ value: Int, _ size: Int = 4) -> [UInt8] { little(value, size).reversed() }

private let stored = Array("text".utf8)
/// “aaaaaaaaaa” and more, with a copy.
private let deflated: [UInt8] = [0x4B, 0x84, 0x01, 0x00]

/// An object with two undefined symbols and a version.
private func image() -> [UInt8] {
  let names = Array("\0_stat\0_mach_absolute_time\0".utf8)
  let symbols = 32 + 24 + 24 + 16
  var bytes: [UInt8] = []
  for number in [0xFEED_FACF, 0x0100_000C, 0, 1, 3, 64, 0, 0] { bytes += little(number, 4) }
  // The version, the symbols and the signature.
  for number in [0x32, 24, 2, 0xF_0000, 0, 0] { bytes += little(number, 4) }
  for number in [2, 24, symbols, 2, symbols + 32, names.count] { bytes += little(number, 4) }
  for number in [0x1D, 16, symbols + 32 + names.count, 64] { bytes += little(number, 4) }
  for name in [1, 7] {
    bytes += little(name, 4)
    bytes += [1, 0, 0, 0]
    bytes += little(0, 8)
  }
  return bytes + names + FuzzTarget.signature
}

private func universal() -> [UInt8] {
  let slice = image()
  var bytes: [UInt8] = []
  for number in [0xCAFE_BABE, 1, 0x0100_000C, 0, 28, slice.count, 0] { bytes += big(number) }
  return bytes + slice
}

private func member(_ name: String, _ content: [UInt8]) -> [UInt8] {
  func field(_ text: String, _ size: Int) -> [UInt8] {
    Array(text.utf8.prefix(size)) + [UInt8](repeating: 0x20, count: size - min(text.utf8.count, size))
  }
  let header = field(name, 16) + field("0", 12) + field("0", 12) + field("644", 8) + field("\(content.count)", 10)
  return header + [0x60, 0x0A] + content + (content.count.isMultiple(of: 2) ? [] : [0x0A])
}

extension FuzzTarget {
  fileprivate static let signature: [UInt8] = {
    let xml = Array("<plist><dict/></plist>".utf8)
    let blobs = [big(0xFADE_7171) + big(xml.count + 8) + xml, big(0xFADE_7172) + big(10) + [0x70, 0]]
    let index = big(5) + big(28) + big(7) + big(28 + blobs[0].count)
    return big(0xFADE_0CC0) + big(28 + blobs[0].count + blobs[1].count) + big(2) + index + blobs[0] + blobs[1]
  }()
}

private func archive(_ content: [UInt8], method: Int) -> [UInt8] {
  let size = method == 0 ? content.count : 10
  let facts =
    little(0, 2) + little(method, 2) + little(0, 8) + little(content.count, 4) + little(size, 4) + little(1, 2)
    + little(0, 2)
  let local = little(0x0403_4B50, 4) + little(20, 2) + facts + [0x61] + content
  let directory = little(0x0201_4B50, 4) + little(20, 4) + facts + little(0, 10) + little(0, 4) + [0x61]
  return local + directory + little(0x0605_4B50, 4) + little(0, 4) + little(1, 2) + little(1, 2)
    + little(directory.count, 4) + little(local.count, 4) + little(0, 2)
}
