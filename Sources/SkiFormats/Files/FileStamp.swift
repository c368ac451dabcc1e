#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Tells whether a file is still the one that was read: it was not replaced, resized or written to since.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  /// When it was written to last, in seconds since 1970.
  package let modifiedSeconds: Double
  private let modifiedNanoseconds: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
    modifiedSeconds = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}
