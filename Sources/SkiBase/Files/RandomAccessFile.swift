import SkiSystem

/// A regular file read at any offset, by any number of threads at once.
///
/// It is not mapped into memory, so that a file truncated while open causes an error instead of a signal.
package final class RandomAccessFile: Sendable {
  /// The path; the subject of errors.
  package let path: String
  /// The size in bytes when the file was opened.
  package let byteCount: Int
  /// The identity and state of the file when it was opened.
  package let stamp: FileStamp
  private let descriptor: Int32

  /// Creates a reader by opening a file.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - what: The expected file in messages: `a file of elevations`.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened or is no regular file.
  package init(_ path: String, what: String = "a file of elevations") throws(SkiError) {
    // Without O_NONBLOCK, opening a named pipe would block for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw SkiError(
        .missingInput, "file can't be opened; check that it exists and may be read", subject: path,
        underlying: systemMessage(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SkiError(.missingInput, "not a regular file; name \(what)", subject: path)
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
    stamp = FileStamp(status)
  }

  deinit { close(descriptor) }

  /// Indicates whether the file was resized or written to since it was opened, as far as its metadata shows.
  package var hasChanged: Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || FileStamp(status) != stamp
  }

  /// Reads bytes from an offset until the buffer is full or the file ends; returns the number of bytes read.
  /// - Throws: ``SkiError`` with code `.inputOutput` when reading fails.
  /// - Complexity: O(*n*) in the bytes.
  package func readSome(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(SkiError) -> Int {
    guard let base = target.baseAddress, offset >= 0 else { return 0 }
    var filled = 0
    while filled < target.count {
      let (at, overflow) = offset.addingReportingOverflow(filled)
      guard !overflow else { break }
      let got = pread(descriptor, base + filled, target.count - filled, at)
      if got < 0 && errno == EINTR { continue }
      if got < 0 {
        throw SkiError(
          .inputOutput, "file can't be read at byte \(at); check the disk and try again", subject: path,
          underlying: systemMessage(errno))
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  /// Fills a buffer with the bytes from an offset.
  /// - Throws: ``SkiError`` with code `.malformedData` when the file ends before, `.inputOutput` when reading fails.
  package func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(SkiError) {
    let got = try readSome(into: target, at: offset)
    guard got == target.count else {
      throw SkiError(
        .malformedData,
        "file is cut off: \(target.count) bytes are needed at byte \(offset) of \(byteCount); fetch it again",
        subject: path)
    }
  }
}

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
