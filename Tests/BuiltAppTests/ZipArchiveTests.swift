import BuiltApp
import Foundation
import TestSupport
import Testing

@Suite struct ZipArchiveTests {
  /// Archives as Python’s zipfile makes them: stored and packed, with sizes of eight bytes, and with sizes behind the data.
  private static let script = """
    import os, random, struct, sys, zipfile
    random.seed(11)
    def content(kind, size):
        if kind == 0: return random.randbytes(size)
        if kind == 1: return bytes(size)
        if kind == 2: return (b'one line and the next ' * (size // 20 + 1))[:size]
        return bytes(random.choices(range(5), k=size))
    os.makedirs('expected', exist_ok=True)
    class Pipe:
        def __init__(self, file): self.file = file
        def write(self, data): return self.file.write(data)
        def flush(self): self.file.flush()
    for name, method, level, streamed, large in [
        ('stored', 0, None, False, False), ('packed', 8, 6, False, False), ('fast', 8, 1, False, False),
        ('best', 8, 9, False, False), ('zip64', 8, 6, False, True), ('stored64', 0, None, False, True),
        ('streamed', 8, 6, True, False), ('streamed64', 8, 6, True, True)]:
        with open(name + '.zip', 'wb') as file:
            target = Pipe(file) if streamed else file
            with zipfile.ZipFile(target, 'w', method, compresslevel=level) as archive:
                for kind in range(4):
                    for size in (0, 1, 257, 4095, 32768, 70001, 300000):
                        data = content(kind, size)
                        path = f'{name}/{kind}-{size}'
                        with archive.open(zipfile.ZipInfo(path) if method == 0 else path, 'w', force_zip64=large) as entry:
                            entry.write(data)
                        with open('expected/' + path.replace('/', '-'), 'wb') as copy: copy.write(data)
                archive.writestr('folder/', b'')
    with open('commented.zip', 'wb') as file:
        file.write(b'#!/bin/sh\\n# a program before the archive\\n')
        with zipfile.ZipFile(file, 'a') as archive:
            archive.comment = b'a comment with PK\\x05\\x06 in it'
            archive.writestr('a', b'content')
    """

  private static func makeArchives() throws -> String {
    let folder = try makeFolder()
    try script.write(toFile: "\(folder)/make.py", atomically: true, encoding: .utf8)
    runProgram("/usr/bin/env", ["python3", "make.py"], in: folder)
    return folder
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func entriesAreWhatWasPutIn() throws {
    let folder = try Self.makeArchives()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["stored", "packed", "fast", "best", "zip64", "stored64", "streamed", "streamed64"] {
      let source = BytesInMemory(try Self.bytes("\(folder)/\(name).zip"))
      let archive = try #require(ZipArchive(source), "\(name).zip")
      expectEqual(archive.faults, [], "the faults of \(name).zip")
      expectEqual(archive.entries.count, 28, "the entries of \(name).zip")
      var random = SeededGenerator(seed: 3)
      for entry in archive.entries {
        let expected = try Self.bytes("\(folder)/expected/\(entry.path.replacingOccurrences(of: "/", with: "-"))")
        let content = try #require(ZipArchive.content(of: entry, in: source))
        expectEqual(content.count, expected.count, "the size of \(entry.path)")
        expectTrue(content.bytes(in: 0..<content.count) == expected, "\(entry.path) reads differently")
        // Pieces from anywhere, forward and back.
        for _ in 0..<8 {
          let start = random.below(expected.count + 10)
          let end = start + random.below(40_000)
          let part = Array(expected[min(start, expected.count)..<min(end, expected.count)])
          expectTrue(content.bytes(in: start..<end) == part, "\(entry.path) from \(start) to \(end)")
        }
      }
    }
    let commented = BytesInMemory(try Self.bytes("\(folder)/commented.zip"))
    let archive = try #require(ZipArchive(commented))
    expectEqual(archive.entries.map(\.path), ["a"], "the entries behind a program")
    let content = archive.entries.first.flatMap { ZipArchive.content(of: $0, in: commented) }
    expectEqual(content?.bytes(in: 0..<7) ?? [], Array("content".utf8), "the content behind a program")
  }

  /// What an honest archive doesn’t have is not read, and named.
  @Test func hostileArchivesAreNamed() throws {
    func check(_ entries: [HandMadeZip.Entry], reads: [String], _ faults: [String], line: Int = #line) {
      guard let archive = ZipArchive(BytesInMemory(HandMadeZip(entries).bytes)) else {
        Issue.record("no archive, line \(line)")
        return
      }
      expectEqual(archive.entries.map(\.path), reads, "entries, line \(line)")
      expectEqual(archive.faults, faults, "faults, line \(line)")
    }
    let fine = HandMadeZip.Entry("a")
    check([fine, .init("b")], reads: ["a", "b"], [])
    for path in ["../a", "/a", "x/../../a"] {
      check(
        [fine, .init(path)], reads: ["a"], ["has an entry that leads out of the archive, which is skipped: “\(path)”"])
    }
    check([fine, .init("x//a")], reads: ["a"], ["has an entry without a valid name, which is skipped: “x//a”"])
    check([fine, .init("a")], reads: ["a"], ["has “a” twice; only one is read"])
    check([fine, .init("b", header: 0)], reads: [], ["has 2 entries that overlap others, which are skipped"])
    check([fine, .init("b", packedSize: 1 << 20)], reads: ["a"], ["has “b” with wrong sizes, which is skipped"])
    check([fine, .init("b", size: 99)], reads: ["a"], ["has “b” with wrong sizes, which is skipped"])
    check([fine, .init("b", method: 9)], reads: ["a"], ["has “b”, whose compression isn’t supported (9)"])
    check([fine, .init("b", flags: 1)], reads: ["a"], ["has the encrypted entry “b”, which is skipped"])
    check(
      [fine, .init("b", size: 2 << 30, method: 8)], reads: ["a"], ["has “b”, which is too large"])
    check(
      [fine, .init("b", size: 512 << 20, method: 8)], reads: ["a"],
      ["has “b”, which unpacks to 512 MiB and is skipped"])
    // A packed entry that holds less than it says ends early; one that holds more is cut.
    let source = BytesInMemory(HandMadeZip([.init("b", content: [0x03, 0x00], size: 500, method: 8)]).bytes)
    let entry = try #require(ZipArchive(source)?.entries.first)
    expectEqual(ZipArchive.content(of: entry, in: source)?.bytes(in: 0..<500).count, 0, "an empty stream")
  }

  /// What has another checksum than the archive says is damaged; what is read in part can’t be known to be.
  @Test func checksumsAreCompared() throws {
    let text = Array("text".utf8)
    // Stored, and packed as a stored block.
    for (content, method) in [(text, 0), ([1, 4, 0, 0xFB, 0xFF] + text, 8)] as [([UInt8], Int)] {
      for (checksum, isDamaged) in [(0x3B8B_A7C7, false), (0x3B8B_A7C6, true), (0, true)] {
        let source = BytesInMemory(
          HandMadeZip([.init("a", content: content, size: 4, method: method, checksum: checksum)]).bytes)
        let entry = try #require(ZipArchive(source)?.entries.first)
        let whole = try #require(ZipArchive.content(of: entry, in: source))
        expectEqual(whole.bytes(in: 0..<4), text, "method \(method)")
        expectEqual(whole.isDamaged, isDamaged, "method \(method), \(checksum)")
        let part = try #require(ZipArchive.content(of: entry, in: source))
        _ = part.bytes(in: 0..<2)
        (part as? InflatedBytes)?.readToEnd()
        expectEqual(part.isDamaged, isDamaged && method == 8, "a part by method \(method), \(checksum)")
      }
    }
  }

  @Test func brokenArchivesAreSurvived() throws {
    let folder = try Self.makeArchives()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Small archives of the same kinds, so that each change is likely to hit what is read.
    try """
    import random, zipfile
    random.seed(5)
    for name, method in ('a', 0), ('b', 8):
        with zipfile.ZipFile(name + '.small', 'w', method) as archive:
            for index in range(4):
                text = bytes(random.choices(b'abcdefgh \\n', k=700)) + b'x' * 300
                with archive.open(f'f{index}', 'w', force_zip64=index % 2 == 1) as entry: entry.write(text)
    """.write(toFile: "\(folder)/small.py", atomically: true, encoding: .utf8)
    runProgram("/usr/bin/env", ["python3", "small.py"], in: folder)
    var total = 0
    for (seed, name) in ["a.small", "b.small"].enumerated() {
      let bytes = try Self.bytes("\(folder)/\(name)")
      func read(_ bytes: [UInt8]) {
        let source = BytesInMemory(bytes)
        guard let archive = ZipArchive(source) else { return }
        for entry in archive.entries {
          guard let content = ZipArchive.content(of: entry, in: source) else { continue }
          total += content.bytes(in: 0..<min(content.count, 100_000)).count
        }
      }
      for end in 0...bytes.count { read(Array(bytes[..<end])) }
      var mutator = BinaryMutator(seed: UInt64(seed))
      for _ in 0..<10_000 { read(mutator.mutate(bytes)) }
    }
    expectTrue(total > 1 << 20, "only \(total) bytes were read")
  }
}

/// An archive with whatever its parts say of themselves.
private struct HandMadeZip {
  struct Entry {
    var path: String
    var content: [UInt8]
    var packedSize: Int?
    var size: Int?
    var method: Int
    var flags: Int
    var header: Int?
    var checksum: Int

    init(
      _ path: String, content: [UInt8] = Array("text".utf8), packedSize: Int? = nil, size: Int? = nil, method: Int = 0,
      flags: Int = 0, header: Int? = nil, checksum: Int = 0
    ) {
      self.checksum = checksum
      self.path = path
      self.content = content
      self.packedSize = packedSize
      self.size = size
      self.method = method
      self.flags = flags
      self.header = header
    }
  }

  private(set) var bytes: [UInt8] = []

  init(_ entries: [Entry]) {
    func little(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var directory: [UInt8] = []
    for entry in entries {
      let name = Array(entry.path.utf8)
      let facts =
        little(entry.flags, 2) + little(entry.method, 2) + little(0, 4) + little(entry.checksum, 4)
        + little(entry.packedSize ?? entry.content.count, 4)
        + little(entry.size ?? entry.content.count, 4) + little(name.count, 2) + little(0, 2)
      directory += little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + facts + little(0, 10)
      directory += little(entry.header ?? bytes.count, 4) + name
      bytes += little(0x0403_4B50, 4) + little(20, 2) + facts + name + entry.content
    }
    let start = bytes.count
    bytes += directory + little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
    bytes += little(directory.count, 4) + little(start, 4) + little(0, 2)
  }
}
