/// What the program may do with files. Everything it reads from disk goes through here.
public protocol FileSystem: Sendable {
  /// What stands at a path.
  ///
  /// - Parameter followingLinks: Whether a symbolic link is its target.
  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus

  /// The bytes of a regular file. Anything else is an error and is not opened: a pipe would block, a device never end.
  ///
  /// - Parameter limit: The size in bytes from which on the file is refused.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The bytes of what was a regular file a moment ago, when its folder was listed. If it is none any more, that is an
  /// error.
  ///
  /// - Parameter limit: The size in bytes from which on the file is refused.
  func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8]

  /// What a folder holds, sorted by name, without `.` and `..`.
  func list(_ path: String) throws(FileError) -> [FolderEntry]

  /// The absolute path without symbolic links, `.` and `..`.
  func resolve(_ path: String) throws(FileError) -> String
}

extension FileSystem {
  /// What stands at a path; of a link, what it leads to.
  public func status(of path: String) throws(FileError) -> FileStatus {
    try status(of: path, followingLinks: true)
  }

  public func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8] { try read(path, limit: limit) }
}

/// What a path names.
public enum FileType: String, Hashable, Sendable {
  case file, folder, link, pipe, socket, device

  /// The words for a message: "a named pipe".
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

/// The facts about a file that tell whether it changed.
public struct FileStatus: Hashable, Sendable {
  public var type: FileType
  /// In bytes.
  public var size: Int
  /// Nanoseconds since 1970.
  public var modified: Int64
  /// Device and number of the file on it, the same for two hard links.
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

/// One name in a folder.
public struct FolderEntry: Hashable, Sendable {
  public var name: String
  /// The type of the entry itself: a link is a link.
  public var type: FileType
  /// Whether the bytes of the name are UTF-8. Of others, the name has U+FFFD in their place, and is nothing's.
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
    /// It is something that is not read.
    case isNotAFile(FileType)
    /// It is no folder.
    case isNotAFolder
    /// It has more bytes than this.
    case isLargerThan(Int)
    /// The links lead round in a circle.
    case linksLoop
    /// Its name has bytes that are no UTF-8.
    case nameIsNotText
    /// Other bytes stand in it than were read before.
    case hasChanged
    /// Nobody may write to it.
    case isReadOnly
    /// Nobody may write to the folder it lies in.
    case liesInReadOnlyFolder
    /// The system's own number and words.
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
    case .system(_, let text): "cannot be read: \(text)"
    }
  }
}
