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

/// The encoding of elevations in the colours of an elevation tile; black pixels are voids.
///
/// **Source:** the Terrarium format of Mapzen's terrain tiles, and Mapbox Terrain-RGB v1.
@nonexhaustive
public enum TileEncoding: String, Sendable, Hashable, CaseIterable {
  /// Elevation in metres = red · 256 + green + blue / 256 − 32768.
  case terrarium
  /// Elevation in metres = (red · 65536 + green · 256 + blue) / 10 − 10000.
  case terrainRGB = "terrain-rgb"

  /// Returns the height of a colour in metres above sea level, NaN for nodata.
  ///
  /// Black is nodata in both encodings, since its height is implausible, and so is any other implausible height.
  func elevationMetres(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Float {
    let height: Double
    switch self {
    case .terrarium: height = Double(red) * 256 + Double(green) + Double(blue) / 256 - 32_768
    case .terrainRGB:
      height = (Double(red) * 65_536 + Double(green) * 256 + Double(blue)) / 10 - 10_000
    }
    return plausibleElevationsMetres.contains(height) ? Float(height) : .nan
  }
}

/// The plausible range of elevations on Earth in metres, with a margin; other values are voids.
let plausibleElevationsMetres = -500.0...9000.0
