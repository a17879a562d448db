import TestSupport
import Testing

@testable import privacy_lsp

@Suite struct ArgumentsTests {
  /// What a command line asks for, in one line.
  private func parsed(_ line: String) -> String {
    do throws(Arguments.Failure) {
      switch try Arguments.parse(line.split(separator: " ").map(String.init), commands: commands) {
      case .help(let command): return "help \(command?.name ?? "")"
      case .version: return "version"
      case .run(let command, let arguments):
        let options = command.options.compactMap { option in
          arguments[option].map { $0.isEmpty ? option.name : "\(option.name)=\($0)" }
        }
        return "\(command.name) \(options) \(arguments.operands)"
      }
    } catch {
      return error.message
    }
  }

  @Test func commandLines() {
    let rows = [
      "": "a command is missing",
      "--help": "help ", "-h": "help ", "help": "help ", "help lint": "help lint", "lint -h": "help lint",
      "lint a --help": "help lint", "--version": "version", "serve --version": "version",
      "serve --stdio": #"serve ["stdio"] []"#,
      "serve --clientProcessId=12": #"serve ["clientProcessId=12"] []"#,
      "serve x": "“serve” does not take “x”",
      "lint": "lint [] []",
      "lint a b": #"lint [] ["a", "b"]"#,
      "lint --format json a": #"lint ["format=json"] ["a"]"#,
      "lint a --format=json": #"lint ["format=json"] ["a"]"#,
      "lint --format text --format json": #"lint ["format=json"] []"#,
      "lint -q --fix -": #"lint ["fix", "quiet"] ["-"]"#,
      "lint -- --fix -q": #"lint [] ["--fix", "-q"]"#,
      "lint --format": "--format needs one of text, json, xcode, github",
      "lint --format jsn": "--format takes one of text, json, xcode, github, not “jsn”; did you mean “json”?",
      "lint --fix=yes": "--fix takes no value",
      "lint --config": "--config needs FILE",
      "lint --fxi": "there is no option “--fxi”",
      "lint --formt=json": "there is no option “--formt”; did you mean “--format”?",
      "lint -x": "there is no option “-x”",
      "lnt": "there is no command “lnt”; did you mean “lint”?",
      "demonstrate": "there is no command “demonstrate”",
      "--hlep": "there is no option “--hlep”",
      "--versoin": "there is no option “--versoin”; did you mean “--version”?",
      "help lint nonsense": "“help” does not take “nonsense”",
      "help nonsense lint": "there is no command “nonsense”",
      "help lnt": "there is no command “lnt”; did you mean “lint”?",
      "demo a b": "“demo” does not take “b”",
    ]
    for (line, expected) in rows { expectEqual(parsed(line), expected, line) }
  }

  @Test func wrongCommandLinesExitWithTwo() {
    let result = command("lint", "--nonsense")
    expectEqual(result.status, 2, "status")
    expectEqual(result.output, "", "output")
    expectEqual(
      result.errors, "privacy-lsp: there is no option “--nonsense”\n“privacy-lsp help lint” shows what there is.\n")
    expectEqual(command().status, 2, "status without a command")
  }

  @Test func theHelpNamesAllThereIs() {
    let general = command("--help")
    expectEqual(general.status, 0, "status")
    for each in commands {
      expectTrue(general.output.contains("  \(each.name)"), "the help does not name \(each.name)")
      let own = command("help", each.name).output
      for option in each.options {
        expectEqual(own.contains("--\(option.name)"), !option.isHidden, "\(each.name) --\(option.name)")
      }
      for line in own.split(separator: "\n") { expectTrue(line.count <= 110, "too long: \(line)") }
    }
    expectTrue(command("--version").output.hasPrefix("privacy-lsp 0.1.0 (rules as of 20"), "version")
  }
}
