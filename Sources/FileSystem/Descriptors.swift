import CLibrary

// Whole reads and writes on file descriptors. The system may do less than it is asked for, or be interrupted.

/// Writes all bytes to a file descriptor, waiting for room; false if that fails, and `errno` says why.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(file, rest.baseAddress, rest.count)
    if count > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    } else if count < 0, errno == EAGAIN {
      var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    } else if count == 0 || errno != EINTR {
      return false
    }
  }
  return true
}

/// The bytes in a range of a file, fewer at its end; nil if they can’t be read.
package func readBytes(of file: Int32, in range: Range<Int>) -> [UInt8]? {
  var isRead = true
  let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
    while count < range.count {
      let received = pread(
        file, buffer.baseAddress?.advanced(by: count), range.count - count, off_t(range.lowerBound + count))
      if received > 0 {
        count += received
      } else if received == 0 || errno != EINTR {
        isRead = received == 0
        break
      }
    }
  }
  return isRead ? bytes : nil
}

/// All bytes from the position of a file descriptor to its end.
///
/// - Parameters:
///   - path: The path for errors.
///   - size: The expected size; 0 if it is unknown.
///   - limit: The maximum size in bytes.
package func readToEnd(
  _ file: Int32, at path: String, expecting size: Int = 0, limit: Int
) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  while true {
    // Request one more byte than expected: a shorter read means that the file has ended.
    let wanted = bytes.isEmpty && size > 0 ? size + 1 : 1 << 16
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      var received: Int
      repeat {
        received = read(file, buffer.baseAddress, buffer.count)
        failure = received < 0 ? errno : 0
      } while failure == EINTR
      count = max(received, 0)
    }
    guard failure == 0 else { throw FileError(systemErrorAt: path, failure) }
    if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
    guard bytes.count <= limit else { throw FileError(path, .isLargerThan(limit)) }
    // Generated files report a size of 0, and some systems return only part of a file at a time.
    if chunk.isEmpty || size > 0 && chunk.count < wanted && bytes.count >= size { return bytes }
  }
}
