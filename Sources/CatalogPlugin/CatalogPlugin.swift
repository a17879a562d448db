import Foundation
import PackagePlugin

/// Runs `catalogc` over `schema/` whenever anything in that folder changes.
@main
struct CatalogPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    // The folder itself is the one input: files that are added or deleted are noticed too, which a list of them is not.
    let schema = context.package.directoryURL.appending(path: "schema", directoryHint: .isDirectory)
    let output = context.pluginWorkDirectoryURL.appending(path: "CatalogText.swift")
    return [
      .buildCommand(
        displayName: "Compiling schema/*.json",
        executable: try context.tool(named: "catalogc").url,
        arguments: [output.path, schema.path],
        inputFiles: [schema],
        outputFiles: [output])
    ]
  }
}
