// Re-exports the system’s C library under one name. Use `CLibrary.read` to disambiguate a function from a method with the
// same name.

#if canImport(Darwin)
  @_exported public import Darwin
  @_exported public import MachO.dyld
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  // `environ` is a C variable that nothing here changes.
  @preconcurrency @_exported public import Musl
#endif

/// The value of an environment variable; nil if it is not set.
public func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// What an error number of the system means.
public func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

/// The time of a monotonic clock, in microseconds.
public func monotonicMicroseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
}

/// The environment of this process, for `execve` and `posix_spawn`.
public var environmentOfProcess: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
