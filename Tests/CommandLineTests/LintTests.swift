import CatalogData
import FileSystem
import Foundation
import JSON
import PrivacyRules
import TestSupport
import Testing
import Workspace

@testable import Commands

@Suite struct LintTests {
  @Test func statuses() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("bad/PrivacyInfo.xcprivacy", faulty)
    let good = try folder.write("good/PrivacyInfo.xcprivacy", mended)
    let warning = try folder.write(
      "warning/PrivacyInfo.xcprivacy", manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array/>"))
    let rows: [([String], Int32)] = [
      ([good], 0), ([bad], 1), ([good, bad], 1), ([warning], 0), ([warning, "--fail-on", "warning"], 1),
      ([warning, "--fail-on=hint"], 1), ([bad, "--fail-on", "error"], 1), ([folder.path + "/none"], 2),
      ([good, folder.path + "/none"], 2), ([folder.path], 1), ([good, "--config", folder.path + "/none"], 2),
      ([folder.path + "/good", folder.path + "/good/."], 0), ([folder.path + "/good", folder.path + "/good/.."], 1),
      (["-", good], 2), (["-", "--fix"], 2), ([good, "--stdin-path", "PrivacyInfo.xcprivacy"], 2),
    ]
    for (arguments, status) in rows { expectEqual(command(["lint"] + arguments).status, status, "\(arguments)") }
  }

  private func checked(_ manifests: Int) -> String {
    "Checked \(counted(manifests, "manifest")); not checked: source code, the built app\n"
  }

  @Test func aWalkFindsThePrivacyFiles() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try outside.write("PrivacyInfo.xcprivacy", mended)
    for name in [
      "PrivacyInfo.xcprivacy", "App/PRIVACYINFO.xcprivacy", "App/Info.plist", "Pods/A/PrivacyInfo.xcprivacy",
      "App/Base.lproj/Info.plist", "App/de.lproj/Info.plist",
      ".git/PrivacyInfo.xcprivacy", "build/PrivacyInfo.xcprivacy", "App/.build/PrivacyInfo.xcprivacy",
      "DerivedData/x/PrivacyInfo.xcprivacy", "other.txt", "data.xml", "Z/builds/PrivacyInfo.xcprivacy",
    ] {
      try folder.write(name, mended)
    }
    try folder.link("inside.xcprivacy", to: "data.xml")
    try folder.link("again.xcprivacy", to: "PrivacyInfo.xcprivacy")
    try folder.write("build/x/PrivacyInfo.xcprivacy", mended)
    try folder.link("made.xcprivacy", to: "build/x/PrivacyInfo.xcprivacy")
    try folder.link("twice.xcprivacy", to: "build/x/PrivacyInfo.xcprivacy")
    try folder.link("products", to: "build/x")
    try folder.link("folder", to: "App")
    try folder.link("outside.xcprivacy", to: outside.path + "/PrivacyInfo.xcprivacy")
    try folder.link("outside", to: outside.path)
    try folder.link("dead.xcprivacy", to: "nowhere")
    try folder.link("dead", to: "nowhere")
    expectEqual(mkfifo(folder.path + "/pipe.xcprivacy", 0o600), 0, "mkfifo")

    let result = command("lint", folder.path, "--format", "json")
    expectEqual(result.status, 2, "status")
    let json = try JSONDocument.parse(Array(result.output.utf8)).root
    let paths = (json["files"]?.array ?? []).map { file in
      folder.shortened(file["path"]?.string ?? "") + (file["error"]?.string.map { ": " + $0 } ?? "")
    }
    expectEqual(
      paths,
      [
        "TMP/App/Base.lproj/Info.plist", "TMP/App/Info.plist", "TMP/App/PRIVACYINFO.xcprivacy",
        "TMP/PrivacyInfo.xcprivacy", "TMP/Z/builds/PrivacyInfo.xcprivacy", "TMP/dead.xcprivacy: does not exist",
        "TMP/inside.xcprivacy", "TMP/pipe.xcprivacy: is a named pipe, which is not read",
      ])
    expectEqual(
      outside.shortened(folder.shortened(result.errors)).replacing(outside.path, with: "OUT"),
      """
      privacy-lsp: TMP/made.xcprivacy is skipped: the link leads to a skipped file, TMP/build/x/PrivacyInfo.xcprivacy
      privacy-lsp: TMP/outside is skipped: the link leads outside, to TMP
      privacy-lsp: TMP/outside.xcprivacy is skipped: the link leads outside, to TMP/PrivacyInfo.xcprivacy
      privacy-lsp: TMP/products is skipped: the link leads to a skipped folder, TMP/build/x
      privacy-lsp: TMP/twice.xcprivacy is skipped: the link leads to a skipped file, TMP/build/x/PrivacyInfo.xcprivacy
      privacy-lsp: TMP/dead.xcprivacy does not exist
      privacy-lsp: TMP/pipe.xcprivacy is a named pipe, which is not read

      """)

    // What the user names is followed, and a folder that is skipped elsewhere is walked.
    expectEqual(command("lint", folder.path + "/outside").status, 0, "a named link to a folder")
    expectEqual(command("lint", folder.path + "/outside.xcprivacy").status, 0, "a named link to a file")
    expectEqual(command("lint", folder.path + "/build").output, "no findings in 2 files\n\(checked(2))")
    expectEqual(
      command("lint", folder.path + "/Z", folder.path + "/Z/builds").output, "no findings in 1 file\n\(checked(1))")
    let pipe = command("lint", folder.path + "/pipe.xcprivacy")
    expectEqual(pipe.status, 2, "a named pipe")
    expectEqual(folder.shortened(pipe.errors), "privacy-lsp: TMP/pipe.xcprivacy is a named pipe, which is not read\n")
  }

  /// An Info.plist among translations is that of no bundle, unless a project says so.
  @Test func infoPlistsAmongTranslations() throws {
    let folder = try TemporaryFolder()
    let path = "App/de.lproj/Info.plist"
    try folder.write(path, manifest("\t<key>NSCameraUsageDescription</key>\n\t<string>TODO</string>"))
    for (file, isRead) in [("App/Info.plist", false), (path, true)] {
      try folder.write(
        "A.xcodeproj/project.pbxproj",
        """
        { objects = {
        T = { isa = PBXNativeTarget; name = A; buildConfigurationList = L; };
        L = { isa = XCConfigurationList; buildConfigurations = (C); };
        C = { isa = XCBuildConfiguration; name = Debug; buildSettings = { INFOPLIST_FILE = \(file); }; };
        P = { isa = PBXProject; buildConfigurationList = N; targets = (T); };
        N = { isa = XCConfigurationList; buildConfigurations = (); };
        }; rootObject = P; }
        """)
      let output = command("lint", "-q", folder.path).output
      expectEqual(output.contains("/\(path):"), isRead, "\(file): \(output)")
    }
  }

  @Test func aNamedFileIsJudgedByItsContent() throws {
    let folder = try TemporaryFolder()
    let rows = [
      ("a.xml", faulty, "[file-name] [wrong-type]"),
      ("b.plist", manifest("\t<key>CFBundleName</key>\n\t<string>x</string>"), "[manifest-key-in-info-plist]"),
      ("c.json", #"{ "NSPrivacyTracking": false }"#, "[file-format] [file-name]"),
    ]
    for (name, text, rules) in rows {
      let output = command("lint", "-q", try folder.write(name, text)).output
      expectEqual(output.matches(of: #/\[[a-z-]+\]/#).map { String($0.output) }.joined(separator: " "), rules, name)
    }
    for (name, text) in [("d.txt", "Hello"), ("e.xml", "<plist><dict><key>A</key><true/></dict></plist>"), ("f", "")] {
      let result = command("lint", try folder.write(name, text))
      expectEqual(result.status, 2, name)
      expectEqual(
        folder.shortened(result.errors),
        "privacy-lsp: TMP/\(name) is not recognized as a privacy file\n")
    }
  }

  /// What is named is told of where nothing is found, and other files of its findings as the named one is written.
  @Test func namedFilesAreReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("project.yml", "targets:\n  App: {type: application, platform: iOS, sources: [App]}\n")
    try folder.write("App/a.swift", "let a = 1\n")
    try folder.write("App/b.swift", "let b = UserDefaults.standard.string(forKey: \"b\")\n")
    try folder.write("App/PrivacyInfo.xcprivacy", mended)
    try folder.write("empty.zip", [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18))
    let clean = command("lint", folder.path + "/App/a.swift")
    expectTrue(clean.status == 0 && clean.output.hasPrefix("no findings in 1 file"), clean.output)
    let nothing = command("lint", folder.path + "/empty.zip")
    expectTrue(nothing.status == 2 && nothing.errors.contains("empty.zip has no built app"), nothing.errors)
    for path in ["App/PrivacyInfo.xcprivacy", "./App/PrivacyInfo.xcprivacy"] {
      let (status, output) = try program(["lint", path, "--format", "json"], in: folder.path)
      expectEqual(status, 1, output)
      expectTrue(output.contains("\"App/b.swift\"") && !output.contains(folder.path), output)
    }
  }

  @Test func settings() throws {
    let folder = try TemporaryFolder()
    let off = #"{ "severity": { "wrong-type": "off" } }"#
    try folder.write("a/b/PrivacyInfo.xcprivacy", faulty)
    try folder.write(".privacy-lsp.json", off)
    func status(_ path: String, _ arguments: String...) -> Int32 {
      command(["lint", folder.path + path] + arguments).status
    }
    expectEqual(status(""), 0, "the linted folder's settings")
    expectEqual(status("/a"), 0, "settings above the linted folder")
    expectEqual(status("/a/b/PrivacyInfo.xcprivacy"), 0, "settings above a named file")
    try folder.write("a/.git", "gitdir: elsewhere")
    expectEqual(status("/a"), 1, "no settings above the repository")
    expectEqual(status(""), 1, "nor from the outside")
    expectEqual(status("/a", "--config", folder.path + "/.privacy-lsp.json"), 0, "named settings")
    try FileManager.default.removeItem(atPath: folder.path + "/a/.git")
    try folder.link("link", to: folder.path + "/a")
    try folder.write("a/.privacy-lsp.json", off)
    let missing = command("lint", folder.path + "/link/PrivacyInfo.xcprivacy")
    expectEqual(folder.shortened(missing.errors), "privacy-lsp: TMP/link/PrivacyInfo.xcprivacy does not exist\n")
    try folder.write("a/.privacy-lsp.json", "{}")
    expectEqual(status(""), 1, "the nearest settings alone")
    try folder.write("a/.privacy-lsp.json", "{ \"severity\": { \"nonsense\": \"off\",\n \"wrong-type\": \"of\" } }")
    let odd = command("lint", folder.path)
    expectEqual(odd.status, 2, "settings with a wrong value")
    expectEqual(
      folder.shortened(odd.errors),
      """
      privacy-lsp: TMP/a/.privacy-lsp.json:1:17: Unknown rule “nonsense”
      privacy-lsp: TMP/a/.privacy-lsp.json:2:16: A severity must be off, hint, information, warning or error; did you \
      mean “off”?

      """)
    try folder.write("a/.privacy-lsp.json", "{")
    let broken = command("lint", folder.path, "--fix")
    expectEqual(broken.status, 2, "settings that are no JSON")
    expectEqual(
      folder.shortened(broken.errors), "privacy-lsp: TMP/a/.privacy-lsp.json:1:2: Unexpected end of the text\n")
    expectEqual(folder.text("a/b/PrivacyInfo.xcprivacy"), faulty, "nothing is written by settings that are broken")
  }

  /// What is left in English in several translations is one finding at the text, or each translator's own where that file
  /// isn't linted.
  @Test func translatorsSeeTheirPart() throws {
    let folder = try TemporaryFolder()
    let text = "This app scans the label of a bottle."
    try folder.write(
      "App/Info.plist",
      "<plist version=\"1.0\"><dict><key>CFBundleDevelopmentRegion</key><string>en</string>"
        + "<key>NSCameraUsageDescription</key><string>\(text)</string></dict></plist>\n")
    for language in ["de", "fr"] {
      try folder.write("App/\(language).lproj/InfoPlist.strings", "\"NSCameraUsageDescription\" = \"\(text)\";\n")
    }
    let german = "App/de.lproj/InfoPlist.strings"
    for (paths, languages) in [
      (["."], ["German and French"]), ([german], ["German"]),
      ([german, "App/fr.lproj/InfoPlist.strings"], ["German", "French"]),
      ([german, "App/Info.plist"], ["German and French"]),
      (["App/de.lproj"], ["German"]), (["App/fr.lproj", "App/de.lproj"], ["German", "French"]),
      ([".", "App/de.lproj"], ["German and French"]), (["App/de.lproj", "App"], ["German and French"]),
    ] {
      let lines = try program(["lint", "--quiet"] + paths, in: folder.path).output.split(separator: "\n")
      let found = lines.filter { $0.contains("[untranslated-text]") }
      expectEqual(found.count, languages.count, "\(paths)")
      for language in languages { expectTrue(found.contains { $0.contains("into \(language) but") }, "\(paths)") }
    }
    // A catalog has all of its translators’ parts.
    let parts = ["de", "fr"].map { #""\#($0)":{"stringUnit":{"state":"translated","value":"\#(text)"}}"# }
    try folder.write(
      "Bar/InfoPlist.xcstrings",
      #"{"sourceLanguage":"en","version":"1.0","strings":{"NSCameraUsageDescription":{"localizations":{"#
        + parts.joined(separator: ",") + "}}}}\n")
    try folder.write("Bar/Info.plist", folder.text("App/Info.plist"))
    let catalog = try program(["lint", "--quiet", "Bar/InfoPlist.xcstrings"], in: folder.path).output
    expectTrue(catalog.contains("into German and French but"), catalog)
  }

  @Test func settingsOfTheWrongKindAreBroken() throws {
    let folder = try TemporaryFolder()
    try folder.write("App/PrivacyInfo.xcprivacy", faulty)
    try folder.write("App/Sub/.privacy-lsp.json", "{}")
    try folder.write("App/Sub/PrivacyInfo.xcprivacy", faulty)
    let mark = "\u{FEFF}"
    let rows: [(settings: String, problem: String)] = [
      (#"{ "exclude": "App/" }"#, "1:14: “exclude” must be an array of patterns as in .gitignore"),
      (#"{ "include": [1] }"#, "1:15: “include” must be an array of patterns as in .gitignore"),
      ("[]", "1:1: The configuration must be an object"),
      (" null", "1:2: The configuration must be an object"),
      (#"{"ignore":"wording"}"#, "1:11: “ignore” must be an array of rules and groups of rules"),
      (#"{"select":[{}]}"#, "1:12: “select” must be an array of rules and groups of rules"),
      (#"{"select":[]}"#, "1:11: “select” is empty, which would turn every rule off: name rules, or leave it out"),
      (
        #"{"minimumSeverity":"warn"}"#,
        "1:20: “minimumSeverity” must be hint, information, warning or error; did you mean “warning”?"
      ),
      (#"{"minimumSeverity":"offf"}"#, "1:20: “minimumSeverity” must be hint, information, warning or error"),
      (
        #"{"severity":{"wrong-type":"informaton"}}"#,
        "1:27: A severity must be off, hint, information, warning or error; did you mean “information”?"
      ),
      (#"{"ignore":["style"],"ignore":["code"]}"#, "1:21: “ignore” is there twice; write one"),
      (#"{"severity":[]}"#, "1:13: “severity” must be an object with rules and their severities"),
      (#"{"severity":{"wrong-type":1}}"#, "1:27: A severity must be off, hint, information, warning or error"),
      // A byte order mark is read over, and no column.
      (mark + #"{"ignore":"wording"}"#, "1:11: “ignore” must be an array of rules and groups of rules"),
      (mark + "{\n", "2:1: Unexpected end of the text"),
    ]
    func check(_ settings: String, _ problem: String) throws {
      try folder.write(".privacy-lsp.json", settings)
      for arguments in [["--fix"], []] {
        let result = command(["lint", folder.path] + arguments)
        expectEqual(result.status, 2, settings)
        expectEqual(folder.shortened(result.errors), "privacy-lsp: TMP/.privacy-lsp.json:\(problem)\n", settings)
      }
    }
    for (settings, problem) in rows {
      try check(settings, problem)
      expectEqual(folder.text("App/PrivacyInfo.xcprivacy"), faulty, settings)
      expectEqual(folder.text("App/Sub/PrivacyInfo.xcprivacy"), faulty, settings)
    }
    // Also where the nearest settings are in order: the outer ones perhaps leave out their folder.
    try FileManager.default.removeItem(atPath: folder.path + "/App/PrivacyInfo.xcprivacy")
    try check("[]", "1:1: The configuration must be an object")
    expectEqual(folder.text("App/Sub/PrivacyInfo.xcprivacy"), faulty, "below settings of its own")
    try folder.write("App/PrivacyInfo.xcprivacy", faulty)
    // What is only misspelt is told, and the rest holds.
    let told: [(settings: String, errors: String)] = [
      (
        mark + #"{"exclude":["App/"]}"#,
        "privacy-lsp: no privacy files found in TMP; “--no-ignore” would check 2 files left out there\n"
      ),
      (
        #"{"ignore":["wording", "wordin"]}"#,
        "privacy-lsp: TMP/.privacy-lsp.json:1:23: Unknown rule “wordin”; did you mean “wording”?\n"
      ),
    ]
    try folder.write(".privacy-lsp.json", #"{"select":["sintax"]}"#)
    expectEqual(command("lint", folder.path).status, 1, "a name that there is not turns nothing off")
    let unnamed = command("lint", folder.path, "--select", ",")
    expectEqual(unnamed.status, 2, "no rule is named")
    expectEqual(unnamed.errors, "privacy-lsp: --select names no rule\n")
    for (settings, errors) in told {
      try folder.write(".privacy-lsp.json", settings)
      let result = command("lint", folder.path)
      expectEqual(result.status == 2, false, settings)
      expectEqual(folder.shortened(result.errors), errors, settings)
    }
  }

  @Test func resultsDoNotDependOnThreads() throws {
    for count in [0, 1, 15, 16, 31, 32, 33, 1_000] {
      for processors in [1, 2, 3, 16] {
        let results = parallelMap(Array(0..<count), processors: processors) { $0 * $0 }
        expectEqual(results, (0..<count).map { $0 * $0 }, "\(count) on \(processors)")
      }
    }
  }

  @Test func aTreeIsTheSumOfItsFiles() throws {
    let folder = try TemporaryFolder()
    // More than one batch of them, in more folders than are listed by one thread, and in no order.
    for index in 0..<2_100 {
      let text = index % 7 == 0 ? faulty : mended
      try folder.write("\(index % 90)/\(index)/PrivacyInfo.xcprivacy", text)
    }
    let names = (0..<2_100).map { "\($0 % 90)/\($0)/PrivacyInfo.xcprivacy" }.sorted()
    let bad = names.filter { folder.text($0) == faulty }
    let result = command("lint", folder.path, "--format", "xcode")
    let lines = result.output.split(separator: "\n")
    expectEqual(lines.map { folder.shortened(String($0.prefix { $0 != ":" })) }, bad.map { "TMP/\($0)" })
    let json = try JSONDocument.parse(Array(command("lint", folder.path, "--format", "json").output.utf8)).root
    let shown = json["files"]?.array?.compactMap { $0["path"]?.string } ?? []
    expectEqual(shown.map(folder.shortened), names.map { "TMP/\($0)" })
    let counts = json["files"]?.array?.map { $0["diagnostics"]?.array?.count ?? -1 } ?? []
    expectEqual(counts, names.map { bad.contains($0) ? 1 : 0 })
    let summary = command("lint", folder.path).output.split(separator: "\n").dropLast().last
    expectEqual(
      summary, "\(bad.count) errors in \(bad.count) of 2100 files; \(bad.count) can be fixed with --fix")
  }

  @Test func whatIsLetGoOfIsReadAgain() throws {
    let folder = try TemporaryFolder()
    let rules = Linter(catalog: .bundled)
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>CFBundleName</key><string>App</string></dict></plist>
      """
    let path = try folder.write("App/Info.plist", plist)
    let other = try folder.write("App/PrivacyInfo.xcprivacy", mended)
    let search = FileSearch(files: LocalFileSystem(), currentFolder: folder.path)
    search.add([folder.path])
    let linter = FileLinter(linter: rules)
    let surroundings = FileSurroundings(files: LocalFileSystem(), named: nil, linter: rules, currentFolder: folder.path)
    let file = try #require(search.found.first { $0.resolvedPath == path })
    func files() -> [String] { surroundings.project(of: file).targets.flatMap(\.files).map(\.path) }
    func isRead() -> Bool { surroundings.read(file) != nil }
    surroundings.readCompanions(of: search.found, linter)
    expectEqual([isRead()] + [files() == [path, other]], [true, true])
    surroundings.forget(beyond: 1 << 20)
    expectEqual([isRead()] + [files() == [path, other]], [true, true])
    surroundings.forget(beyond: 0)
    expectEqual([isRead()] + [files() == [path, other]], [false, true])
    // What was read ahead counts where nobody asks for the project: so many bytes, however often they are read.
    let unasked = FileSurroundings(files: LocalFileSystem(), named: nil, linter: rules, currentFolder: folder.path)
    for _ in 0..<2 { unasked.readCompanions(of: search.found, linter) }
    let size = plist.utf8.count + mended.utf8.count
    let kept = [size, size - 1].map { limit in
      unasked.forget(beyond: limit)
      return unasked.read(file) != nil
    }
    expectEqual(kept, [true, false])
  }

  /// What is wrong in two copies is told in the first of those that are linted.
  @Test func oneTextInSeveralConfigurationsIsToldOnce() throws {
    let folder = try TemporaryFolder()
    for name in ["Beta", "Debug", "Release"] {
      try folder.write("Configs/\(name).xcconfig", "INFOPLIST_KEY_NSCameraUsageDescription = camera\n")
    }
    func told() -> [String] {
      command("lint", folder.path, "--format", "xcode").output.split(separator: "\n").compactMap { line in
        line.split(separator: ":").first.map { String($0.dropFirst(folder.path.count + 1)) }
      }
    }
    expectEqual(told(), ["Configs/Beta.xcconfig"])
    // Another text is another mistake.
    try folder.write("Configs/Release.xcconfig", "INFOPLIST_KEY_NSCameraUsageDescription = TODO\n")
    expectEqual(told(), ["Configs/Beta.xcconfig", "Configs/Release.xcconfig"])
  }

  /// What the files around one say, though no target of a project has them.
  @Test func filesWithoutATargetAreReadTogether() throws {
    let folder = try TemporaryFolder()
    func info(_ text: String, _ region: String = "en") -> String {
      "<plist version=\"1.0\">\n<dict>\n<key>CFBundleDevelopmentRegion</key>\n<string>\(region)</string>\n"
        + "<key>NSCameraUsageDescription</key>\n<string>\(text)</string>\n</dict>\n</plist>\n"
    }
    func told(_ path: String = "", _ rules: String...) -> [String] {
      let output = command(["lint", "-q", "--format", "xcode", folder.path + path]).output
      return output.split(separator: "\n").compactMap { line in
        let line = String(line.dropFirst(folder.path.count + 1))
        return rules.contains { line.hasSuffix("[\($0)]") } ? String(line.prefix { $0 != ":" }) : nil
      }
    }
    // What Xcode’s Duplicate Target left behind ships with nothing, unless a target names it.
    let scans = "This app uses your camera to scan receipts"
    func project(_ name: String) -> String {
      """
      {objects = {
      P = {isa = PBXProject; targets = (T);};
      T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildConfigurationList = L;};
      L = {isa = XCConfigurationList; buildConfigurations = (C);};
      C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos; INFOPLIST_FILE = "\(name)";};};
      }; rootObject = P; }

      """
    }
    try folder.write("Copy/App.xcodeproj/project.pbxproj", project("App-Info.plist"))
    try folder.write("Copy/App-Info.plist", info(scans + "."))
    for name in ["App copy-Info.plist", "App copy2-Info.plist", "Other-Info.plist"] {
      try folder.write("Copy/\(name)", info(scans))
    }
    expectEqual(told("/Copy", "missing-full-stop"), ["Copy/Other-Info.plist"])
    expectEqual(told("/Copy/App copy-Info.plist", "missing-full-stop"), ["Copy/App copy-Info.plist"])
    try folder.write("Copy/App.xcodeproj/project.pbxproj", project("App copy-Info.plist"))
    expectEqual(told("/Copy", "missing-full-stop"), ["Copy/App copy-Info.plist"])
    // Nobody ships the example of a plug-in.
    for path in ["Kit/App/Info.plist", "Kit/example-app/ios/Info.plist"] {
      try folder.write(path, info("We need access to the camera."))
    }
    let warned = command(["lint", "-q", "--format", "xcode", folder.path + "/Kit"]).output
    expectEqual(warned.split(separator: "\n").count, 1)
    #expect(warned.contains("/Kit/App/Info.plist"))
    // XcodeGen’s description says what the app is developed in.
    let turkish = "Bu uygulama fişlerinizi taramak için kamerayı kullanır."
    try folder.write("Gen/App/Info.plist", info(turkish, "$(DEVELOPMENT_LANGUAGE)"))
    for language in ["tr", "en"] { try folder.write("Gen/App/\(language).lproj/Localizable.strings", "a = \"b\";\n") }
    func missing() -> [Bool] {
      let output = command(["lint", "-q", "--format", "xcode", folder.path + "/Gen"]).output
      expectTrue(!output.contains("German"), output)
      return ["Turkish", "English"].map { output.contains("is not translated into \($0)") }
    }
    // A table without a text says nothing of a language.
    try folder.write("Gen/App/de.lproj/Localizable.strings", "/* Localizable.strings */\n")
    // Without one that is English, which the text isn’t.
    try folder.write("Gen/project.yml", "targets: {}\n")
    expectEqual(missing(), [false, false])
    try folder.write("Gen/project.yml", "options: {developmentLanguage: tr}\ntargets: {}\n")
    expectEqual(missing(), [false, true])
    // Tables that several apps share: what is said of the English text is not said of its translations.
    for app in ["Mail", "Drive"] { try folder.write("Shared/\(app)/Info.plist", info(scans + ".")) }
    for (language, first, more) in [
      ("en", "This app scans receipts", " and more receipts"), ("de", "Diese App liest Belege", " und mehr Belege"),
      ("fr", "Cette app lit des reçus", " et encore des reçus"),
    ] {
      let text = first + String(repeating: more, count: 30)
      try folder.write(
        "Shared/translations/\(language).lproj/InfoPlist.strings", "\"NSCameraUsageDescription\" = \"\(text).\";\n")
    }
    expectEqual(told("/Shared", "long-text"), ["Shared/translations/en.lproj/InfoPlist.strings"])
  }

  @Test func copiesAreReportedWhereTheyAreLinted() throws {
    let folder = try TemporaryFolder()
    let text = """
      <plist version="1.0">
      <dict>
      <key>NSCameraUsageDescription</key>
      <string>TODO</string>
      </dict>
      </plist>

      """
    for name in ["App", "Zeta"] { try folder.write("\(name)/Info.plist", text) }
    func told(_ paths: String...) -> [String] {
      command(["lint", "-q"] + paths.map { folder.path + $0 }).output.split(separator: "\n")
        .map { folder.shortened(String($0.prefix { $0 != ":" })) }
    }
    expectEqual(told(""), ["TMP/App/Info.plist"])
    expectEqual(told("/Zeta/Info.plist"), ["TMP/Zeta/Info.plist"])
    expectEqual(told("/Zeta"), ["TMP/Zeta/Info.plist"])
    try folder.write(".privacy-lsp.json", #"{ "exclude": ["App/"] }"#)
    expectEqual(told(""), ["TMP/Zeta/Info.plist"])
    try folder.write(".privacy-lsp.json", "{}")
    // The first tells it no more where its settings or a comment leave it out, and then the next one does.
    for settings in [
      #"{ "severity": { "placeholder-text": "off" } }"#, #"{ "ignore": ["wording"] }"#,
      #"{ "severity": { "placeholder-text": "hint" }, "minimumSeverity": "warning" }"#,
    ] {
      try folder.write("App/.privacy-lsp.json", settings)
      expectEqual(told(""), ["TMP/Zeta/Info.plist"], settings)
    }
    try folder.write("App/.privacy-lsp.json", #"{ "severity": { "placeholder-text": "hint" } }"#)
    expectEqual(told(""), ["TMP/App/Info.plist"], "it weighs less there, and is told")
    try folder.write("App/.privacy-lsp.json", "{}")
    let comment = "<!-- privacy-lsp:ignore placeholder-text: the text is written by a tool -->\n"
    func leavingOut(_ part: String) -> String { text.replacing(part, with: comment + part) }
    try folder.write("App/Info.plist", leavingOut("<key>"))
    expectEqual(told(""), ["TMP/Zeta/Info.plist"], "a comment before the key")
    try folder.write("App/Info.plist", leavingOut("<string>"))
    expectEqual(told(""), ["TMP/Zeta/Info.plist"], "a comment before the text")
    try folder.write("Zeta/Info.plist", leavingOut("<key>"))
    expectEqual(told(""), [], "comments before both")
  }

  /// A rule's id says more than its group, in whichever members they stand.
  @Test func idsSayMoreThanGroups() throws {
    let folder = try TemporaryFolder()
    try folder.write("PrivacyInfo.xcprivacy", faulty)
    let rows: [(settings: String, arguments: [String], isReported: Bool)] = [
      ("{}", [], true),
      (#"{ "ignore": ["manifest"] }"#, [], false),
      (#"{ "ignore": ["manifest"], "severity": { "wrong-type": "error" } }"#, [], true),
      (#"{ "ignore": ["manifest"], "select": ["wrong-type"] }"#, [], true),
      (#"{ "ignore": ["wrong-type"], "severity": { "wrong-type": "error" } }"#, [], false),
      (#"{ "ignore": ["manifest"], "severity": { "manifest": "error" } }"#, [], false),
      (#"{ "select": ["manifest"], "severity": { "wrong-type": "off" } }"#, [], false),
      (#"{ "select": ["wording"], "severity": { "wrong-type": "error" } }"#, [], false),
      (#"{ "severity": { "manifest": "off", "wrong-type": "error" } }"#, [], true),
      (#"{ "severity": { "wrong-type": "error" } }"#, ["--ignore", "manifest"], false),
      (#"{ "severity": { "manifest": "off" } }"#, ["--select", "wrong-type"], false),
    ]
    for (settings, arguments, isReported) in rows {
      try folder.write(".privacy-lsp.json", settings)
      let output = command(["lint", "-q", folder.path] + arguments).output
      expectEqual(output.contains("[wrong-type]"), isReported, "\(settings) \(arguments)")
    }
  }

  /// Settings, comments and commands that have a rule's former id mean the rule.
  @Test func formerIDsHold() throws {
    let folder = try TemporaryFolder()
    let text = "<key>NSCameraUsageDescription</key>\n<string>This app scans the  tickets of guests.</string>\n"
    let rows: [(settings: String, arguments: [String], comment: String, isReported: Bool)] = [
      ("{}", [], "", true),
      (#"{ "severity": { "odd-blanks": "off" } }"#, [], "", false),
      (#"{ "ignore": ["odd-blanks"] }"#, [], "", false),
      (#"{ "select": ["odd-blanks"] }"#, [], "", true),
      (#"{ "ignore": ["style"], "severity": { "odd-blanks": "error" } }"#, [], "", true),
      ("{}", ["--select", "odd-blanks"], "", true),
      ("{}", ["--ignore", "odd-blanks"], "", false),
      ("{}", [], "<!-- privacy-lsp:ignore odd-blanks: as printed on them -->\n", false),
      ("{}", [], "<!-- privacy-lsp:ignore-file odd-blanks: as printed on them -->\n", false),
    ]
    for (settings, arguments, comment, isReported) in rows {
      try folder.write(".privacy-lsp.json", settings)
      let (ofFile, ofKey) = comment.contains("-file") ? (comment, "") : ("", comment)
      try folder.write(
        "Info.plist", "\(ofFile)<plist version=\"1.0\">\n<dict>\n\(ofKey)\(text)</dict>\n</plist>\n")
      let result = command(["lint", "-q", folder.path] + arguments)
      expectEqual(result.output.contains("[extra-whitespace]"), isReported, "\(settings) \(arguments) \(comment)")
      expectTrue(!result.output.contains("[suppression]"), result.output)
      expectEqual(result.errors, "", "\(settings) \(arguments)")
    }
    for (former, id) in Rule.formerIDs {
      expectEqual(Rule.withID(former)?.id, id)
      expectTrue(command("explain", former).output.contains(id), former)
      expectTrue(!Rule.all.contains { $0.id == former }, "\(former) is a rule’s id today")
    }
  }

  @Test func reasonsForLibrariesOnly() throws {
    let folder = try TemporaryFolder()
    let text = manifest(
      """
      \t<key>NSPrivacyAccessedAPITypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyAccessedAPIType</key>
      \t\t\t<string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
      \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
      \t\t\t<array>
      \t\t\t\t<string>0A2A.1</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      """)
    let rows = [
      ("plain/", "information"), ("X.app/", "warning"), ("X.app/Frameworks/Y.framework/", ""),
      ("Y.xcframework/ios/", ""), ("Pods/Y/", ""), ("Carthage/Checkouts/Y/", ""), (".build/checkouts/Y/", ""),
    ]
    for (name, severity) in rows {
      let path = try folder.write(name + "PrivacyInfo.xcprivacy", text)
      let found = command("lint", "-q", path).output.firstMatch(of: #/: (\w+): /#).map { String($0.output.1) } ?? ""
      expectEqual(found, severity, name)
    }
    try folder.write("plain/deep/er/PrivacyInfo.xcprivacy", text)
    try folder.write("plain/Kit.podspec", "")
    expectEqual(command("lint", "-q", folder.path + "/plain").output, "", "in a pod")
    expectTrue(
      command("lint", "-q", folder.path + "/plain/deep").output.contains("information"), "below the folder given")
  }
}
