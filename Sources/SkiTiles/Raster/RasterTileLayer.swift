public import SkiRelief
public import SkiTerrain

/// What raster tiles show of the ground.
public enum RasterTileLayer: Sendable, Hashable {
  /// Grey levels of terrain in the light, to be laid under or over a map.
  case hillshade(Hillshade)
  /// Colours by elevation, darker and lighter by a shading.
  case relief(ColourRamp, shade: Hillshade?)
  /// Colours by steepness; what is less steep than the first class is transparent.
  case slopeClasses(SlopeClasses)
  /// Steepness as grey: level ground white, 60° and steeper black.
  case slope
  /// Heights written into colours, for viewers that make relief of them.
  case heights(TileEncoding)

  /// What is derived from heights; nil where pixels are the heights themselves.
  var product: TerrainProduct? {
    switch self {
    case .hillshade(let shade): .hillshade(shade)
    case .relief(let ramp, let shade): .relief(ramp, shade: shade)
    case .slopeClasses(let classes): .slopeClasses(classes)
    case .slope: .slope(.horn, .degrees)
    case .heights: nil
    }
  }

  /// What TileJSON and viewers call the way heights are written.
  var encodingName: String? {
    switch self {
    case .heights(.terrarium): "terrarium"
    case .heights(.terrainRGB): "mapbox"
    default: nil
    }
  }
}
