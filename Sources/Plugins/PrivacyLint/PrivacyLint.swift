import Foundation
import PackagePlugin

/// `swift package privacy-lint [ARGUMENT…]` runs `privacy-lsp lint` with these arguments in the package’s folder.
@main struct PrivacyLint: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try lint(with: context.tool(named: "privacy-lsp").url, in: context.package.directoryURL, arguments)
  }
}

/// Exits with the status of the program, so that a build service sees it.
private func lint(with program: URL, in folder: URL, _ arguments: [String]) throws {
  let process = Process()
  process.executableURL = program
  process.currentDirectoryURL = folder
  process.arguments = ["lint"] + arguments
  try process.run()
  process.waitUntilExit()
  if process.terminationStatus != 0 { exit(process.terminationStatus) }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension PrivacyLint: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      var arguments = ArgumentExtractor(arguments)
      // Xcode passes the selected targets, but the files of all targets are checked together.
      _ = arguments.extractOption(named: "target")
      try lint(
        with: context.tool(named: "privacy-lsp").url, in: context.xcodeProject.directoryURL,
        ["--format", "xcode"] + arguments.remainingArguments)
    }
  }
#endif
