import CatalogData
import PrivacyRules

extension Option {
  static let imports = Option(
    name: "imports", summary: "With --format json, list all undefined external symbols of each binary")
}

extension Command {
  static let check = Command(
    name: "check",
    operands: "PATH…",
    operandCount: 1...Int.max,
    completion: .paths,
    summary: "Predict the emails that Apple will send about a built app",
    details: """
      A PATH is an .ipa, .xcarchive, app, app extension, framework, XCFramework, static library or
      another Mach-O file, a ZIP archive or a folder that contains some. It reads binaries and property
      lists in place and prints the emails that the upload check is expected to send, the App Store
      label of all manifests, and what to do. What is only likely is marked as likely.

      Exit status: 0 if no email reaches --fail-on, 1 if one does, 2 if something could not be read or
      the command line is wrong.
      """,
    options: [.format("text", "json", "sarif", "markdown"), .imports, .failOn, .color]
  ) { arguments, console in
    let check = AppCheck(arguments.operands, linter: Linter(catalog: .bundled))
    for failure in check.failures { console.note(failure.message) }
    let isEmpty = check.binaries.isEmpty && check.bundles.isEmpty
    if isEmpty, check.failures.isEmpty {
      console.note("no built apps or binaries found in \(arguments.operands.joined(separator: ", "))")
    }
    switch arguments.format {
    case "json": console.writeOutput(check.json(imports: arguments.has(.imports)))
    case "sarif": console.writeOutput(check.sarif)
    // Without anything to check, don’t print a report that says that all is well.
    case _ where isEmpty: break
    case "markdown": console.print(check.markdown)
    default: console.print(check.text(console.style(arguments[.color])))
    }
    if isEmpty || !check.failures.isEmpty { return 2 }
    let limit = arguments[.failOn].flatMap(Severity.init(rawValue:)) ?? .error
    return check.mails.contains { $0.severity >= limit } ? 1 : 0
  }
}
