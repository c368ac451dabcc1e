/// A place on the Earth in WGS 84 degrees.
///
/// A plain value; equality compares both numbers exactly. Longitudes run from −180 to 180.
public struct Coordinate: Hashable, Sendable, Codable {
  /// Degrees north of the equator, −90...90.
  public var latitude: Double
  /// Degrees east of Greenwich, −180...180.
  public var longitude: Double

  /// Makes a coordinate; nothing is checked, see ``isValid``.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and on the Earth.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

/// A coordinate in whole ten-millionths of a degree (about 1 cm), as maps and graphs store it.
///
/// Two features share a vertex exactly when their fixed coordinates are equal.
public struct FixedCoordinate: Hashable, Sendable, BitwiseCopyable, Codable {
  /// Latitude in 1e-7 degrees.
  public var latitudeE7: Int32
  /// Longitude in 1e-7 degrees.
  public var longitudeE7: Int32

  /// Makes a fixed coordinate from its two integers.
  public init(latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// Rounds a coordinate to the nearest 1e-7 degree.
  /// - Precondition: `coordinate.isValid`
  public init(_ coordinate: Coordinate) {
    precondition(coordinate.isValid, "coordinate must be on the Earth, got \(coordinate)")
    latitudeE7 = Int32((coordinate.latitude * 1e7).rounded())
    longitudeE7 = Int32((coordinate.longitude * 1e7).rounded())
  }

  /// The same place in degrees.
  public var coordinate: Coordinate {
    Coordinate(latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7)
  }
}
