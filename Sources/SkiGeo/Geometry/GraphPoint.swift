/// A coordinate with an elevation in whole centimetres where one is known, as graphs store it.
public struct GraphPoint: Hashable, Sendable, Codable {
  /// The coordinate in 1e-7 degrees.
  public var position: FixedCoordinate
  /// The elevation in centimetres above mean sea level, smoothed along its feature; nil when unknown.
  public var elevationCentimetres: Int32?

  /// Creates a point from a coordinate and an elevation in centimetres above mean sea level, nil when unknown.
  @inlinable
  public init(position: FixedCoordinate, elevationCentimetres: Int32?) {
    self.position = position
    self.elevationCentimetres = elevationCentimetres
  }

  /// The coordinate in degrees.
  public var coordinate: Coordinate { position.coordinate }
  /// The elevation in metres above mean sea level; nil when unknown.
  public var elevationMetres: Double? { elevationCentimetres.map { Double($0) / 100 } }
}
