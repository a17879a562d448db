// The C library of the system under one name, so that no other file asks which one it is. Where a type has a method of
// the same name, `CLibrary.read` is the function of the library.

#if canImport(Darwin)
  @_exported public import Darwin
  @_exported public import MachO.dyld
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  // Its `environ` is a variable of C, which nothing here changes.
  @preconcurrency @_exported public import Musl
#endif

/// The environment of this process, as `execve` and `posix_spawn` take it.
public var environmentOfProcess: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
