import BuildFiles
import Catalog
public import FileSystem
public import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

/// Finds and reads the files that belong to one target, and caches them until they change. Both the command line and the
/// server use it, so they report the same.
///
/// It searches the folder that holds the file’s project, within limits: in a folder with a million files it finds what is
/// near.
public final class ProjectFinder {
  /// A file that is open in an editor, which replaces the file on disk.
  public struct OpenFile: Sendable {
    /// Different for every version of the text.
    public let revision: Int
    public let document: Document?
    /// The document with what rules need from it, if that has been read already.
    let file: ProjectFile?

    public init(revision: Int, document: Document?) {
      self.revision = revision
      self.document = document
      file = nil
    }

    /// A file that a run of the command line has read; nothing else changes files during a run.
    ///
    /// - Parameters:
    ///   - file: Its document has the absolute path without links.
    ///   - isWritten: Whether the run itself has written it before.
    public init(_ file: ProjectFile, isWritten: Bool) {
      revision = isWritten ? 1 : 0
      document = file.document
      self.file = file
    }
  }

  /// The files that are open in editors.
  public struct OpenFiles {
    /// The absolute paths of open files, without links.
    let paths: () -> Set<String>
    /// The open file at such a path.
    let file: (String) -> OpenFile?

    /// - Parameters:
    ///   - paths: The absolute paths of files that may be open, without links; called once per change.
    ///   - file: The open file at such a path.
    public init(
      paths: @escaping () -> Set<String> = { [] },
      file: @escaping (String) -> OpenFile? = { _ in nil }
    ) {
      self.paths = paths
      self.file = file
    }
  }

  /// If nothing marks a project, the folder so many levels above a file counts as its project.
  private static let highest = 3
  /// The largest size of a file, in bytes.
  public static let largestFile = 64 << 20
  /// The most problems to keep until ``takeProblems()`` is called.
  private static let mostProblems = 100
  /// How long a list of files stays valid, in milliseconds.
  private static let listingAge = 3_000
  /// How long the status of files on disk stays valid, in milliseconds. Typing changes no files, and checking a thousand of
  /// them costs more than everything else that a keystroke triggers.
  private static let statusAge = 1_000

  /// A point in time. Within the same moment, nothing is checked for changes twice.
  public struct Moment: Hashable, Sendable {
    /// Milliseconds on a monotonic clock.
    let time: Int
    private let numbers: [Int]

    /// - Parameter numbers: The identity of the moment.
    public init(_ time: Int, _ numbers: Int...) {
      self.time = time
      self.numbers = numbers
    }

    public static func == (a: Moment, b: Moment) -> Bool { a.numbers == b.numbers }
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
  }

  private let files: any FileSystem
  private let linter: Linter
  /// How the findings in the file at a path are reported.
  private var reporting: @Sendable (String) -> ProjectTexts.Reporting = { _ in .reported(Configuration()) }
  /// Whether files don’t change while the finder is in use, so that generations aren’t needed.
  private let standsStill: Bool
  private var folders: [String: Folder] = [:]
  /// The size of the cached texts, in bytes.
  public private(set) var bytesRead = 0
  /// What couldn’t be read, and why; each begins with the path.
  private var problems: [String] = []
  /// Whether a folder holds a project, with the time of the check.
  private var holders: [String: (isHolder: Bool, time: Int)] = [:]
  /// The project folder of each file, with the root and the time of the search.
  private var projectFolders: [String: (folder: String, root: String, time: Int)] = [:]

  /// A folder that holds a project.
  private final class Folder {
    var listing = ProjectListing()
    var listed = Int.min
    /// The files to read: those in the listing, and those that projects refer to.
    var kinds: [String: FileKind] = [:]
    var read: [String: ReadFile] = [:]
    /// The files whose open version was read.
    var open: Set<String> = []
    /// The targets; nil until they are made, and when the list of files changes.
    var targets: FolderTargets?
    /// The languages of other string catalogs, with the version that was read.
    var catalogLanguages: [String: (version: FileStatus, languages: Set<String>)] = [:]
    /// The files that changed since the targets were made.
    var changed: Set<String> = []
    /// The purpose strings in the files.
    var texts: ProjectTexts?
    /// When the files were last checked for changes.
    var checked: Moment?
    /// When the files on disk were last checked for changes.
    var lookedAtDisk: Int?

    /// Drops everything that was read, but keeps the listing.
    func forgetFiles() {
      (kinds, read, open, targets, changed, texts, lookedAtDisk) = ([:], [:], [], nil, [], nil, nil)
    }
  }

  private struct ReadFile: Sendable {
    enum Version: Hashable, Sendable {
      case open(Int)
      case onDisk(FileStatus)
    }

    /// The version that was read.
    var version: Version
    /// The version that has the same bytes and was compared last.
    var seen: Version
    /// Nil if it can’t be read.
    var file: ProjectFile?
  }

  /// - Parameter standsStill: Whether files don’t change while the finder is in use; ``Project/generation`` is 0 then.
  public init(files: any FileSystem, linter: Linter, standsStill: Bool = false) {
    self.files = files
    self.linter = linter
    self.standsStill = standsStill
  }

  /// Returns and clears the list of what couldn’t be read.
  package func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  private func note(_ error: FileError) {
    guard error.reason != .notFound, problems.count < Self.mostProblems else { return }
    problems.append("\(error.path) \(error.words)")
  }

  /// Call this when files may have been added or removed.
  public func filesChanged() {
    for folder in folders.values {
      folder.listed = .min
      folder.checked = nil
      // A file that a project refers to and that isn’t listed may exist now.
      folder.targets = nil
    }
    holders = [:]
    projectFolders = [:]
  }

  /// Call this when the contents of files may have changed, so that all of them are checked again.
  package func contentsMayHaveChanged() {
    for folder in folders.values { folder.lookedAtDisk = nil }
  }

  /// The folder that holds the project of a file, in which the file’s companions are.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: The topmost folder to look at.
  public func projectFolder(of path: String, root: String, now: Moment) -> String {
    if let known = projectFolders[path], known.root == root, now.time - known.time <= Self.listingAge {
      return known.folder
    }
    // The result is valid only as long as the oldest cache entry that it is based on.
    var time = now.time
    let folder = findProjectFolder(of: path, root: root, now: now, &time)
    if projectFolders.count > 10_000 { projectFolders = [:] }
    projectFolders[path] = (folder, root, time)
    return folder
  }

  private func findProjectFolder(of path: String, root: String, now: Moment, _ time: inout Int) -> String {
    var folder = parentFolder(of: path)
    while FolderNames.isPartOfOne(fileName(of: folder)), folder != root, isInside(folder, root) {
      folder = parentFolder(of: folder)
    }
    var fallback = folder
    for (level, folder) in foldersUp(from: folder, to: root).enumerated() {
      let holder = holdsProject(folder, now)
      time = min(time, holder.time)
      if holder.isHolder { return folder }
      if level <= Self.highest { fallback = folder }
    }
    return fallback
  }

  /// The unread files that rules compare with some files, by path. Fetched dependencies are not compared with other files.
  public func companions(of found: [FoundFile], now: Moment) -> [(path: String, kind: FileKind)] {
    var seen: Set<String> = []
    var result: [(path: String, kind: FileKind)] = []
    for file in found where file.error == nil && !FolderNames.isFetched(file.resolvedPath) {
      let own = projectFolder(of: file.resolvedPath, root: file.root, now: now)
      guard seen.insert(own).inserted else { continue }
      let folder = folder(at: own)
      if folder.checked == now { continue }
      relist(folder, own, now)
      if folder.listing.isProject { result += folder.listing.files.map { ($0.key, $0.value) } }
    }
    return result.sorted { $0.path < $1.path }
  }

  /// Drops what was read; it is read again when needed.
  public func forgetFiles() {
    bytesRead = 0
    folders = [:]
  }

  /// The targets that a file belongs to, and a number that changes with them.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: The topmost folder to look at; no file outside of it is read.
  ///   - open: The files that are open in editors.
  public func targets(
    of path: String, root: String, open: OpenFiles = OpenFiles(), now: Moment
  ) -> (targets: [Target], generation: Int) {
    let own = projectFolder(of: path, root: root, now: now)
    let folder = refresh(own, root: root, open: open, now: now)
    let targets = folder.targets?.targets(of: path) ?? []
    if standsStill { return (targets, 0) }
    let others = Set(targets.flatMap(\.files).map(\.path)).subtracting([path])
    let around = texts(around: path, in: folder, targets)?.version(besides: folder.read[path]?.file) ?? 0
    if others.isEmpty, around == 0 { return (targets, 0) }
    var hasher = Hasher()
    // From the files of other targets, only purpose strings matter.
    hasher.combine(around)
    for other in others.sorted() {
      hasher.combine(other)
      hasher.combine(folder.read[other]?.version)
      // How an original text is reported affects its translations, and vice versa for texts in the same language.
      if let own = folder.read[path]?.file, let file = folder.read[other]?.file,
        own.kind == .entitlements && file.kind == .entitlements
          || (own.isTranslation || !file.isTranslation || file.isOriginal(in: targets)) && own.sharesNames(with: file)
      {
        hasher.combine(reporting(other))
      }
    }
    for target in targets { hasher.combine(target.languages) }
    return (targets, hasher.finalize())
  }

  /// The project of a file.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - folders: The project according to the names of the folders around the file.
  public func project(
    ofFileAt path: String, root: String, folders: Project, open: OpenFiles = OpenFiles(), now: Moment
  ) -> Project {
    var result = folders
    result.path = path
    let kind = FileKind.of(path: path)
    result.isOfNoApp = isInside(path, root) && FolderNames.isUnshipped(Substring(path.utf8.dropFirst(root.utf8.count)))
    let isFetched = FolderNames.isFetched(path)
    if kind == .lockFile {
      result.describeLockFile(at: path, root: root, files) { project in
        let targets = isFetched ? [] : targets(of: project, root: root, open: open, now: now).targets
        let folder = isFetched ? nil : self.folders[projectFolder(of: project, root: root, now: now)]
        guard case .xcodeProject(let read)? = folder?.read[project]?.file?.document.content else {
          return (targets, nil)
        }
        return (targets, read)
      }
    }
    // Fetched dependencies are not compared with other files.
    if isFetched { return result }
    (result.targets, result.generation) = targets(of: path, root: root, open: open, now: now)
    // A lock file is checked again when its project is for another system.
    if result.isForNoDevice { result.generation &+= 1 }
    if let folder = self.folders[projectFolder(of: path, root: root, now: now)] {
      result.own = folder.read[path]?.file
      result.texts = texts(around: path, in: folder, result.targets)
      result.isLeftOver = folder.targets?.leftOver.contains(path) ?? false
      result.lostTables = folder.targets?.lostTables[path]
      if folder.targets?.unused.contains(path) ?? false { result.isOfNoApp = true }
      // A package’s target has a bundle of its own, in which the system looks for no texts of the app.
      if kind == .stringsTable || kind == .stringCatalog, result.targets.isEmpty,
        folder.listing.packages.contains(where: { isInside(path, $0 + "/Sources") && isOnlyPackage($0, files) })
      {
        result.isLeftOver = true
      }
    }
    let isOfNoTarget = kind == .infoPlist && !result.targets.contains { $0.name != nil }
    let parent = parentFolder(of: path)
    // What is left of a removed test target, and what a package’s tests read.
    let packages = self.folders[projectFolder(of: path, root: root, now: now)]?.listing.packages ?? []
    let isOfTests =
      parent.hasSuffix("Tests")
      || parentFolder(of: parent).hasSuffix("Tests") && packages.contains { isInside(parent, $0) }
    if isOfNoTarget, isOfTests, result.own?.infoPlist?.product != .app { result.isOfNoApp = true }
    // `Info-Sample.plist`, to be copied to the one that git ignores.
    let words = isOfNoTarget ? words(ofIdentifier: fileName(of: path)) : []
    if words.contains(where: ["sample", "example", "template"].contains) { result.isOfNoApp = true }
    // React Native made a target `App-tvOS` for every app until 0.62, and most have removed it.
    if isOfNoTarget, parent.hasSuffix("-tvOS") {
      let project = String(parent.dropLast("-tvOS".count)) + ".xcodeproj/project.pbxproj"
      let names = targets(of: project, root: root, open: open, now: now).targets.compactMap(\.name)
      if !names.isEmpty, !names.contains(fileName(of: parent)) { result.isOfNoApp = true }
    }
    // An Xcode project overrides the names of folders: a package may contain an app.
    let products = Set(result.targets.filter { !$0.isTest }.map(\.product))
    if products.count == 1, let product = products.first, product != .unknown,
      folders.product == .unknown || result.targets.contains(where: { $0.name != nil })
    {
      result.product = product
    }
    return result
  }

  /// The purpose strings in the files around a file; nil if the file is in no target, unless it is a build configuration
  /// file or a table, which several targets may share.
  private func texts(around path: String, in folder: Folder, _ targets: [Target]) -> ProjectTexts? {
    guard targets.isEmpty else { return folder.texts }
    let kind = folder.read[path]?.file?.kind
    return kind == .buildSettings || kind == .stringsTable ? folder.texts : nil
  }

  /// The files that targets of the found Xcode projects use and whose names a search doesn’t look for.
  ///
  /// - Parameter seen: The known paths; those of the result are added.
  public func filesNamed(
    by found: [FoundFile], besides seen: inout Set<String>, open: OpenFiles, now: Moment
  ) -> [FoundFile] {
    var result: [FoundFile] = []
    // If the user named the project file itself, other files are not wanted.
    for file in found where file.kind == .xcodeProject && file.error == nil && !file.isNamed {
      for (path, kind) in namedFiles(inProjectOf: file.resolvedPath, root: file.root, open: open, now: now) {
        // Only files in the folder of the search.
        guard isInside(path, file.root), seen.insert(path).inserted else { continue }
        // Show the path relative to the same folder as the project’s.
        let prefix =
          file.resolvedPath.hasSuffix(file.shownPath) ? file.resolvedPath.dropLast(file.shownPath.count) : "/"
        let shown = prefix != "/" && path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
        result.append(
          FoundFile(
            shownPath: shown, folder: parentFolder(of: path), resolvedPath: path, root: file.root, kind: kind))
      }
    }
    return result
  }

  /// The kind of a file that a project uses, whatever its name.
  public func kind(of path: String, root: String, open: OpenFiles = OpenFiles(), now: Moment)
    -> FileKind?
  {
    let own = projectFolder(of: path, root: root, now: now)
    return refresh(own, root: root, open: open, now: now).read[path]?.file?.kind
  }

  /// The files that targets of a file’s project use and that a search by name doesn’t find, with their kinds.
  private func namedFiles(
    inProjectOf path: String, root: String, open: OpenFiles, now: Moment
  ) -> [(path: String, kind: FileKind)] {
    let own = projectFolder(of: path, root: root, now: now)
    let folder = refresh(own, root: root, open: open, now: now)
    return folder.read.compactMap { path, read in
      FileKind.of(path: path) == nil ? read.file.map { (path, $0.kind) } : nil
    }.sorted { $0.path < $1.path }
  }

  // MARK: - Reading

  private func folder(at path: String) -> Folder {
    if let known = folders[path] { return known }
    let folder = Folder()
    folders[path] = folder
    return folder
  }

  private func relist(_ folder: Folder, _ path: String, _ now: Moment) {
    guard folder.listed == .min || now.time - folder.listed > Self.listingAge else { return }
    let (listing, errors) = ProjectListing.list(path, files)
    errors.forEach(note)
    if listing != folder.listing {
      folder.listing = listing
      folder.targets = nil
    }
    folder.listed = now.time
  }

  /// The current state of a folder that holds a project.
  private func refresh(_ path: String, root: String, open: OpenFiles, now: Moment) -> Folder {
    let folder = folder(at: path)
    if folder.checked == now { return folder }
    folder.checked = now
    relist(folder, path, now)
    // If there is nothing to compare, no file has to be read.
    guard folder.listing.isProject else {
      folder.forgetFiles()
      return folder
    }
    if folder.targets != nil {
      readWhatChanged(in: folder, open, now)
      let changed = folder.changed.compactMap { folder.read[$0]?.file }
      if changed.count == folder.changed.count, folder.targets?.update(changed) ?? false {
        let targets = folder.targets?.targets ?? []
        if !(folder.texts?.update(changed, targets: targets) ?? false) { folder.texts = texts(of: folder) }
        folder.changed = []
        return folder
      }
    }
    readAll(folder, root: root, open, now)
    let descriptions = descriptions(of: folder)
    var contents = ProjectFolder(
      path: path, files: folder.read.values.compactMap(\.file), languageFolders: folder.listing.languageFolders)
    contents.catalogLanguages = catalogLanguages(of: folder)
    contents.developmentLanguages = descriptions.reduce(into: [:]) { $0[parentFolder(of: $1.path)] = $1.language }
    contents.describedKeys = descriptions.reduce(into: [:]) { $0[parentFolder(of: $1.path)] = $1.keys }
    contents.foldersOfRenamedTables = folder.listing.foldersOfRenamedTables
    contents.describedPlatforms = descriptions.reduce(into: [:]) { $0.merge($1.platforms) { first, _ in first } }
    contents.packages = folder.listing.packages
    contents.foldersOfOtherTools = folder.listing.foldersOfOtherTools
    contents.isGenerated = folder.listing.isGenerated
    folder.targets = linter.folderTargets(in: contents)
    folder.texts = texts(of: folder)
    folder.changed = []
    return folder
  }

  /// The languages of a project’s string catalogs other than those of Info.plist.
  private func catalogLanguages(of folder: Folder) -> [String: Set<String>] {
    guard folder.listing.files.values.contains(.xcodeProject) else { return [:] }
    let known = folder.catalogLanguages
    folder.catalogLanguages = [:]
    for path in folder.listing.catalogs {
      guard let status = try? files.status(of: path, followingLinks: false) else { continue }
      if let known = known[path], known.version == status {
        folder.catalogLanguages[path] = known
      } else if let bytes = bytes(ofFileAt: path) {
        let catalog = StringCatalog.parse(SourceText(bytes))
        let languages = Set(catalog.entries.lazy.flatMap { $0.localizations.map(\.language.value) })
        folder.catalogLanguages[path] = (status, languages)
      }
    }
    return folder.catalogLanguages.mapValues(\.languages)
  }

  /// What descriptions of XcodeGen’s say of their targets.
  private func descriptions(of folder: Folder) -> [XcodeGenDescription] {
    folder.listing.descriptions.compactMap { path in
      description(at: path).map { XcodeGenDescription($0, at: path) { self.description(at: $0) } }
    }
  }

  private func description(at path: String) -> SourceText? {
    let size = (try? files.status(of: path, followingLinks: false))?.size
    guard let size, size <= 1 << 20 else { return nil }
    return bytes(ofFileAt: path).map { SourceText($0) }
  }

  private func texts(of folder: Folder) -> ProjectTexts {
    ProjectTexts(
      targets: folder.targets?.targets ?? [],
      files: folder.read.values.compactMap(\.file).filter { !(folder.targets?.leftOver.contains($0.path) ?? false) },
      catalog: linter.catalog, reporting: reporting)
  }

  /// Sets which files report findings. A finding about several files is reported in the first that reports its rule.
  ///
  /// - Parameter reporting: How findings in the file at a path, absolute and without links, are reported.
  public func tell(by reporting: @escaping @Sendable (String) -> ProjectTexts.Reporting) {
    self.reporting = reporting
    for folder in folders.values where folder.texts != nil { folder.texts = texts(of: folder) }
  }

  /// Reads the known files of a folder that have changed.
  private func readWhatChanged(in folder: Folder, _ open: OpenFiles, _ now: Moment) {
    if let looked = folder.lookedAtDisk, now.time - looked < Self.statusAge {
      for path in folder.open.union(open.paths()) {
        if let kind = folder.kinds[path] { read(path, kind, folder, open) }
      }
    } else {
      folder.lookedAtDisk = now.time
      for (path, kind) in folder.kinds { read(path, kind, folder, open) }
    }
  }

  /// Reads all files of a folder that have changed, and finds files that projects refer to.
  private func readAll(_ folder: Folder, root: String, _ open: OpenFiles, _ now: Moment) {
    folder.lookedAtDisk = now.time
    var kinds = folder.listing.files
    for (path, kind) in kinds { read(path, kind, folder, open) }
    // Files that projects refer to may refer to more: a configuration file includes others.
    for _ in 0..<4 {
      let known = kinds.keys.compactMap { folder.read[$0]?.file }
      var isNew = false
      for file in known where file.kind == .xcodeProject {
        for (named, kind) in linter.filesNamed(by: file, others: known) where kinds[named] == nil {
          guard isInside(named, root), kinds.count < ProjectListing.mostFiles, (try? files.resolve(named)) == named
          else {
            continue
          }
          kinds[named] = kind
          read(named, kind, folder, open)
          isNew = true
        }
      }
      if !isNew { break }
    }
    if folder.read.contains(where: { kinds[$0.key] == nil }) {
      folder.read = folder.read.filter { kinds[$0.key] != nil }
    }
    folder.kinds = kinds
  }

  private func read(_ path: String, _ kind: FileKind, _ folder: Folder, _ open: OpenFiles) {
    func take(_ document: Document?, _ version: ReadFile.Version, _ file: ProjectFile? = nil) {
      if let known = folder.read[path]?.file, let document, known.document.isSameVersion(as: document) {
        folder.read[path]?.seen = version
      } else {
        bytesRead += document?.text.count ?? 0
        folder.read[path] = ReadFile(
          version: version, seen: version, file: file ?? document.map { linter.read($0.moved(to: path)) })
        folder.changed.insert(path)
      }
    }
    if let file = open.file(path) {
      folder.open.insert(path)
      guard folder.read[path]?.seen != .open(file.revision) else { return }
      return take(file.document, .open(file.revision), file.file)
    }
    folder.open.remove(path)
    // Don’t follow a link that has replaced the file since it was found.
    guard let status = try? files.status(of: path, followingLinks: false), status.type != .link else {
      if folder.read.removeValue(forKey: path) != nil { folder.changed.insert(path) }
      return
    }
    guard folder.read[path]?.seen != .onDisk(status) else { return }
    take(bytes(ofFileAt: path).map { Document(path: path, kind: kind, bytes: $0) }, .onDisk(status))
  }

  /// The bytes of a file; nil if it can’t be read or its path contains a link.
  private func bytes(ofFileAt path: String) -> [UInt8]? {
    do throws(FileError) {
      guard try files.resolve(path) == path else { return nil }
      return try files.read(path, limit: Self.largestFile)
    } catch {
      note(error)
      return nil
    }
  }

  private func holdsProject(_ folder: String, _ now: Moment) -> (isHolder: Bool, time: Int) {
    if let known = holders[folder], now.time - known.time <= Self.listingAge { return known }
    let isHolder = ((try? files.list(folder)) ?? []).contains { entry in
      FolderNames.marksProject(entry.name)
        && (entry.name != "Package.swift" || isPackage(joinedPath(folder, entry.name), files))
    }
    // Don’t let the cache grow without bound.
    if holders.count > 10_000 { holders = [:] }
    holders[folder] = (isHolder, now.time)
    return (isHolder, now.time)
  }
}
