public import SkiTerrain

/// What can be derived from heights, a pixel for each sample.
public enum TerrainProduct: Sendable, Hashable {
  /// Grey levels of terrain in the light: 1...255.
  case hillshade(Hillshade)
  /// How steep the ground is, in degrees or percent.
  case slope(SlopeMethod, SlopeUnit)
  /// Where the ground falls to, degrees clockwise from north (the grid's own on flat maps), 0..<360; level ground has
  /// none and is no data.
  case aspect(SlopeMethod)
  /// The highest less the lowest of a sample and its eight neighbours, metres.
  case roughness
  /// How much a sample differs from its eight neighbours, metres.
  case ruggedness(RuggednessMethod)
  /// How far a sample lies above the mean of its eight neighbours, metres; negative in hollows.
  case position
  /// Colours by elevation; with a shading, darker and lighter by it, level ground unchanged.
  case relief(ColourRamp, shade: Hillshade?)
  /// Colours by steepness.
  case slopeClasses(SlopeClasses)

  /// What one pixel is.
  public var pixel: RasterPixel {
    switch self {
    case .hillshade: .grey
    case .slope, .aspect, .roughness, .ruggedness, .position: .float
    case .relief, .slopeClasses: .colour
    }
  }

  /// What float pixels hold where there is no data.
  public static let noData: Float = -9999
}
