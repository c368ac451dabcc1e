public import SkiTerrain

/// The content of the pixels of raster tiles.
public enum RasterTileLayer: Sendable, Hashable {
  /// The hillshade in grey, as a layer under or over a map.
  case hillshade(Hillshade)
  /// The relief: colours by elevation, modulated by an optional hillshade.
  case relief(ColourRamp, shade: Hillshade?)
  /// The slope classes; ground below the first class is transparent.
  case slopeClasses(SlopeClasses)
  /// The slope in grey: white for level ground, black from 60° on.
  case slope
  /// The elevations in metres encoded as colours, for viewers that shade terrain themselves.
  case heights(TileEncoding)

  /// The terrain product; nil for encoded elevations.
  var product: TerrainProduct? {
    switch self {
    case .hillshade(let shade): .hillshade(shade)
    case .relief(let ramp, let shade): .relief(ramp, shade: shade)
    case .slopeClasses(let classes): .slopeClasses(classes)
    case .slope: .slope(.horn, .degrees)
    case .heights: nil
    }
  }

  /// The name of the elevation encoding in TileJSON; nil for pictures.
  var encodingName: String? {
    switch self {
    case .heights(.terrarium): "terrarium"
    case .heights(.terrainRGB): "mapbox"
    default: nil
    }
  }
}
