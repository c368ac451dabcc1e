import CDeflate
import SkiGeo

/// The most that the compressed pixels of a PNG may unpack to: what its rows take, and no byte more.
///
/// libpng unpacks to the end whatever follows the last row, so that a file of one megabyte costs it the time of a gigabyte.
struct PNGInflation {
  /// Files with fewer compressed bytes than this are not looked at: Deflate makes at most 1032 bytes of one.
  static let harmlessBytes = 64 << 10

  /// The bytes of all rows with their filter types; of all passes where the image is interlaced, rounded up.
  let limitBytes: Int

  /// Takes the format from the header of a file.
  /// - Precondition: the header is one that ``PNGImage/size(ofHeader:subject:)`` took.
  init(header: [UInt8], size: Int) {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(header[25])] ?? 4
    let row = 1 + (size * channels * Int(header[24]) + 7) / 8
    // Seven passes have under two filter types and two partial bytes for each row of the image.
    limitBytes = size * row + (header[28] == 0 ? 0 : 8 * size)
  }

  /// Checks that compressed pixels unpack to no more than the rows.
  /// - Throws: ``SkiError`` with code `.limitExceeded`; data that are damaged are left to libpng to refuse.
  /// - Complexity: O(``limitBytes``), whatever the data would unpack to.
  func check(_ compressed: [UInt8], subject: String) throws {
    guard compressed.count > Self.harmlessBytes, let decompressor = libdeflate_alloc_decompressor() else {
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
