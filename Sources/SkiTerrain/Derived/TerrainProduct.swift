import SkiBase

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

/// A classification of slopes into 1 to 64 coloured bands of degrees.
///
/// A value; `Sendable`. Slopes below the first band are transparent.
public struct SlopeClasses: Sendable, Hashable {
  /// A band of slopes, up to the beginning of the next one.
  package struct Band: Sendable, Hashable {
    /// The least slope of the band, in degrees.
    package let fromDegrees: Double
    /// The colour of the band.
    package let colour: Colour

    /// Creates a band.
    package init(fromDegrees: Double, colour: Colour) {
      self.fromDegrees = fromDegrees
      self.colour = colour
    }
  }

  /// The bands by ascending slope.
  package let bands: [Band]
  /// The method of computing slopes.
  public let method: SlopeMethod

  /// Creates classes from bands in any order.
  /// - Parameters:
  ///   - bands: The bands, 1 to 64, beginning within 0..<90°.
  ///   - method: The method of computing slopes.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when there is no band, more than 64, or one begins outside
  ///   0..<90°.
  package init(bands: [Band], method: SlopeMethod = .horn) throws {
    try SkiError.require(
      !bands.isEmpty && bands.count <= 64,
      "slope classes need 1 to 64 bands, got \(bands.count); name where each begins")
    if let odd = bands.first(where: { !(0..<90).contains($0.fromDegrees) }) {
      throw SkiError(
        .invalidArgument, "a slope band must begin within 0..<90°, got \(odd.fromDegrees); correct it")
    }
    self.init(known: bands.sorted { $0.fromDegrees < $1.fromDegrees }, method: method)
  }

  private init(known bands: [Band], method: SlopeMethod) {
    self.bands = bands
    self.method = method
  }

  /// Returns the colour of a slope in degrees.
  /// - Complexity: O(*n*) in the bands.
  package func colour(ofDegrees slope: Double) -> Colour {
    bands.last { $0.fromDegrees <= slope }?.colour ?? .transparent
  }

  /// The usual bands of avalanche terrain by Horn's method: yellow from 30°, orange 35°, red 40° and purple 45°.
  public static let avalanche = SlopeClasses(
    known: [
      Band(fromDegrees: 30, colour: Colour(red: 247, green: 222, blue: 48)),
      Band(fromDegrees: 35, colour: Colour(red: 244, green: 144, blue: 32)),
      Band(fromDegrees: 40, colour: Colour(red: 217, green: 45, blue: 39)),
      Band(fromDegrees: 45, colour: Colour(red: 134, green: 58, blue: 150)),
    ], method: .horn)
}
