import BuildFiles
import BuildTargets
import FileSystem
import Foundation
import JSON
import TestSupport
import Testing
import Workspace

/// Projects outside the repository with their targets, in the folder `projects` of the one that `PRIVACY_LSP_SCAN` names.
@Suite struct ScanSetTests {
  @Test func targetsAreThoseExpected() throws {
    guard let path = ProcessInfo.processInfo.environment["PRIVACY_LSP_SCAN"] else {
      print("projects with known targets are left out, since PRIVACY_LSP_SCAN names no folder")
      return
    }
    let folder = joinedPath(path, "projects")
    let projects = try LocalFileSystem().list(folder).filter { $0.type == .folder }.map { joinedPath(folder, $0.name) }
    expectTrue(!projects.isEmpty, "\(folder) has no projects")
    for project in projects {
      let bytes = try LocalFileSystem().read(joinedPath(project, "expected.json"), limit: 1 << 20)
      let tree = SourceTree(project, files: LocalFileSystem(), currentFolder: "/")
      let model = BuildModel(tree.project)
      expectTrue(model.unread.isEmpty, "\(project): \(model.unread)")
      let expected = try JSONDocument.parse(bytes).root["targets"]?.array ?? []
      expectEqual(model.targets.map(\.name).sorted(), expected.compactMap { $0["name"]?.string }.sorted(), project)
      for row in expected {
        guard let name = row["name"]?.string, let target = model.targets.first(where: { $0.name == name }) else {
          continue
        }
        func relative(_ path: String) -> String { String(path.dropFirst(tree.root.utf8.count + 1)) }
        let what = "\(project), \(name)"
        // What is in brackets is for people: “application (macOS)”.
        if let kind = row["kind"]?.string { expectEqual(target.kind.rawValue, String(kind.prefix { $0 != " " }), what) }
        if let ships = row["ships"]?.bool { expectEqual(target.ships, ships, what) }
        if row["requirement"] != nil { expectTrue(!target.needsDeclarations, what) }
        if let manifest = row["manifest"] {
          expectEqual(target.manifest.map { relative($0.path) }, manifest.string, what)
          expectEqual(target.manifest?.isInBundle, row["manifestInBundle"]?.bool, what)
        }
        if let sources = row["sources"]?.array {
          expectEqual(target.sources.map(relative), sources.compactMap(\.string).sorted(), what)
        }
      }
    }
  }
}
