import CLibrary

// How a file is written
// =====================
//
// The new bytes are written to a temporary file in the same folder, synced to disk, and renamed over the file. At every
// moment the file is complete, either old or new. A killed process leaves a temporary file, which later runs recognize by
// its name and by the missing lock of its writer. Termination signals leave none (`Interruption.swift`).

extension LocalFileSystem {
  /// The prefix and suffix of the names of temporary files.
  private static let temporaryPrefix = ".privacy-lsp-"
  private static let temporarySuffix = ".tmp"

  /// Replaces the contents of a file atomically. Permissions, owner and extended attributes are kept if the system allows
  /// it. For a symbolic link, its target is replaced; another hard link keeps the old contents.
  ///
  /// - Parameter old: The bytes that were read; if the file has changed since then, it is left alone.
  public func replace(_ path: String, old: [UInt8], new: [UInt8]) throws(FileError) {
    let target = try resolve(path)
    let folder = parentFolder(of: target)
    let status = try status(of: target)
    guard status.type == .file else { throw FileError(path, .isNotAFile(status.type)) }
    // A read-only file must not change, even for root.
    guard status.permissions & 0o222 != 0, access(target, W_OK) == 0 else { throw FileError(path, .isReadOnly) }
    guard try self.status(of: folder).permissions & 0o222 != 0, access(folder, W_OK) == 0 else {
      throw FileError(path, .liesInReadOnlyFolder)
    }

    let temporary = try Temporary(in: folder, for: path)
    do throws(FileError) {
      try temporary.write(new, for: path)
      temporary.takeAttributes(of: target)
      guard temporary.sync() else { throw FileError(systemErrorAt: path) }
      let before = try self.status(of: target, followingLinks: false)
      guard try read(target, limit: .max) == old else { throw FileError(path, .hasChanged) }
      // The rename would destroy a link that has replaced the file, or changes since the comparison.
      let now = try self.status(of: target, followingLinks: false)
      guard now.type == .file else { throw FileError(path, .isNotAFile(now.type)) }
      guard now == before else { throw FileError(path, .hasChanged) }
      guard rename(temporary.path, target) == 0 else { throw FileError(systemErrorAt: path) }
    } catch {
      temporary.remove()
      throw error
    }
    temporary.close()
    // Sync the folder too, so that the rename is on disk. Some file systems can’t; the file is complete either way.
    let directory = open(folder, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  /// Creates an empty file.
  public func create(_ path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      if errno == ENOENT { throw FileError(path, .system(ENOENT, "its folder does not exist")) }
      throw FileError(systemErrorAt: path)
    }
    close(file)
  }

  /// Removes the temporary files that killed processes left in a folder, but not those of running ones.
  public func removeLeftovers(in folder: String) {
    for entry in (try? list(folder)) ?? [] where entry.type == .file {
      guard entry.name.hasPrefix(Self.temporaryPrefix), entry.name.hasSuffix(Self.temporarySuffix) else { continue }
      let path = joinedPath(folder, entry.name)
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }

  /// A temporary file that is locked by its writer.
  private struct Temporary {
    let path: String
    let descriptor: Int32

    init(in folder: String, for target: String) throws(FileError) {
      for _ in 0..<100 {
        let name = temporaryPrefix + String(UInt32.random(in: 0...UInt32.max), radix: 36) + temporarySuffix
        let path = joinedPath(folder, name)
        let (file, errno) = TemporaryFiles.add(path) { open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard file >= 0 else {
          if errno == EEXIST { continue }
          throw errno == EROFS || errno == EACCES || errno == EPERM
            ? FileError(target, .liesInReadOnlyFolder) : FileError(systemErrorAt: target, errno)
        }
        // Another process that cleans up may have removed the file between the two calls.
        var info = stat()
        if Self.lock(file), fstat(file, &info) == 0, info.st_nlink > 0 {
          self.path = path
          descriptor = file
          return
        }
        _ = CLibrary.close(file)
        TemporaryFiles.forget(path)
      }
      throw FileError(target, .system(EEXIST, "no temporary file can be made"))
    }

    func write(_ bytes: [UInt8], for target: String) throws(FileError) {
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
          written += count
        } else if count == 0 || errno != EINTR {
          throw FileError(systemErrorAt: target)
        }
      }
    }

    /// Copies the metadata of the replaced file, as far as permitted.
    func takeAttributes(of target: String) {
      var info = stat()
      guard stat(target, &info) == 0 else { return }
      // The owner first: changing it may clear permission bits.
      if fchown(descriptor, info.st_uid, info.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, info.st_gid) }
      copyExtendedAttributes(from: target, to: descriptor)
      _ = fchmod(descriptor, info.st_mode & 0o7777)
    }

    /// Syncs the bytes to disk.
    func sync() -> Bool {
      #if canImport(Darwin)
        // On macOS, `fsync` doesn’t flush the drive’s cache. Some file systems support nothing else.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
      #endif
      return fsync(descriptor) == 0
    }

    func remove() {
      unlink(path)
      close()
    }

    /// Closes the file after it was renamed or removed.
    func close() {
      _ = CLibrary.close(descriptor)
      TemporaryFiles.forget(path)
    }

    /// Locks a file, unless another process has; some file systems don’t support locks.
    private static func lock(_ file: Int32) -> Bool {
      flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
  }
}

// MARK: - Extended attributes

#if canImport(Darwin)
  private func copyExtendedAttributes(from path: String, to file: Int32) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return }
    // One at a time, because the call fails at attributes that only the system can set.
    for part in [COPYFILE_XATTR, COPYFILE_ACL] { fcopyfile(source, file, nil, copyfile_flags_t(part)) }
    close(source)
  }
#else
  // The C library has these functions, but its Swift module doesn’t include their header.
  @_silgen_name("listxattr")
  private func listxattr(_ path: UnsafePointer<CChar>, _ names: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int
  @_silgen_name("getxattr")
  private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
  ) -> Int
  @_silgen_name("fsetxattr")
  private func fsetxattr(
    _ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int, _ flags: Int32
  ) -> Int32

  private func copyExtendedAttributes(from path: String, to file: Int32) {
    let length = listxattr(path, nil, 0)
    guard length > 0 else { return }
    var names = [CChar](repeating: 0, count: length)
    guard listxattr(path, &names, length) == length else { return }
    for name in names.split(separator: 0) {
      let name = Array(name) + [0]
      let size = getxattr(path, name, nil, 0)
      guard size >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: size)
      guard getxattr(path, name, &value, size) == size else { continue }
      _ = fsetxattr(file, name, value, size, 0)
    }
  }
#endif
