/// File access. Everything that the program reads from disk goes through here.
public protocol FileSystem: Sendable {
  /// The status of the file at a path.
  ///
  /// - Parameter followingLinks: Whether to return the status of a link's target instead of the link's.
  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus

  /// The bytes of a regular file. Anything else is an error and isn't opened: a pipe would block, and a device may
  /// never end.
  ///
  /// - Parameter limit: The maximum size in bytes.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The bytes of a file that was listed as a regular file. If it is something else by now, that is an error.
  ///
  /// - Parameter limit: The maximum size in bytes.
  func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The entries of a folder, sorted by name, without `.` and `..`.
  func list(_ path: String) throws(FileError) -> [FolderEntry]

  /// The absolute path without symbolic links, `.` and `..`.
  func resolve(_ path: String) throws(FileError) -> String
}

extension FileSystem {
  /// The status of the file at a path, following links.
  public func status(of path: String) throws(FileError) -> FileStatus {
    try status(of: path, followingLinks: true)
  }

  public func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8] { try read(path, limit: limit) }

  /// The names in a folder; none if it can’t be listed.
  public func names(in folder: String) -> [String] { ((try? list(folder)) ?? []).map(\.name) }

  /// The absolute path without symbolic links; the path itself if it can’t be resolved.
  public func resolvedIfPossible(_ path: String) -> String { (try? resolve(path)) ?? path }
}

/// The type of a file.
public enum FileType: String, Hashable, Sendable {
  case file, folder, link, pipe, socket, device

  /// The type in words: "a named pipe".
  public var name: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}

/// The facts about a file that show whether it changed.
public struct FileStatus: Hashable, Sendable {
  public var type: FileType
  /// In bytes.
  public var size: Int
  /// Nanoseconds since 1970.
  public var modified: Int64
  /// The device and the file's number on it, which two hard links share.
  public var device: UInt64
  public var number: UInt64
  public var permissions: UInt32

  public init(
    type: FileType, size: Int = 0, modified: Int64 = 0, device: UInt64 = 0, number: UInt64 = 0,
    permissions: UInt32 = 0o644
  ) {
    self.type = type
    self.size = size
    self.modified = modified
    self.device = device
    self.number = number
    self.permissions = permissions
  }
}

/// An entry of a folder.
public struct FolderEntry: Hashable, Sendable {
  public var name: String
  /// The type of the entry itself; links aren't followed.
  public var type: FileType
  /// Whether the name is valid UTF-8. If not, `name` has U+FFFD in place of the invalid bytes, and doesn't name the
  /// file.
  public var isText: Bool

  public init(name: String, type: FileType, isText: Bool = true) {
    self.name = name
    self.type = type
    self.isText = isText
  }
}

/// Why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case notFound
    case notPermitted
    case isNotAFile(FileType)
    case isNotAFolder
    /// It has more bytes than this.
    case isLargerThan(Int)
    case linksLoop
    case nameIsNotText
    case hasChanged
    case isReadOnly
    case liesInReadOnlyFolder
    /// The system's error number and message.
    case system(Int32, String)
  }

  public var path: String
  public var reason: Reason

  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The reason in words that follow the path: "does not exist".
  public var words: String {
    switch reason {
    case .notFound: "does not exist"
    case .notPermitted: "can’t be read: permission denied"
    case .isNotAFile(let type): "is \(type.name), which is not read"
    case .isNotAFolder: "is not a folder"
    case .isLargerThan(let limit): "is larger than \(limit >> 20) MiB"
    case .nameIsNotText: "has a name that is not UTF-8, and is skipped"
    case .linksLoop: "is a loop of symbolic links"
    case .hasChanged: "has changed since it was read"
    case .isReadOnly: "is read-only"
    case .liesInReadOnlyFolder: "is in a read-only folder"
    case .system(_, let text): "can’t be read: \(text)"
    }
  }
}
