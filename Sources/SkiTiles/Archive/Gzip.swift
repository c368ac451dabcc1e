import CDeflate
package import SkiBase

/// A gzip compressor whose output depends on the input bytes alone.
///
/// A class that belongs to one thread at a time; reused because making a compressor takes longer than compressing a
/// small tile.
package final class Gzip {
  private let compressor: OpaquePointer

  /// Creates a compressor.
  /// - Parameter level: The compression level, 1 (fast) to 12 (small).
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  package init(level: Int) throws(SkiError) {
    precondition((1...12).contains(level), "level must be 1...12, got \(level)")
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else {
      throw SkiError(.limitExceeded, "there is no memory to compress by gzip; free some and start again")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Returns the greatest number of bytes of a member of a number of bytes, which is that of all levels.
  func greatestCount(_ count: Int) -> Int { libdeflate_gzip_compress_bound(compressor, count) }

  /// Returns one gzip member without time and name. Complexity: O(bytes).
  func packed(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer { packed($0) } }

  /// Returns one gzip member without time and name. Complexity: O(bytes).
  package func packed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bound = greatestCount(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { target, filled in
      filled = libdeflate_gzip_compress(
        compressor, bytes.baseAddress, bytes.count, target.baseAddress, bound)
      precondition(filled > 0, "gzip needs more than its own bound of \(bound) bytes")
    }
  }
}
