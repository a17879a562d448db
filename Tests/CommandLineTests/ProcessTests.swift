import Foundation
import TestSupport
import Testing

/// The built program, as a process of its own.
@Suite struct ProcessTests {
  private var program: URL { builtProgram }

  private func start(_ arguments: [String], input: String? = nil) throws -> CommandResult {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let (output, errors, toProcess) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = toProcess
    try process.run()
    if let input { try toProcess.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    try toProcess.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return CommandResult(status: process.terminationStatus, output: text, errors: said)
  }

  @Test func standardInput() throws {
    let asManifest = try start(["lint", "-", "-q"], input: faulty)
    expectEqual(asManifest.status, 1, "status")
    expectTrue(asManifest.output.hasPrefix("<stdin>:5:2: error: "), asManifest.output)
    let asInfo = try start(["lint", "-", "-q", "--stdin-path", "App/Info.plist"], input: faulty)
    expectTrue(asInfo.output.contains("App/Info.plist:4:7: warning: "), asInfo.output)
    expectEqual(try start(["lint", "-"], input: "").status, 2, "nothing on standard input")
    let label = try start(["label", "-", "--format", "markdown"], input: mended)
    expectEqual(
      label.output, "**App Store label: \\<stdin>**\n\n**Data Not Collected**\n\nNo data is declared as collected.\n")
    expectEqual(label.status, 0, "the label's status")
    expectEqual(try start(["label", "-"], input: "").status, 2, "no label on standard input")
  }

  @Test func aReaderThatLeavesIsNoError() throws {
    let folder = try TemporaryFolder()
    for index in 0..<1000 { try folder.write("\(index)/PrivacyInfo.xcprivacy", faulty) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "\"$0\" lint \"$1\" | head -1 >/dev/null; echo ${PIPESTATUS[0]}", program.path, folder.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    expectEqual(text, "0\n")
  }

  @Test func aWorkingFolderThatWasDeletedStandsForNoOther() throws {
    for words in ["lint --fix", "lint", "lint Info.plist", "lint -", "format .", "format --check .", "label ."] {
      let folder = try TemporaryFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = [
        "-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" \(words) </dev/null 2>&1", program.path,
      ]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      expectEqual(process.terminationStatus, 2, words)
      expectEqual(
        text, "privacy-lsp: the current folder was deleted or can’t be read; change to another one\n", words)
    }
  }

  @Test func whatIsInterruptedLeavesNothingBehind() throws {
    var wasInterrupted = 0
    for (round, signal) in [SIGINT, SIGTERM, SIGHUP, SIGINT, SIGTERM, SIGHUP].enumerated() {
      let folder = try TemporaryFolder()
      let (old, new) = round % 2 == 0 ? (faulty, mended) : (mended.replacing("\t", with: " "), mended)
      for index in 0..<400 { try folder.write("\(index)/PrivacyInfo.xcprivacy", old) }
      let process = Process()
      process.executableURL = program
      process.arguments = round % 2 == 0 ? ["lint", "--fix", "-q", folder.path] : ["format", folder.path]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Until it writes, or is done.
      var files: [String] = []
      while process.isRunning {
        files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        if files.contains(where: { $0.hasSuffix(".tmp") }) { break }
      }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal {
        wasInterrupted += 1
        expectEqual(process.terminationStatus, signal, "the signal that ended it")
      }
      files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      expectEqual(files.filter { $0.hasSuffix(".tmp") }, [])
      let texts = Set((0..<400).map { folder.text("\($0)/PrivacyInfo.xcprivacy") })
      expectTrue(texts.isSubset(of: [old, new]), "A file is neither old nor new")
    }
    expectTrue(wasInterrupted > 0, "It was always done before")
  }

  @Test func theDemonstration() throws {
    let sample = try start(["demo"])
    expectEqual(sample.status, 0, "status")
    expectEqual(sample.errors, "", "errors")
    expectTrue(!sample.output.contains("\u{1B}"), "colors in a pipe")
    for words in [
      "7 findings", "Completion", "    DDA9.1 — ", "Hover over C617.1", "Quick fixes", "  preferred\n",
      "After 6 preferred fixes: 1 finding left", "+     <true/>\n", "How long it took", "open to diagnostics",
    ] {
      expectTrue(sample.output.contains(words), "“\(words)” is not in it")
    }
    expectTrue(try start(["demo", "--color=always"]).output.contains("\u{1B}[1;31m"), "no colors")

    let folder = try TemporaryFolder()
    let own = try start(["demo", try folder.write("My Privacy.xml", faulty)])
    expectEqual(own.status, 0, "status of the own file")
    expectTrue(own.output.contains("wrong-type"), own.output)
    expectEqual(folder.text("My Privacy.xml"), faulty)
    let command = "<plist><dict><key>NSCameraUsageDescription</key><string>##vso[task.x] Scans.</string></dict></plist>"
    let raw = try start(["demo", try folder.write("Info.plist", command)]).output
    expectTrue(raw.contains("task.x") && !raw.contains("##vso["), raw)
    expectEqual(try start(["demo", folder.path + "/none"]).status, 2, "a file that is not there")
  }
}
