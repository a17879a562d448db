public import BuildTargets
public import FileSystem
public import PrivacyRules
import SourceText

/// The target descriptions and the sources in a folder, found in one walk.
///
///     var tree = SourceTree(search: search, below: root, files: files)
///     let model = BuildModel(tree.project)
public struct SourceTree {
  /// The folder, absolute and without links.
  public let root: String
  /// Sources, headers, privacy files and target descriptions, sorted by path. Only our own files, as ``IgnoreScope`` decides.
  public let found: [FoundFile]
  /// What couldn’t be read, and notes for the user.
  public let failed: [FoundFile]
  public let notes: [String]
  /// The input of ``BuildModel``: our own files, and all Xcode projects, which say which files belong to which target.
  public let project: ProjectTree
  private let files: any FileSystem
  private let skipped: SkippedSources

  /// The sources of targets in folders that aren’t ours: what they use counts, but nothing is reported in them. Known once
  /// the targets have been read.
  public var compiled: [FoundFile] { skipped.found }

  /// Whether a file says what is built.
  public var describesTargets: Bool {
    project.paths.contains { ProjectTree.describesTargets(fileName(of: $0)) || FileKind.of(path: $0) == .xcodeProject }
  }

  /// Whether there may be sources.
  public var mayHaveSources: Bool {
    found.contains(where: \.isSource) || skipped.folders.contains(where: \.mayHoldSources)
  }

  /// The sources that were found in skipped folders.
  private final class SkippedSources {
    private(set) var found: [FoundFile] = []
    let folders: [FileSearch.SkippedFolder]
    private let files: any FileSystem

    init(_ folders: [FileSearch.SkippedFolder], _ files: any FileSystem) {
      (self.folders, self.files) = (folders, files)
    }

    var readOnDemand: ProjectTree.SkippedFolders {
      ProjectTree.SkippedFolders(
        folders.map(\.path), readable: folders.filter(\.mayHoldSources).map(\.path)
      ) { [self] path in
        guard let new = folders.first(where: { $0.path == path })?.sources(files) else { return nil }
        found += new
        return new.map(\.resolvedPath)
      }
    }
  }

  /// Also reads the skipped folders that were read in an earlier tree of the same folder.
  func readSkipped(as old: SourceTree) { project.readSkipped(as: old.project) }

  /// Whether the files are the same, as far as targets may have them.
  func hasSameFiles(as other: SourceTree) -> Bool {
    func paths(_ files: [FoundFile]) -> [String] { files.map(\.resolvedPath) }
    return paths(found) == paths(other.found) && paths(compiled) == paths(other.compiled)
      && skipped.folders.map(\.path) == other.skipped.folders.map(\.path)
  }

  /// The largest size of a file, in bytes.
  private static let largestFile = 64 << 20

  /// - Parameters:
  ///   - path: A folder, as the user wrote it.
  ///   - looking: Lists folders, perhaps several at once; see ``FileSearch/add(_:looking:)``.
  public init(
    _ path: String, files: any FileSystem, currentFolder: String,
    looking: ([FileSearch.Folder], @escaping @Sendable (FileSearch.Folder) -> FileSearch.Look) -> [FileSearch.Look] = {
      $0.map($1)
    }
  ) {
    let search = FileSearch(files: files, currentFolder: currentFolder, alsoFinds: ProjectTree.isRead)
    search.add([path], looking: looking)
    let root = files.resolvedIfPossible(absolutePath(path, in: currentFolder))
    self.init(root, search, search.found, search.others, foreign: search.foreignProjects, files)
  }

  /// The part of a search that is in one folder.
  ///
  /// - Parameters:
  ///   - root: The folder, absolute and without links.
  ///   - search: A search that also finds what ``ProjectTree/isRead(_:)`` returns true for.
  public init(_ root: String, of search: FileSearch, files: any FileSystem) {
    self.init(
      root, search,
      search.found.filter { file in
        guard file.isNamed else { return file.root == root }
        return isInside(file.resolvedPath, root) && !search.leavesOut(file.resolvedPath, isFolder: false, below: root)
      },
      search.others.filter { $0.folder.root.path == root },
      foreign: search.foreignProjects.filter { $0.root == root }, files)
  }

  private init(
    _ root: String, _ search: FileSearch, _ own: [FoundFile], _ others: [FileSearch.OtherFile], foreign: [FoundFile],
    _ files: any FileSystem
  ) {
    self.root = root
    self.files = files
    found = (own.filter { $0.error == nil } + others.map(\.file)).sorted { $0.resolvedPath < $1.resolvedPath }
    failed = own.filter { $0.error != nil }
    notes = search.notes
    skipped = SkippedSources(search.skippedFolders(below: root), files)
    project = ProjectTree(
      root: root, paths: (found + foreign).map(\.resolvedPath), skipped: skipped.readOnDemand
    ) { (path) throws(ReadFailure) in
      try Self.text(path, files)
    }
  }

  private static func text(_ path: String, _ files: any FileSystem) throws(ReadFailure) -> SourceText {
    do throws(FileError) {
      return DecodedFile(try files.read(path, limit: largestFile)).text
    } catch {
      throw ReadFailure(error.words)
    }
  }

  /// The input of ``BuildModel`` when some of the files are open in an editor or have been read already.
  ///
  /// - Parameter open: Called with the path of each file to read; returns the document to use instead, if there is one.
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
