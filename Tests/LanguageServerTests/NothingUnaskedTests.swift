import CatalogData
import FileSystem
import Synchronization
import TestSupport
import Testing

@testable import LanguageServer

/// Counts what is asked for.
private final class Counter: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func note(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

  /// What was asked for since the last time.
  func take() -> [String: Int] {
    counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
  }
}

/// A file system that counts each question.
private struct CountingFiles: FileSystem {
  let files: InMemoryFileSystem
  let counter: Counter

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    counter.note("status")
    return try files.status(of: path, followingLinks: followingLinks)
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    counter.note("read")
    return try files.read(path, limit: limit)
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] {
    counter.note("list")
    return try files.list(path)
  }

  func resolve(_ path: String) throws(FileError) -> String {
    counter.note("resolve")
    return try files.resolve(path)
  }
}

@Suite struct NothingUnaskedTests {
  /// What the server asks of the disk and of the catalog, message by message.
  @Test func eachMessageAsksForNoMoreThanItNeeds() {
    let counter = Counter()
    let files = CountingFiles(
      files: InMemoryFileSystem(texts: ["/project/PrivacyInfo.xcprivacy": "<plist><dict></dict></plist>"]),
      counter: counter)
    var session = Session(files: files)
    session.server = Server(
      Environment(
        version: "1",
        catalog: {
          counter.note("catalog")
          return .bundled
        }, files: files, now: { 0 }))
    func expect(_ expected: [String: Int], _ what: String) { expectEqual(counter.take(), expected, what) }

    let folder = #"[{"uri":"file:///project","name":"p"}]"#
    _ = session.exchange(
      #"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":{},"workspaceFolders":\#(folder)}}"#,
      #"{"method":"initialized","params":{}}"#)
    expect([:], "what starting asks for")

    func opening(_ uri: String, _ text: String) -> String {
      #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":\#(quoted(uri)),"languageId":"xml","#
        + #""version":1,"text":\#(quoted(text))}}}"#
    }
    func edit(_ version: Int) -> String {
      #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":\#(quoted(uri)),"version":\#(version)},"#
        + #""contentChanges":[{"range":\#(span(0, 7, 0, 7)),"text":"\n"}]}}"#
    }
    _ = session.exchange(opening(uri, "<plist><dict></dict></plist>"))
    expectEqual(counter.take()["catalog"], 1, "how often the first document has the catalog read")

    // The text that is open counts, whatever is on disk, and where the folders are is known.
    for version in 2..<5 {
      _ = session.exchange(edit(version))
      expect([:], "what keystroke \(version) asks for")
    }
    _ = session.exchange(request(1, "textDocument/hover", #","position":{"line":0,"character":9}"#))
    expect([:], "what hovering asks for")
    _ = session.exchange(request(2, "textDocument/completion", #","position":{"line":0,"character":13}"#))
    expect([:], "what completion asks for")
  }
}
