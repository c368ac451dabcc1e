/// A coordinate on the Earth in WGS 84 degrees.
///
/// Equality compares both numbers exactly.
public struct Coordinate: Hashable, Sendable, Codable {
  /// The latitude in degrees north of the equator, −90...90.
  public var latitude: Double
  /// The longitude in degrees east of Greenwich, −180...180.
  public var longitude: Double

  /// Creates a coordinate without validation; see ``isValid``.
  /// - Parameters:
  ///   - latitude: The latitude in degrees, −90...90.
  ///   - longitude: The longitude in degrees, −180...180.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Indicates whether both numbers are finite and within the ranges of latitude and longitude.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

/// A coordinate in whole units of 1e-7 degrees (about 1 cm), as maps and graphs store it.
///
/// Two features share a vertex exactly when their fixed coordinates are equal.
@usableFromInline
package struct FixedCoordinate: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The latitude in units of 1e-7 degrees.
  @usableFromInline package var latitudeE7: Int32
  /// The longitude in units of 1e-7 degrees.
  @usableFromInline package var longitudeE7: Int32

  /// Creates a fixed coordinate from latitude and longitude in units of 1e-7 degrees.
  @inlinable
  package init(latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// Creates a fixed coordinate by rounding a coordinate to the nearest 1e-7 degrees.
  /// - Precondition: `coordinate.isValid`
  @inlinable
  package init(_ coordinate: Coordinate) {
    precondition(coordinate.isValid, "coordinate must be on the Earth, got \(coordinate)")
    latitudeE7 = Int32((coordinate.latitude * 1e7).rounded())
    longitudeE7 = Int32((coordinate.longitude * 1e7).rounded())
  }

  /// The coordinate in degrees.
  @inlinable
  package var coordinate: Coordinate {
    Coordinate(latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7)
  }
}

/// A coordinate with an elevation in whole centimetres where one is known, as graphs store it.
public struct GraphPoint: Hashable, Sendable, Codable {
  /// The coordinate in 1e-7 degrees.
  @usableFromInline package var position: FixedCoordinate
  /// The elevation in centimetres above mean sea level, smoothed along its feature; nil when unknown.
  public var elevationCentimetres: Int32?

  /// Creates a point from a coordinate, rounded to 1e-7 degrees, and an elevation in metres above mean sea level, nil when
  /// unknown, rounded to centimetres.
  /// - Precondition: The coordinate is valid, and the elevation less than 10,000 km.
  public init(coordinate: Coordinate, elevationMetres: Double?) {
    self.init(
      position: FixedCoordinate(coordinate),
      elevationCentimetres: elevationMetres.map { Int32(($0 * 100).rounded()) })
  }

  /// Creates a point from a coordinate and an elevation in centimetres above mean sea level, nil when unknown.
  @inlinable
  package init(position: FixedCoordinate, elevationCentimetres: Int32?) {
    self.position = position
    self.elevationCentimetres = elevationCentimetres
  }

  /// The coordinate in degrees.
  public var coordinate: Coordinate { position.coordinate }
  /// The elevation in metres above mean sea level; nil when unknown.
  public var elevationMetres: Double? { elevationCentimetres.map { Double($0) / 100 } }
}
