package import SkiGeo

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Writes at any place of a file that is being made; many threads may.
///
/// A value; `Sendable`. Only to be used as long as its file is open: of a ``ReplacementFile``, until it is committed or
/// discarded.
package struct PositionedWriter: Sendable {
  let descriptor: Int32
  let path: String

  /// - Parameters:
  ///   - descriptor: Of a file open for writing; it stays its owner's.
  ///   - path: The subject of errors.
  package init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Writes bytes at an offset; what is skipped reads as zeros.
  /// - Throws: ``SkiError`` with code `.inputOutput` as on a full disk.
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
          "writing failed: \(systemMessage(errno)); free some space, nothing was left there", subject: path)
      }
    }
  }
}
