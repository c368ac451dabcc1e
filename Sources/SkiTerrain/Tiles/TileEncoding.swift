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
