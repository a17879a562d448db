import Catalog
import FileSystem
import PrivacyRules
import PropertyList

/// The files and folders of a project that rules compare, found by their names.
struct ProjectListing: Equatable, Sendable {
  /// The most folders to list for one project, and the most files to read in them.
  private static let mostFolders = 2_000
  static let mostFiles = 1_000
  private static let mostCatalogs = 50
  /// In levels below the folder that holds the project.
  private static let deepest = 12

  /// The kinds of the files that rules read, by path.
  var files: [String: FileKind] = [:]
  /// The folders of languages (`de.lproj`) with texts.
  var languageFolders: [String] = []
  /// Those of them with a table for Info.plist by another name.
  var foldersOfRenamedTables: Set<String> = []
  /// The string catalogs for texts other than those of Info.plist.
  var catalogs: [String] = []
  /// The XcodeGen descriptions.
  var descriptions: [String] = []
  /// The folders of Swift packages.
  var packages: Set<String> = []
  /// The folders of what other tools than Xcode build.
  var foldersOfOtherTools: Set<String> = []
  /// Whether there are descriptions of any tool that makes Xcode projects.
  var isGenerated = false

  /// Whether rules can compare files: there is a file that makes a target, or several files of build settings.
  var isProject: Bool {
    files.values.contains { $0 == .xcodeProject || $0 == .infoPlist }
      || files.values.count { $0 == .buildSettings } > 1
  }

  /// The extensions of folders that contain none of a project’s own files.
  private static let skippedEndings = [
    ".xcassets", ".framework", ".xcframework", ".bundle", ".app", ".appex", ".playground", ".xcarchive", ".docc",
    ".xcdatamodeld", ".xcworkspace",
  ]

  /// The files from which XcodeGen, Tuist, Bazel and Buck make Xcode projects.
  private static let generators: Set<String> = [
    "project.yml", "project.yaml", "Project.swift", "BUILD", "BUILD.bazel", "BUCK",
  ]

  /// The descriptions of what other tools build.
  private static let otherTools: Set<String> = ["pubspec.yaml", "CMakeLists.txt", "config.xml"]

  /// Lists a folder that holds a project, with what couldn’t be listed.
  static func list(_ folder: String, _ files: any FileSystem) -> (listing: ProjectListing, errors: [FileError]) {
    var result = ProjectListing()
    var errors: [FileError] = []
    // Breadth first, so that the limit cuts off the deepest folders.
    var waiting = [(path: folder, level: 0)]
    var next = 0
    while next < waiting.count, next < Self.mostFolders {
      let (path, level) = waiting[next]
      next += 1
      var tables: [String] = []
      var hasRenamedTable = false
      let entries: [FolderEntry]
      do throws(FileError) {
        entries = try files.list(path)
      } catch {
        errors.append(error)
        continue
      }
      for entry in entries {
        let name = entry.name
        switch entry.type {
        case .folder:
          guard level < Self.deepest, FolderOwner(ofFolder: name) == nil,
            !Self.skippedEndings.contains(where: { name.hasSuffix($0) })
          else { continue }
          waiting.append((joinedPath(path, name), level + 1))
        case .file:
          if ProjectFile.isTableOfTexts(name) { tables.append(name) }
          if name.hasSuffix(".strings"), FileKind.isRenamedTable(name) { hasRenamedTable = true }
          // Lock files belong to no target.
          if let kind = FileKind.of(name, in: path), kind != .lockFile, result.files.count < Self.mostFiles {
            result.files[joinedPath(path, name)] = kind
          } else if name.hasSuffix(".xcstrings"), result.catalogs.count < Self.mostCatalogs {
            result.catalogs.append(joinedPath(path, name))
          } else if name == "project.yml", result.descriptions.count < Self.mostCatalogs {
            result.descriptions.append(joinedPath(path, name))
          }
          if Self.generators.contains(name) { result.isGenerated = true }
          if name == "Package.swift" { result.packages.insert(path) }
          if Self.otherTools.contains(name) || name.hasSuffix(".csproj") { result.foldersOfOtherTools.insert(path) }
        case .pipe, .socket, .device:
          if FileKind.of(path: name) != nil {
            errors.append(FileError(joinedPath(path, name), .isNotAFile(entry.type)))
          }
        // The target of a link is found at its own path, if that is in the project.
        case .link: continue
        }
      }
      if path.lowercased().hasSuffix(".lproj"), tables.contains(where: { hasTexts(joinedPath(path, $0), files) }) {
        result.languageFolders.append(path)
        if hasRenamedTable { result.foldersOfRenamedTables.insert(path) }
      }
    }
    return (result, errors)
  }

  /// Whether a table has any text: tools leave tables of languages in which nothing was written.
  private static func hasTexts(_ path: String, _ files: any FileSystem) -> Bool {
    // Those that rules read count without a look.
    guard path.hasSuffix(".strings"), FileKind.of(path: path) == nil,
      let status = try? files.status(of: path), status.size < 1_000,
      let bytes = try? files.read(path, limit: 1_000),
      case .strings(let table) = Document(path: path, kind: .stringsTable, bytes: bytes).content
    else { return true }
    return !table.entries.isEmpty
  }
}
