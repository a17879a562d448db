public import BuildTargets
public import FileSystem
public import PrivacyRules
import SourceText

/// The files below a folder that say what is built, and those that are built, found by one walk.
///
///     var tree = SourceTree(search: search, below: root, files: files)
///     let model = BuildModel(tree.project)
public struct SourceTree {
  /// The folder, absolute and without links.
  public let root: String
  /// Sources, headers, privacy files and projects’ descriptions, by path. Only what is ours, as ``IgnoreScope`` says.
  public let found: [FoundFile]
  /// What could not be looked at, and what else there is to tell the user.
  public let failed: [FoundFile]
  public let notes: [String]
  /// What ``BuildModel`` reads: what is ours, and Xcode projects that are not and say what belongs to whom all the same.
  public let project: ProjectTree
  private let files: any FileSystem

  /// Larger files aren’t read, in bytes.
  private static let largestFile = 64 << 20

  /// - Parameters:
  ///   - path: A folder, as the user wrote it.
  ///   - looking: Looks into folders, perhaps into several at once; see ``FileSearch/add(_:looking:)``.
  public init(
    _ path: String, files: any FileSystem, currentFolder: String, reach: IgnoreScope.Reach = .ours,
    defaults: IgnoreScope.Defaults = IgnoreScope.Defaults(),
    looking: ([FileSearch.Folder], @escaping @Sendable (FileSearch.Folder) -> FileSearch.Look) -> [FileSearch.Look] = {
      $0.map($1)
    }
  ) {
    let search = FileSearch(
      files: files, currentFolder: currentFolder, reach: reach, defaults: defaults, alsoFinds: ProjectTree.isRead)
    search.add(path, looking: looking)
    let absolute = path.hasPrefix("/") ? path : joinedPath(currentFolder, path)
    root = (try? files.resolve(absolute)) ?? absolute
    found = Self.sorted(search.found, search.others)
    failed = search.found.filter { $0.error != nil }
    notes = search.notes
    project = Self.project(root, found + search.foreignProjects, files)
    self.files = files
  }

  /// What a walk found below a folder.
  ///
  /// - Parameters:
  ///   - root: The folder, absolute and without links.
  ///   - search: One that also finds what ``ProjectTree/isRead(_:)`` names.
  public init(_ root: String, of search: FileSearch, files: any FileSystem) {
    self.root = root
    let own = search.found.filter { $0.root == root && !$0.isNamed }
    found = Self.sorted(own, search.others.filter { $0.folder.root.path == root })
    failed = own.filter { $0.error != nil }
    notes = []
    project = Self.project(root, found + search.foreignProjects.filter { $0.root == root }, files)
    self.files = files
  }

  private static func sorted(_ found: [FoundFile], _ others: [FileSearch.OtherFile]) -> [FoundFile] {
    (found.filter { $0.error == nil } + others.map(\.file)).sorted { $0.resolvedPath < $1.resolvedPath }
  }

  private static func project(_ root: String, _ found: [FoundFile], _ files: any FileSystem) -> ProjectTree {
    ProjectTree(root: root, paths: found.map(\.resolvedPath)) { (path) throws(ReadFailure) in
      try text(path, files)
    }
  }

  private static func text(_ path: String, _ files: any FileSystem) throws(ReadFailure) -> SourceText {
    do throws(FileError) {
      return DecodedFile(try files.read(path, limit: largestFile)).text
    } catch {
      throw ReadFailure(error.words)
    }
  }

  /// What ``BuildModel`` reads where some of the files are open in an editor, or were read already.
  ///
  /// - Parameter open: Called with the path of each file that is read; returns what stands in its place, if anything does.
  public func project(open: @escaping (String) -> Document?) -> ProjectTree {
    let files = files
    return project.reading { (path) throws(ReadFailure) in
      if let document = open(path) { return document.text }
      return try Self.text(path, files)
    } xcodeProject: { path in
      if case .xcodeProject(let project) = open(path)?.content { project } else { nil }
    }
  }
}
