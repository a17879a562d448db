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
  private let text: (String) throws(ReadFailure) -> SourceText
  private let project: (String) -> XcodeProject?

  /// - Parameters:
  ///   - root: The folder, absolute and without links.
  ///   - paths: The absolute paths of the files in it for which ``isRead(_:)`` holds; others do no harm.
  ///   - text: Reads a file.
  ///   - xcodeProject: Gives a `project.pbxproj` that is parsed already; nil for others.
  public init(
    root: String, paths: [String], text: @escaping (String) throws(ReadFailure) -> SourceText,
    xcodeProject: @escaping (String) -> XcodeProject? = { _ in nil }
  ) {
    self.root = root
    self.paths = paths.sorted()
    known = Set(paths)
    self.text = text
    project = xcodeProject
  }

  /// Whether a file with a name says something of targets or may belong to one.
  public static func isRead(_ name: String) -> Bool {
    SourceKind(name) != nil || isManifest(name) || ProjectDescription(name) != nil || name.hasSuffix(".xcconfig")
      || name.hasSuffix(".plist") || name.hasSuffix(".entitlements")
  }

  static func isManifest(_ path: String) -> Bool { path.hasSuffix(".xcprivacy") }

  func contains(_ path: String) -> Bool { known.contains(path) }
  func read(_ path: String) throws(ReadFailure) -> SourceText { try text(path) }

  func xcodeProject(_ path: String) throws(ReadFailure) -> XcodeProject {
    if let project = project(path) { return project }
    return XcodeProject.parse(try text(path))
  }

  /// The files in a folder and in those in it.
  func files(below folder: String) -> ArraySlice<String> {
    let prefix = prefix(of: folder)
    var low = 0
    var high = paths.count
    while low < high {
      let middle = (low + high) / 2
      if paths[middle] < prefix { low = middle + 1 } else { high = middle }
    }
    return paths[low...].prefix { $0.hasPrefix(prefix) }
  }

  /// The file at a path, or all files in the folder there.
  func files(at path: String) -> [String] { contains(path) ? [path] : Array(files(below: path)) }
}

/// What a compiler does with a file, by the ending of its name.
public enum SourceKind: Sendable {
  case source, header

  /// Nil for what isn’t compiled as Swift, Objective-C, C or C++, and for a package’s own description.
  public init?(_ path: String) {
    let bytes = path.utf8
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), bytes.distance(from: dot, to: bytes.endIndex) <= 6 else {
      return nil
    }
    switch path[path.index(after: dot)...].lowercased() {
    case "swift":
      if ProjectDescription(lastComponent(of: path)) == .package { return nil }
      self = .source
    case "m", "mm", "c", "cc", "cpp", "cxx": self = .source
    case "h", "hh", "hpp", "hxx": self = .header
    default: return nil
    }
  }
}

/// The files that say what is built.
enum ProjectDescription: CaseIterable {
  case xcodeProject, package, xcodeGen, podspec, podfile, podLock, appJSON, appScript

  /// Nil for every other name.
  init?(_ name: String) {
    switch name {
    case "project.pbxproj": self = .xcodeProject
    case "Package.swift": self = .package
    case "project.yml", "project.yaml": self = .xcodeGen
    case "Podfile": self = .podfile
    case "Podfile.lock": self = .podLock
    case "app.json", "app.config.json": self = .appJSON
    case "app.config.js", "app.config.ts": self = .appScript
    default:
      if name.hasSuffix(".podspec") || name.hasSuffix(".podspec.json") {
        self = .podspec
      } else if name.hasPrefix("Package@swift-"), name.hasSuffix(".swift") {
        self = .package
      } else {
        return nil
      }
    }
  }
}
