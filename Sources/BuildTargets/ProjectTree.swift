import Catalog
public import ProjectFiles
public import SourceText

/// Why a file wasn't read.
public struct ReadFailure: Error {
  /// The words after the path: “is larger than 64 MiB”.
  public let words: String

  public init(_ words: String) { self.words = words }
}

/// The files in a folder, as found by one walk, and how to read them.
public struct ProjectTree {
  /// The folder, absolute.
  public let root: String
  /// The absolute paths of the files, sorted.
  public var paths: [String] { contents.paths }
  private let contents: Contents
  /// The files that describe targets, the headers and the privacy manifests.
  package let described: [ProjectDescription: [String]]
  package var headers: [String] { contents.headers }
  package let manifests: [String]
  private let most: Int
  /// The paths by their lowercase form.
  private let spellings: OnDemand<[String: String]>
  /// Small files can describe much work: a thousand targets with the same ten thousand files.
  package private(set) var budget: Budget
  private var text: (String) throws(ReadFailure) -> SourceText
  private var project: (String) -> XcodeProject?

  /// - Parameters:
  ///   - root: The folder, absolute and without links.
  ///   - paths: The absolute paths of the files in it for which ``isRead(_:)`` is true; others do no harm.
  ///   - skipped: The folders that the walk left out.
  ///   - text: Reads a file.
  ///   - most: How many files of targets are visited, counted once per pattern; exceeding it is reported. The default
  ///     is far above what the largest projects need.
  ///   - xcodeProject: Gives a `project.pbxproj` that is parsed already; nil for others.
  public init(
    root: String, paths: [String], skipped: SkippedFolders = SkippedFolders(), most: Int = 2_000_000,
    text: @escaping (String) throws(ReadFailure) -> SourceText,
    xcodeProject: @escaping (String) -> XcodeProject? = { _ in nil }
  ) {
    let paths = paths.sorted()
    self.root = root
    spellings = OnDemand { Dictionary(paths.map { ($0.lowercased(), $0) }) { first, _ in first } }
    var described: [ProjectDescription: [String]] = [:]
    var headers: [String] = []
    var manifests: [String] = []
    for path in paths {
      let ending = fileEnding(of: path)
      if SourceKind(ending: ending) == .header {
        headers.append(path)
      } else if Self.isManifest(path) {
        manifests.append(path)
      } else if let description = ProjectDescription(lastComponent(of: path), ending: ending),
        // Outside its bundle it is a copy, not a project.
        description != .xcodeProject || parent(of: path).hasSuffix(".xcodeproj")
      {
        described[description, default: []].append(path)
      }
    }
    (self.described, self.manifests) = (described, manifests)
    contents = Contents(paths, headers, skipped)
    self.most = most
    budget = Budget(most)
    self.text = text
    project = xcodeProject
  }

  /// The same files with other ways to read them.
  public func reading(
    text: @escaping (String) throws(ReadFailure) -> SourceText, xcodeProject: @escaping (String) -> XcodeProject?
  ) -> ProjectTree {
    var tree = self
    (tree.text, tree.project, tree.budget) = (text, xcodeProject, Budget(most))
    return tree
  }

  /// Whether a file with this name describes targets or may belong to one.
  public static func isRead(_ name: String) -> Bool {
    let ending = fileEnding(of: name)
    return switch ending {
    case "xcprivacy", "xcconfig", "plist", "entitlements": true
    default: SourceKind(ending: ending) != nil || ProjectDescription(name, ending: ending) != nil
    }
  }

  /// Whether a file with this name describes targets.
  public static func describesTargets(_ name: String) -> Bool { ProjectDescription(name) != nil }

  /// Patterns, in the protocol's syntax, for the names of sources and target descriptions that aren't found by their
  /// kind.
  public static let patterns = [
    "*.{\(SourceLanguage.allCases.flatMap(\.endings).joined(separator: ","))}",
    "{project.yml,project.yaml,Podfile,pubspec.yaml}",
    "{app.json,app.config.json,app.config.js,app.config.ts}", "*.{podspec,podspec.json}",
  ]

  package static func isManifest(_ path: String) -> Bool { path.hasSuffix(".xcprivacy") }

  package func contains(_ path: String) -> Bool { contents.known.contains(path) }

  /// The path as spelled on disk: most Mac volumes ignore case.
  package func spelled(_ path: String) -> String {
    contains(path) ? path : spellings.value[path.lowercased()] ?? path
  }

  package func read(_ path: String) throws(ReadFailure) -> SourceText { try text(path) }

  package func xcodeProject(_ path: String) throws(ReadFailure) -> XcodeProject {
    if let project = project(path) { return project }
    return XcodeProject.parse(try text(path))
  }

  /// How much work is left, so that time is bounded whatever the descriptions say.
  package final class Budget {
    /// Each file of each target counts once per pattern.
    private var left: Int
    package private(set) var isSpent = false

    init(_ count: Int) { left = count }

    /// - Returns: How much of the requested amount is left.
    package func take(_ count: Int) -> Int {
      let taken = min(max(count, 1), left)
      left -= taken
      if taken < count { isSpent = true }
      return taken
    }
  }

  /// Adds the sources in the skipped folders below or around a folder whose files a target compiles.
  ///
  /// - Parameter except: Folders that the target leaves out.
  /// - Returns: Whether all of them could be read.
  package func readSkipped(below folder: String, except: [String] = []) -> Bool {
    let found = contents.skippedFolders(near: folder).filter { path in
      !except.contains { path == $0 || path.hasPrefix(prefix(of: $0)) }
    }
    return contents.read(found)
  }

  /// Adds the sources in the skipped folders that have one of some files.
  ///
  /// - Parameter sources: Sorted absolute paths.
  package func readSkipped(around sources: [String]) {
    let found = contents.skipped.readable.filter { path in
      let path = prefix(of: path)
      let place = sources.partitioningIndex { $0 >= path }
      return place < sources.count && sources[place].hasPrefix(path)
    }
    _ = contents.read(found)
  }

  /// Adds the sources in the skipped folders that were read in another tree.
  public func readSkipped(as other: ProjectTree) {
    _ = contents.read(contents.skipped.readable.filter(other.contents.readFolders.contains))
  }

  /// The folders that a walk left out, in which targets may have files.
  public struct SkippedFolders {
    fileprivate let paths: [String]
    fileprivate let readable: [String]
    fileprivate let sources: (String) -> [String]?

    /// - Parameters:
    ///   - paths: Absolute; none is inside another.
    ///   - readable: Those whose sources are to be read if a target has some in them.
    ///   - sources: Finds the sources and headers in one of these; nil if there are too many.
    public init(
      _ paths: [String] = [], readable: [String] = [], sources: @escaping (String) -> [String]? = { _ in nil }
    ) {
      (self.paths, self.readable, self.sources) = (paths.sorted(), readable, sources)
    }
  }

  /// The files, with those of skipped folders as far as targets compile any.
  private final class Contents {
    private(set) var paths: [String]
    private(set) var known: Set<String>
    private(set) var headers: [String]
    let skipped: SkippedFolders
    private let isSkipped: Set<String>
    /// The skipped folders that were read.
    private(set) var readFolders: Set<String> = []
    /// Those that can’t be, or were found to be too large.
    private var unreadable: Set<String>

    init(_ paths: [String], _ headers: [String], _ skipped: SkippedFolders) {
      (self.paths, known, self.headers, self.skipped) = (paths, Set(paths), headers, skipped)
      isSkipped = Set(skipped.paths)
      unreadable = isSkipped.subtracting(skipped.readable)
    }

    /// The skipped folders in a folder, or the one that it is in.
    func skippedFolders(near folder: String) -> [String] {
      guard !skipped.paths.isEmpty else { return [] }
      let prefix = prefix(of: folder)
      let inner = skipped.paths[skipped.paths.partitioningIndex { $0 >= prefix }...].prefix { $0.hasPrefix(prefix) }
      var above = folder
      while above.utf8.count > 1, !isSkipped.contains(above) { above = parent(of: above) }
      return isSkipped.contains(above) ? inner + [above] : Array(inner)
    }

    /// - Returns: Whether all of the folders were read.
    func read(_ folders: [String]) -> Bool {
      var areRead = true
      var new: [String] = []
      for folder in folders where !readFolders.contains(folder) {
        if !unreadable.contains(folder), let found = skipped.sources(folder) {
          readFolders.insert(folder)
          new += found
        } else {
          unreadable.insert(folder)
          areRead = false
        }
      }
      guard !new.isEmpty else { return areRead }
      paths = (paths + new).sorted()
      known.formUnion(new)
      headers = (headers + new.filter { SourceKind($0) == .header }).sorted()
      return areRead
    }
  }

  /// The files in a folder and its subfolders.
  ///
  /// - Parameter patterns: How many patterns each file will be compared with.
  package func files(below folder: String, patterns: Int = 1) -> ArraySlice<String> {
    let prefix = prefix(of: folder)
    let found = paths[paths.partitioningIndex { $0 >= prefix }...].prefix { $0.hasPrefix(prefix) }
    let cost = max(patterns, 1)
    return found.prefix(budget.take(found.count * cost) / cost)
  }

  /// The file at a path, or all files in the folder there.
  package func files(at path: String, patterns: Int = 1) -> ArraySlice<String> {
    contains(path) ? [path].prefix(budget.take(patterns)) : files(below: path, patterns: patterns)
  }
}

/// What a compiler does with a file, by its extension.
public enum SourceKind: Sendable {
  case source, header

  /// Nil for what isn't compiled as Swift, Objective-C, C or C++, and for a package description.
  public init?(_ path: String) {
    let ending = fileEnding(of: path)
    guard let kind = SourceKind(ending: ending) else { return nil }
    if ending == "swift", ProjectDescription(lastComponent(of: path), ending: ending) != nil { return nil }
    self = kind
  }

  init?(ending: String) {
    guard let language = SourceLanguage(ending: ending) else { return nil }
    self = language == .header ? .header : .source
  }
}

/// The files that describe what is built.
package enum ProjectDescription: CaseIterable {
  case xcodeProject, package, xcodeGen, podspec, podfile, podLock, pubspec, appJSON, appScript

  /// Nil for other names.
  package init?(_ name: String) { self.init(name, ending: fileEnding(of: name)) }

  fileprivate init?(_ name: String, ending: String) {
    // The extension rules out most names.
    switch ending {
    case "swift" where name.hasPrefix("Package"):
      guard name == "Package.swift" || name.hasPrefix("Package@swift-") else { return nil }
      self = .package
    case "swift": return nil
    case "pbxproj" where name == "project.pbxproj": self = .xcodeProject
    case "yml" where name == "project.yml", "yaml" where name == "project.yaml": self = .xcodeGen
    case "podspec",
      "json" where name.hasSuffix(".podspec.json"):
      self = .podspec
    case "" where name == "Podfile": self = .podfile
    case "lock" where name == "Podfile.lock": self = .podLock
    case "yaml" where name == "pubspec.yaml": self = .pubspec
    case "json" where name == "app.json" || name == "app.config.json": self = .appJSON
    case "js" where name == "app.config.js", "ts" where name == "app.config.ts": self = .appScript
    default: return nil
    }
  }
}
