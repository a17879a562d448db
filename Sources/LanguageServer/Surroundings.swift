public import FileSystem
import JSON
public import PrivacyRules
import SourceText

/// What the folders around files say about them: the settings that hold, and what the files' target makes. Every folder
/// is looked at once; make a new one when files may have changed.
///
/// Paths are absolute and without links. No folder above `root` is looked at.
public struct Surroundings: Sendable {
  public let root: String
  private let files: any FileSystem
  private var settings: [String: ConfigurationFile?] = [:]
  private var holdsPackage: [String: Bool] = [:]

  public init(root: String, files: any FileSystem) {
    self.root = root
    self.files = files
  }

  /// The settings file that holds for the files of a folder: the nearest from the folder up to the root.
  public mutating func configurationFile(of folder: String) -> ConfigurationFile? {
    if let known = settings[folder] { return known }
    var found = ConfigurationFile(in: folder, files: files)
    if found == nil, let outer = folderAbove(folder) { found = configurationFile(of: outer) }
    settings[folder] = .some(found)
    return found
  }

  /// What is known about the project of a file.
  ///
  /// The innermost folder that says anything in its name decides; without one, a package or pod that the file lies in.
  public mutating func project(of path: String) -> Project {
    let folders = path.split(separator: "/").dropLast()
    for (index, folder) in folders.enumerated().reversed() {
      switch folder {
      case "Pods", "Carthage": return Project(product: .library)
      case "checkouts" where index > 0 && folders[index - 1] == ".build": return Project(product: .library)
      case _ where folder.hasSuffix(".framework") || folder.hasSuffix(".xcframework"):
        return Project(product: .library)
      case _ where folder.hasSuffix(".app"): return Project(product: .app)
      default: break
      }
    }
    return Project(product: liesInPackage(parentFolder(of: path)) ? .library : .unknown)
  }

  private mutating func liesInPackage(_ folder: String) -> Bool {
    guard folder == root || folder.hasPrefix(root == "/" ? "/" : root + "/") else { return false }
    if let known = holdsPackage[folder] { return known }
    let names = ((try? files.list(folder)) ?? []).map(\.name)
    var result = names.contains { $0 == "Package.swift" || $0.hasSuffix(".podspec") }
    if !result, let outer = folderAbove(folder) { result = liesInPackage(outer) }
    holdsPackage[folder] = result
    return result
  }

  /// The folder around a folder, nil if that is not to be looked at.
  private func folderAbove(_ folder: String) -> String? {
    guard folder != root, folder != "/", folder.hasPrefix(root == "/" ? "/" : root + "/") else { return nil }
    return parentFolder(of: folder)
  }
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
  /// Whether the file could be read and is JSON.
  public private(set) var isUsable = true

  /// The settings file of a folder, nil if the folder has none.
  init?(in folder: String, files: any FileSystem) {
    let path = joinedPath(folder, Self.name)
    do throws(FileError) {
      self.init(path: path, bytes: try files.read(path, limit: Self.largest))
    } catch {
      if error.reason == .notFound { return nil }
      // In a folder that may not be looked into, nothing can be told of, and nothing is read that it would be for.
      if error.reason == .notPermitted, (try? files.status(of: path)) == nil { return nil }
      self.init(unreadable: path, error)
    }
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
    self.path = path
    problems = ["\(path) \(error.words)"]
    isUsable = false
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    let text = SourceText(bytes)
    func placed(_ problems: [(message: String, offset: Int)]) -> [String] {
      let positions = PositionMap(problems.map(\.offset), in: text, encoding: .utf16)
      return problems.map { message, offset in
        let position = positions[offset]
        return "\(path):\(position.line + 1):\(position.character + 1): \(message)"
      }
    }
    do throws(JSONError) {
      var found: [Configuration.Problem] = []
      var ofEditor: [(message: String, offset: Int)] = []
      configuration = Configuration(
        try JSONDocument.parse(bytes).root,
        isReadElsewhere: { name in
          guard let setting = EditorSetting(name) else { return false }
          ofEditor.append(("“\(setting.rawValue)” is a setting of the editor only", name.range.lowerBound))
          return true
        }, problems: &found)
      problems = placed((found.map { ($0.message, $0.offset) } + ofEditor).sorted { $0.offset < $1.offset })
    } catch {
      problems = placed([(error.message, error.offset)])
      isUsable = false
    }
  }
}
