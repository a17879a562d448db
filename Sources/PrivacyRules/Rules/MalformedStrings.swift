import ProjectFiles
import PropertyList
import SourceText

extension Rule {
  static let malformedStrings = Rule(
    id: "malformed-strings",
    severity: .warning,
    summary: "A table of strings, a string catalog or a file of build settings is broken.",
    explanation: """
      What Apple's parser refuses as a whole is an error: the build stops, or all texts of the file are missing. Where it \
      only takes something for what it was not meant to be, this is a warning.
      """,
    sources: ["framework-pages", "build-settings"],
    kinds: [.stringsTable, .stringCatalog, .xcodeProject, .buildSettings],
    isSuppressible: false,
    examples: [
      .shows(
        "\"NSCameraUsageDescription\" = «\"»Liest deine Belege ein.;\n", in: .file, path: "de.lproj/InfoPlist.strings"),
      .shows(
        "\"NSCameraUsageDescription\" = \"Liest deine Belege ein.\";\n", in: .file, path: "de.lproj/InfoPlist.strings"),
    ]
  ) { findings, context in
    switch context.document.content {
    case .propertyList: break
    case .strings(let table):
      for problem in table.problems { report(problem, &findings) }
    case .stringCatalog(let catalog):
      for problem in catalog.problems { findings.report(problem.message, at: problem.range, severity: .error) }
    case .xcodeProject(let project):
      for problem in project.tree.problems { report(problem, &findings) }
    case .buildConfiguration(let file):
      for problem in file.problems {
        let message =
          switch problem.kind {
          case .missingEquals: "A setting has “=” behind its name"
          case .invalidName: "This is no name of a setting"
          case .unclosedCondition: "The condition does not end; “]” is missing"
          case .invalidDirective: "Xcode knows no such line; an include has its path in quotation marks"
          case .conflictMarker: "Two sides of a merge still stand here"
          }
        findings.report(message, at: problem.range)
      }
    }
  }

  private static func report(_ problem: SyntaxProblem, _ findings: inout Findings) {
    findings.report(
      problem.message, at: problem.range, severity: problem.severity == .refused ? .error : .warning)
  }
}
