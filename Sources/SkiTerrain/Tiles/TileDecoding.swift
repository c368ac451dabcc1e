import SkiBase

extension ElevationTile {
  /// Creates a tile by decoding an elevation PNG; transparent pixels and implausible heights become voids.
  /// - Throws: The errors of ``PNGImage/init(decoding:subject:)``, and ``SkiError`` with code `.unsupportedFormat` when
  ///   the side is not the expected one.
  /// - Complexity: O(*n*) in the pixels.
  convenience init(png bytes: [UInt8], encoding: TileEncoding, columns: Int, subject: String) throws(SkiError)
  {
    let image = try PNGImage(decoding: bytes, subject: subject)
    guard image.size == columns else {
      throw SkiError(
        .unsupportedFormat,
        "tile is \(image.size) pixels wide where others of its zoom have \(columns); keep one size a zoom",
        subject: subject)
    }
    self.init(columns: columns, samples: .metres(image.elevationsMetres(encoding)))
  }

  /// Creates an SRTM `.hgt` tile: big-endian 16-bit metres, −32768 for a void; implausible heights become voids.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes are not `columns * columns` samples.
  /// - Complexity: O(*n*) in the samples.
  convenience init(hgt bytes: [UInt8], columns: Int, subject: String) throws(SkiError) {
    guard bytes.count == columns * columns * 2 else {
      throw SkiError(
        .malformedData, "hgt file has \(bytes.count) bytes, not \(columns * columns * 2); fetch it again",
        subject: subject)
    }
    let plausible = Int16(plausibleElevationsMetres.lowerBound)...Int16(plausibleElevationsMetres.upperBound)
    let heights = [Int16](unsafeUninitializedCapacity: columns * columns) { buffer, filled in
      bytes.withUnsafeBytes { source in
        for index in 0..<columns * columns {
          let raw = source.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)
          let height = Int16(bigEndian: raw)
          buffer[index] = plausible.contains(height) ? height : .min
        }
      }
      filled = columns * columns
    }
    self.init(columns: columns, samples: .wholeMetres(heights))
  }
}

extension PNGImage {
  /// Returns the heights of all pixels in metres, NaN for a void.
  /// - Complexity: O(*n*) in the pixels.
  func elevationsMetres(_ encoding: TileEncoding) -> [Float] {
    let count = size * size
    return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      pixels.withUnsafeBufferPointer { pixels in
        for index in 0..<count {
          let at = index * 4
          buffer[index] =
            pixels[at + 3] == 0
            ? .nan : encoding.elevationMetres(pixels[at], pixels[at + 1], pixels[at + 2])
        }
      }
      filled = count
    }
  }
}
