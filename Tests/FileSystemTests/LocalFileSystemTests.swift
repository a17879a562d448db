import FileSystem
import Foundation
import TestSupport
import Testing

struct LocalFileSystemTests {
  /// What the files of this machine and those in memory are asked, and what both must say.
  @Test func bothFileSystemsSayTheSame() throws {
    let root = temporaryFolder + "/files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root + "/folder/inner", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let text = Data("some text".utf8)
    for name in ["a \u{1F600}%.txt", "folder/b", "folder/inner/c"] {
      try text.write(to: URL(fileURLWithPath: root + "/" + name))
    }
    try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: root + "/folder")
    try FileManager.default.createSymbolicLink(atPath: root + "/circle", withDestinationPath: root + "/circle")
    try #require(mkfifo(root + "/pipe", 0o600) == 0)

    let bytes = Array(text)
    let memory = InMemoryFileSystem([
      root + "/a \u{1F600}%.txt": .file(bytes), root + "/folder/b": .file(bytes),
      root + "/folder/inner/c": .file(bytes), root + "/link": .link(root + "/folder"),
      root + "/circle": .link(root + "/circle"), root + "/pipe": .special(.pipe),
    ])
    let rows: [(String, String)] = [
      ("/a \u{1F600}%.txt", "some text; folder? isNotAFolder; /a \u{1F600}%.txt"),
      ("/link/b", "some text; folder? isNotAFolder; /folder/b"),
      ("/folder/./inner/../b", "some text; folder? isNotAFolder; /folder/b"),
      ("/folder", "isNotAFile(folder); b:file inner:folder; /folder"),
      ("/link", "isNotAFile(folder); b:file inner:folder; /folder"),
      ("", "isNotAFile(folder); a \u{1F600}%.txt:file circle:link folder:folder link:link pipe:pipe; "),
      ("/pipe", "isNotAFile(pipe); folder? isNotAFolder; /pipe"),
      ("/missing", "notFound; notFound; notFound"),
      ("/" + String(repeating: "n", count: 300), "notFound; notFound; notFound"),
      ("/circle", "linksLoop; linksLoop; linksLoop"),
      ("/folder\u{0}b", "notFound; notFound; notFound"),
    ]
    for (path, expected) in rows {
      for (name, files) in [("local", LocalFileSystem() as any FileSystem), ("memory", memory)] {
        let said = answers(files, root + path, root: root)
        #expect(said == expected, "\(name) \(path.debugDescription)")
      }
    }
  }

  private func answers(_ files: any FileSystem, _ path: String, root: String) -> String {
    func short(_ error: any Error) -> String {
      switch (error as? FileError)?.reason {
      case .isNotAFile(let type): "isNotAFile(\(type))"
      case .notFound: "notFound"
      case .isNotAFolder: "folder? isNotAFolder"
      case .linksLoop: "linksLoop"
      case let other: "\(String(describing: other))"
      }
    }
    var result: [String] = []
    do { result.append(String(decoding: try files.read(path, limit: 100), as: UTF8.self)) } catch {
      result.append(short(error))
    }
    do {
      result.append(try files.list(path).map { "\($0.name):\($0.type)" }.joined(separator: " "))
    } catch { result.append(short(error)) }
    do { result.append(String(try files.resolve(path).dropFirst(root.count))) } catch { result.append(short(error)) }
    return result.joined(separator: "; ")
  }

  @Test func sizesAreLimited() throws {
    let path = FileManager.default.temporaryDirectory.path + "/size-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(repeating: 0x61, count: 300_000).write(to: URL(fileURLWithPath: path))
    let files = LocalFileSystem()
    #expect(try files.read(path, limit: 300_000).count == 300_000)
    #expect(throws: FileError(path, .isLargerThan(299_999))) { try files.read(path, limit: 299_999) }
    // Five gigabytes of nothing take no room.
    #expect(truncate(path, 5 << 30) == 0)
    #expect(throws: FileError(path, .isLargerThan(1 << 20))) { try files.read(path, limit: 1 << 20) }
    #expect(try files.status(of: path).size == 5 << 30)
  }

  @Test func devicesAreNotRead() {
    #expect(throws: FileError("/dev/zero", .isNotAFile(.device))) { try LocalFileSystem().read("/dev/zero", limit: 10) }
  }
}
