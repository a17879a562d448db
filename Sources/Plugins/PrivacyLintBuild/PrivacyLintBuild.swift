import Foundation
import PackagePlugin

/// Lints the folder of a target when a file in it has changed; an error fails the build.
@main struct PrivacyLintBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    [lint(target.directoryURL, of: target.name, with: try context.tool(named: "privacy-lsp").url)]
  }
}

private func lint(_ folder: URL, of target: String, with program: URL) -> Command {
  // It has no outputs, so only its inputs determine when it runs again.
  let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
  let files = (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
  return .buildCommand(
    displayName: "Linting the privacy files of \(target)", executable: program,
    arguments: ["lint", "--quiet", "--format", "xcode", folder.path(percentEncoded: false)], inputFiles: files)
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension PrivacyLintBuild: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      [
        lint(
          context.xcodeProject.directoryURL, of: target.displayName, with: try context.tool(named: "privacy-lsp").url)
      ]
    }
  }
#endif
