import FileSystem
import TestSupport
import Testing

@testable import LanguageServer

private let app = """
  targets:
    App:
      type: application
      platform: iOS
      sources: [App]

  """
private let usesDefaults = "let name = UserDefaults.standard.string(forKey: \"name\")\n"
private let usesCamera = "import AVFoundation\nAVCaptureDevice.requestAccess(for: .video) { _ in }\n"

private func manifest(_ categories: String...) -> String {
  let entries = categories.map { category in
    """
    \t\t<dict>
    \t\t\t<key>NSPrivacyAccessedAPIType</key>
    \t\t\t<string>NSPrivacyAccessedAPICategory\(category)</string>
    \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
    \t\t\t<array>
    \t\t\t\t<string>\(category == "UserDefaults" ? "CA92.1" : "E174.1")</string>
    \t\t\t</array>
    \t\t</dict>

    """
  }
  return """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<key>NSPrivacyCollectedDataTypes</key>
    \t<array/>
    \t<key>NSPrivacyAccessedAPITypes</key>
    \t<array>
    \(entries.joined())\t</array>
    </dict>
    </plist>

    """
}

private let infoPlist = """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0">
  <dict>
  \t<key>CFBundleDevelopmentRegion</key>
  \t<string>en</string>
  </dict>
  </plist>

  """

private let manifestPath = "/project/App/PrivacyInfo.xcprivacy"
private let sourcePath = "/project/App/Settings.swift"
private let watching = #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}"#

private func open(_ path: String, _ text: String) -> String { didOpen(text, uri: "file://" + path) }

private func change(_ path: String, _ text: String, _ version: Int = 2) -> String {
  didChange(#"{"text":\#(quoted(text))}"#, uri: "file://" + path, version: version)
}

private func watched(_ path: String, _ type: Int = 2) -> String {
  #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file://\#(path)","type":\#(type)}]}}"#
}

/// What was published last for each document: its path without the folder, with rules.
private func published(_ messages: [String]) -> [String] {
  var last: [String: String] = [:]
  for message in messages where value(message, "method") == #""textDocument/publishDiagnostics""# {
    let uri = (value(message, "params.uri") ?? "").filter { $0 != "\"" }
    var rules: [String] = []
    while let code = value(message, "params.diagnostics.\(rules.count).code") {
      rules.append(code.filter { $0 != "\"" })
    }
    let path = String(uri.dropFirst("file:///project/".count))
    last[path] = ([path] + rules).joined(separator: " ")
  }
  return last.values.sorted()
}

private func started(_ disk: Disk, _ capabilities: String = watching, members: String = "") -> Session {
  .started(
    capabilities, members: #","workspaceFolders":[{"uri":"file:///project","name":"p"}]"# + members, files: disk)
}

private func sample() -> Disk {
  Disk([
    "/project/project.yml": app, manifestPath: manifest("DiskSpace"), sourcePath: usesDefaults,
    "/project/App/Space.swift": "let space = try url.resourceValues(forKeys: [.volumeAvailableCapacityKey])\n",
  ])
}

/// What source code says of documents, and what is said in it.
@Suite struct SourceTests {
  @Test func findingsFollowSources() {
    let disk = sample()
    var session = started(disk)
    let lacking = ["App/PrivacyInfo.xcprivacy undeclared-category"]
    let clean = ["App/PrivacyInfo.xcprivacy"]
    #expect(published(session.exchange(open(manifestPath, manifest("DiskSpace")))) == lacking)
    // In the manifest’s text.
    #expect(published(session.exchange(change(manifestPath, manifest("DiskSpace", "UserDefaults")))) == clean)
    #expect(published(session.exchange(change(manifestPath, manifest("DiskSpace"), 3))) == lacking)
    // In a source on disk, one that comes, and one that goes.
    disk.write("let name = 1\n", to: sourcePath)
    #expect(published(session.exchange(watched(sourcePath))) == clean)
    disk.write(usesDefaults, to: "/project/App/New.swift")
    #expect(published(session.exchange(watched("/project/App/New.swift", 1))) == lacking)
    disk.write(nil, to: "/project/App/New.swift")
    #expect(published(session.exchange(watched("/project/App/New.swift", 3))) == clean)
    // In what describes the targets.
    disk.write(usesDefaults, to: "/project/Kit/Kit.swift")
    #expect(published(session.exchange(watched("/project/Kit/Kit.swift", 1))) == clean)
    disk.write(app.replacing("[App]", with: "[App, Kit]"), to: "/project/project.yml")
    #expect(published(session.exchange(watched("/project/project.yml"))) == lacking)
  }
}
