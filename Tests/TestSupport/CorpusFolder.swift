public import Foundation

/// A folder of real files outside the repository that some tests also read. The environment variable
/// `PRIVACY_LSP_CORPUS` names it; without it those tests do less, and say so.
public struct CorpusFolder: Sendable {
  public let url: URL

  /// The folder, nil where the variable is not set or names no folder; prints a line then.
  public static func fromEnvironment(for purpose: String = #function) -> CorpusFolder? {
    guard let path = ProcessInfo.processInfo.environment["PRIVACY_LSP_CORPUS"],
      FileManager.default.fileExists(atPath: path)
    else {
      print("\(purpose): the corpus is left out, since PRIVACY_LSP_CORPUS names no folder")
      return nil
    }
    return CorpusFolder(url: URL(fileURLWithPath: path, isDirectory: true))
  }

  /// A file of the folder.
  public struct File: Sendable {
    /// The path in the folder.
    public let path: String
    public let bytes: [UInt8]
  }

  /// The files of a folder in the corpus, by name.
  public func files(in folder: String) -> [File] {
    let directory = url.appending(path: folder, directoryHint: .isDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: directory.appending(path: name)) else { return nil }
      return File(path: "\(folder)/\(name)", bytes: Array(data))
    }
  }

  /// The bytes of one file, nil if it is not there.
  public func bytes(of path: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appending(path: path))).map { Array($0) }
  }
}
