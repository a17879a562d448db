import CLibrary

// How a file is written
// =====================
//
// The new bytes go into a temporary file in the same folder, are synced to disk, and replace the file by a rename. So
// the file is complete at every moment, with either the old or the new bytes. If the process is killed, a temporary
// file remains, which is recognized by its name and by a lock that only a running writer holds. Signals that ask the
// program to end leave none (`Interruption.swift`).

extension LocalFileSystem {
  /// How the names of temporary files begin and end.
  private static let temporaryPrefix = ".privacy-lsp-"
  private static let temporarySuffix = ".tmp"

  /// Replaces the contents of a file atomically. Permissions, owner and extended attributes are kept as far as the
  /// system allows. A symbolic link is followed and kept; other hard links keep the old contents.
  ///
  /// - Parameter old: The expected contents; if the file has others, it is left alone.
  public func replace(_ path: String, old: [UInt8], new: [UInt8]) throws(FileError) {
    let target = try resolve(path)
    let folder = parentFolder(of: target)
    let status = try status(of: target)
    guard status.type == .file else { throw FileError(path, .isNotAFile(status.type)) }
    // A file that nobody may write to should stay as it is, even for users who may do anything.
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
      // A rename would destroy a link that has replaced the file meanwhile, and changes made during the comparison.
      let now = try self.status(of: target, followingLinks: false)
      guard now.type == .file else { throw FileError(path, .isNotAFile(now.type)) }
      guard now == before else { throw FileError(path, .hasChanged) }
      guard rename(temporary.path, target) == 0 else { throw FileError(systemErrorAt: path) }
    } catch {
      temporary.remove()
      throw error
    }
    temporary.close()
    // Syncing the folder makes the rename durable. Some file systems can't; the file is complete either way.
    let directory = open(folder, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  /// Creates an empty file if there is none.
  public func create(_ path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      if errno == ENOENT { throw FileError(path, .system(ENOENT, "its folder does not exist")) }
      throw FileError(systemErrorAt: path)
    }
    close(file)
  }

  /// Removes temporary files left in a folder by killed runs, but not those of running ones.
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

  /// A temporary file, locked by its writer.
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
        // Another run's cleanup may have removed the file between the two calls; then it has no name left.
        var info = stat()
        // On file systems without locks, locking fails with another error.
        let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        if isLocked, fstat(file, &info) == 0, info.st_nlink > 0 {
          self.path = path
          descriptor = file
          return
        }
        _ = CLibrary.close(file)
        TemporaryFiles.forget(path)
      }
      throw FileError(target, .system(EEXIST, "can’t create a temporary file"))
    }

    func write(_ bytes: [UInt8], for target: String) throws(FileError) {
      guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else { throw FileError(systemErrorAt: target) }
    }

    /// Copies the attributes of the file to replace. What isn't permitted is skipped.
    func takeAttributes(of target: String) {
      var info = stat()
      guard stat(target, &info) == 0 else { return }
      // The owner first, since changing it may clear permission bits.
      if fchown(descriptor, info.st_uid, info.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, info.st_gid) }
      copyExtendedAttributes(from: target, to: descriptor)
      _ = fchmod(descriptor, info.st_mode & 0o7777)
    }

    /// Writes the bytes through to the disk.
    func sync() -> Bool {
      #if canImport(Darwin)
        // On Darwin, `fsync` may leave the bytes in the disk's cache. Some file systems only support `fsync`.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
      #endif
      return fsync(descriptor) == 0
    }

    func remove() {
      unlink(path)
      close()
    }

    /// Closes the file once it is removed or renamed.
    func close() {
      _ = CLibrary.close(descriptor)
      TemporaryFiles.forget(path)
    }
  }
}

// MARK: - Extended attributes

#if canImport(Darwin)
  private func copyExtendedAttributes(from path: String, to file: Int32) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return }
    // Separately: the system keeps some attributes to itself, which ends a call.
    for part in [COPYFILE_XATTR, COPYFILE_ACL] { fcopyfile(source, file, nil, copyfile_flags_t(part)) }
    close(source)
  }
#else
  // Part of the C library, but not of its Swift module.
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
