import Foundation
import Testing

/// The built program, over real pipes.
@Suite(.serialized) struct ProcessTests {
  @Test func aSessionOverPipes() throws {
    let server = try Running(["serve", "--stdio"])
    server.send(#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    server.send(didOpen("<plist version=\"1.0\"><dict/></plist>"), hover(2))
    server.send(#"{"id":3,"method":"shutdown"}"#, #"{"method":"exit"}"#)
    #expect(server.statusWithin(seconds: 5) == 0)
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

  @Test func aClientThatReadsNothingIsOutlived() throws {
    let server = try Running(["serve"])
    server.send(#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    // More answers than a pipe holds.
    server.send(Array(repeating: hover(2), count: 5000))
    server.closeInput()
    #expect(server.statusWithin(seconds: 8) == 1)
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
