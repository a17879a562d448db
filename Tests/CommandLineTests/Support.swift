import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Commands

/// The checkout this test was built from.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Whether texts that a test compares with are to be written instead.
let updatesSnapshots = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"

/// The program beside the tests.
var builtProgram: URL {
  // A test bundle lies in the folder of the products on every system, at one depth or another.
  var folder = Bundle(for: TemporaryFolder.self).bundleURL
  while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "privacy-lsp").path) {
    folder = folder.deletingLastPathComponent()
  }
  return folder.appending(path: "privacy-lsp")
}

/// What a command wrote, and the status it ended with.
struct CommandResult {
  var status: Int32
  var output: String
  var errors: String
}

/// The server where a test needs none.
let noServer = ServerEntry { _ in
  0
} resume: { _ in
  nil
}

/// Runs a command line in this process.
func command(_ words: String...) -> CommandResult {
  command(words)
}

func command(_ words: [String]) -> CommandResult {
  let written = Written()
  let status = run(words, written.console, noServer)
  return CommandResult(status: status, output: written.output.text, errors: written.errors.text)
}

/// Runs the program in a folder, for what depends on the current one; its two outputs are joined.
func program(_ words: [String], in folder: String) throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = builtProgram
  process.arguments = words
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, text)
}

/// What was written to a console.
final class Written: Sendable {
  let output = Mutex<[UInt8]>([])
  let errors = Mutex<[UInt8]>([])

  var console: Console {
    Console(
      writeOutput: { [self] bytes in output.withLock { $0 += bytes } },
      writeError: { [self] bytes in errors.withLock { $0 += bytes } })
  }
}

extension Mutex<[UInt8]> {
  var text: String { withLock { String(decoding: $0, as: UTF8.self) } }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = "\(temporaryFolder)/privacy-lsp-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    _ = try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, with the folders around it, and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path).appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func bytes(_ name: String) -> [UInt8] {
    (try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))).map { Array($0) } ?? []
  }

  func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  /// The names in the folder, sorted.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// A text with this folder's path as “TMP”.
  func shortened(_ text: String) -> String { text.replacing(path, with: "TMP") }
}

/// A manifest with these lines in its root.
func manifest(_ root: String, lineEnd: String = "\n") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0">
  <dict>
  \(root)
  \t<key>NSPrivacyCollectedDataTypes</key>
  \t<array/>
  </dict>
  </plist>

  """.replacing("\n", with: lineEnd)
}

/// A manifest with one error, which a safe fix mends.
let faulty = manifest("\t<key>NSPrivacyTracking</key>\n\t<string>false</string>")
let mended = manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>")
