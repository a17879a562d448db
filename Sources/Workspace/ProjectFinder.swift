import BuildFiles
public import FileSystem
public import PrivacyRules
import ProjectFiles
import SourceText

/// Finds the files that belong to one target, reads them, and keeps what it read while nothing changes. The command line
/// and the server find with it, so that both say the same.
///
/// What lies around a file is looked for from the folder on that holds its project, and no further than a bound: in a
/// folder of a million files it finds what is near.
public final class ProjectFinder {
  /// The text of a file as an editor has it, which counts in place of what is on disk.
  public struct OpenFile: Sendable {
    /// Tells this text from every other one.
    public let revision: Int
    public let document: Document?
    /// The document with all that is read from it, where someone has done that already.
    let file: ProjectFile?

    public init(revision: Int, document: Document?) {
      self.revision = revision
      self.document = document
      file = nil
    }

    /// A file that was read from disk for a run during which nobody else changes any.
    ///
    /// - Parameters:
    ///   - file: Its document has the absolute path without links.
    ///   - isWritten: Whether the run itself has changed it before.
    public init(_ file: ProjectFile, isWritten: Bool) {
      revision = isWritten ? 1 : 0
      document = file.document
      self.file = file
    }
  }

  /// What editors have open.
  public struct OpenFiles {
    /// The absolute paths, without links, of what is open.
    let paths: () -> Set<String>
    /// What is open at such a path.
    let file: (String) -> OpenFile?

    /// - Parameters:
    ///   - paths: The absolute paths, without links, of what may be open; asked for once a change.
    ///   - file: What is open at such a path.
    public init(
      paths: @escaping () -> Set<String> = { [] },
      file: @escaping (String) -> OpenFile? = { _ in nil }
    ) {
      self.paths = paths
      self.file = file
    }
  }

  /// So many folders are looked into for one project, and so many of their files are read.
  private static let mostFolders = 2_000
  private static let mostFiles = 1_000
  private static let mostCatalogs = 50
  /// In levels below the folder that holds the project.
  private static let deepest = 12
  /// So far above a file a folder is taken for its project's where nothing marks one, in levels.
  private static let highest = 3
  /// Larger files are passed over, in bytes.
  public static let largestFile = 64 << 20
  /// Larger descriptions of packages are taken for what they seem, in bytes.
  private static let largestDescription = 1 << 20
  /// So many problems are kept until someone takes them.
  private static let mostProblems = 100
  /// How long a list of files counts, in milliseconds.
  private static let listingAge = 3_000
  /// How long it counts that no file has changed on disk, in milliseconds: what is typed changes none, and to ask the
  /// system for a thousand files costs more than all else that a keystroke needs.
  private static let statusAge = 1_000

  /// A point of time, as far as files are concerned: within one nothing is compared twice.
  public struct Moment: Hashable, Sendable {
    /// Milliseconds on a clock that never goes back.
    let time: Int
    private let numbers: [Int]

    /// - Parameter numbers: What tells the moment from others.
    public init(_ time: Int, _ numbers: Int...) {
      self.time = time
      self.numbers = numbers
    }

    public static func == (a: Moment, b: Moment) -> Bool { a.numbers == b.numbers }
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
  }

  private let files: any FileSystem
  private let linter: Linter
  /// What becomes of the findings in the file with a path.
  private var reporting: @Sendable (String) -> ProjectTexts.Reporting = { _ in .reported(Configuration()) }
  /// Whether nothing changes while the finder is used, so that nobody asks for versions.
  private let standsStill: Bool
  private var folders: [String: Folder] = [:]
  /// The size of the texts that were read and are held, in bytes.
  public private(set) var bytesRead = 0
  /// What could not be read, and why, in words that begin with the path.
  private var problems: [String] = []
  /// Whether a folder holds a project, for each that was asked about, with when that was.
  private var holders: [String: (isHolder: Bool, time: Int)] = [:]
  /// The folder that holds the project of each file that was asked about, found below a root at a time.
  private var projectFolders: [String: (folder: String, root: String, time: Int)] = [:]

  /// What is known of a folder that holds a project.
  private final class Folder {
    var listing = Listing()
    var listed = Int.min
    /// The files that are read: those of the listing, and those that projects name.
    var kinds: [String: FileKind] = [:]
    var read: [String: ReadFile] = [:]
    /// Those of them that were read as editors had them.
    var open: Set<String> = []
    /// The targets; nil before they are made, and when the files are others.
    var targets: FolderTargets?
    /// The languages of the catalogs with other texts, with the version that was read.
    var catalogLanguages: [String: (version: FileStatus, languages: Set<String>)] = [:]
    /// The files that have another version than the targets have.
    var changed: Set<String> = []
    /// What they say of purpose strings.
    var texts: ProjectTexts?
    /// When its files were last compared with what is known of them.
    var checked: Moment?
    /// When those on disk were.
    var lookedAtDisk: Int?

    /// Keeps what is listed and nothing that was read.
    func forgetFiles() {
      (kinds, read, open, targets, changed, texts, lookedAtDisk) = ([:], [:], [], nil, [], nil, nil)
    }
  }

  private struct Listing: Equatable, Sendable {
    var files: [String: FileKind] = [:]
    var languageFolders: [String] = []
    /// Those of them with a table for Info.plist by another name.
    var foldersOfRenamedTables: Set<String> = []
    /// The string catalogs with other texts than those of Info.plist.
    var catalogs: [String] = []
    /// The descriptions of XcodeGen’s.
    var descriptions: [String] = []

    /// Whether something can be told of several files: there is one that makes a target, or build settings that say the
    /// same in several configurations.
    var isProject: Bool {
      files.values.contains { $0 == .xcodeProject || $0 == .infoPlist }
        || files.values.count { $0 == .buildSettings } > 1
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
    /// Nil for what cannot be read.
    var file: ProjectFile?
  }

  /// - Parameter standsStill: Whether nothing changes while the finder is used; then ``Project/generation`` is 0.
  public init(files: any FileSystem, linter: Linter, standsStill: Bool = false) {
    self.files = files
    self.linter = linter
    self.standsStill = standsStill
  }

  /// What could not be read since this was asked last.
  package func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  private func note(_ error: FileError) {
    guard error.reason != .notFound, problems.count < Self.mostProblems else { return }
    problems.append("\(error.path) \(error.words)")
  }

  /// Takes note that any file may have come or gone.
  public func filesChanged() {
    for folder in folders.values {
      folder.listed = .min
      folder.checked = nil
      // Not only the listed ones: a file that a project names may be there now.
      folder.targets = nil
    }
    holders = [:]
    projectFolders = [:]
  }

  /// Takes note that files may have other contents, so that all of them are looked at again.
  package func contentsMayHaveChanged() {
    for folder in folders.values { folder.lookedAtDisk = nil }
  }

  /// The folder that holds the project of a file: from there on the file's companions are looked for.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: No folder above it is looked at.
  public func projectFolder(of path: String, root: String, now: Moment) -> String {
    if let known = projectFolders[path], known.root == root, now.time - known.time <= Self.listingAge {
      return known.folder
    }
    // It counts no longer than the oldest of what it was found from.
    var time = now.time
    let folder = findProjectFolder(of: path, root: root, now: now, &time)
    if projectFolders.count > 10_000 { projectFolders = [:] }
    projectFolders[path] = (folder, root, time)
    return folder
  }

  private func findProjectFolder(of path: String, root: String, now: Moment, _ time: inout Int) -> String {
    var folder = parentFolder(of: path)
    while isPartOfOne(fileName(of: folder)), folder != root, isInside(folder, root) {
      folder = parentFolder(of: folder)
    }
    let start = folder
    var levels = 0
    var fallback = folder
    while true {
      let holder = holdsProject(folder, now)
      time = min(time, holder.time)
      if holder.isHolder { return folder }
      if folder == root || folder == "/" || !isInside(folder, root) { break }
      folder = parentFolder(of: folder)
      levels += 1
      if levels <= Self.highest { fallback = folder }
    }
    return isInside(start, root) ? fallback : start
  }

  /// The files that some files are judged with and that were not read yet, by path; none where each is judged by itself.
  ///
  /// - Parameter found: What lies in a folder of fetched things is judged by itself, and has no such files.
  public func companions(of found: [FoundFile], now: Moment) -> [(path: String, kind: FileKind)] {
    var seen: Set<String> = []
    var result: [(path: String, kind: FileKind)] = []
    for file in found where file.error == nil && !isFetched(file.resolvedPath) {
      let own = projectFolder(of: file.resolvedPath, root: file.root, now: now)
      guard seen.insert(own).inserted else { continue }
      let folder = folder(at: own)
      if folder.checked == now { continue }
      relist(folder, own, root: file.root, now: now)
      if folder.listing.isProject { result += folder.listing.files.map { ($0.key, $0.value) } }
    }
    return result.sorted { $0.path < $1.path }
  }

  /// Lets go of what was read; it is read anew when it is needed again.
  public func forgetFiles() {
    bytesRead = 0
    folders = [:]
  }

  /// The targets that a file belongs to, and a number that tells them from what they were before.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - root: No folder above it is looked at, and no file outside it is read.
  ///   - open: What editors have open.
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
    // Of the other targets' files only what they say of purpose strings counts.
    hasher.combine(around)
    for other in others.sorted() {
      hasher.combine(other)
      hasher.combine(folder.read[other]?.version)
      // An original text tells what is found in its translations too, and what people read in its language tells of both.
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

  /// What is known of the project of a file.
  ///
  /// - Parameters:
  ///   - path: Absolute and without links.
  ///   - folders: What the names of the folders around it say.
  public func project(
    ofFileAt path: String, root: String, folders: Project, open: OpenFiles = OpenFiles(), now: Moment
  ) -> Project {
    var result = folders
    result.path = path
    let kind = FileKind.of(path: path)
    result.isOfNoApp = isInside(path, root) && isOfSample(Substring(path.utf8.dropFirst(root.utf8.count)))
    if kind == .lockFile {
      result.isForNoDevice = locksNothingForDevices(path, files) || isPassedOver(path, root: root)
      if !result.isOfNoApp, isInside(path, root) { result.isOfNoApp = isOfPackageInProject(path, root: root) }
    }
    // What was fetched is judged by itself.
    if isFetched(path) { return result }
    (result.targets, result.generation) = targets(of: path, root: root, open: open, now: now)
    if let folder = self.folders[projectFolder(of: path, root: root, now: now)] {
      result.own = folder.read[path]?.file
      result.texts = texts(around: path, in: folder, result.targets)
      result.isLeftOver =
        kind == .infoPlist || kind == .stringsTable ? folder.targets?.leftOver.contains(path) ?? false : false
    }
    // What is made, the Xcode project says, or else the folders: a package may have an app in it.
    let products = Set(result.targets.filter { !$0.isTest }.map(\.product))
    if products.count == 1, let product = products.first, product != .unknown,
      folders.product == .unknown || result.targets.contains(where: { $0.name != nil })
    {
      result.product = product
    }
    return result
  }

  /// What the files around a file say of purpose strings; nil for one that no target has, unless it is a configuration’s
  /// or a table, which several targets may share.
  private func texts(around path: String, in folder: Folder, _ targets: [Target]) -> ProjectTexts? {
    guard targets.isEmpty else { return folder.texts }
    let kind = folder.read[path]?.file?.kind
    return kind == .buildSettings || kind == .stringsTable ? folder.texts : nil
  }

  /// The files that Xcode projects among found ones name as their targets' own, and that have other names than those
  /// that are searched for.
  public func filesNamed(
    beside found: [FoundFile], open: OpenFiles = OpenFiles(), now: Moment
  ) -> [FoundFile] {
    var seen = Set(found.map(\.resolvedPath))
    return filesNamed(by: found, besides: &seen, open: open, now: now)
  }

  /// The same, of some of the files that were found.
  ///
  /// - Parameter seen: The paths that are known already, to which those of the result are added.
  public func filesNamed(
    by found: [FoundFile], besides seen: inout Set<String>, open: OpenFiles, now: Moment
  ) -> [FoundFile] {
    var result: [FoundFile] = []
    // Who names a project's file names no other.
    for file in found where file.kind == .xcodeProject && file.error == nil && !file.isNamed {
      for (path, kind) in namedFiles(inProjectOf: file.resolvedPath, root: file.root, open: open, now: now) {
        // Only what lies in the folder that was searched.
        guard isInside(path, file.root), seen.insert(path).inserted else { continue }
        // As the project is shown, with what the user wrote before it.
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

  /// The kind of a file that a project names as its own, whatever it is called.
  public func kind(of path: String, root: String, open: OpenFiles = OpenFiles(), now: Moment)
    -> FileKind?
  {
    let own = projectFolder(of: path, root: root, now: now)
    return refresh(own, root: root, open: open, now: now).read[path]?.file?.kind
  }

  /// The files that targets of a file's project name as their own and that a search by name does not find, with what
  /// they are.
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

  private func relist(_ folder: Folder, _ path: String, root: String, now: Moment) {
    guard folder.listed == .min || now.time - folder.listed > Self.listingAge else { return }
    let listing = list(path, root: root)
    if listing != folder.listing {
      folder.listing = listing
      folder.targets = nil
    }
    folder.listed = now.time
  }

  /// What is known of a folder that holds a project, as it is now.
  private func refresh(_ path: String, root: String, open: OpenFiles, now: Moment) -> Folder {
    let folder = folder(at: path)
    if folder.checked == now { return folder }
    folder.checked = now
    relist(folder, path, root: root, now: now)
    // Where nothing is told of several files, no other file has to be read.
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
    folder.targets = linter.folderTargets(
      in: ProjectFolder(
        path: path, files: folder.read.values.compactMap(\.file), languageFolders: folder.listing.languageFolders,
        catalogLanguages: catalogLanguages(of: folder),
        developmentLanguages: descriptions.reduce(into: [:]) { $0[parentFolder(of: $1.path)] = $1.language },
        foldersOfRenamedTables: folder.listing.foldersOfRenamedTables,
        describedPlatforms: descriptions.reduce(into: [:]) { $0.merge($1.platforms) { first, _ in first } }))
    folder.texts = texts(of: folder)
    folder.changed = []
    return folder
  }

  /// The languages of the catalogs that a project’s targets may have besides those of Info.plist.
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
    guard let size, size <= Self.largestDescription else { return nil }
    return bytes(ofFileAt: path).map { SourceText($0) }
  }

  private func texts(of folder: Folder) -> ProjectTexts {
    ProjectTexts(
      targets: folder.targets?.targets ?? [],
      files: folder.read.values.compactMap(\.file).filter { !(folder.targets?.leftOver.contains($0.path) ?? false) },
      catalog: linter.catalog, reporting: reporting)
  }

  /// Has findings about several files told in the first of them that tells findings of their rule.
  ///
  /// - Parameter reporting: What becomes of the findings in the file with a path, absolute and without links.
  public func tell(by reporting: @escaping @Sendable (String) -> ProjectTexts.Reporting) {
    self.reporting = reporting
    for folder in folders.values where folder.texts != nil { folder.texts = texts(of: folder) }
  }

  /// Reads those of the files that are known to belong to a folder that have another version.
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

  /// Reads all files that belong to a folder, as far as they have another version.
  private func readAll(_ folder: Folder, root: String, _ open: OpenFiles, _ now: Moment) {
    folder.lookedAtDisk = now.time
    var kinds = folder.listing.files
    for (path, kind) in kinds { read(path, kind, folder, open) }
    // What projects name may name more: a configuration file includes others.
    for _ in 0..<4 {
      let known = kinds.keys.compactMap { folder.read[$0]?.file }
      var isNew = false
      for file in known where file.kind == .xcodeProject {
        for (named, kind) in linter.filesNamed(by: file, others: known) where kinds[named] == nil {
          guard isInside(named, root), kinds.count < Self.mostFiles, (try? files.resolve(named)) == named else {
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
    // A link that has taken the file's place since it was found is not followed.
    guard let status = try? files.status(of: path, followingLinks: false), status.type != .link else {
      if folder.read.removeValue(forKey: path) != nil { folder.changed.insert(path) }
      return
    }
    guard folder.read[path]?.seen != .onDisk(status) else { return }
    take(bytes(ofFileAt: path).map { Document(path: path, kind: kind, bytes: $0) }, .onDisk(status))
  }

  /// The bytes of a file, nil if it cannot be read or a link is on the way to it.
  private func bytes(ofFileAt path: String) -> [UInt8]? {
    do throws(FileError) {
      guard try files.resolve(path) == path else { return nil }
      return try files.read(path, limit: Self.largestFile)
    } catch {
      note(error)
      return nil
    }
  }

  // MARK: - Looking around

  /// Of folders that hold nothing of a project's own files.
  private static let skippedEndings = [
    ".xcassets", ".framework", ".xcframework", ".bundle", ".app", ".appex", ".playground", ".xcarchive", ".docc",
    ".xcdatamodeld", ".xcworkspace",
  ]

  private func list(_ folder: String, root: String) -> Listing {
    var result = Listing()
    // The nearest folders first, so that the bound takes the farthest.
    var waiting = [(path: folder, level: 0)]
    var next = 0
    while next < waiting.count, next < Self.mostFolders {
      let (path, level) = waiting[next]
      next += 1
      var hasTable = false
      var hasRenamedTable = false
      let entries: [FolderEntry]
      do throws(FileError) {
        entries = try files.list(path)
      } catch {
        note(error)
        continue
      }
      for entry in entries {
        let name = entry.name
        switch entry.type {
        case .folder:
          guard level < Self.deepest, !name.hasPrefix("."), FolderOwner(ofFolder: name) == nil,
            !Self.skippedEndings.contains(where: { name.hasSuffix($0) })
          else { continue }
          waiting.append((joinedPath(path, name), level + 1))
        case .file:
          if !hasTable, name.hasSuffix(".strings") || name.hasSuffix(".stringsdict") { hasTable = true }
          if name.hasSuffix(".strings"), FileKind.isRenamedTable(name) { hasRenamedTable = true }
          // What a package manager chose makes no target.
          if let kind = FileKind.of(name, in: path), kind != .lockFile, result.files.count < Self.mostFiles {
            result.files[joinedPath(path, name)] = kind
          } else if name.hasSuffix(".xcstrings"), result.catalogs.count < Self.mostCatalogs {
            result.catalogs.append(joinedPath(path, name))
          } else if name == "project.yml", result.descriptions.count < Self.mostCatalogs {
            result.descriptions.append(joinedPath(path, name))
          }
        case .pipe, .socket, .device:
          if FileKind.of(path: name) != nil { note(FileError(joinedPath(path, name), .isNotAFile(entry.type))) }
        // A file that a link leads to is found where it lies, if that is in the project.
        case .link: continue
        }
      }
      if hasTable, path.lowercased().hasSuffix(".lproj") {
        result.languageFolders.append(path)
        if hasRenamedTable { result.foldersOfRenamedTables.insert(path) }
      }
    }
    return result
  }

  /// Whether a path leads through a folder of what tools fetched.
  private func isFetched(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "/")) {
        if isOfFetched(rest[..<end]) { return true }
        rest = rest[(end + 1)...]
      }
      return isOfFetched(rest)
    }
  }

  /// Whether tools call a folder so into which they fetch. A keystroke asks; the length tells most names apart.
  private func isOfFetched(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    switch name.count {
    case 4: name.elementsEqual("Pods".utf8)
    case 8: name.elementsEqual("Carthage".utf8)
    case 9: name.elementsEqual("checkouts".utf8)
    default: false
    }
  }

  /// Whether a lock file is that of a package inside an Xcode project, which chooses the versions for its apps itself.
  private func isOfPackageInProject(_ path: String, root: String) -> Bool {
    func names(_ folder: String) -> [String] { ((try? files.list(folder)) ?? []).map(\.name) }
    var folder = parentFolder(of: path)
    // Tuist’s, which names dependencies alone, is the app’s own.
    guard LockFile.Format(path: path) == .swiftPackage, names(folder).contains(where: { $0 == "Package.swift" }),
      isPackage(joinedPath(folder, "Package.swift"))
    else { return false }
    while folder != root, isInside(folder, root) {
      folder = parentFolder(of: folder)
      if names(folder).contains(where: { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }) { return true }
    }
    return false
  }

  /// Whether another lock file counts in place of one: that of a workspace beside a project of Xcode’s, and of Flutter’s
  /// packages that of the app around them.
  private func isPassedOver(_ path: String, root: String) -> Bool {
    func names(_ folder: String) -> [String] { ((try? files.list(folder)) ?? []).map(\.name) }
    func isThere(_ path: String) -> Bool { (try? files.status(of: path, followingLinks: true))?.type == .file }
    switch LockFile.Format(path: path) {
    case .swiftPackage:
      // `App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved`
      let inner = "/project.xcworkspace/xcshareddata/swiftpm/" + fileName(of: path)
      guard path.hasSuffix(".xcodeproj" + inner) else { return false }
      let folder = parentFolder(of: String(path.dropLast(inner.utf8.count)))
      return names(folder).contains { name in
        name.hasSuffix(".xcworkspace")
          && isThere(joinedPath(folder, name + "/xcshareddata/swiftpm/" + fileName(of: path)))
      }
    case .pub:
      var folder = parentFolder(of: path)
      guard !names(folder).contains("ios"), !names(folder).contains("macos") else { return false }
      while folder != root, isInside(folder, root) {
        folder = parentFolder(of: folder)
        if isThere(joinedPath(folder, fileName(of: path))), names(folder).contains("ios") { return true }
      }
      return false
    default: return false
    }
  }

  /// Whether a path leads through a folder with what shows how something is used, and that nobody ships.
  private func isOfSample(_ path: Substring) -> Bool {
    path.split(separator: "/").dropLast().contains { name in
      name.split { $0 == "-" || $0 == "_" }.contains {
        ["demo", "demos", "example", "examples", "sample", "samples"].contains($0.lowercased())
      }
    }
  }

  /// Whether a folder is a part of something that counts as one: `de.lproj`, `App.xcodeproj`.
  private func isPartOfOne(_ name: String) -> Bool {
    guard (name.utf8.last ?? 0) | 0x20 == "j" else { return false }
    let name = name.lowercased()
    return name.hasSuffix(".lproj") || name.hasSuffix(".xcodeproj")
  }

  /// Whether a folder with something of this name in it holds a project.
  private func marksProject(_ name: String) -> Bool {
    switch name {
    case "Package.swift", "Podfile", "Project.swift", "project.yml", ".git": true
    default: name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") || name.hasSuffix(".podspec")
    }
  }

  /// Whether a description of a package has targets: without any it is there to have Xcode hide its folder.
  private func isPackage(_ path: String) -> Bool {
    guard let bytes = try? files.read(path, limit: Self.largestDescription) else { return true }
    return String(decoding: bytes, as: UTF8.self).split { !$0.isLetter }.contains { word in
      word.hasSuffix("arget") || word == "systemLibrary" || word == "plugin" || word == "macro"
    }
  }

  private func holdsProject(_ folder: String, _ now: Moment) -> (isHolder: Bool, time: Int) {
    if let known = holders[folder], now.time - known.time <= Self.listingAge { return known }
    let isHolder = ((try? files.list(folder)) ?? []).contains { entry in
      marksProject(entry.name) && (entry.name != "Package.swift" || isPackage(joinedPath(folder, entry.name)))
    }
    // Folders that come and go make no list without end.
    if holders.count > 10_000 { holders = [:] }
    holders[folder] = (isHolder, now.time)
    return (isHolder, now.time)
  }
}
