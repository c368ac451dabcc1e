// The one file that names the C libraries of systems: all others import SkiSystem, which `Tools/check-layers` keeps so.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(Darwin)
  @_exported public import Darwin
#else
  #error("no C library is known for this system; add its module here")
#endif
