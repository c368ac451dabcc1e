import SkiSystem

/// A writer at any offset of a file under construction, usable from many threads.
///
/// It is valid while its file is open: for a ``ReplacementFile`` until that is committed or discarded.
package struct PositionedWriter: Sendable {
  let descriptor: Int32
  let path: String

  /// Creates a writer.
  /// - Parameters:
  ///   - descriptor: A descriptor open for writing; it remains its owner's.
  ///   - path: The subject of errors.
  package init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Writes bytes at an offset; gaps read as zeros.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SkiError) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let written = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        throw SkiError(
          .inputOutput,
          "writing failed: \(systemMessage(errno)); free some space and try again, no partial file was left",
          subject: path)
      }
    }
  }
}
