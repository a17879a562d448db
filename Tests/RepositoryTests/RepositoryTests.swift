import Catalog
import CatalogData
import Foundation
import PrivacyRules
import TestSupport
import Testing

/// The checkout this test was built from.
private let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func text(_ path: String) throws -> String {
  try String(contentsOf: repository.appending(path: path), encoding: .utf8)
}

/// The files below a folder whose names end so, as paths from the repository's top, sorted.
private func files(below folder: String, ending: String) throws -> [String] {
  let top = repository.appending(path: folder)
  let found = try #require(FileManager.default.enumerator(atPath: top.path))
  return found.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
}

/// What one module may import; the same as Package.swift says, and held here against the sources.
private let imports: [String: Set<String>] = [
  "JSON": [],
  "SourceText": [],
  "CLibrary": ["Glibc", "Darwin", "MachO", "Musl"],
  "FileSystem": ["CLibrary", "Synchronization"],
  "BuiltApp": [],
  "GitObjects": ["BuiltApp", "FileSystem"],
  // They run inside of SwiftPM and Xcode.
  "Plugins": ["PackagePlugin", "XcodeProjectPlugin", "Foundation"],
  "PropertyList": ["SourceText", "JSON"],
  "ProjectFiles": ["PropertyList", "SourceText", "JSON"],
  "Catalog": ["JSON", "Synchronization"],
  "BuildTargets": ["ProjectFiles", "SourceText", "Catalog", "Synchronization"],
  "BuildFiles": ["BuildTargets", "ProjectFiles", "PropertyList", "SourceText", "JSON", "Catalog"],
  "SchemaFiles": [],
  "CatalogData": ["Catalog", "SchemaFiles"],
  "Wording": ["SourceText", "Catalog"],
  "SourceScan": ["SourceText", "Catalog"],
  "PrivacyRules": [
    "CatalogData", "Wording", "BuildTargets", "SourceScan", "ProjectFiles", "PropertyList", "SourceText", "JSON",
    "Catalog", "Synchronization",
  ],
  "EditorFeatures": [
    "PrivacyRules", "SourceScan", "ProjectFiles", "PropertyList", "SourceText", "Catalog", "CatalogData", "JSON",
  ],
  "LanguageServerProtocol": ["SourceText", "JSON"],
  "Workspace": [
    "PrivacyRules", "BuildFiles", "BuildTargets", "SourceScan", "ProjectFiles", "PropertyList", "FileSystem",
    "CLibrary", "SourceText", "JSON", "Catalog", "Synchronization",
  ],
  "ServerLoop": ["LanguageServerProtocol", "FileSystem", "CLibrary", "JSON", "Synchronization"],
  "LanguageServer": [
    "ServerLoop", "LanguageServerProtocol", "EditorFeatures", "Workspace", "PrivacyRules", "ProjectFiles",
    "PropertyList", "FileSystem", "CLibrary", "SourceText", "JSON", "Catalog", "Synchronization",
  ],
  "Commands": [
    "LanguageServerProtocol", "EditorFeatures", "Workspace", "PrivacyRules", "ProjectFiles", "PropertyList",
    "SourceText", "FileSystem", "CLibrary", "JSON", "Catalog", "CatalogData", "BuiltApp", "SourceScan",
    "BuildFiles", "BuildTargets", "GitObjects", "Synchronization",
  ],
  "privacy-lsp": ["Commands", "LanguageServer", "FileSystem", "CLibrary", "CatalogData"],
]

/// The module that a line imports, or imports something of; nil if it imports nothing.
private func importedModule(_ line: Substring) -> String? {
  // Expressions take their time, and nearly all lines need none.
  guard line.contains("import ") else { return nil }
  let statement =
    #/
    ^\s* (?:@\w+(?:\([^)]*\))?\s+)* (?:(?:public|internal|package|private|fileprivate)\s+)? import\s+
    (?:(?:struct|class|enum|protocol|typealias|func|var|let|actor|macro)\s+)? (\w+) (?:\.[\w.]+)? \s* (?:;|//|/\*|$)
    /#
  return (try? statement.firstMatch(in: line)).map { String($0.output.1) }
}

/// Whether a line of code can end the process, or says that it is not finished.
private func canTrap(_ line: Substring) -> Bool {
  let words = ["!", "fatalError", "preconditionFailure", "TODO", "FIXME", "nonisolated"]
  guard words.contains(where: { line.contains($0) }) else { return false }
  let trap =
    #/
    \b(fatalError|preconditionFailure)\b | \btry! | \bas! | \bTODO\b | \bFIXME\b | nonisolated\(unsafe\)
    # Forced unwrapping: of a name, a call, a subscript, a chain.
    | [\w)\]}?>]!(?!=)
    /#
  return !line.drop { $0 == " " }.hasPrefix("//") && line.firstMatch(of: trap) != nil
}

/// The promises of ARCHITECTURE.md and CONTRIBUTING.md that a look at the files can keep.
@Suite struct RepositoryTests {
  /// What speaks both of features and of the protocol: the conversion, and the handlers that pass one to the other.
  @Test func featuresAndProtocolMeetInTheServerAlone() throws {
    for path in try files(below: "Sources/LanguageServer", ending: ".swift") {
      let modules = Set(try text(path).split(separator: "\n").compactMap(importedModule))
      guard modules.isSuperset(of: ["EditorFeatures", "LanguageServerProtocol"]) else { continue }
      let name = path.dropFirst("Sources/LanguageServer/".count)
      let mayKnowBoth =
        name.hasPrefix("Conversion/") || name.hasPrefix("Requests/") || name == "Routes.swift"
      expectTrue(mayKnowBoth, "\(path) imports both")
    }
  }

  /// Where CONTRIBUTING.md and ARCHITECTURE.md send a reader, there is something.
  @Test func everyPathInTheGuidesIsThere() throws {
    var found = 0
    for guide in ["CONTRIBUTING.md", "ARCHITECTURE.md", "Tests/README.md"] {
      for use in try text(guide).matches(of: /\b((Sources|Tests|schema|editors)\/[\w\/+.\-]*\w)/) {
        let path = String(use.1)
        guard !path.contains("Your"), !path.contains("NAME") else { continue }
        let isThere = FileManager.default.fileExists(atPath: repository.appending(path: path).path)
        expectTrue(isThere, "\(guide): \(path)")
        found += 1
      }
    }
    expectTrue(found > 40, "\(found) paths")
    let names = Set(
      try files(below: "Tests", ending: "Tests.swift").flatMap { try text($0).matches(of: /\b\w+Tests\b/) }
        .map { String($0.0) })
    for use in try text("CONTRIBUTING.md").matches(of: /--filter (\w+)/) {
      expectTrue(names.contains { $0.contains(use.1) }, "CONTRIBUTING.md: \(use.0)")
    }
  }

  /// Every environment variable of ours is in the table of CONTRIBUTING.md.
  @Test func everyVariableIsExplained() throws {
    let page = try text("CONTRIBUTING.md")
    var found: Set<String> = []
    let paths = try [".swift", ".py", ".sh"].flatMap { try files(below: "Tests", ending: $0) }
    for path in paths + [".ci/run", "Package.swift", "editors/pictures/make.py"] {
      found.formUnion(try text(path).matches(of: /PRIVACY_LSP_[A-Z]+(?:_[A-Z]+)*/).map { String($0.0) })
    }
    expectTrue(found.count > 10, "\(found.count) variables")
    for name in found.sorted() { expectTrue(page.contains("`\(name)`"), "CONTRIBUTING.md doesn’t explain \(name)") }
  }

  @Test func modulesImportWhatTheyMay() throws {
    for (module, allowed) in imports {
      for path in try files(below: "Sources/\(module)", ending: ".swift") {
        // What the examples of rules import is part of a text.
        var isText = false
        for line in try text(path).split(separator: "\n") {
          if line.matches(of: /"""/).count % 2 == 1 { isText.toggle() }
          guard !isText, let imported = importedModule(line) else { continue }
          expectTrue(allowed.contains(imported), "\(path) imports \(imported)")
        }
      }
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "Sources").path)
    expectEqual(Set(folders.filter { !$0.hasPrefix(".") }), Set(imports.keys), "the modules")
  }

  @Test func importsAreRecognized() {
    let rows: [(Substring, String?)] = [
      ("import JSON", "JSON"), ("public import JSON", "JSON"), ("  import Glibc", "Glibc"),
      ("import struct JSON.JSONValue", "JSON"), ("@testable import JSON", "JSON"), ("import JSON // why", "JSON"),
      ("import JSON.Parts", "JSON"), ("@preconcurrency import Musl", "Musl"),
      ("@_spi(Parts) public import func JSON.parse;", "JSON"), ("// import JSON", nil),
      ("let text = \"import JSON\"", nil), ("/// Modules may not import each other", nil), ("import what it says", nil),
    ]
    for (line, module) in rows { expectEqual(importedModule(line), module, String(line)) }
  }

  @Test func trapsAreRecognized() {
    let traps: [Substring] = [
      "let a = b!", "b!.c()", "f()!", "a[0]!", "try! f()", "a as! B", "var a: B!", "a?.b!", "fatalError()",
      "nonisolated(unsafe) var a = 1", "let a = { nil }()!", "var a: Array<B>!", "a! = b",
    ]
    for line in traps { expectTrue(canTrap(line), "\(line) isn’t seen as a trap") }
    let others: [Substring] = [
      "a != b", "a!=b", "if !a", "f(!a)", "!(a)", "// a!", "case \"<!--\":", "a == b && !c", "a !== b", "[!a]",
    ]
    for line in others { expectTrue(!canTrap(line), "\(line) is taken for a trap") }
  }

  /// Foundation costs start-up time and megabytes.
  @Test func nothingShippedImportsFoundation() throws {
    for path in try files(below: "Sources", ending: ".swift") where !path.hasPrefix("Sources/Plugins/") {
      expectTrue(!(try text(path)).contains("import Foundation"), "\(path) imports Foundation")
    }
  }

  /// One search for a text in a text links the engine of regular expressions: a fifth of the static program.
  @Test func nothingShippedSearchesWithTheRegexEngine() throws {
    let calls =
      #/
      \.(replacing|replace|trimmingPrefix|ranges|wholeMatch|prefixMatch)\((of:|"|with:)
      | \.(contains|starts|split)\((separator:\ )?"[^"\\]{2,}"\)
      | \.contains\("[^"]*\\\(
    /#
    for path in try files(below: "Sources", ending: ".swift") {
      for (number, line) in try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        expectTrue(line.firstMatch(of: calls) == nil, "\(path):\(number + 1): \(line)")
      }
    }
  }

  /// On macOS arrays give a span of themselves from version 26 on, and slices long before.
  @Test func spansAreOfSlices() throws {
    var found = 0
    for path in try files(below: "Sources", ending: ".swift") + files(below: "Tests", ending: ".swift") {
      let source = try text(path)
      for use in source.matches(of: /\b(\w+)\.span\b/) {
        let words = ["let \(use.1) ", "var \(use.1) ", "let \(use.1):", "var \(use.1):"]
        let made = source[..<use.range.lowerBound].split(separator: "\n").last { line in
          words.contains { line.contains($0) }
        }
        expectTrue(made.map { $0.contains("[...]") || $0.contains("ArraySlice<") } ?? false, "\(path): \(use.0)")
        found += 1
      }
    }
    expectTrue(found > 20, "\(found) spans")
  }

  @Test func everyRuleHasAFileAndIsListed() throws {
    var listed: Set<String> = []
    let list = try text("Sources/PrivacyRules/Rules/Rules.swift")
    for path in try files(below: "Sources/PrivacyRules/Rules", ending: ".swift") where !path.hasSuffix("/Rules.swift") {
      let source = try text(path)
      let names = source.matches(of: /static let (\w+) = Rule(?:\.wording)?\(/).map { String($0.1) }
      expectEqual(names.count, 1, "rules in \(path)")
      // `SDKOnlyReason.swift` has `sdkOnlyReason`, whose id is `sdk-only-reason`.
      let file = path.split(separator: "/").last?.dropLast(".swift".count).lowercased() ?? ""
      let id = source.firstMatch(of: /id: "([a-z-]+)"/).map { String($0.1) } ?? ""
      expectEqual(id.replacing("-", with: ""), file, "the id in \(path), which is named for it")
      for name in names {
        expectEqual(name.lowercased(), file, "the name in \(path), which is named for it")
        expectTrue(list.split { !$0.isLetter }.contains { $0 == name }, "\(name) is not in Rule.all")
        listed.insert(name)
      }
    }
    expectEqual(listed.count, Rule.all.count, "files of rules")
    expectEqual(Set(Rule.all.map(\.id)).count, Rule.all.count, "different rule ids")
    for rule in Rule.all {
      expectTrue(rule.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(rule.id) is not kebab-case")
      expectTrue(rule.summary.hasSuffix("."), "the summary of \(rule.id) isn’t a sentence")
      expectTrue(!rule.explanation.isEmpty, "\(rule.id) is not explained")
      for source in rule.sources {
        expectTrue(Catalog.bundled.sources[source] != nil, "\(rule.id) names the unknown source \(source)")
      }
    }
  }

  /// An error is what Apple is known to reject: the rule says with which code, and rests on a page of Apple's.
  /// Something known only from memory can't justify an error.
  @Test func errorsRestOnWhatWasRead() {
    let catalog = Catalog.bundled
    for rule in Rule.all where rule.severity == .error {
      expectTrue(rule.itms != nil, "\(rule.id) is an error without a code of Apple’s")
      let pages = rule.sources.compactMap { catalog.sources[$0]?.link }
      expectTrue(
        pages.contains { $0.hasPrefix("https://developer.apple.com/") }, "\(rule.id) rests on no page of Apple’s")
      expectTrue(!rule.sources.contains("memory"), "\(rule.id) is an error from memory")
    }
    // What errors compare a file with.
    let statuses =
      catalog.dictionaries.flatMap { $0.keys.map { ("manifest", $0.name, $0.provenance.status) } }
      + catalog.dataTypes.map { ("data-types", $0.id, $0.provenance.status) }
      + catalog.purposes.map { ("purposes", $0.id, $0.provenance.status) }
      + catalog.categories.map { ("required-reasons", $0.id, $0.provenance.status) }
      + catalog.categories.flatMap { $0.reasons.map { ("required-reasons", $0.code, $0.provenance.status) } }
    for (file, name, status) in statuses {
      expectTrue(
        status == .verified,
        "schema/\(file).json: “\(name)” is \(status.rawValue), but errors rest on it; "
          + "read it on Apple’s page and set its status to verified, or leave it out")
    }
  }

  /// Knowledge lives in `schema/`: identifiers of Apple's stand in shipped code only in the examples of rules.
  @Test func codeSpellsNoIdentifier() throws {
    for path in try files(below: "Sources", ending: ".swift") {
      // A manifest to look at: a document, no knowledge.
      if path.hasSuffix("/SampleApp.swift") { continue }
      var isExample = false
      for (number, line) in try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if line.contains("examples: [") { isExample = true }
        if line.hasPrefix("  ) { ") { isExample = false }
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        if isExample || isComment { continue }
        expectTrue(
          line.firstMatch(of: /NSPrivacy\w+|"[0-9A-F]{4}\.[0-9]"/) == nil,
          "\(path):\(number + 1) spells an identifier: \(line)")
      }
    }
  }

  /// Of English the code names words of grammar alone: those of closed classes, which no one adds to. All other words
  /// are in `schema/english.json`.
  @Test func wordingKnowsGrammarOnly() throws {
    let closed: [WordList.Role] = [
      .determiner, .pronoun, .preposition, .conjunction, .subordinator, .be, .auxiliary, .negation,
    ]
    let grammar = Set(closed.flatMap(Catalog.bundled.english.words))
    // The endings of words, the codes of English, and what lies side by side on a keyboard.
    let others: Set = [
      "'s", "s'", "i'", "ss", "es", "ies", "ed", "ied", "ing", "ly", "en", "base", "english", "aeiouy", "asdfghjkl",
      "qwertyuiop", "zxcvbnm",
    ]
    var count = 0
    for path in try files(below: "Sources/Wording", ending: ".swift") {
      for line in try text(path).split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for literal in line.matches(of: /"((?:[^"\\]|\\.)*)"/) {
          for word in literal.1.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" }).map(String.init)
          where word.count > 1 {
            expectTrue(grammar.contains(word) || others.contains(word), "\(path): “\(word)” belongs in the schema")
            count += 1
          }
        }
      }
    }
    expectTrue(count > 50, "\(count) words")
  }

  /// Texts follow “How we write” in CONTRIBUTING.md.
  @Test func messagesAreInPlainEnglish() throws {
    for rule in Rule.all { expectTrue(rule.summary.count <= 100, "the summary of \(rule.id) is too long") }
    let stilted =
      #/"[^"]*\b(?:is no(?! longer)|are no(?! longer)|is none|none that|there is no|stands?(?! for)|belongs? into|speaks? of|no such)\b[^"]*"/#
      .ignoresCase()
    for path in try files(below: "Sources", ending: ".swift") + files(below: "schema", ending: ".json") {
      var isExample = false
      for (number, line) in try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if line.contains("examples: [") { isExample = true }
        if line.hasPrefix("  ) { ") { isExample = false }
        if isExample || !line.contains("\"") || line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
        // Word lists contain some of these as single words.
        let isFound = line.matches(of: stilted).contains { $0.output.contains(" ") }
        expectTrue(!isFound, "\(path):\(number + 1): say it plainly: \(line)")
      }
    }
  }

  /// What would end a user's editing session, or hide that something is unfinished.
  @Test func nothingShippedTraps() throws {
    for path in try files(below: "Sources", ending: ".swift") {
      for (number, line) in try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        expectTrue(!canTrap(line), "\(path):\(number + 1): \(line)")
      }
    }
  }

  /// What ARCHITECTURE.md says of trust, it says with the tests that keep it.
  @Test func everySentenceOfTrustHasItsTests() throws {
    var known: Set<Substring> = []
    for (folder, ending, word) in [("Tests", ".swift", "func "), ("Tests/Faults", ".py", "def ")] {
      for path in try files(below: folder, ending: ending) {
        for line in try text(path).split(separator: "\n") {
          guard let start = line.range(of: word)?.upperBound else { continue }
          known.insert(line[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
      }
    }
    let section = try #require(
      try text("ARCHITECTURE.md").components(separatedBy: "\n## ").first { $0.hasPrefix("What is trusted") })
    let sentences = section.components(separatedBy: "\n- ").dropFirst()
    expectTrue(sentences.count > 20, "\(sentences.count) sentences")
    for sentence in sentences {
      let own = sentence.components(separatedBy: "\n\n")[0].trimmingCharacters(in: .whitespacesAndNewlines)
      let tests = own.matches(of: /,\s+`(\w+)`|\(`(\w+)`/).compactMap { $0.1 ?? $0.2 }
      expectTrue(!tests.isEmpty && own.hasSuffix("`)"), "no test is named behind: \(own)")
      for test in tests { expectTrue(known.contains(test), "ARCHITECTURE.md names an unknown test \(test)") }
    }
  }

  /// The project speaks of itself alone.
  @Test func nothingNamesAMachine() throws {
    let folders = ["Sources", "Tests", "editors", "schema"]
    var paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RULES.md", "Package.swift"]
    for folder in folders {
      for ending in [".swift", ".md", ".json", ".py", ".sh", ".lua", ".toml", ".el"] {
        paths += (try? files(below: folder, ending: ending)) ?? []
      }
    }
    for path in paths where FileManager.default.fileExists(atPath: repository.appending(path: path).path) {
      let found = try text(path).firstMatch(of: /(?:"|\s)\/(?:wo[r]k|fa[r]m)\//)
      expectTrue(found == nil, "\(path) names a path of one machine")
    }
  }
}
