import CDeflate
import SkiBase

/// A check that the compressed pixels of a PNG decompress to no more than its rows.
///
/// libpng decompresses data beyond the last row too, so that a file of a megabyte could take the time of a gigabyte.
struct PNGInflation {
  /// The number of compressed bytes up to which files are not checked: deflate's maximum ratio is 1032:1.
  static let uncheckedBytes = 64 << 10

  /// The size in bytes of all rows with their filter types; an upper bound for interlaced images.
  let limitBytes: Int

  /// Creates the check from the header of a file.
  /// - Precondition: ``PNGImage/size(ofHeader:subject:)`` accepted the header.
  init(header: [UInt8], size: Int) {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(header[25])] ?? 4
    let row = 1 + (size * channels * Int(header[24]) + 7) / 8
    // Seven passes have under two filter types and two partial bytes for each row of the image.
    limitBytes = size * row + (header[28] == 0 ? 0 : 8 * size)
  }

  /// Checks that compressed pixels decompress to no more than the rows.
  /// - Throws: ``SkiError`` with code `.limitExceeded`; damaged data is left to libpng to reject.
  /// - Complexity: O(``limitBytes``), whatever the size of the decompressed data.
  func check(_ compressed: [UInt8], subject: String) throws(SkiError) {
    guard compressed.count > Self.uncheckedBytes, let decompressor = libdeflate_alloc_decompressor() else {
      return
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_SUCCESS
    _ = [UInt8](unsafeUninitializedCapacity: limitBytes) { target, filled in
      result = libdeflate_zlib_decompress(
        decompressor, compressed, compressed.count, target.baseAddress, limitBytes, &filled)
      if result != LIBDEFLATE_SUCCESS { filled = 0 }
    }
    guard result != LIBDEFLATE_INSUFFICIENT_SPACE else {
      throw SkiError(
        .limitExceeded,
        "PNG unpacks to more than the \(limitBytes) bytes of its pixels; replace the tile", subject: subject)
    }
  }
}
