import Catalog
public import FileSystem
public import PrivacyRules
import SourceText

/// Decides which entries of a folder are ours: to be linted, formatted and fixed. A walk makes one for its first folder and
/// derives others from it; a folder that changes nothing shares its parent’s.
///
/// Dependencies and build products, which are known by their folders’ names, what git ignores and what settings exclude
/// are not ours, unless settings include them. What the user names is always ours: names of folders above it don’t matter,
/// and git’s patterns above it count only if they don’t ignore it.
///
/// From git, it reads each folder’s `.gitignore`, `info/exclude`, the user’s file of patterns and the index: tracked files
/// are not ignored.
public final class IgnoreScope: Sendable {
  /// What a search includes besides our own files.
  public enum Reach: Sendable {
    /// Only our own files.
    case ours
    /// Dependencies too, because they ship, and what git ignores, because dependencies mostly are there.
    case dependencies
    /// Everything except `.git`.
    case everything
  }

  /// The settings where no settings file applies.
  public struct Defaults: Sendable {
    public let configuration: Configuration
    public let kept: UsableSettings?
    /// The folder that patterns are relative to; nil for the first folder of a walk.
    var folder: String?
    /// Whether settings files are ignored.
    var areFinal: Bool

    public init(
      _ configuration: Configuration = Configuration(), kept: UsableSettings? = nil, folder: String? = nil,
      areFinal: Bool = false
    ) {
      self.configuration = configuration
      self.kept = kept
      self.folder = folder
      self.areFinal = areFinal
    }
  }

  /// Whether an entry is ours.
  enum Standing: Sendable {
    case ours
    /// Ours because settings include it or a folder around it, even if git ignores it.
    case included
    case leftOut
    /// An excluded folder in which settings may include something.
    case leftOutInPart
    /// A folder that git ignores and in which something is tracked or may be included.
    case ignoredInPart
  }

  /// Patterns, and the length of their folder’s path including the trailing slash, in bytes.
  private struct Patterns: Sendable {
    let base: Int
    let patterns: IgnorePatterns

    init(_ patterns: IgnorePatterns, in folder: String) {
      self.patterns = patterns
      base = folder == "/" ? 1 : folder.utf8.count + 1
    }
  }

  private struct Settings: Sendable {
    let folder: String
    let exclude: IgnorePatterns
    let include: IgnorePatterns

    /// Nil if they neither exclude nor include anything.
    init?(_ configuration: Configuration, in folder: String) {
      if configuration.exclude.isEmpty, configuration.include.isEmpty { return nil }
      self.folder = folder
      exclude = IgnorePatterns(lines: configuration.exclude)
      include = IgnorePatterns(lines: configuration.include)
    }

    /// The path relative to the folder of the settings; for a path elsewhere, only its name, which patterns without a slash
    /// match anywhere.
    func relative(_ path: String, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
      if isInside(path, folder), path.utf8.count > folder.utf8.count {
        return bytes[(folder == "/" ? 1 : folder.utf8.count + 1)...]
      }
      return bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    }
  }

  private let reach: Reach
  private let root: String
  private let defaults: Defaults
  /// The standing of the folder itself.
  private let standing: Standing
  /// Git’s patterns; those of the nearest folder come first.
  private let git: [Patterns]
  private let settings: Settings?
  /// The repository around the folder; nil if there is none.
  private let repository: Repository?

  private struct Repository: Sendable {
    let base: Int
    let ignoresCase: Bool
    /// Read only if patterns ignore something.
    let tracked: OnDemand<TrackedFiles>
  }

  /// The largest size of a file of patterns, in bytes.
  private static let largestFile = 1 << 20

  private init(
    _ reach: Reach, root: String, _ defaults: Defaults, standing: Standing, git: [Patterns] = [],
    settings: Settings?, repository: Repository? = nil
  ) {
    self.repository = repository
    self.reach = reach
    self.root = root
    self.defaults = defaults
    self.standing = standing
    self.git = git
    self.settings = settings
  }

  /// The scope around the first folder of a walk. Enter the folder with ``entering(_:_:marks:files:)``.
  ///
  /// - Parameter root: Absolute and without links.
  convenience init(above root: String, reach: Reach, defaults: Defaults, files: any FileSystem) {
    let named = Settings(defaults.configuration, in: defaults.folder ?? root)
    var scope = IgnoreScope(reach, root: root, defaults, standing: .ours, settings: named)
    if reach == .ours {
      // From the root of the repository or of the file system down to the parent of this folder.
      var above: [(folder: String, marks: Marks)] = []
      var folder = root
      while !Marks(of: folder, files).isRepository, folder != "/" {
        folder = parentFolder(of: folder)
        above.append((folder, Marks(of: folder, files)))
      }
      let isInRepository = above.last?.marks.isRepository ?? true
      var isLeftOut = false
      for (place, (folder, marks)) in above.enumerated().reversed() {
        var marks = marks
        // Outside of a repository, patterns don’t apply.
        if !isInRepository { marks.hasPatterns = false }
        scope = scope.entering(folder, .ours, marks, files)
        let inner = place == 0 ? root : above[place - 1].folder
        isLeftOut = isLeftOut || scope.isLeftOutByPatterns(inner)
      }
      if isLeftOut {
        scope = IgnoreScope(reach, root: root, defaults, standing: .ours, settings: named)
      }
    }
    self.init(
      reach, root: root, defaults, standing: .ours, git: scope.git, settings: scope.settings,
      repository: scope.repository)
  }

  /// The files in a folder that affect what is ours.
  struct Marks {
    var hasPatterns = false
    var isRepository = false
    var hasSettings = false

    init(_ entries: [FolderEntry]) {
      for entry in entries where entry.name.utf8.first == "." {
        // Git doesn’t follow links here either.
        if entry.name == IgnoreScope.patternsFile, entry.type == .file { hasPatterns = true }
        if entry.name == ".git" { isRepository = true }
        if entry.name == ConfigurationFile.name { hasSettings = true }
      }
    }

    init(of folder: String, _ files: any FileSystem) {
      func type(_ name: String) -> FileType? {
        (try? files.status(of: joinedPath(folder, name), followingLinks: false))?.type
      }
      hasPatterns = type(IgnoreScope.patternsFile) == .file
      isRepository = type(".git") != nil
      hasSettings = type(ConfigurationFile.name) != nil
    }
  }

  public static let patternsFile = ".gitignore"

  /// The scope of a folder in this one.
  ///
  /// - Parameter standing: The folder’s standing in this scope.
  func entering(_ folder: String, _ standing: Standing, _ marks: Marks, _ files: any FileSystem) -> IgnoreScope {
    guard reach == .ours else { return self }
    var standing = standing
    // Everything in an included folder is included.
    if self.standing == .included, standing == .ours { standing = .included }
    let saysNothing = !marks.hasPatterns && !marks.isRepository && !marks.hasSettings
    if saysNothing, standing == self.standing { return self }
    var (git, settings, repository) = (git, settings, repository)
    var ignoresCase = repository?.ignoresCase ?? false
    if marks.isRepository {
      git = []
      ignoresCase = false
      if let place = gitFolders(of: folder, files)?.common {
        let own = GitSettings(of: place, workTree: folder, files)
        ignoresCase = own.ignoresCase
        // The user’s own file is often a link to a dotfiles repository.
        for (path, followsLinks) in [(joinedPath(place, "info/exclude"), false), (own.excludesFile ?? "", true)]
        where (try? files.status(of: path, followingLinks: followsLinks))?.type == .file {
          if let patterns = Self.patterns(at: path, ignoresCase: ignoresCase, files) {
            git.append(Patterns(patterns, in: folder))
          }
        }
      }
      repository = Repository(
        base: folder == "/" ? 1 : folder.utf8.count + 1, ignoresCase: ignoresCase,
        tracked: OnDemand { TrackedFiles(of: folder, files) })
      if !defaults.areFinal { settings = Settings(defaults.configuration, in: defaults.folder ?? root) }
    }
    let own = joinedPath(folder, Self.patternsFile)
    if marks.hasPatterns, let patterns = Self.patterns(at: own, ignoresCase: ignoresCase, files) {
      git.insert(Patterns(patterns, in: folder), at: 0)
    }
    if marks.hasSettings, !defaults.areFinal,
      let file = ConfigurationFile(in: folder, root: root, files: files, kept: defaults.kept)
    {
      settings = Settings(file.configuration, in: folder)
    }
    return IgnoreScope(
      reach, root: root, defaults, standing: standing, git: git, settings: settings, repository: repository)
  }

  /// - Parameter path: The path of a file that exists.
  private static func patterns(
    at path: String, ignoresCase: Bool, _ files: any FileSystem
  ) -> IgnorePatterns? {
    guard let bytes = try? files.read(fileAt: path, limit: largestFile) else { return nil }
    let patterns = IgnorePatterns(file: bytes, ignoresCase: ignoresCase)
    return patterns.isEmpty ? nil : patterns
  }

  /// The standing of an entry in the folder.
  ///
  /// - Parameters:
  ///   - bytes: A buffer for all entries of the same folder; empty for the first.
  ///   - isFolder: False for a link to a folder.
  func standing(of name: String, in folder: String, _ bytes: inout [UInt8], isFolder: Bool) -> Standing {
    if isFolder, name == ".git" { return .leftOut }
    let owner = isFolder ? FolderOwner(ofFolder: name) : nil
    switch reach {
    case .everything: return .ours
    case .dependencies:
      // SwiftPM checks out dependencies in its build folder.
      if folder.hasSuffix("/.build") { return name == "checkouts" ? .ours : .leftOut }
      return owner == .tool && name != ".build" ? .leftOut : .ours
    case .ours: break
    }
    if git.isEmpty, settings == nil, standing == .ours { return owner == nil ? .ours : .leftOut }
    if bytes.isEmpty {
      bytes = Array(folder.utf8)
      if bytes.last != "/" { bytes.append(UInt8(ascii: "/")) }
    }
    let count = bytes.count
    bytes.append(contentsOf: name.utf8)
    defer { bytes.removeLast(bytes.count - count) }
    return standing(of: name, at: bytes, isFolder: isFolder, owner)
  }

  private func standing(of name: String, at bytes: [UInt8], isFolder: Bool, _ owner: FolderOwner?) -> Standing {
    // Only settings need the path as a string.
    let path = settings == nil ? "" : String(decoding: bytes, as: UTF8.self)
    if let settings, settings.include.leavesOut(settings.relative(path, bytes), isFolder: isFolder) == true {
      return .included
    }
    let isLeftOut = owner != nil || standing == .leftOutInPart || isExcluded(path, bytes, isFolder: isFolder)
    if !isLeftOut {
      if standing != .ignoredInPart, !isIgnored(bytes, nameCount: name.utf8.count, isFolder: isFolder) { return .ours }
      if let repository, bytes.count > repository.base {
        let name = String(decoding: bytes[repository.base...], as: UTF8.self)
        let tracked = repository.tracked.value
        if isFolder, tracked.folders.contains(name) { return .ignoredInPart }
        if !isFolder, tracked.files.contains(name) { return .ours }
      }
    }
    guard isFolder, let settings, settings.include.mayMatch(below: settings.relative(path, bytes)) else {
      return .leftOut
    }
    return isLeftOut ? .leftOutInPart : .ignoredInPart
  }

  /// Whether a folder in this one that is left out may still have sources of a target: only its name is against it, and
  /// folders of sources have such names, too.
  func mayHoldSources(_ name: String, in folder: String) -> Bool {
    guard reach == .ours, standing == .ours || standing == .included, FolderOwner.hasOrdinaryName(name) else {
      return false
    }
    let path = joinedPath(folder, name)
    let bytes = Array(path.utf8)
    return !isExcluded(path, bytes, isFolder: true) && !isIgnored(bytes, isFolder: true)
  }

  private func isLeftOutByPatterns(_ folder: String) -> Bool {
    let bytes = Array(folder.utf8)
    return isExcluded(folder, bytes, isFolder: true) || isIgnored(bytes, isFolder: true)
  }

  private func isExcluded(_ path: String, _ bytes: [UInt8], isFolder: Bool) -> Bool {
    guard let settings else { return false }
    return settings.exclude.leavesOut(settings.relative(path, bytes), isFolder: isFolder) ?? false
  }

  /// Whether git’s patterns ignore an untracked entry.
  private func isIgnored(_ bytes: [UInt8], nameCount: Int? = nil, isFolder: Bool) -> Bool {
    if standing == .included { return false }
    for list in git where bytes.count > list.base {
      if let isIgnored = list.patterns.leavesOut(
        bytes[list.base...], nameCount: nameCount, isFolder: isFolder)
      {
        return isIgnored
      }
    }
    return false
  }
}

/// Who owns the files in a folder, by the folder’s name in any case. This is the only list of such names.
enum FolderOwner {
  /// A tool: it can make the files again.
  case tool
  /// The maintainers of a dependency.
  case others

  /// Not `.app`: repositories hold the bundles of Mac apps that a script fills.
  private static let built = [".framework", ".xcframework", ".xcarchive"]

  /// Nil for every other name.
  init?(ofFolder name: String) {
    let lowercased = name.lowercased()
    switch lowercased {
    // What was built is usually signed, so a change would break its signature. `Acme.Framework` is a name that people
    // give to folders of sources.
    case _ where Self.built.contains(where: name.hasSuffix): self = .others
    // A package that Xcode exported for translators: copies of the texts, which no build reads.
    case _ where lowercased.hasSuffix(".xcloc"): self = .others
    // Tools keep their files in hidden folders, and people what they have put aside.
    case _ where name.utf8.first == UInt8(ascii: "."): self = .tool
    case "build", "deriveddata": self = .tool
    case "node_modules", "pods", "carthage", "sourcepackages", "vendor": self = .others
    default: return nil
    }
  }

  /// Whether a name on the list is a word that people also give to folders of their own sources.
  static func hasOrdinaryName(_ name: String) -> Bool { ["vendor", "build"].contains(name.lowercased()) }
}

extension FileSearch {
  /// Whether a folder with this name contains build products.
  public static func isBuildFolder(_ name: String) -> Bool { FolderOwner(ofFolder: name) == .tool }
}

/// Answers whether a walk from a root would skip a path. Each folder is read once; make a new instance when files may have
/// changed.
public final class OwnFiles {
  private let root: String
  private let files: any FileSystem
  /// The scope around the root.
  let above: IgnoreScope
  /// The scopes of folders; nil for folders that are skipped.
  private var scopes: [String: IgnoreScope?] = [:]

  /// - Parameter root: Absolute and without links.
  public init(root: String, reach: IgnoreScope.Reach = .ours, defaults: IgnoreScope.Defaults, files: any FileSystem) {
    self.root = root
    self.files = files
    above = IgnoreScope(above: root, reach: reach, defaults: defaults, files: files)
  }

  /// Whether a walk from the root skips a path; false for paths outside of the root.
  ///
  /// - Parameter path: Absolute and without links.
  public func leavesOut(_ path: String, isFolder: Bool) -> Bool {
    guard path != root, isInside(path, root) else { return false }
    let folder = parentFolder(of: path)
    guard let scope = scope(of: folder) else { return true }
    var bytes: [UInt8] = []
    switch scope.standing(of: fileName(of: path), in: folder, &bytes, isFolder: isFolder) {
    case .ours, .included: return false
    case .leftOut, .leftOutInPart, .ignoredInPart: return true
    }
  }

  private func scope(of folder: String) -> IgnoreScope? {
    if let known = scopes[folder] { return known }
    var scope: IgnoreScope?
    let parent = parentFolder(of: folder)
    if folder == root {
      scope = above.entering(folder, .ours, IgnoreScope.Marks(of: folder, files), files)
    } else if let outer = self.scope(of: parent) {
      var bytes: [UInt8] = []
      let standing = outer.standing(of: fileName(of: folder), in: parent, &bytes, isFolder: true)
      if standing != .leftOut {
        scope = outer.entering(folder, standing, IgnoreScope.Marks(of: folder, files), files)
      }
    }
    scopes[folder] = .some(scope)
    return scope
  }
}
