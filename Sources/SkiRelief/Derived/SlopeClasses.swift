import SkiGeo

/// Colours for how steep the ground is, in bands.
///
/// A value; `Sendable`. Ground less steep than the first band is transparent.
public struct SlopeClasses: Sendable, Hashable {
  /// A band, which reaches up to the next one's beginning.
  public struct Band: Sendable, Hashable {
    /// The least steep slope that belongs to it, degrees.
    public let fromDegrees: Double
    /// What it is painted with.
    package let colour: Colour

    /// Makes a band.
    package init(fromDegrees: Double, colour: Colour) {
      self.fromDegrees = fromDegrees
      self.colour = colour
    }
  }

  /// From the least steep to the steepest.
  public let bands: [Band]
  /// How slopes are found.
  public let method: SlopeMethod

  /// Makes classes of bands in any order.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when there is no band, more than 64, or one begins outside 0..<90°.
  public init(bands: [Band], method: SlopeMethod = .horn) throws {
    guard !bands.isEmpty, bands.count <= 64 else {
      throw SkiError(
        .invalidArgument, "slope classes need 1 to 64 bands, got \(bands.count); name where each begins")
    }
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

  /// Returns the colour of a slope.
  /// - Complexity: O(*n*) in the bands.
  package func colour(ofDegrees slope: Double) -> Colour {
    bands.last { $0.fromDegrees <= slope }?.colour ?? .transparent
  }

  /// The bands mountaineers judge avalanche terrain by: 30°, 35°, 40° and 45°; yellow, orange, red and purple.
  public static let avalanche = SlopeClasses(
    known: [
      Band(fromDegrees: 30, colour: Colour(red: 247, green: 222, blue: 48)),
      Band(fromDegrees: 35, colour: Colour(red: 244, green: 144, blue: 32)),
      Band(fromDegrees: 40, colour: Colour(red: 217, green: 45, blue: 39)),
      Band(fromDegrees: 45, colour: Colour(red: 134, green: 58, blue: 150)),
    ], method: .horn)
}
