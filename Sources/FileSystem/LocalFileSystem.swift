import CLibrary

/// The files of this machine.
public struct LocalFileSystem: FileSystem {
  public init() {}

  public func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    try check(path)
    var info = stat()
    let result = followingLinks ? stat(path, &info) : lstat(path, &info)
    guard result == 0 else { throw FileError(systemErrorAt: path) }
    return FileStatus(info)
  }

  public func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    // Other types aren't even opened: opening a device can start it.
    let before = try status(of: path)
    guard before.type == .file else { throw FileError(path, .isNotAFile(before.type)) }
    guard before.size <= limit else { throw FileError(path, .isLargerThan(limit)) }
    return try read(fileAt: path, limit: limit)
  }

  public func read(fileAt path: String, limit: Int) throws(FileError) -> [UInt8] {
    try check(path)
    // The file may have been replaced by a pipe, and opening it must not wait for a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw FileError(systemErrorAt: path) }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw FileError(systemErrorAt: path) }
    let status = FileStatus(info)
    guard status.type == .file else { throw FileError(path, .isNotAFile(status.type)) }
    guard status.size <= limit else { throw FileError(path, .isLargerThan(limit)) }
    return try readToEnd(file, at: path, expecting: status.size, limit: limit)
  }

  public func list(_ path: String) throws(FileError) -> [FolderEntry] {
    try check(path)
    guard let folder = opendir(path) else {
      let number = errno
      // The same error is returned if a folder above isn't one.
      if number == ENOTDIR, (try? status(of: path)) != nil { throw FileError(path, .isNotAFolder) }
      throw FileError(systemErrorAt: path, number)
    }
    defer { closedir(folder) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        guard errno == 0 else { throw FileError(systemErrorAt: path) }
        break
      }
      let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          name -> (name: String, isText: Bool) in
          if let text = String(validatingCString: name) { return (text, true) }
          return (String(cString: name), false)
        }
      }
      if name == "." || name == ".." { continue }
      let type: FileType
      switch Int(entry.pointee.d_type) {
      case 1: type = .pipe
      case 2, 6: type = .device
      case 4: type = .folder
      case 8: type = .file
      case 10: type = .link
      case 12: type = .socket
      // Some file systems don't say.
      default: type = (try? status(of: path + "/" + name, followingLinks: false).type) ?? .device
      }
      entries.append(FolderEntry(name: name, type: type, isText: isText))
    }
    if entries.count > 1 { entries.sort { $0.name < $1.name } }
    return entries
  }

  public func resolve(_ path: String) throws(FileError) -> String {
    try check(path)
    guard let resolved = realpath(path, nil) else { throw FileError(systemErrorAt: path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Rejects a path with a NUL, which the system would truncate.
  private func check(_ path: String) throws(FileError) {
    var path = path
    let hasNUL = path.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    if hasNUL { throw FileError(path, .notFound) }
  }
}

extension FileError {
  /// The error of a system call.
  init(systemErrorAt path: String, _ number: Int32 = errno) {
    switch number {
    // A file with a name this long can't exist.
    case ENOENT, ENOTDIR, ENAMETOOLONG: self.init(path, .notFound)
    case EACCES, EPERM: self.init(path, .notPermitted)
    case ELOOP: self.init(path, .linksLoop)
    default: self.init(path, .system(number, systemMessage(number)))
    }
  }
}

extension FileStatus {
  fileprivate init(_ info: stat) {
    let type: FileType =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    self.init(
      type: type,
      size: Int(info.st_size),
      modified: Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec),
      device: UInt64(truncatingIfNeeded: info.st_dev),
      number: UInt64(truncatingIfNeeded: info.st_ino),
      permissions: UInt32(info.st_mode & 0o7777))
  }
}
