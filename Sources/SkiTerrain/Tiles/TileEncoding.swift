/// How the colours of an elevation tile stand for heights.
@nonexhaustive
public enum TileEncoding: String, Sendable, Hashable, CaseIterable {
  /// Metres = red · 256 + green + blue / 256 − 32768.
  case terrarium
  /// Metres = (red · 65536 + green · 256 + blue) / 10 − 10000.
  case terrainRGB = "terrain-rgb"

  /// Returns the height a colour stands for in metres above sea level, NaN when there is none.
  ///
  /// Black is "no data" in both encodings, and so is any height that no ground has.
  func heightMetres(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Float {
    let height: Double
    switch self {
    case .terrarium: height = Double(red) * 256 + Double(green) + Double(blue) / 256 - 32_768
    case .terrainRGB:
      height = (Double(red) * 65_536 + Double(green) * 256 + Double(blue)) / 10 - 10_000
    }
    return plausibleHeightsMetres.contains(height) ? Float(height) : .nan
  }
}

/// The heights that ground on Earth has, with a margin, in metres; anything else in a tile is a void.
let plausibleHeightsMetres = -500.0...9000.0
