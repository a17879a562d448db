import TestSupport
import Testing

@testable import Commands

@Suite struct ArgumentsTests {
  private let commands = Commands.commands(noServer)

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
      "": "missing command",
      "--help": "help ", "-h": "help ", "help": "help [] []", "help lint": #"help [] ["lint"]"#,
      "help --help": "help help", "help help": #"help [] ["help"]"#, "lint --nonsense --help": "help lint",
      "lint --format --help": "help lint", "lint -- --help": #"lint [] ["--help"]"#, "version": "version [] []",
      "lint -h": "help lint",
      "lint a --help": "help lint", "--version": "version", "serve --version": "version",
      "serve --stdio": #"serve ["stdio"] []"#,
      "serve --clientProcessId=12": #"serve ["clientProcessId=12"] []"#,
      "serve x": "unexpected “x” after “serve”",
      "lint": "lint [] []",
      "lint a b": #"lint [] ["a", "b"]"#,
      "lint --format json a": #"lint ["format=json"] ["a"]"#,
      "lint a --format=json": #"lint ["format=json"] ["a"]"#,
      "lint --format text --format json": #"lint ["format=json"] []"#,
      "lint -q --fix -": #"lint ["fix", "quiet"] ["-"]"#,
      "lint -- --fix -q": #"lint [] ["--fix", "-q"]"#,
      "lint --format": "--format needs one of text, json, sarif, junit, xcode, github",
      "lint --format jsn":
        "--format takes one of text, json, sarif, junit, xcode, github, not “jsn”; did you mean “json”?",
      "lint --format --fix": "--format needs one of text, json, sarif, junit, xcode, github",
      "lint --config=": "--config needs FILE",
      "lint --fromat json": "unknown option “--fromat”; did you mean “--format”?",
      "lint -format json": "unknown option “-format”; did you mean “--format”?",
      "lint --Format json": "unknown option “--Format”; did you mean “--format”?",
      "lint --stdinpath a": "unknown option “--stdinpath”; did you mean “--stdin-path”?",
      "label --fix a": "“label” has no option “--fix”, but “lint” does",
      "App/PrivacyInfo.xcprivacy":
        "unknown command “App/PrivacyInfo.xcprivacy”; did you mean “lint App/PrivacyInfo.xcprivacy”?",
      "lint --fix=yes": "--fix takes no value",
      "lint --config": "--config needs FILE",
      "lint --fxi": "unknown option “--fxi”; did you mean “--fix”?",
      "lint --sevrity error": "unknown option “--sevrity”; did you mean “--min-severity”?",
      "lint --formt=json": "unknown option “--formt”; did you mean “--format”?",
      "lint -x": "unknown option “-x”",
      "lnt": "unknown command “lnt”; did you mean “lint”?",
      "demonstrate": "unknown command “demonstrate”",
      "--hlep": "unknown option “--hlep”; did you mean “--help”?",
      "--versoin": "unknown option “--versoin”; did you mean “--version”?",
      "help lint nonsense": "unexpected “nonsense” after “help”",
      "completions": "missing bash|zsh|fish after “completions”",
      "demo a b": "unexpected “b” after “demo”",
    ]
    for (line, expected) in rows { expectEqual(parsed(line), expected, line) }
  }

  @Test func wrongCommandLinesExitWithTwo() {
    let result = command("lint", "--nonsense")
    expectEqual(result.status, 2, "status")
    expectEqual(result.output, "", "output")
    expectEqual(
      result.errors, "privacy-lsp: unknown option “--nonsense”\nRun “privacy-lsp help lint” for help.\n")
    expectEqual(command().status, 2, "status without a command")
  }

  @Test func helpIsFoundWhereverItIsLookedFor() {
    let general = command("--help").output
    expectEqual(command("help").output, general, "help")
    expectEqual(command("-h").output, general, "-h")
    for each in commands {
      let own = command("help", each.name)
      expectEqual(own.status, 0, each.name)
      expectTrue(own.output.contains("\n  privacy-lsp \(each.name) "), each.name)
      expectEqual(command(each.name, "--help").output, own.output, each.name)
      expectEqual(command(each.name, "-h").output, own.output, each.name)
    }
    let wrong = command("help", "lnt")
    expectEqual(wrong.status, 2, "help lnt")
    expectEqual(
      wrong.errors,
      "privacy-lsp: unknown command “lnt”; did you mean “lint”?\nRun “privacy-lsp --help” for help.\n")
    expectEqual(
      command("completions", "bsh").errors.prefix(59), "privacy-lsp: unknown shell “bsh”; did you mean “bash”?\nRun ")
    expectEqual(command("version").output, command("--version").output, "version")
  }

  /// What shells complete and the manual page says is all that the table of commands has.
  @Test func completionsAndTheManualNameAllThereIs() {
    let manual = command("help", "--man").output.replacing("\\-", with: "-").replacing("\\&", with: "")
    let shells = Shell.allCases.map { command("completions", $0.rawValue) }
    expectTrue(shells.allSatisfy { $0.status == 0 }, "status")
    for each in commands {
      expectTrue(manual.contains("\n.SS privacy-lsp \(each.name) "), each.name)
      for option in each.options {
        let name = "--\(option.name)"
        expectEqual(manual.contains(name), !option.isHidden, "\(each.name) \(name)")
        for script in shells.map(\.output) {
          expectEqual(
            script.contains(name) || script.contains("-l \(option.name) "), !option.isHidden, "\(each.name) \(name)")
        }
      }
    }
    expectTrue(manual.utf8.allSatisfy { $0 < 0x80 }, "the manual page is not ASCII")
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
