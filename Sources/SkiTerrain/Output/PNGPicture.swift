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

/// The filtering of PNG rows before compression.
///
/// **Source:** PNG specification, 3rd edition, section 12.7, for the choice of filters.
package enum PNGFilter: Sendable, Hashable {
  /// The filter None, for palette indices.
  case none
  /// The filter Sub or Up of each row, whichever leaves the smaller sum of absolute differences; Sub in the first row.
  case best

  /// Returns the filtered rows, each after its filter type.
  /// - Complexity: O(bytes).
  package static func filtered(
    _ bytes: UnsafeRawBufferPointer, rows: Int, pixelBytes: Int, filter: PNGFilter
  ) -> [UInt8] {
    guard rows > 0, let base = bytes.baseAddress else { return [] }
    let width = bytes.count / rows
    let pixels = base.assumingMemoryBound(to: UInt8.self)
    return [UInt8](unsafeUninitializedCapacity: (width + 1) * rows) { target, filled in
      guard let out = target.baseAddress else { return }
      for row in 0..<rows {
        let line = pixels + row * width
        let to = out + row * (width + 1)
        guard filter == .best else {
          to[0] = 0
          (to + 1).update(from: line, count: width)
          continue
        }
        let usesUp = row > 0 && costUp(line, line - width, width) <= costLeft(line, width, pixelBytes)
        to[0] = usesUp ? 2 : 1
        if usesUp {
          for at in 0..<width { to[1 + at] = line[at] &- line[at - width] }
        } else {
          for at in 0..<min(pixelBytes, width) { to[1 + at] = line[at] }
          for at in min(pixelBytes, width)..<width { to[1 + at] = line[at] &- line[at - pixelBytes] }
        }
      }
      filled = target.count
    }
  }

  private static func costUp(_ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int)
    -> UInt
  {
    var sum: UInt = 0
    for at in 0..<count { sum &+= UInt(Int8(bitPattern: line[at] &- above[at]).magnitude) }
    return sum
  }

  private static func costLeft(_ line: UnsafePointer<UInt8>, _ count: Int, _ pixelBytes: Int) -> UInt {
    var sum: UInt = 0
    for at in 0..<min(pixelBytes, count) { sum &+= UInt(Int8(bitPattern: line[at]).magnitude) }
    for at in min(pixelBytes, count)..<count {
      sum &+= UInt(Int8(bitPattern: line[at] &- line[at - pixelBytes]).magnitude)
    }
    return sum
  }
}
