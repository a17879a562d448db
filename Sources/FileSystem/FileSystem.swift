/// Access to files. Everything that the program reads from disk goes through it.
public protocol FileSystem: Sendable {
  /// The status of a path.
  ///
  /// - Parameter followingLinks: Whether to follow symbolic links.
  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus

  /// The bytes of a regular file. Anything else is an error and is not opened: a pipe would block, and a device may never
  /// end.
  ///
  /// - Parameter limit: The largest size in bytes.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The bytes of what was a regular file when its folder was listed. If it no longer is, that is an error.
  ///
  /// - Parameter limit: The largest size in bytes.
  func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The entries of a folder, sorted by name, without `.` and `..`.
  func list(_ path: String) throws(FileError) -> [FolderEntry]

  /// The absolute path without symbolic links, `.` and `..`.
  func resolve(_ path: String) throws(FileError) -> String
}

extension FileSystem {
  /// The status of a path, following links.
  public func status(of path: String) throws(FileError) -> FileStatus {
    try status(of: path, followingLinks: true)
  }

  public func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8] { try read(path, limit: limit) }
}

/// The type of a file.
public enum FileType: String, Hashable, Sendable {
  case file, folder, link, pipe, socket, device

  /// The name in messages: "a named pipe".
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

/// The properties of a file that show whether it has changed.
public struct FileStatus: Hashable, Sendable {
  public var type: FileType
  /// In bytes.
  public var size: Int
  /// Nanoseconds since 1970.
  public var modified: Int64
  /// Device and inode, which are the same for two hard links.
  public var device: UInt64
  public var number: UInt64
  /// The permission bits.
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
  /// The type of the entry itself, without following links.
  public var type: FileType
  /// Whether the name is valid UTF-8. If not, it contains U+FFFD and doesn’t work as a path.
  public var isText: Bool

  public init(name: String, type: FileType, isText: Bool = true) {
    self.name = name
    self.type = type
    self.isText = isText
  }
}

/// Why a file couldn’t be read or written.
public struct FileError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case notFound
    case notPermitted
    /// It is not a regular file.
    case isNotAFile(FileType)
    /// It is not a folder.
    case isNotAFolder
    /// It is larger than this, in bytes.
    case isLargerThan(Int)
    /// The links form a cycle.
    case linksLoop
    /// Its name is not valid UTF-8.
    case nameIsNotText
    /// It changed since it was read.
    case hasChanged
    /// It is read-only.
    case isReadOnly
    /// Its folder is read-only.
    case liesInReadOnlyFolder
    /// The system’s error number and message.
    case system(Int32, String)
  }

  public var path: String
  public var reason: Reason

  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The reason in words that come after the path: "does not exist".
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
    case .system(_, let text): "cannot be read: \(text)"
    }
  }
}
