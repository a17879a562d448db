import JSON
import PrivacyRules
import TestSupport
import Testing

@testable import Workspace

struct IgnoreTests {
  private let name = "PrivacyInfo.xcprivacy"

  /// The folders below a path whose manifests a search finds.
  private func found(
    _ files: [String: String], in path: String = "/p", reach: IgnoreScope.Reach = .ours,
    defaults: IgnoreScope.Defaults = IgnoreScope.Defaults()
  ) -> [String] {
    let search = FileSearch(
      files: InMemoryFileSystem(texts: files), currentFolder: "/", reach: reach, defaults: defaults)
    search.add([path])
    return search.found.map(\.shownPath).sorted()
  }

  /// What git does with one pattern and one path; `Tests/Faults/ignored.py` compares many more with git itself.
  @Test func patternsAreReadAsGitReadsThem() {
    let rows: [(pattern: String, ignored: [String], kept: [String])] = [
      ("a", ["a", "b/a", "a/"], ["ab", "A", "b"]),
      ("/a", ["a"], ["b/a"]),
      ("a/b", ["a/b"], ["c/a/b", "a/bc"]),
      ("a/", ["a/", "b/a/"], ["a", "b/a"]),
      ("a/b/", ["a/b/"], ["a/b"]),
      ("*.x", ["a.x", "b/.x"], ["a.xy", "x"]),
      ("*", ["a", "a/b"], []),
      ("a*c", ["ac", "abc", "d/a.c"], ["ab", "a/c"]),
      ("/*.x", ["a.x"], ["b/a.x"]),
      ("a/*", ["a/b"], ["a", "a/b/c"]),
      ("a/**", ["a/b", "a/b/c"], ["a"]),
      ("**/a", ["a", "b/a", "b/c/a"], ["ba"]),
      ("a/**/b", ["a/b", "a/c/b", "a/c/d/b"], ["ab", "a/cb"]),
      ("a/x**y", ["a/xy", "a/xzy"], ["a/x/y"]),
      ("a?c", ["abc"], ["ac", "a/c"]),
      ("[ab]", ["a", "b"], ["c", "ab"]),
      ("[!ab]", ["c", "é"].filter { $0 == "c" }, ["a"]),
      ("[^a-c]", ["d"], ["b"]),
      ("[]a]", ["]", "a"], ["b"]),
      ("[a-]", ["a", "-"], ["b"]),
      ("[\\]]", ["]"], ["\\"]),
      ("[[:digit:]x]", ["1", "x"], ["a"]),
      ("[[:nothing:]]", [], ["a", ":"]),
      ("[a", [], ["[a", "a"]),
      ("\\*", ["*"], ["a"]),
      ("\\#a", ["#a"], ["a"]),
      ("\\!a", ["!a"], ["a"]),
      ("#a", [], ["#a", "a"]),
      ("a  ", ["a"], ["a  "]),
      ("a\\ ", ["a "], ["a"]),
      ("a\t", ["a\t"], ["a"]),
      ("a\r", ["a"], ["a\r"]),
      ("a\\", [], ["a", "a\\"]),
      ("*\n!a", ["b"], ["a"]),
      ("!a\n*", ["a"], []),
      ("\u{FEFF}a", ["a"], []),
      ("", [], ["a"]),
      ("/", [], ["a"]),
      ("!", [], ["a"]),
    ]
    for (pattern, ignored, kept) in rows {
      let patterns = IgnorePatterns(file: Array(pattern.utf8))
      func leavesOut(_ path: String) -> Bool {
        let isFolder = path.hasSuffix("/")
        return patterns.leavesOut(Array((isFolder ? path.dropLast() : path[...]).utf8)[...], isFolder: isFolder)
          ?? false
      }
      for path in ignored { #expect(leavesOut(path), "\(pattern) and \(path)") }
      for path in kept { #expect(!leavesOut(path), "\(pattern) and \(path)") }
    }
  }

  /// A hostile pattern costs its length times the text's.
  @Test func noPatternTakesLong() {
    let pattern = String(repeating: "*a", count: 2_000) + "b"
    let patterns = IgnorePatterns(file: Array((pattern + "\n" + String(repeating: "**/", count: 500) + "x").utf8))
    let path = Array(String(repeating: "a", count: 2_000).utf8)
    #expect(patterns.leavesOut(path[...], isFolder: false) == nil)
  }

  @Test func whatIsNotOursIsNotFound() {
    let all = [
      "/p/App", "/p/Pods/A", "/p/a/node_modules/b", "/p/Build/x", "/p/.build/x", "/p/deriveddata", "/p/Vendor/x",
      "/p/CARTHAGE/x", "/p/SourcePackages/checkouts/x", "/p/builder", "/p/.git/x",
      "/p/Kit.xcframework/ios/Kit.framework", "/p/Kit.framework", "/p/de.xcloc/Source Contents",
      "/p/A.xcarchive/Products/A.app",
      "/p/Acme.Framework/Sources",
    ]
    var files: [String: String] = [:]
    for folder in all { files["\(folder)/\(name)"] = "" }
    func manifests(_ folders: String...) -> [String] { folders.map { "\($0)/\(name)" }.sorted() }
    #expect(found(files) == manifests("/p/Acme.Framework/Sources", "/p/App", "/p/builder"))
    // What is named is ours, whatever lies above it, and what is not ours below it is not.
    #expect(found(files, in: "/p/Pods") == manifests("/p/Pods/A"))
    #expect(found(files, in: "/p/a/node_modules/b") == manifests("/p/a/node_modules/b"))
    #expect(found(files, in: "/p/Pods/A/\(name)") == manifests("/p/Pods/A"))
    #expect(found(files, in: "/p/Kit.framework") == manifests("/p/Kit.framework"))
    #expect(
      found(files, reach: .dependencies)
        == manifests(
          "/p/A.xcarchive/Products/A.app", "/p/Acme.Framework/Sources", "/p/App", "/p/CARTHAGE", "/p/Kit.framework",
          "/p/Kit.xcframework/ios/Kit.framework", "/p/Pods/A", "/p/SourcePackages/checkouts", "/p/Vendor",
          "/p/a/node_modules/b", "/p/builder", "/p/de.xcloc/Source Contents"
        ).map { $0.replacing("CARTHAGE/", with: "CARTHAGE/x/").replacing("checkouts/", with: "checkouts/x/") }
        .map { $0.replacing("Vendor/", with: "Vendor/x/") })
    #expect(found(files, reach: .everything).count == all.count - 1)
  }

  @Test func whatGitIgnoresIsNotFound() {
    let manifest = "/" + name
    let rows: [(String, [String: String], in: String, [String])] = [
      (
        "nested files say more", [".gitignore": "gen", "a/.gitignore": "!gen", "a/gen": "", "b/gen": ""], "/p",
        ["a/gen"]
      ),
      ("in what is ignored nothing is taken back", [".gitignore": "a\n!a/b", "a/b": "", "c": ""], "/p", ["c"]),
      ("the repository's own list", [".git/info/exclude": "a", "a": "", "b": ""], "/p", ["b"]),
      (
        "a list of the settings, from the work tree",
        [".git/HEAD": "", ".git/config": "[core]\nexcludesFile = .gitown", ".gitown": "a", "a": "", "b": ""], "/p",
        ["b"]
      ),
      (
        "settings in other files",
        [
          ".git/HEAD": "", ".git/config": "[include]\n\tpath = more/.gitmore ; here",
          ".git/more/.gitmore": "[include]\npath=../.gitlast\n", ".git/.gitlast": "[core]\nexcludesfile = .gitown\n",
          ".gitown": "a", "a": "", "b": "",
        ], "/p", ["b"]
      ),
      (
        "settings that include themselves", [".git/HEAD": "", ".git/config": "[include]\npath = config", "a": ""], "/p",
        ["a"]
      ),
      ("files say more than that list", [".git/info/exclude": "a", ".gitignore": "!a", "a": ""], "/p", ["a"]),
      (
        "above the folder, up to the repository", [".git/HEAD": "", ".gitignore": "gen", "a/gen": "", "a/b": ""],
        "/p/a", ["a/b"]
      ),
      ("above the folder, without a repository", [".gitignore": "gen", "a/gen": ""], "/p/a", ["a/gen"]),
      ("what is named is ours", [".git/HEAD": "", ".gitignore": "*", "a/b": ""], "/p/a", ["a/b"]),
      (
        "a repository in another", [".git/HEAD": "", ".gitignore": "gen", "a/.git": "gitdir: x", "a/gen": ""], "/p",
        ["a/gen"]
      ),
      ("one that is ignored", [".git/HEAD": "", ".gitignore": "a", "a/.git/HEAD": "", "a/b": ""], "/p", []),
      (
        "a byte order mark and other line ends", [".gitignore": "\u{FEFF}a\r\nb\r\n", "a": "", "b": "", "c": ""], "/p",
        ["c"]
      ),
    ]
    for (what, files, path, expected) in rows {
      var texts: [String: String] = [:]
      for (file, text) in files {
        let isList = file.hasSuffix(".gitignore") || file.contains(".git")
        texts["/p/\(file)\(isList ? "" : manifest)"] = text
      }
      #expect(found(texts, in: path) == expected.map { "/p/\($0)\(manifest)" }, "\(what)")
    }
  }

  @Test func settingsExcludeAndInclude() {
    func settings(_ exclude: String, _ include: String) -> String {
      #"{"exclude":[\#(exclude)],"include":[\#(include)]}"#
    }
    let rows: [(exclude: String, include: String, folders: [String], expected: [String])] = [
      (#""Samples/""#, "", ["Samples/a", "App"], ["App"]),
      (#""/a""#, "", ["a", "b/a"], ["b/a"]),
      (#""a", "!b/a""#, "", ["a", "b/a"], ["b/a"]),
      ("", #""vendor/ours/""#, ["vendor/ours/x", "vendor/theirs", "node_modules/x"], ["vendor/ours/x"]),
      ("", #""Pods""#, ["Pods/a", "b/Pods/c"], ["Pods/a", "b/Pods/c"]),
      ("", #""gen""#, ["gen/a", "out/gen/b"], ["gen/a", "out/gen/b"]),
      ("", #""**/ours/**""#, ["vendor/a/ours/b", "vendor/c"], ["vendor/a/ours/b"]),
      (#""a""#, #""a/b""#, ["a/b", "a/c"], ["a/b"]),
      ("", #""vendor/*.xcprivacy""#, ["vendor", "vendor/a"], ["vendor"]),
    ]
    for (exclude, include, folders, expected) in rows {
      var files = [
        "/p/.privacy-lsp.json": settings(exclude, include), "/p/.git/HEAD": "", "/p/.gitignore": "gen/\nout/",
      ]
      for folder in folders { files["/p/\(folder)/\(name)"] = "" }
      let paths = expected.map { "/p/\($0)/\(name)" }
      #expect(found(files) == paths, "\(exclude) \(include)")
      // An editor's settings do the same where there is no file, and are nothing beside one.
      guard let json = try? JSONDocumentText(settings(exclude, include)).configuration else { continue }
      files["/p/.privacy-lsp.json"] = nil
      #expect(found(files, defaults: .init(json)) == paths, "\(exclude) \(include) of an editor")
    }
    // From the folder above, and from the nearest file only.
    let files = [
      "/p/.privacy-lsp.json": settings(#""a/gone", "b/c""#, ""), "/p/a/gone/\(name)": "", "/p/a/kept/\(name)": "",
      "/p/b/.privacy-lsp.json": "{}", "/p/b/c/\(name)": "",
    ]
    #expect(found(files, in: "/p/a") == ["/p/a/kept/\(name)"])
    #expect(found(files) == ["/p/a/kept/\(name)", "/p/b/c/\(name)"])
  }

  /// What a search leaves out is not judged when it is open either, and everything else of it goes on.
  @Test func openFilesThatAreNotOursHaveNoFindings() {
    let folder = #","workspaceFolders":[{"uri":"file:///project","name":"w"}]"#
    let watches =
      #"{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}},"textDocument":{"codeAction":"#
      + #"{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["source"]}}}}}"#
    let rows: [(path: String, isLinted: Bool)] = [
      ("/project/App", true), ("/project/Pods/A", false), ("/project/gen", false), ("/project/sub/gen", true),
      ("/elsewhere/Pods/A", true), ("/repository/Pods", false), ("/project/build", true),
    ]
    // One finding with a safe fix, and keys out of order.
    let text = """
      <plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/>
      <key>NSPrivacyTracking</key><string>false</string></dict></plist>
      """
    for (path, isLinted) in rows {
      let files = InMemoryFileSystem(texts: [
        "/project/.git/HEAD": "", "/project/.gitignore": "gen", "/project/sub/.gitignore": "!gen",
        "/repository/.git/HEAD": "", "\(path)/\(name)": text,
        "/project/.privacy-lsp.json": #"{"include": ["build/"]}"#,
      ])
      var session = Session.started(watches, members: folder, files: files)
      let uri = "file://\(path)/\(name)"
      let messages = session.exchange(didOpen(text, uri: uri))
      let count = messages.compactMap { value($0, "params.diagnostics") }.count { $0 != "[]" }
      #expect(count == (isLinted ? 1 : 0), "\(path)")
      let actions = session.exchange(
        #"{"id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":"\#(uri)"},"#
          + #""position":{"line":0,"character":40}}}"#)
      #expect(actions.contains { value($0, "result.contents") != nil }, "\(path)")
      // Editors ask for these on every save.
      for kind in ["source.fixAll.privacy-lsp", "source.sortKeys"] {
        let answer = session.exchange(
          #"{"id":8,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"\#(uri)"},"range":"#
            + #"{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"#
            + #""context":{"diagnostics":[],"only":["\#(kind)"]}}}"#)
        let count = answer.count { value($0, "result.0") != nil }
        #expect(count == (isLinted ? 1 : 0), "\(kind) in \(path)")
      }
    }
  }
}

/// The settings in a JSON text.
private struct JSONDocumentText {
  let configuration: Configuration

  init(_ text: String) throws {
    var problems: [Configuration.Problem] = []
    configuration = Configuration(try JSONDocument.parse(Array(text.utf8)).root, problems: &problems)
  }
}
