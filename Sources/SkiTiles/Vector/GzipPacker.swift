import CDeflate
import SkiGeo

/// Packs bytes by gzip, over and over with the same memory.
///
/// Belongs to one thread at a time.
final class GzipPacker {
  /// libdeflate's own default, of 1 to 12.
  static let defaultLevel = 6

  private let compressor: OpaquePointer

  /// Makes a packer of a level of effort, 1...12.
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when memory is short.
  init(level: Int = defaultLevel) throws(SkiError) {
    guard let made = libdeflate_alloc_compressor(Int32(max(1, min(12, level)))) else {
      throw SkiError(.internalInconsistency, "no memory to pack tiles; make fewer at once")
    }
    compressor = made
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Returns bytes as one gzip member, without name or time, so that equal bytes give equal members.
  /// - Complexity: O(*n*).
  func packed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      filled = libdeflate_gzip_compress(
        compressor, bytes.baseAddress, bytes.count, buffer.baseAddress, bound)
    }
  }
}
