import Foundation
import Testing

/// The built program, over real pipes.
@Suite(.serialized) struct ProcessTests {
  @Test func aSessionOverPipes() throws {
    let server = try Running(["serve", "--stdio"])
    server.send(#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    server.send(didOpen("<plist version=\"1.0\"><dict/></plist>"), hover(2))
    server.send(#"{"id":3,"method":"shutdown"}"#, #"{"method":"exit"}"#)
    #expect(server.statusWithin(seconds: 30) == 0)
    let messages = try server.messages()
    #expect(messages.compactMap { value($0, "id") } == ["1", "2", "3"])
    #expect(messages.allSatisfy { value($0, "error") == nil })
  }

  @Test func theEndOfTheInputIsTheEnd() throws {
    let atOnce = try Running(["serve"])
    atOnce.closeInput()
    #expect(atOnce.statusWithin(seconds: 5) == 1)

    let later = try Running(["serve"])
    later.send(#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#, #"{"id":2,"method":"shutdown"}"#)
    later.closeInput()
    #expect(later.statusWithin(seconds: 5) == 0)
    #expect(try later.messages().count == 2)
  }

  @Test func whatCameBeforeTheEndOfTheInputIsAnswered() throws {
    let server = try Running(["serve"])
    server.send(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    // The text is more than may wait in the server, and the requests more than one read takes.
    server.send(didOpen(String(repeating: "x", count: 9 << 20)))
    let padding = String(repeating: " ", count: 1000)
    server.send((1...200).map { hover($0, uri: "file:///nothing/" + padding) })
    server.closeInput()
    #expect(server.statusWithin(seconds: 5) == 1)
    #expect(try server.messages().compactMap { value($0, "id") } == (0...200).map(String.init))
  }

  @Test func theEndIsNoticedDuringWork() throws {
    let server = try Running(["serve"])
    server.send(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    let text = "<plist version=\"1.0\"><array>" + String(repeating: "<true/>", count: 2_000_000)
    server.send([didOpen(text)] + (1...50).map { request($0, "textDocument/documentSymbol") })
    server.closeInput()
    #expect(server.statusWithin(seconds: 5) == 1)
  }

  @Test func aClientThatClosesItsEndIsNoticedAtOnce() throws {
    let server = try Running(["serve"])
    server.send(#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    server.closeOutput()
    #expect(server.statusWithin(seconds: 5) == 1)
  }

  @Test func aClientThatReadsNothingIsOutlived() throws {
    let server = try Running(["serve"])
    server.send(#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    // More answers than a pipe holds.
    server.send(Array(repeating: hover(2), count: 5000))
    server.closeInput()
    #expect(server.statusWithin(seconds: 8) == 1)
  }

  @Test func aClientThatCannotBeSeenIsWaitedFor() throws {
    // As in a container: the number is a process's elsewhere.
    let server = try Running(["serve"])
    server.send(#"{"id":1,"method":"initialize","params":{"processId":2147483600,"capabilities":{}}}"#)
    Thread.sleep(forTimeInterval: 3)
    #expect(server.isRunning)
    server.send(#"{"id":2,"method":"shutdown"}"#, #"{"method":"exit"}"#)
    #expect(server.statusWithin(seconds: 5) == 0)
  }

  @Test func theEndOfTheClientsProcessIsTheEnd() throws {
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/bin/sleep")
    client.arguments = ["100"]
    try client.run()
    let server = try Running(["serve"])
    let id = client.processIdentifier
    server.send(#"{"id":1,"method":"initialize","params":{"processId":\#(id),"capabilities":{}}}"#)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(server.isRunning)
    kill(id, SIGKILL)
    #expect(server.statusWithin(seconds: 10) == 1)
  }
}

/// The program as a child process.
private final class Running {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: [String]) throws {
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = Self.program
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// The program lies beside the bundle of the tests.
  private static var program: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let folder =
      bundle.bundlePath.hasSuffix(".xctest") ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
    return folder.appendingPathComponent("privacy-lsp")
  }

  func send(_ messages: String...) { send(messages) }

  func send(_ messages: [String]) {
    try? input.fileHandleForWriting.write(contentsOf: Data(messages.flatMap { frame($0) }))
  }

  func closeInput() { try? input.fileHandleForWriting.close() }

  func closeOutput() { try? output.fileHandleForReading.close() }

  var isRunning: Bool { process.isRunning }

  /// The status it ended with; nil if it had to be killed.
  func statusWithin(seconds: Double) -> Int32? {
    let end = Date(timeIntervalSinceNow: seconds)
    while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
    guard !process.isRunning else {
      kill(process.processIdentifier, SIGKILL)
      return nil
    }
    return process.terminationStatus
  }

  func messages() throws -> [String] {
    var session = Session()
    return session.messages(in: Array(try output.fileHandleForReading.readToEnd() ?? Data()))
  }
}
