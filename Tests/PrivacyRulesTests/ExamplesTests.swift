import Catalog
import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing
import Workspace

let linter = Linter(catalog: .bundled)

/// A document of an example or a test, its kind told by its path.
func document(_ text: String, path: String = "PrivacyInfo.xcprivacy") -> Document {
  Document(path: path, kind: FileKind.of(path: path) ?? .privacyManifest, text: SourceText(text))
}

/// A document of an example.
private func document(_ text: String, of example: Example) -> Document {
  Document(path: example.path, kind: example.kind, text: SourceText(text))
}

/// What makes a finding the same before and after an edit moved it.
func signature(_ diagnostic: Diagnostic) -> String {
  "\(diagnostic.severity): \(diagnostic.message) [\(diagnostic.rule)]"
}

/// What the sources beside an example say of it, after edits of these and other files.
private func evidence(of example: Example, _ text: SourceText, _ edits: [FileEdits]) -> FileEvidence? {
  guard linter.evidence(of: example, text: text) != nil else { return nil }
  var texts = [example.path: text]
  for (path, other) in example.otherFiles { texts[path] = SourceText(other) }
  var placed = Dictionary(uniqueKeysWithValues: texts.map { ("/Sample/\($0)", $1) })
  for change in edits { placed[change.path] = placed[change.path]?.applying(change.edits) }
  return linter.evidence(of: placed, in: "/Sample").file("/Sample/\(example.path)")
}

/// Every example of every rule is a test: its findings are where it says, and each fix ends one and starts none.
@Suite struct ExamplesTests {
  @Test(arguments: Rule.all.filter { !$0.kinds.isEmpty }.map(\.id)) func examplesHold(id: String) throws {
    let rule = try #require(Rule.withID(id))
    expectTrue(rule.examples.contains { $0.text.contains("«") }, "\(id) has no example with a finding")
    for example in rule.examples {
      let text = example.file(around: example.text, catalog: .bundled)
      // The findings are the same in the variants; a tab more or less moves a range, but changes none.
      for variant in [text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text] {
        let marked = MarkedText(variant).file
        let document = document(marked.text, of: example)
        let found = linter.lint(
          document, evidence: linter.evidence(of: example, text: document.text),
          project: linter.project(of: example, text: document.text), configuration: Configuration(turningOn: rule)
        ).filter { $0.rule == id }
        expectEqual(
          MarkedText.marking(found.map(\.range), in: document.text),
          MarkedText.marking(marked.ranges, in: document.text), "findings of \(id) in a variant")
      }
      let marked = MarkedText(text).file
      let document = document(marked.text, of: example)
      let project = linter.project(of: example, text: document.text)
      let found = linter.lint(
        document, evidence: linter.evidence(of: example, text: document.text), project: project,
        configuration: Configuration(turningOn: rule)
      ).filter { $0.rule == id }
      expectEqual(
        MarkedText.marking(found.map(\.range), in: document.text),
        MarkedText.marking(marked.ranges, in: document.text), "findings of \(id)")
      if let fixed = example.fixed, let fix = found.first?.fixes.first {
        expectEqual(
          String(decoding: document.text.applying(fix.edits).bytes, as: UTF8.self),
          example.file(around: fixed, catalog: .bundled), "fix of \(id): \(fix.title)")
      } else {
        expectTrue(example.fixed == nil, "\(id) offers no fix for \(example.text)")
      }
    }
  }

  @Test(arguments: Rule.all.map(\.id)) func fixesResolveTheirFindings(id: String) throws {
    let rule = try #require(Rule.withID(id))
    for example in rule.examples {
      let text = MarkedText(example.file(around: example.text, catalog: .bundled)).text
      for variant in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, text.replacing("\t", with: "  ")] {
        let document = document(variant, of: example)
        checkFixes(
          of: document, in: linter.project(of: example, text: document.text),
          configuration: Configuration(turningOn: rule)
        ) { evidence(of: example, $0, $1) }
      }
    }
  }

  @Test(arguments: Rule.all.filter(\.isSuppressible).map(\.id)) func everyFindingCanBeIgnored(id: String) throws {
    let rule = try #require(Rule.withID(id))
    for example in rule.examples where example.text.contains("«") {
      let text = MarkedText(example.file(around: example.text, catalog: .bundled)).text
      let directive = "privacy-lsp:ignore-file \(id): a test"
      let ignoring: String
      switch FileKind.of(path: example.path) {
      case .stringsTable: ignoring = "/* \(directive) */\n" + text
      case _ where example.path.hasSuffix(".yml"): ignoring = "# \(directive)\n" + text
      case _ where example.kind == .source: ignoring = "// \(directive)\n" + text
      case .buildSettings: ignoring = "// \(directive)\n" + text
      // JSON doesn’t allow comments, and lock files are written anew.
      case .stringCatalog, .lockFile: continue
      default: ignoring = text.replacing("<plist", with: "<!-- \(directive) -->\n<plist")
      }
      let document = document(ignoring, of: example)
      let found = linter.lint(
        document, evidence: linter.evidence(of: example, text: document.text),
        project: linter.project(of: example, text: document.text),
        configuration: Configuration(turningOn: rule))
      expectEqual(found.filter { $0.rule == id || $0.rule == "suppression" }.map(signature), [], "\(id) ignored")
    }
  }
}

/// The findings that a fix leaves on purpose: what it adds is a text to be translated, and is said to be one.
private let leftOnPurpose = ["missing-translation": ["untranslated-text", "empty-translation"]]

/// Whether a fix leaves a gap, which has a finding until someone fills it.
private func leavesGap(_ fix: Fix) -> Bool {
  (fix.edits + fix.otherFiles.flatMap(\.edits)).contains { $0.replacement.contains(Gap.mark) }
}

/// The rules that a finding speaks for.
private func rules(_ diagnostic: Diagnostic) -> [String] { [diagnostic.rule] + diagnostic.alsoRules }

/// How much is said of styles and the like: a finding may say several things of one text.
private func parts(_ diagnostics: LintResult) -> Int {
  diagnostics.reduce(0) { count, diagnostic in
    count + max(diagnostic.related.count { $0.path == nil && diagnostic.range.contains($0.range) }, 1)
  }
}

/// Expects each fix of each finding to end it, or what it says for one of its rules, and to start none.
func checkFixes(
  of document: Document, in project: Project = Project(), configuration: Configuration = Configuration(),
  sourceLocation: SourceLocation = #_sourceLocation,
  evidence: (SourceText, [FileEdits]) -> FileEvidence? = { _, _ in nil }
) {
  let before = linter.lint(
    document, evidence: evidence(document.text, []), project: project, configuration: configuration)
  for diagnostic in before {
    for fix in diagnostic.fixes {
      let text = document.text.applying(fix.edits)
      let fixed = Document(path: document.path, kind: document.kind, text: text)
      let project = linter.project(project, after: fix.otherFiles)
      // A finding’s message and range may change with the text around it, so findings are compared by rule.
      var left = Dictionary(before.flatMap(rules).map { ($0, 1) }, uniquingKeysWith: +)
      var fresh: [String] = []
      let after = linter.lint(
        fixed, evidence: evidence(text, fix.otherFiles), project: project, configuration: configuration)
      let gaps = after.filter { leavesGap(fix) && String(text[$0.range]).contains(Gap.mark) }
      expectTrue(
        gaps.allSatisfy { $0.severity >= .warning } && (!leavesGap(fix) || !gaps.isEmpty || fix.edits.isEmpty),
        "no finding reports the gap that “\(fix.title)” leaves", sourceLocation: sourceLocation)
      for finding in after where !gaps.contains(finding) {
        for rule in rules(finding) where !(leftOnPurpose[diagnostic.rule]?.contains(rule) ?? false) {
          left[rule, default: 0] -= 1
          if left[rule, default: 0] < 0 { fresh.append(signature(finding)) }
        }
      }
      expectEqual(fresh, [], "new after “\(fix.title)” for \(signature(diagnostic))", sourceLocation: sourceLocation)
      expectTrue(
        rules(diagnostic).contains { left[$0, default: 0] > 0 } || parts(after) < parts(before),
        "“\(fix.title)” leaves \(signature(diagnostic)) in\n\(String(decoding: text.bytes, as: UTF8.self))",
        sourceLocation: sourceLocation)
    }
  }
}

extension Linter {
  /// A project after edits of its files.
  fileprivate func project(_ project: Project, after changes: [FileEdits]) -> Project {
    guard !changes.isEmpty, let own = project.path else { return project }
    var files: [String: ProjectFile] = [:]
    for file in project.targets.flatMap(\.files) { files[file.path] = file }
    for change in changes {
      guard let file = files[change.path] else { continue }
      let document = file.document
      files[change.path] = read(
        Document(path: document.path, kind: document.kind, text: document.text.applying(change.edits)))
    }
    let targets = targets(in: ProjectFolder(path: "/Sample", files: Array(files.values)))
    return Project(product: project.product, targets: targets.filter { $0.file(at: own) != nil }, path: own)
  }
}
