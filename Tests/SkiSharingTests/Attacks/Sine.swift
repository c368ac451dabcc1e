#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Returns the sine of an angle in radians.
func sine(_ radians: Double) -> Double { sin(radians) }
