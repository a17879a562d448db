import FileSystem
import Foundation
import Synchronization
import TestSupport
import Testing

/// Files that note what they are asked.
private final class Asked: FileSystem {
  let files: InMemoryFileSystem
  let questions = Mutex<[String]>([])

  init(_ texts: [String: String]) { files = InMemoryFileSystem(texts: texts) }

  private func note(_ question: String) { questions.withLock { $0.append(question) } }

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    note("status \(path)")
    return try files.status(of: path, followingLinks: followingLinks)
  }
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    note("read \(path)")
    return try files.read(path, limit: limit)
  }
  func list(_ path: String) throws(FileError) -> [FolderEntry] {
    note("list \(path)")
    return try files.list(path)
  }
  func resolve(_ path: String) throws(FileError) -> String {
    note("resolve \(path)")
    return try files.resolve(path)
  }
}

struct ListedFileSystemTests {
  @Test func foldersAreListedOnce() {
    let disk = Asked(["/a/b.txt": "b", "/a/Ä.txt": "ä"])
    let files = ListedFileSystem(disk)
    func read(_ path: String) -> String {
      do throws(FileError) {
        return String(decoding: try files.read(path, limit: 10), as: UTF8.self)
      } catch { return "\(error.reason)" }
    }
    func list(_ path: String) -> String {
      do throws(FileError) { return try files.list(path).map(\.name).joined(separator: " ") } catch {
        return "\(error.reason)"
      }
    }
    // What is done, what it gives, and what the disk is asked for it.
    let rows: [(String, String, [String])] = [
      (read("/a/none"), "notFound", ["read /a/none"]),
      (list("/a"), "b.txt Ä.txt", ["list /a"]),
      (list("/a"), "b.txt Ä.txt", []),
      (read("/a/b.txt"), "b", ["read /a/b.txt"]),
      (read("/a/none"), "notFound", []),
      (read("/a/c.txt"), "notFound", []),
      // The system may take other letters for the same name.
      (read("/a/B.TXT"), "notFound", ["read /a/B.TXT"]),
      (read("/a/ä.txt"), "notFound", ["read /a/ä.txt"]),
      (list("/none"), "notFound", ["list /none"]),
      (list("/none"), "notFound", []),
    ]
    var expected: [String] = []
    for (found, wanted, questions) in rows {
      #expect(found == wanted)
      expected += questions
    }
    #expect(disk.questions.withLock { $0 } == expected)
  }

  /// With few names and with many: no folder lists itself or the one it lies in, and a link costs no walk over all names.
  @Test func onlyNamesThatAFolderWouldListAreMissing() throws {
    for count in [3, 40] {
      let texts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("/a/Name\($0).txt", "") })
      let disk = Asked(texts)
      let files = ListedFileSystem(disk)
      _ = try files.list("/a")
      let rows = [
        ("/a/..", true), ("/a/.", true), ("/a/", true), ("/a/Name1.txt", true), ("/a/name1.TXT", true),
        ("/a/none", false), ("/a/Name1.tx", false), ("/b/none", true),
      ]
      for (path, isAsked) in rows {
        disk.questions.withLock { $0 = [] }
        _ = try? files.resolve(path)
        #expect(disk.questions.withLock { $0 } == (isAsked ? ["resolve \(path)"] : []), "\(path) among \(count)")
      }
    }
  }

  @Test func pathsAreBytes() {
    // The folder and the name of a path.
    let rows: [(String, String, String)] = [
      ("/a/b", "/a", "b"), ("/a/b/", "/a", "b"), ("/a//", "/", "a"), ("/a", "/", "a"), ("/", "/", ""), ("a", ".", "a"),
      ("", ".", ""), ("a/b", "a", "b"), ("/a/\u{301}b", "/a", "\u{301}b"), ("/ä/\u{1F600}", "/ä", "\u{1F600}"),
    ]
    for (path, folder, name) in rows {
      #expect(parentFolder(of: path) == folder, "\(path)")
      #expect(fileName(of: path) == name, "\(path)")
    }
    let inside: [(String, String, Bool)] = [
      ("/a", "/a", true), ("/a/b", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false), ("/a", "/", true),
      ("/a/b", "/a/", true), ("/a/\u{301}b", "/a", true), ("/a\u{308}/b", "/ä", false),
    ]
    for (path, folder, expected) in inside { #expect(isInside(path, folder) == expected, "\(path) \(folder)") }
  }

  @Test func whatWasAFileIsReadWithoutAskingAgain() throws {
    let root = temporaryFolder + "/files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (name, count) in [("empty", 0), ("one", 1), ("page", 4096), ("large", 200_000)] {
      try Data(repeating: 0x61, count: count).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
    }
    try #require(mkfifo(root + "/pipe", 0o600) == 0)
    func answer(_ path: String, _ limit: Int) -> String {
      do throws(FileError) {
        let bytes = try LocalFileSystem().read(fileAt: path, limit: limit)
        return "\(bytes.count) \(bytes.allSatisfy { $0 == 0x61 })"
      } catch { return "\(error.reason)" }
    }
    let rows: [(String, Int, String)] = [
      ("empty", 0, "0 true"), ("one", 1, "1 true"), ("one", 0, "isLargerThan(0)"), ("page", 4096, "4096 true"),
      ("page", 4095, "isLargerThan(4095)"), ("large", 1 << 20, "200000 true"), ("none", 1, "notFound"),
      // It is not waited for a writer.
      ("pipe", 1, "isNotAFile(FileSystem.FileType.pipe)"), ("", 1, "isNotAFile(FileSystem.FileType.folder)"),
      ("one\u{0}", 1, "notFound"),
    ]
    for (name, limit, expected) in rows { #expect(answer(root + "/" + name, limit) == expected, "\(name)") }
    #if os(Linux)
      // A file that the system makes up is empty by its size.
      #expect(try !LocalFileSystem().read(fileAt: "/proc/self/status", limit: 1 << 20).isEmpty)
    #endif
  }
}
