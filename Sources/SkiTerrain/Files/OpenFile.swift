import SkiBase
import SkiSystem

/// An open file with positioned reads.
///
/// Shared by any number of tasks: reads do not move a common position. The file is closed with the last reference.
final class OpenFile: Sendable {
  let path: String
  /// The size in bytes when the file was opened.
  let size: Int
  private let descriptor: Int32

  /// Creates a reader by opening a file.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened or is no regular file.
  init(_ path: String) throws(SkiError) {
    self.path = path
    // Without O_NONBLOCK, opening a named pipe would block for ever.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      let reason = systemMessage(errno)
      if descriptor >= 0 { close(descriptor) }
      throw SkiError(
        .missingInput, "file can't be opened; check that it is a file and may be read", subject: path,
        underlying: descriptor < 0 ? reason : nil)
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes at an offset.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the file was truncated or can't be read.
  /// - Precondition: The range lies within the size of the file.
  func read(at offset: Int, count: Int) throws(SkiError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0 && count <= size - offset, "range \(offset) + \(count) unchecked")
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard bytes.count == count else {
      throw SkiError(
        .inputOutput,
        "only \(bytes.count) of \(count) bytes can be read at byte \(offset); check the disk and try again",
        subject: path, underlying: failure == 0 ? nil : systemMessage(failure))
    }
    return bytes
  }
}
