public import ProjectFiles
public import SourceText

/// Why a file wasn’t read.
public struct ReadFailure: Error {
  /// What follows the path: “is larger than 64 MiB”.
  public let words: String

  public init(_ words: String) { self.words = words }
}

/// The files of a folder, as one walk finds them, and how they are read.
public struct ProjectTree {
  /// The folder, absolute.
  public let root: String
  /// The absolute paths of the files, sorted.
  public let paths: [String]
  private let known: Set<String>
  /// Those that say what is built, those that are headers, and those that are privacy manifests.
  package let described: [ProjectDescription: [String]]
  package let headers: [String]
  package let manifests: [String]
  private let most: Int
  private let spellings = Spellings()
  /// What a small file can ask for is much: a thousand targets with the same ten thousand files.
  package private(set) var budget: Budget
  private var text: (String) throws(ReadFailure) -> SourceText
  private var project: (String) -> XcodeProject?

  /// - Parameters:
  ///   - root: The folder, absolute and without links.
  ///   - paths: The absolute paths of the files in it for which ``isRead(_:)`` holds; others do no harm.
  ///   - text: Reads a file.
  ///   - most: How many files of targets are looked at, each once for each pattern; what is left is said. The default is
  ///     far above what the largest projects need.
  ///   - xcodeProject: Gives a `project.pbxproj` that is parsed already; nil for others.
  public init(
    root: String, paths: [String], most: Int = 2_000_000, text: @escaping (String) throws(ReadFailure) -> SourceText,
    xcodeProject: @escaping (String) -> XcodeProject? = { _ in nil }
  ) {
    self.root = root
    self.paths = paths.sorted()
    known = Set(paths)
    var described: [ProjectDescription: [String]] = [:]
    var headers: [String] = []
    var manifests: [String] = []
    for path in self.paths {
      let ending = fileEnding(of: path)
      if SourceKind(ending: ending) == .header {
        headers.append(path)
      } else if Self.isManifest(path) {
        manifests.append(path)
      } else if let description = ProjectDescription(lastComponent(of: path), ending: ending),
        // A copy that someone has put aside is no project.
        description != .xcodeProject || parent(of: path).hasSuffix(".xcodeproj")
      {
        described[description, default: []].append(path)
      }
    }
    (self.described, self.headers, self.manifests) = (described, headers, manifests)
    self.most = most
    budget = Budget(most)
    self.text = text
    project = xcodeProject
  }

  /// The same files, read in another way.
  public func reading(
    text: @escaping (String) throws(ReadFailure) -> SourceText, xcodeProject: @escaping (String) -> XcodeProject?
  ) -> ProjectTree {
    var tree = self
    (tree.text, tree.project, tree.budget) = (text, xcodeProject, Budget(most))
    return tree
  }

  /// Whether a file with a name says something of targets or may belong to one.
  public static func isRead(_ name: String) -> Bool {
    let ending = fileEnding(of: name)
    return switch ending {
    case "xcprivacy", "xcconfig", "plist", "entitlements": true
    default: SourceKind(ending: ending) != nil || ProjectDescription(name, ending: ending) != nil
    }
  }

  /// Whether a file with a name says what is built.
  public static func describesTargets(_ name: String) -> Bool { ProjectDescription(name) != nil }

  /// The names of files that say what is built or are, as patterns of the protocol, without those that are known by
  /// their kinds.
  public static let patterns = [
    "*.{\(SourceLanguage.allCases.flatMap(\.endings).joined(separator: ","))}", "{project.yml,project.yaml,Podfile}",
    "{app.json,app.config.json,app.config.js,app.config.ts}", "*.{podspec,podspec.json}",
  ]

  package static func isManifest(_ path: String) -> Bool { path.hasSuffix(".xcprivacy") }

  package func contains(_ path: String) -> Bool { known.contains(path) }

  /// A path as the file at it is spelled. The volumes of most Macs take capitals and small letters for the same.
  package func spelled(_ path: String) -> String {
    contains(path) ? path : spellings.of(path, among: paths) ?? path
  }

  /// The paths by their small letters, made when the first one isn’t found.
  private final class Spellings {
    private var known: [String: String]?

    func of(_ path: String, among paths: [String]) -> String? {
      let all = known ?? Dictionary(paths.map { ($0.lowercased(), $0) }) { first, _ in first }
      known = all
      return all[path.lowercased()]
    }
  }
  package func read(_ path: String) throws(ReadFailure) -> SourceText { try text(path) }

  package func xcodeProject(_ path: String) throws(ReadFailure) -> XcodeProject {
    if let project = project(path) { return project }
    return XcodeProject.parse(try text(path))
  }

  /// How much is still looked at, so that time is bounded by more than what descriptions say.
  package final class Budget {
    /// Each file of each target counts, once for each pattern.
    private var left: Int
    package private(set) var isSpent = false

    init(_ count: Int) { left = count }

    /// - Returns: How much of it there is.
    package func take(_ count: Int) -> Int {
      let taken = min(max(count, 1), left)
      left -= taken
      if taken < count { isSpent = true }
      return taken
    }
  }

  /// The files in a folder and in those in it.
  ///
  /// - Parameter patterns: How many patterns each of them is compared with.
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

/// What a compiler does with a file, by the ending of its name.
public enum SourceKind: Sendable {
  case source, header

  /// Nil for what isn’t compiled as Swift, Objective-C, C or C++, and for a package’s own description.
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

/// The files that say what is built.
package enum ProjectDescription: CaseIterable {
  case xcodeProject, package, xcodeGen, podspec, podfile, podLock, appJSON, appScript

  /// Nil for every other name.
  package init?(_ name: String) { self.init(name, ending: fileEnding(of: name)) }

  fileprivate init?(_ name: String, ending: String) {
    // Most names are told apart by their endings.
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
    case "json" where name == "app.json" || name == "app.config.json": self = .appJSON
    case "js" where name == "app.config.js", "ts" where name == "app.config.ts": self = .appScript
    default: return nil
    }
  }
}
