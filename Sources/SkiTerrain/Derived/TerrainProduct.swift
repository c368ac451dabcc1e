/// A product derived from elevations, with a pixel for each sample.
package enum TerrainProduct: Sendable, Hashable {
  /// A hillshade in grey levels 1...255; 0 is no data.
  case hillshade(Hillshade)
  /// The slope, in degrees or percent.
  case slope(SlopeMethod, SlopeUnit)
  /// The aspect, the direction of steepest descent in degrees clockwise from north (grid north on projected grids),
  /// 0..<360; no data on level ground.
  case aspect(SlopeMethod)
  /// The roughness: the range of elevations of a sample and its eight neighbours, in metres.
  case roughness
  /// The ruggedness index of a sample and its eight neighbours, in metres.
  case ruggedness(RuggednessMethod)
  /// The topographic position index: the elevation above the mean of the eight neighbours, in metres, negative in
  /// hollows.
  case position
  /// A relief of colours by elevation, modulated by an optional hillshade; level ground keeps its colour.
  case relief(ColourRamp, shade: Hillshade?)
  /// A map of colours by slope class.
  case slopeClasses(SlopeClasses)

  /// The type of a pixel.
  package var pixel: RasterPixel {
    switch self {
    case .hillshade: .grey
    case .slope, .aspect, .roughness, .ruggedness, .position: .float
    case .relief, .slopeClasses: .colour
    }
  }

  /// The value of float pixels without data, −9999, in files and in the bytes of windows.
  package static let noData: Float = -9999
}
