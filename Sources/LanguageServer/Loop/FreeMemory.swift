import CLibrary

#if canImport(Glibc)
  // The C library has it; its Swift module leaves the header out.
  @_silgen_name("malloc_trim")
  private func trimHeap(_ kept: Int) -> Int32
#endif

/// Gives memory that is free back to the system, where it is kept otherwise. Costs as much as it takes to have it again.
func giveBackFreeMemory() {
  #if canImport(Darwin)
    malloc_zone_pressure_relief(nil, 0)
  #elseif canImport(Glibc)
    _ = trimHeap(0)
  #endif
}
