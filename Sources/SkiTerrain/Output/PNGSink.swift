import CDeflate
import CPNG
import SkiBase

/// A sink that writes a derived raster as a PNG picture in bounded memory.
///
/// In grey pictures 0 is transparent; colours keep their alpha. Bands of whole rows are filtered and compressed by the
/// threads that bring them, and written in order; a band that comes early is held in memory, compressed. The bytes
/// don't depend on the number of threads.
package final class PNGSink: RasterFileSink {
  private struct State {
    let file: ReplacementFile
    let companions: [ReplacementFile]
    var nextBand = 0
    var early: [Int: PNGBand] = [:]
    var adler: UInt32 = 1
  }

  package let pixel: RasterPixel
  package let blockColumns: Int
  package let blockRows: Int
  package var needsOrder: Bool { false }
  private let grid: RasterGrid
  private let level: Int
  private let state: Locked<State>

  /// The greatest number of rows of a PNG.
  private static let sideLimit = Int(Int32.max)
  /// The greatest number of bytes in a row, since a part of the compressed stream holds at least one row.
  private static let rowLimitBytes = 1 << 30
  /// The number of bytes compressed as one part, unless a row has more.
  private static let bandBytes = 1 << 19

  /// Creates a temporary file beside the path of the picture.
  ///
  /// - Parameters:
  ///   - path: The path of the picture.
  ///   - grid: The grid of the raster.
  ///   - pixel: The type of the pixels, grey or colour.
  ///   - label: The descriptive metadata, written as text chunks.
  ///   - hasWorldFile: `true` if sidecar files georeference the picture; see ``PictureGeoreference``.
  ///   - level: The compression level, 1 (fast) to 9 (small).
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the file can't be made, `.inputOutput`, `.limitExceeded`
  ///   for a raster larger than a PNG can be.
  /// - Precondition: The pixels are no floats; `1...9` contains the level.
  package init(
    path: String, grid: RasterGrid, pixel: RasterPixel, label: RasterMetadata, hasWorldFile: Bool = false,
    level: Int = 3
  ) throws {
    precondition(pixel != .float, "a PNG holds no floats; paint them")
    precondition((1...9).contains(level), "level must be 1...9, got \(level)")
    guard grid.columns <= Self.rowLimitBytes / pixel.byteCount, grid.rows <= Self.sideLimit else {
      throw SkiError(
        .limitExceeded, "raster of \(grid.columns) × \(grid.rows) is larger than a PNG can be; write a .tif",
        subject: path)
    }
    self.grid = grid
    self.pixel = pixel
    self.level = level
    blockColumns = grid.columns
    let rows = Self.bandBytes / (grid.columns * pixel.byteCount)
    blockRows = max(1, min(rows, grid.rows))
    let file = try ReplacementFile(path, what: "picture", allowsDevices: true)
    try file.append(PNGHeader.bytes(grid: grid, pixel: pixel, label: label))
    let companions = try (hasWorldFile ? PictureGeoreference(grid).files(beside: path) : []).map {
      path, text in
      let companion = try ReplacementFile(path, what: "world file")
      try companion.append(text)
      return companion
    }
    state = Locked(State(file: file, companions: companions))
  }

  package func write(_ block: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws {
    precondition(
      block.column == 0 && block.columns == grid.columns && block.row % blockRows == 0,
      "a picture takes whole bands, got \(block)")
    let band = try PNGBand(bytes, rows: block.rows, pixelBytes: pixel.byteCount, level: level)
    try state.withLock { state in
      state.early[block.row / blockRows] = band
      while let next = state.early.removeValue(forKey: state.nextBand) {
        try state.file.append(PNGChunk.bytes("IDAT", next.compressed))
        state.adler = PNGBand.adler(of: state.adler, followedBy: next)
        state.nextBand += 1
      }
    }
  }

  package func commit() throws {
    let bandCount = (grid.rows + blockRows - 1) / blockRows
    try state.withLock { state in
      guard state.nextBand == bandCount else {
        throw SkiError(
          .internalInconsistency, "picture has \(state.nextBand) of \(bandCount) bands; report this")
      }
      try state.file.append(PNGChunk.bytes("IDAT", PNGBand.streamEnd(adler: state.adler)))
      try state.file.append(PNGChunk.bytes("IEND", []))
      for companion in state.companions { try companion.flush() }
      try state.file.commit()
      for companion in state.companions { try companion.commit(evenWhenCancelled: true) }
    }
  }

  package func discard() {
    state.withLock { state in
      state.file.discard()
      for companion in state.companions { companion.discard() }
    }
  }
}

/// The part of a PNG file before its pixels.
enum PNGHeader {
  /// Returns signature, size, transparency, texts and the start of the compressed stream.
  static func bytes(grid: RasterGrid, pixel: RasterPixel, label: RasterMetadata) -> [UInt8] {
    let isGrey = pixel == .grey
    let size = PNGChunk.bigEndian(UInt32(grid.columns)) + PNGChunk.bigEndian(UInt32(grid.rows))
    var bytes = PNGChunk.signature
    // Eight bits, grey or RGBA, deflate, the five filters, not interlaced.
    bytes += PNGChunk.bytes("IHDR", size + [8, isGrey ? 0 : 6, 0, 0, 0])
    if isGrey { bytes += PNGChunk.bytes("tRNS", [0, 0]) }
    bytes += text("Title", label.title)
    bytes += text("Description", label.description)
    bytes += text("Software", RasterMetadata.software)
    if let copyright = label.copyright { bytes += text("Copyright", copyright) }
    return bytes + PNGChunk.bytes("IDAT", PNGBand.streamStart)
  }

  /// Returns a text chunk, plain for ASCII and international otherwise, without zero bytes.
  private static func text(_ keyword: String, _ words: String) -> [UInt8] {
    let content = words.utf8.filter { $0 != 0 }
    let key = Array(keyword.utf8) + [0]
    guard content.allSatisfy({ $0 < 0x80 }) else {
      // Not compressed, no language, no translated keyword.
      return PNGChunk.bytes("iTXt", key + [0, 0, 0, 0] + content)
    }
    return PNGChunk.bytes("tEXt", key + content)
  }
}

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
