import Foundation
import PackagePlugin

/// Lints the folder of a target with each build; an error ends the build.
@main struct PrivacyLintBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    [try lint(target.directoryURL, of: target.name, with: context.tool(named: "privacy-lsp").url)]
  }
}

/// A command without outputs, which runs each time: files that it lints may have come anywhere below the folder.
private func lint(_ folder: URL, of target: String, with program: URL) throws -> Command {
  .buildCommand(
    displayName: "Linting the privacy files of \(target)", executable: program,
    arguments: ["lint", "--quiet", "--format", "xcode", folder.path(percentEncoded: false)])
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension PrivacyLintBuild: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      [
        try lint(
          context.xcodeProject.directoryURL, of: target.displayName, with: context.tool(named: "privacy-lsp").url)
      ]
    }
  }
#endif
