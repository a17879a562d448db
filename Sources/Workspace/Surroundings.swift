public import FileSystem
import JSON
public import PrivacyRules
import SourceText

/// What the folders around files say about them: the settings that hold, and what the files' target makes. Every folder
/// is looked at once; make a new one when files may have changed.
///
/// Paths are absolute and without links. No folder above `root` is looked at, but for settings.
public final class Surroundings {
  public let root: String
  private let files: any FileSystem
  private var settings: [String: ConfigurationFile?] = [:]
  private var holdsPackage: [String: Bool] = [:]

  public init(root: String, files: any FileSystem) {
    self.root = root
    self.files = files
  }

  /// The settings file that holds for the files of a folder: the nearest from the folder up to the root of its
  /// repository, or of the file system, so that it is the same from wherever the files are looked at.
  public func configurationFile(of folder: String) -> ConfigurationFile? {
    if let known = settings[folder] { return known }
    var found = ConfigurationFile(in: folder, root: root, files: files)
    if found == nil, folder != "/", folder.hasPrefix("/"), !isRepository(folder, files) {
      found = configurationFile(of: parentFolder(of: folder))
    }
    settings[folder] = .some(found)
    return found
  }

  /// What is known about the project of a file.
  ///
  /// The innermost folder that says anything in its name decides; without one, a package or pod that the file lies in.
  public func project(of path: String) -> Project {
    let folder = parentFolder(of: path)
    let named = productNamed(byFolder: folder)
    if named != .unknown { return Project(product: named) }
    return Project(product: liesInPackage(folder) ? .library : .unknown)
  }

  /// What the names of the folders around a file say of it. No folder is looked into.
  package func project(byNamesAround path: String) -> Project {
    Project(product: productNamed(byFolder: parentFolder(of: path)))
  }

  /// What the innermost folder says that says anything in its name.
  private func productNamed(byFolder folder: String) -> Project.Product {
    var folder = folder
    while true {
      let product = product(ofFolder: fileName(of: folder), in: folder)
      let outer = parentFolder(of: folder)
      if product != .unknown || outer == folder { return product }
      folder = outer
    }
  }

  private func product(ofFolder name: String, in path: String) -> Project.Product {
    switch name {
    case "Pods", "Carthage": return .library
    case "checkouts": return fileName(of: parentFolder(of: path)) == ".build" ? .library : .unknown
    case _ where name.hasSuffix(".framework") || name.hasSuffix(".xcframework"): return .library
    case _ where name.hasSuffix(".app"): return .app
    default: return .unknown
    }
  }

  private func liesInPackage(_ folder: String) -> Bool {
    guard isInside(folder, root) else { return false }
    if let known = holdsPackage[folder] { return known }
    let entries = (try? files.list(folder)) ?? []
    var result = entries.contains { $0.name == "Package.swift" || $0.name.hasSuffix(".podspec") }
    if !result, folder != root, folder != "/" { result = liesInPackage(parentFolder(of: folder)) }
    holdsPackage[folder] = result
    return result
  }
}

/// Whether a folder is a repository of git's: a work tree may have a file of this name.
package func isRepository(_ folder: String, _ files: any FileSystem) -> Bool {
  (try? files.status(of: joinedPath(folder, ".git"), followingLinks: false)) != nil
}

/// The folder of the repository that a folder lies in; nil if it lies in none.
package func repository(around folder: String, _ files: any FileSystem) -> String? {
  var folder = folder
  while !isRepository(folder, files) {
    if folder == "/" || !folder.hasPrefix("/") { return nil }
    folder = parentFolder(of: folder)
  }
  return folder
}

/// A file with settings, `.privacy-lsp.json`, and what is wrong with it.
public struct ConfigurationFile: Hashable, Sendable {
  public static let name = ".privacy-lsp.json"
  /// Larger files are refused, in bytes.
  public static let largest = 1 << 20

  public let path: String
  /// What is right in the file.
  public private(set) var configuration = Configuration()
  /// What is not, each with its place: "path:line:column: message".
  public private(set) var problems: [String] = []
  /// Whether the file could be read, is JSON, and has values as they must be. Names that there are not are only told.
  public private(set) var isUsable = true

  /// The settings file of a folder, nil if the folder has none. A link is followed within the folder's repository;
  /// without one, within the root that the folder lies in, or else within the folder.
  init?(in folder: String, root: String, files: any FileSystem) {
    let path = joinedPath(folder, Self.name)
    do throws(FileError) {
      // Most folders have none, which this tells at least cost.
      _ = try files.status(of: path, followingLinks: false)
      // Not the file alone may be a link: above a folder that does not exist there may be others.
      let target = try files.resolve(path)
      if target != path, !isInside(target, Self.border(of: folder, root: root, files)) {
        self.init(path: path, problem: "is not read: the link leads outside, to \(target)")
        return
      }
      self.init(path: path, bytes: try files.read(path, limit: Self.largest))
    } catch {
      if error.reason == .notFound { return nil }
      // In a folder that may not be looked into, nothing can be told of, and nothing is read that it would be for.
      if error.reason == .notPermitted, (try? files.status(of: path)) == nil { return nil }
      self.init(unreadable: path, error)
    }
  }

  private static func border(of folder: String, root: String, _ files: any FileSystem) -> String {
    repository(around: folder, files) ?? (isInside(folder, root) ? root : folder)
  }

  /// The settings file with this path; where it cannot be read, that is its one problem.
  public init(path: String, files: any FileSystem) {
    do throws(FileError) {
      self.init(path: path, bytes: try files.read(path, limit: Self.largest))
    } catch {
      self.init(unreadable: path, error)
    }
  }

  private init(unreadable path: String, _ error: FileError) {
    self.init(path: path, problem: error.words)
  }

  private init(path: String, problem: String) {
    self.path = path
    problems = ["\(path) \(problem)"]
    isUsable = false
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    // A byte order mark is no part of the text, and no editor counts it as a column.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let text = SourceText(bytes)
    func placed(_ problems: [(message: String, offset: Int)]) -> [String] {
      let positions = PositionMap(problems.map(\.offset), in: text, encoding: .utf16)
      return problems.map { message, offset in "\(path):\(positions[offset].shown): \(message)" }
    }
    do throws(JSONError) {
      var found: [Configuration.Problem] = []
      var ofEditor: [(message: String, offset: Int)] = []
      let root = try JSONDocument.parse(bytes).root
      configuration = Configuration(
        root,
        isReadElsewhere: { name in
          guard let setting = EditorSetting(name) else { return false }
          ofEditor.append(("“\(setting.rawValue)” is a setting of the editor only", name.range.lowerBound))
          return true
        }, problems: &found)
      // An editor says so where it has no settings; in a file it is no object.
      if root.isNull {
        found.append(Configuration.Problem(message: Configuration.notAnObject, offset: root.range.lowerBound))
      }
      isUsable = found.allSatisfy(\.isUnknownName)
      problems = placed((found.map { ($0.message, $0.offset) } + ofEditor).sorted { $0.offset < $1.offset })
    } catch {
      problems = placed([(error.message, error.offset)])
      isUsable = false
    }
  }
}
