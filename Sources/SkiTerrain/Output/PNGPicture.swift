import CDeflate
package import SkiBase

/// A picture in the most compact colour type of PNG that holds its colours.
///
/// A value; `Sendable`. **Source:** PNG specification, 3rd edition.
package struct PNGPicture: Sendable {
  private let columns: Int
  private let rows: Int
  private let pixels: [UInt8]
  private let pixelBytes: Int
  /// The colour type of the specification: 0 grey, 2 colour, 3 palette, 6 colour with opacity.
  private let kind: UInt8
  /// The chunks between header and pixels.
  private var extras: [UInt8] = []

  /// Returns a picture of grey levels, of which 0 is transparent; nil when all are.
  package static func grey(_ pixels: [UInt8], side: Int) -> PNGPicture? {
    let hasVoids = pixels.contains(0)
    guard !hasVoids || pixels.contains(where: { $0 > 0 }) else { return nil }
    var picture = PNGPicture(columns: side, rows: side, pixels: pixels, pixelBytes: 1, kind: 0)
    if hasVoids { picture.extras = PNGChunk.bytes("tRNS", [0, 0]) }
    return picture
  }

  /// Returns a picture of red, green, blue and alpha; nil when all is transparent.
  package static func colour(_ pixels: [UInt8], side: Int) -> PNGPicture? {
    colour(pixels, columns: side, rows: side)
  }

  private static func colour(_ pixels: [UInt8], columns: Int, rows: Int) -> PNGPicture? {
    let opacity = pixels.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt32.self).reduce(into: (all: UInt32.max, any: UInt32(0))) {
        $0.all &= $1
        $0.any |= $1
      }
    }
    let mask = UInt32(littleEndian: 0xFF00_0000)
    guard opacity.any & mask != 0 else { return nil }
    guard opacity.all & mask == mask else {
      return PNGPicture(columns: columns, rows: rows, pixels: pixels, pixelBytes: 4, kind: 6)
    }
    return PNGPicture(columns: columns, rows: rows, pixels: withoutAlpha(pixels), pixelBytes: 3, kind: 2)
  }

  /// Returns a palette picture of red, green, blue and alpha, or one without palette for more than 256 colours; nil
  /// when all is transparent.
  package static func palette(_ pixels: [UInt8], side: Int) -> PNGPicture? {
    palette(pixels, columns: side, rows: side)
  }

  /// Returns a picture that need not be square; see ``palette(_:side:)``.
  static func palette(_ pixels: [UInt8], columns: Int, rows: Int) -> PNGPicture? {
    var colours: [UInt32] = []
    var numbers = [UInt8](repeating: 0, count: columns * rows)
    let fits = pixels.withUnsafeBytes { bytes in
      var (last, number) = (UInt32(0), UInt8(0))
      for (index, pixel) in bytes.bindMemory(to: UInt32.self).enumerated() {
        if index == 0 || pixel != last {
          let known = colours.firstIndex(of: pixel) ?? colours.count
          guard known < 256 else { return false }
          if known == colours.count { colours.append(pixel) }
          (last, number) = (pixel, UInt8(known))
        }
        numbers[index] = number
      }
      return true
    }
    guard fits else { return colour(pixels, columns: columns, rows: rows) }
    let parts = colours.map { colour in
      (0..<4).map { UInt8(truncatingIfNeeded: UInt32(littleEndian: colour) >> (8 * $0)) }
    }
    guard parts.contains(where: { $0[3] > 0 }) else { return nil }
    var picture = PNGPicture(columns: columns, rows: rows, pixels: numbers, pixelBytes: 1, kind: 3)
    picture.extras = PNGChunk.bytes("PLTE", parts.flatMap { $0[..<3] })
    picture.extras += PNGChunk.bytes("tRNS", parts.map { $0[3] })
    return picture
  }

  private init(columns: Int, rows: Int, pixels: [UInt8], pixelBytes: Int, kind: UInt8) {
    precondition(
      pixels.count == columns * rows * pixelBytes,
      "a picture of \(columns) × \(rows) must be filled, got \(pixels.count) bytes")
    self.columns = columns
    self.rows = rows
    self.pixels = pixels
    self.pixelBytes = pixelBytes
    self.kind = kind
  }

  private static func withoutAlpha(_ pixels: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 3) { target, filled in
      guard let out = target.baseAddress else { return }
      pixels.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress else { return }
        for index in 0..<source.count / 4 {
          out[3 * index] = from[4 * index]
          out[3 * index + 1] = from[4 * index + 1]
          out[3 * index + 2] = from[4 * index + 2]
        }
      }
      filled = target.count
    }
  }

  /// Returns the picture as a file.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  /// - Complexity: O(pixels).
  package func png(_ packers: ObjectPool<Deflater>) throws -> [UInt8] {
    try packers.use { png(compressor: $0.pointer) }
  }

  private func png(compressor: OpaquePointer) -> [UInt8] {
    // Differences of palette indices don't help compression.
    let filtered = pixels.withUnsafeBytes {
      PNGFilter.filtered($0, rows: rows, pixelBytes: pixelBytes, filter: kind == 3 ? .none : .best)
    }
    let bound = libdeflate_zlib_compress_bound(compressor, filtered.count)
    let stream = [UInt8](unsafeUninitializedCapacity: bound) { target, filled in
      filled = libdeflate_zlib_compress(compressor, filtered, filtered.count, target.baseAddress, bound)
    }
    let size = PNGChunk.bigEndian(UInt32(columns)) + PNGChunk.bigEndian(UInt32(rows))
    // Eight bits, deflate, the five filters, not interlaced.
    let form: [UInt8] = [8, kind, 0, 0, 0]
    var file = PNGChunk.signature
    file.reserveCapacity(stream.count + extras.count + 64)
    file += PNGChunk.bytes("IHDR", size + form)
    file += extras
    file += PNGChunk.bytes("IDAT", stream)
    file += PNGChunk.bytes("IEND", [])
    return file
  }
}
