import CLibrary

/// An open regular file, for reading parts of it.
public final class OpenFile {
  private let descriptor: Int32
  /// In bytes, at the time of opening.
  public let count: Int

  /// Opens a file. Anything but a regular file is an error: a pipe would block, and a device may never end.
  public init(_ path: String) throws(FileError) {
    let status = try LocalFileSystem().status(of: path)
    guard status.type == .file else { throw FileError(path, .isNotAFile(status.type)) }
    // The file may have been replaced by a pipe, and opening it must not wait for a writer.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(systemErrorAt: path) }
    count = max(status.size, 0)
  }

  deinit { close(descriptor) }

  /// The bytes in a range; fewer if the file ends or can't be read.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    readBytes(of: descriptor, in: range.clamped(to: 0..<count)) ?? []
  }
}
