import CDeflate
import SkiBase

/// A compressor of libdeflate, used by one thread at a time.
package final class Deflater {
  let pointer: OpaquePointer

  /// Creates a compressor.
  /// - Parameter level: The compression level, 1 (fast) to 12 (small).
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  package init(level: Int) throws {
    guard let pointer = libdeflate_alloc_compressor(Int32(level)) else {
      throw SkiError(.limitExceeded, "there is no memory to compress a picture; free some and start again")
    }
    self.pointer = pointer
  }

  deinit { libdeflate_free_compressor(pointer) }
}
