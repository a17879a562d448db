import CLibrary

#if canImport(Glibc)
  // The C library has this function, but its Swift module omits the header.
  @_silgen_name("malloc_trim")
  private func trimHeap(_ kept: Int) -> Int32
#endif

/// Returns free memory to the system, if the allocator would keep it.
package func giveBackFreeMemory() {
  #if canImport(Darwin)
    malloc_zone_pressure_relief(nil, 0)
  #elseif canImport(Glibc)
    _ = trimHeap(0)
  #endif
}
