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

/// The environment of this process, for `execve` and `posix_spawn`.
public var environmentOfProcess: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
