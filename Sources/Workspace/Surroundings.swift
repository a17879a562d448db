public import FileSystem
import JSON
public import PrivacyRules
import SourceText
import Synchronization

/// The settings that apply to files and the product of their target, from the folders around them. Each folder is read
/// once; make a new instance when files may have changed.
///
/// Paths are absolute and without links. Above `root`, only settings are read.
public final class Surroundings {
  public let root: String
  private let files: any FileSystem
  private let kept: UsableSettings?
  private var settings: [String: ConfigurationFile?] = [:]
  private var holdsPackage: [String: Bool] = [:]

  public init(root: String, files: any FileSystem, kept: UsableSettings? = nil) {
    self.root = root
    self.files = files
    self.kept = kept
  }

  /// The settings file that applies to the files in a folder: the nearest from the folder up to the root of its repository
  /// or of the file system, so that it doesn’t depend on where a search begins.
  public func configurationFile(of folder: String) -> ConfigurationFile? {
    if let known = settings[folder] { return known }
    var found = ConfigurationFile(in: folder, root: root, files: files, kept: kept)
    if found == nil, folder != "/", folder.hasPrefix("/"), !isRepository(folder, files) {
      found = configurationFile(of: parentFolder(of: folder))
    }
    settings[folder] = .some(found)
    return found
  }

  /// The project of a file, by the innermost folder whose name tells its product, or else by a package or pod around it.
  public func project(of path: String) -> Project {
    let folder = parentFolder(of: path)
    let named = productNamed(byFolder: folder)
    if named != .unknown { return Project(product: named) }
    return Project(product: liesInPackage(folder) ? .library : .unknown)
  }

  /// The project of a file, only by the names of the folders around it.
  package func project(byNamesAround path: String) -> Project {
    Project(product: productNamed(byFolder: parentFolder(of: path)))
  }

  /// The product by the innermost folder whose name tells one.
  private func productNamed(byFolder folder: String) -> Project.Product {
    foldersUp(from: folder, to: "/").lazy.map { self.product(ofFolder: fileName(of: $0), in: $0) }
      .first { $0 != .unknown } ?? .unknown
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

/// Whether a folder is a git repository. In a linked work tree, `.git` is a file.
package func isRepository(_ folder: String, _ files: any FileSystem) -> Bool {
  (try? files.status(of: joinedPath(folder, ".git"), followingLinks: false)) != nil
}

/// The root of the git repository around a folder; nil if there is none.
package func repository(around folder: String, _ files: any FileSystem) -> String? {
  foldersUp(from: folder, to: "/").first { isRepository($0, files) }
}

/// The last usable settings of each settings file, by its path. While somebody edits a settings file, those from before
/// count; so a server keeps them as long as it runs.
public final class UsableSettings: Sendable {
  fileprivate let known = Mutex<[String: Configuration]>([:])

  public init() {}
}

/// A settings file, `.privacy-lsp.json`, and its problems.
public struct ConfigurationFile: Hashable, Sendable {
  public static let name = ".privacy-lsp.json"
  /// The largest size of a settings file, in bytes.
  public static let largest = 1 << 20

  public let path: String
  /// The valid part of the settings; if they aren’t usable, the last usable ones where these are kept.
  public private(set) var configuration = Configuration()
  /// The problems with their places: "path:line:column: message".
  public private(set) var problems: [String] = []
  /// Whether the file could be read, is JSON and has valid values. Unknown names don’t make it unusable.
  public private(set) var isUsable = true

  /// The settings file in a folder; nil if there is none.
  init?(in folder: String, root: String, files: any FileSystem, kept: UsableSettings?) {
    let file = Self(in: folder, root: root, files: files)
    let path = joinedPath(folder, Self.name)
    let usable = kept?.known.withLock { known in
      if file?.isUsable ?? true { known[path] = file?.configuration }
      return known[path]
    }
    guard let file else { return nil }
    self = file
    if let usable { configuration = usable }
  }

  /// The settings file in a folder; nil if there is none. A link must stay within the folder’s repository, or else within
  /// the root around the folder, or else within the folder.
  private init?(in folder: String, root: String, files: any FileSystem) {
    let path = joinedPath(folder, Self.name)
    do throws(FileError) {
      // This is the cheapest check, and most folders have no settings.
      _ = try files.status(of: path, followingLinks: false)
      // A folder on the path may be a link too.
      let target = try files.resolve(path)
      if target != path, !isInside(target, Self.border(of: folder, root: root, files)) {
        self.init(path: path, problem: "is not read: the link leads outside, to \(target)")
        return
      }
      self.init(path: path, bytes: try files.read(path, limit: Self.largest))
    } catch {
      if error.reason == .notFound { return nil }
      // Without permission for the folder, its files can’t be read either, so its settings don’t matter.
      if error.reason == .notPermitted, (try? files.status(of: path)) == nil { return nil }
      self.init(path: path, problem: error.words)
    }
  }

  private static func border(of folder: String, root: String, _ files: any FileSystem) -> String {
    repository(around: folder, files) ?? (isInside(folder, root) ? root : folder)
  }

  /// The settings file at a path; if it can’t be read, that is its only problem.
  public init(path: String, files: any FileSystem) {
    do throws(FileError) {
      self.init(path: path, bytes: try files.read(path, limit: Self.largest))
    } catch {
      self.init(path: path, problem: error.words)
    }
  }

  private init(path: String, problem: String) {
    self.path = path
    problems = ["\(path) \(problem)"]
    isUsable = false
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    // Editors don’t count a byte order mark as a column.
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
      // Editors send null if they have no settings; a file must contain an object.
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
