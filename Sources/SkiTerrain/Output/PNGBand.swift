import CDeflate
import CPNG
import SkiBase

/// A band of filtered and compressed rows, a part of the single zlib stream of a PNG.
///
/// Each row is filtered by its left neighbour (Sub) or the row above (Up), whichever leaves the smaller sum of absolute
/// differences; the first row of a band by its left neighbour, since another thread may hold the row above. The
/// compressed bytes end at a whole byte and refer to nothing before the band, so that bands can be concatenated.
/// **Source:** PNG specification, 3rd edition, section 12.7, for the choice of filters; RFC 1950 and 1951.
struct PNGBand: Sendable {
  /// The raw deflate data, flushed.
  let compressed: [UInt8]
  /// The Adler-32 of the filtered bytes.
  let adler: UInt32
  /// The number of filtered bytes.
  let count: Int

  /// Creates a band by filtering and compressing rows.
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when zlib fails.
  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeRawBufferPointer, rows: Int, pixelBytes: Int, level: Int) throws {
    let filtered = PNGFilter.filtered(bytes, rows: rows, pixelBytes: pixelBytes, filter: .best)
    adler = filtered.withUnsafeBytes { libdeflate_adler32(1, $0.baseAddress, $0.count) }
    count = filtered.count
    compressed = try Self.compress(filtered, level: level)
  }

  private static func compress(_ bytes: [UInt8], level: Int) throws -> [UInt8] {
    var stream = z_stream()
    let begun = deflateInit2_(
      &stream, Int32(level), Z_DEFLATED, -15, 9, Z_FILTERED, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { throw refusal("deflateInit2", begun) }
    defer { deflateEnd(&stream) }
    // The bound is for a finished stream; a flush adds at most five bytes for each stored block.
    let capacity = Int(deflateBound(&stream, uLong(bytes.count))) + bytes.count / 16_000 * 5 + 64
    var code = Z_OK
    let out = [UInt8](unsafeUninitializedCapacity: capacity) { target, filled in
      bytes.withUnsafeBufferPointer { source in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = uInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(capacity)
        code = deflate(&stream, Z_SYNC_FLUSH)
      }
      filled = capacity - Int(stream.avail_out)
    }
    guard code == Z_OK, stream.avail_in == 0, stream.avail_out > 0 else { throw refusal("deflate", code) }
    return out
  }

  private static func refusal(_ function: String, _ code: Int32) -> SkiError {
    SkiError(
      .internalInconsistency, "picture can't be compressed; report this", underlying: "\(function) \(code)")
  }

  /// The first two bytes of a zlib stream: deflate, a window of 32 KiB, no dictionary.
  static let streamStart: [UInt8] = [0x78, 0x5E]

  /// Returns an empty last block and the checksum, which end a zlib stream.
  static func streamEnd(adler: UInt32) -> [UInt8] { [0x03, 0x00] + PNGChunk.bigEndian(adler) }

  /// Returns the Adler-32 of the concatenation of bytes with a known checksum and a band.
  static func adler(of before: UInt32, followedBy band: PNGBand) -> UInt32 {
    let base = 65_521
    let (low, high) = (Int(before & 0xFFFF), Int(before >> 16))
    let (bandLow, bandHigh) = (Int(band.adler & 0xFFFF), Int(band.adler >> 16))
    // The band's sums began at 1 and 0; each of its bytes adds the previous low sum once more to the high part.
    let sum = (low + bandLow + base - 1) % base
    let weighted = (high + bandHigh + band.count % base * (low + base - 1)) % base
    return UInt32(weighted << 16 | sum)
  }
}
