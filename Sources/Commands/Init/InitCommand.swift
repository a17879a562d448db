import BuildTargets
import CatalogData
import FileSystem
import PrivacyRules
import SourceText
import Workspace

extension Command {
  static let initialize = Command(
    name: "init",
    operands: "PATH…",
    operandCount: 1...Int.max,
    completion: .paths,
    summary: "Write a target’s missing privacy manifest, based on what its code uses",
    details: """
      A PATH is the folder of a project. Each app without a manifest gets one, as does each other target
      whose code uses a required reason API that no manifest declares. Every reason is left open, and
      “lint” reports it until you choose one; a comment has what the code suggests. The list of
      collected data is empty: add what you collect. No file is overwritten.

      Exit status: 0, or 2 if a file could not be written or the command line is wrong.
      """,
    options: [.color]
  ) { arguments, console in
    InitRun(arguments: arguments, console: console).run()
  }
}

private struct InitRun {
  let arguments: Arguments
  let console: Console
  private let disk = LocalFileSystem()

  /// Returns the exit status.
  func run() -> Int32 {
    guard let folder = console.workingFolder() else { return 2 }
    let linter = FileLinter(linter: Linter(catalog: .bundled))
    var isComplete = true
    for path in arguments.operands {
      if path.hasSuffix(".xcodeproj") || (try? disk.status(of: path))?.type == .file {
        console.note("\(path) is not the folder of a project")
        isComplete = false
        continue
      }
      let search = FileSearch(files: disk, currentFolder: folder, alsoFinds: ProjectTree.isRead)
      search.add([path]) { parallelMap($0, $1) }
      for note in search.notes { console.note(note) }
      for file in search.found where file.error != nil && !file.isSource {
        console.note("\(file.shownPath) \(file.error ?? "")")
        isComplete = false
      }
      let shown = Dictionary(
        firstOf: (search.found + search.others.map(\.file)).map { ($0.resolvedPath, $0.shownPath) })
      let sources = LintedSources(search, disk, reading: linter.read)
      if sources.all.allSatisfy({ $0.presentManifests.isEmpty && $0.missingManifests { $0 }.isEmpty }) {
        if isComplete { console.note("nothing in \(path) that is built for iOS needs a manifest") }
        continue
      }
      for evidence in sources.all {
        for (target, manifest) in evidence.presentManifests {
          let isLeftOut = manifest.isInBundle == false
          let place = shown[manifest.path] ?? manifest.path
          console.print(printable("“\(target)” has \(place)\(isLeftOut ? ", which isn’t in its bundle" : "")") + "\n")
        }
        let root = disk.resolvedIfPossible(path)
        // The paths in comments are relative to the project.
        let drafts = evidence.missingManifests { file in
          isInside(file, root) ? innerPath(of: file, in: root) : file
        }
        for draft in drafts where !write(draft, below: root, shownAs: path) { isComplete = false }
      }
    }
    return isComplete ? 0 : 2
  }

  /// Writes a manifest and prints what is left to do.
  private func write(_ draft: ManifestDraft, below root: String, shownAs path: String) -> Bool {
    let place =
      isInside(draft.path, root)
      ? joinedPath(path, innerPath(of: draft.path, in: root)) : draft.path
    do throws(FileError) {
      guard let folder = try? disk.resolve(parentFolder(of: draft.path)) else {
        console.note("\(place) is not written: its folder does not exist")
        return false
      }
      guard isInside(folder, root) else {
        console.note("\(place) is not written: it is outside \(path)")
        return false
      }
      guard (try? disk.status(of: draft.path)) == nil else {
        console.note("\(place) already exists; add it to “\(draft.target.name)”")
        return true
      }
      try disk.create(draft.path)
      try disk.replace(draft.path, old: [], new: Array(draft.text.utf8))
    } catch {
      console.note("\(place) is not written: \(error.wordsBehindColon)")
      return false
    }
    console.print(printable("Wrote \(place) for “\(draft.target.name)”") + "\n")
    console.print("  Choose a reason wherever it has “…”, and add the data that the app collects.\n")
    if !draft.isCopied { console.print("  " + printable(draft.wayToAdd) + "\n") }
    return true
  }
}

extension ManifestDraft {
  /// How to add the manifest to the product.
  fileprivate var wayToAdd: String {
    let file = fileName(of: target.declaredIn)
    let name = target.name
    let folder = target.manifestFolders.first ?? parentFolder(of: target.declaredIn)
    let relative = isInside(path, folder) ? innerPath(of: path, in: folder) : path
    return switch file {
    case "project.pbxproj":
      "In Xcode, make sure that the target “\(name)” has the file under “Copy Bundle Resources”."
    case "project.yml", "project.yaml": "Run “xcodegen”, and make sure that the sources of “\(name)” have the file."
    case _ where file.hasSuffix(".swift"):
      "In \(file), add “resources: [.copy(\"\(relative)\")]” to the target “\(name)”."
    case _ where file.hasSuffix(".podspec"):
      "In \(file), add “s.resource_bundles = { '\(name)_Privacy' => ['\(relative)'] }”."
    default: "Add the file to the resources of “\(name)” in \(file)."
    }
  }
}
