import BuildTargets
public import Catalog
import ProjectFiles

/// The contents of a folder with a project, for deriving its targets.
public struct ProjectFolder: Sendable {
  /// The absolute path.
  public var path: String
  /// The files in the folder, and those that they name, with absolute paths.
  public var files: [ProjectFile]
  /// The absolute paths of the folders with translations, such as `/App/de.lproj`.
  public var languageFolders: [String]

  /// The languages of string catalogs for texts outside of Info.plist, by their absolute paths.
  public var catalogLanguages: [String: Set<String>] = [:]

  /// The development languages in descriptions of targets, such as XcodeGen’s, by the absolute paths of the
  /// descriptions’ folders.
  public var developmentLanguages: [String: String] = [:]

  /// Those of ``languageFolders`` with a table for Info.plist by another name, such as `InfoPlist-Beta.strings`.
  public var foldersOfRenamedTables: Set<String> = []

  /// The platforms that descriptions of targets say these are built for, by the absolute paths of their Info.plist files.
  public var describedPlatforms: [String: [Platform: SystemVersion?]] = [:]

  /// The keys of Info.plist that descriptions of targets give, by the absolute paths of the descriptions’ folders.
  public var describedKeys: [String: Set<String>] = [:]

  /// The absolute paths of the folders of Swift packages.
  public var packages: Set<String> = []

  /// The absolute paths of the folders with what other tools than Xcode build: Flutter, CMake, Cordova, .NET.
  public var foldersOfOtherTools: Set<String> = []

  /// Whether a tool makes the Xcode projects from descriptions, so that they may list other files than they will.
  public var isGenerated = false

  public init(path: String, files: [ProjectFile], languageFolders: [String] = []) {
    self.path = path
    self.files = files
    self.languageFolders = languageFolders
  }
}

extension Linter {
  /// The targets of a folder.
  ///
  /// An Xcode project says which files belong to its targets. Files that it doesn’t mention belong to the nearest
  /// Info.plist.
  public func targets(in folder: ProjectFolder) -> [Target] {
    folderTargets(in: folder).targets
  }

  /// The same in a form that can be updated: after a change, only affected targets are built again.
  public func folderTargets(in folder: ProjectFolder) -> FolderTargets {
    FolderTargets(folder, catalog)
  }

  /// The files that an Xcode project assigns to its targets, with their kinds, and the configuration files that it
  /// reads, as absolute paths.
  ///
  /// - Parameter others: Other known files, since configuration files can change the names.
  public func filesNamed(by file: ProjectFile, others: [ProjectFile]) -> [(path: String, kind: FileKind)] {
    guard let project = file.xcodeProject else { return [] }
    let known = Dictionary(others.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [(path: String, kind: FileKind)] = []
    for target in project.targets {
      let settings = TargetSettings(target, of: project, at: file.path) { known[$0]?.buildConfiguration }
      result += settings.configurationFilePaths.map { ($0, .buildSettings) }
      result += settings.paths(BuildSettingName.infoPlistFile).map { ($0, .infoPlist) }
      result += settings.paths(BuildSettingName.entitlements).map { ($0, .entitlements) }
      let tables = settings.infoPlistTables
      for file in target.files where file.hasSuffix(".strings") && tables.contains(lastComponent(of: file)) {
        result.append((joined(settings.folder, file), .stringsTable))
      }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert($0.path).inserted }
  }
}

extension Catalog {
  /// The canonical code of a language, however a folder or file spells it.
  func canonicalLanguage(_ name: String) -> String {
    let folded = String(name.lowercased().map { $0 == "_" ? "-" : $0 })
    guard let known = language(name) else { return folded }
    let names = [known.code] + known.aliases
    // A regional variant is a language of its own here, since it has its own files.
    return names.contains { String($0.lowercased().map { $0 == "_" ? "-" : $0 }) == folded } ? known.code : folded
  }
}
