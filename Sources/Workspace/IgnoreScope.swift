import Catalog
public import FileSystem
public import PrivacyRules
import SourceText

/// Which entries of a folder are ours: linted, formatted, fixed. Made for the folder that a walk begins in and from there
/// from folder to folder; folders that say nothing new share the one of the folder around them.
///
/// Not ours are dependencies and build products, known by their folders' names, what git ignores, and what settings
/// exclude; what settings include is ours all the same. What a user names is ours whatever lies above it says, so that
/// names above that folder count for nothing, and git's patterns above it only where they do not leave it out itself.
///
/// Of git the `.gitignore` of each folder, `info/exclude`, the file of patterns that the user has for all repositories and
/// the index of the repository are read: what is tracked is not ignored.
public final class IgnoreScope: Sendable {
  /// How much of what is not ours a search meets.
  public enum Reach: Sendable {
    /// What is ours.
    case ours
    /// Dependencies too, as they are part of what is shipped, and what git ignores, since that is where they mostly are.
    case dependencies
    /// All but what git keeps for itself.
    case everything
  }

  /// What settings say of what is ours, where no settings file does or none is to.
  public struct Defaults: Sendable {
    var configuration: Configuration
    /// The folder that the patterns begin in; nil for the one that a walk begins in.
    var folder: String?
    /// Whether settings files count for nothing beside them.
    var areFinal: Bool

    public init(_ configuration: Configuration = Configuration(), folder: String? = nil, areFinal: Bool = false) {
      self.configuration = configuration
      self.folder = folder
      self.areFinal = areFinal
    }
  }

  /// Whose an entry is.
  enum Standing: Sendable {
    case ours
    /// Ours because settings include it or a folder around it, whatever git says.
    case included
    case leftOut
    /// Left out, and a folder in which settings may include something.
    case leftOutInPart
    /// Ignored by git, and a folder in which something is tracked or may be included.
    case ignoredInPart
  }

  /// Patterns and the number of bytes that the path of their folder has, with the slash behind it.
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

    /// Nil where they say nothing of files.
    init?(_ configuration: Configuration, in folder: String) {
      if configuration.exclude.isEmpty, configuration.include.isEmpty { return nil }
      self.folder = folder
      exclude = IgnorePatterns(lines: configuration.exclude)
      include = IgnorePatterns(lines: configuration.include)
    }

    /// The path from the folder of the settings on; of what lies elsewhere the name, of which patterns without a slash
    /// speak wherever it is.
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
  /// The folder's own standing.
  private let standing: Standing
  /// Git's patterns, those of the nearest folder first.
  private let git: [Patterns]
  private let settings: Settings?
  /// The repository, with what it tracks; nil where nothing tells of one.
  private let repository: Repository?

  private struct Repository: Sendable {
    let base: Int
    let ignoresCase: Bool
    /// Read only where patterns leave something out.
    let tracked: OnDemand<TrackedFiles>
  }

  /// Larger files of patterns are not read, in bytes.
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

  /// What holds above a folder that a walk begins in: enter it with ``entering(_:_:marks:files:)``.
  ///
  /// - Parameter root: Absolute and without links.
  convenience init(above root: String, reach: Reach, defaults: Defaults, files: any FileSystem) {
    let named = Settings(defaults.configuration, in: defaults.folder ?? root)
    var scope = IgnoreScope(reach, root: root, defaults, standing: .ours, settings: named)
    if reach == .ours {
      // Down from the root of the repository, or from where settings may stand, to the folder around this one.
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
        // What lies outside every repository is ignored by none.
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

  /// Which files stand in a folder that say what is ours.
  struct Marks {
    var hasPatterns = false
    var isRepository = false
    var hasSettings = false

    init(_ entries: [FolderEntry]) {
      for entry in entries where entry.name.utf8.first == "." {
        // Git follows no link here either.
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

  /// What holds in a folder.
  ///
  /// - Parameter standing: What this scope says of the folder.
  func entering(_ folder: String, _ standing: Standing, _ marks: Marks, _ files: any FileSystem) -> IgnoreScope {
    guard reach == .ours else { return self }
    var standing = standing
    // Within what is included, everything is.
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
        // People keep settings of their own in one place, and links to them.
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
    if marks.hasSettings, !defaults.areFinal, let file = ConfigurationFile(in: folder, root: root, files: files) {
      settings = Settings(file.configuration, in: folder)
    }
    return IgnoreScope(
      reach, root: root, defaults, standing: standing, git: git, settings: settings, repository: repository)
  }

  /// - Parameter path: Of what is known to be a file.
  private static func patterns(
    at path: String, ignoresCase: Bool, _ files: any FileSystem
  ) -> IgnorePatterns? {
    guard let bytes = try? files.read(fileAt: path, limit: largestFile) else { return nil }
    let patterns = IgnorePatterns(file: bytes, ignoresCase: ignoresCase)
    return patterns.isEmpty ? nil : patterns
  }

  /// Whose an entry of the folder is.
  ///
  /// - Parameters:
  ///   - name: The last component of the path.
  ///   - path: Absolute and without links, but for the entry itself.
  ///   - isFolder: A link to a folder is none.
  func standing(of name: String, at path: String, isFolder: Bool) -> Standing {
    var bytes: [UInt8] = []
    return standing(of: name, in: parentFolder(of: path), &bytes, isFolder: isFolder)
  }

  /// Whose an entry of a folder is.
  ///
  /// - Parameter bytes: What this keeps for the next entry of the same folder; empty for the first.
  func standing(of name: String, in folder: String, _ bytes: inout [UInt8], isFolder: Bool) -> Standing {
    if isFolder, name == ".git" { return .leftOut }
    let owner = isFolder ? FolderOwner(ofFolder: name) : nil
    switch reach {
    case .everything: return .ours
    case .dependencies:
      // SwiftPM checks out dependencies among its products.
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
    // Only settings ask for the path as a text.
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

  private func isLeftOutByPatterns(_ folder: String) -> Bool {
    let bytes = Array(folder.utf8)
    return isExcluded(folder, bytes, isFolder: true) || isIgnored(bytes, isFolder: true)
  }

  private func isExcluded(_ path: String, _ bytes: [UInt8], isFolder: Bool) -> Bool {
    guard let settings else { return false }
    return settings.exclude.leavesOut(settings.relative(path, bytes), isFolder: isFolder) ?? false
  }

  /// Whether git's patterns say so of what is not tracked.
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

/// Whose the files in a folder are by its name, whatever the case of its letters. The one list of such names.
enum FolderOwner {
  /// Who builds puts there what can be made again.
  case tool
  /// Who fetches dependencies puts them there.
  case others

  /// Nil for every other name.
  init?(ofFolder name: String) {
    // A framework in a project came built, and mostly signed: a byte less and its signature breaks.
    if name.utf8.last == "k", name.hasSuffix(".framework") || name.hasSuffix(".xcframework") {
      self = .others
      return
    }
    // A package that Xcode exported for translators: copies of the texts, which no build reads.
    if name.utf8.last == "c", name.hasSuffix(".xcloc") {
      self = .others
      return
    }
    // Most names are told apart by their lengths.
    switch name.utf8.count {
    case 4, 5, 6, 8, 11, 12, 14: break
    default: return nil
    }
    switch name.lowercased() {
    case ".build", "build", "deriveddata": self = .tool
    case "node_modules", "pods", "carthage", "sourcepackages", "vendor": self = .others
    default: return nil
    }
  }
}

extension FileSearch {
  /// Whether a folder of this name holds what a build makes.
  public static func isBuildFolder(_ name: String) -> Bool { FolderOwner(ofFolder: name) == .tool }
}

/// Answers of a path what a walk from a root would say: whether it is ours. Every folder is looked at once; make a new
/// one when files may have changed.
public final class OwnFiles {
  private let root: String
  private let files: any FileSystem
  private let above: IgnoreScope
  /// The scopes of folders; nil for those that are left out as a whole.
  private var scopes: [String: IgnoreScope?] = [:]

  /// - Parameter root: Absolute and without links.
  public init(root: String, reach: IgnoreScope.Reach = .ours, defaults: IgnoreScope.Defaults, files: any FileSystem) {
    self.root = root
    self.files = files
    above = IgnoreScope(above: root, reach: reach, defaults: defaults, files: files)
  }

  /// The scope that the root is entered from.
  var aboveRoot: IgnoreScope { above }

  /// Whether a walk from the root leaves out what stands at a path; never what is outside of the root.
  ///
  /// - Parameter path: Absolute and without links.
  public func leavesOut(_ path: String, isFolder: Bool) -> Bool {
    guard path != root, isInside(path, root) else { return false }
    guard let scope = scope(of: parentFolder(of: path)) else { return true }
    switch scope.standing(of: fileName(of: path), at: path, isFolder: isFolder) {
    case .ours, .included: return false
    case .leftOut, .leftOutInPart, .ignoredInPart: return true
    }
  }

  private func scope(of folder: String) -> IgnoreScope? {
    if let known = scopes[folder] { return known }
    var scope: IgnoreScope?
    if folder == root {
      scope = above.entering(folder, .ours, IgnoreScope.Marks(of: folder, files), files)
    } else if let outer = self.scope(of: parentFolder(of: folder)) {
      let standing = outer.standing(of: fileName(of: folder), at: folder, isFolder: true)
      if standing != .leftOut {
        scope = outer.entering(folder, standing, IgnoreScope.Marks(of: folder, files), files)
      }
    }
    scopes[folder] = .some(scope)
    return scope
  }
}
