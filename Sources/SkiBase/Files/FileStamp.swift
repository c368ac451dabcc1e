import SkiSystem

/// The state of a file at one time, equal as long as the file is not replaced, resized or written to.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  /// The time of the last modification, in seconds since 1970.
  package let modifiedSeconds: Double
  private let modifiedNanoseconds: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    let modified = status.modificationTime
    modifiedNanoseconds = Int64(modified.tv_nsec)
    modifiedSeconds = Double(modified.tv_sec) + Double(modified.tv_nsec) / 1e9
  }
}
