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

extension Coordinate {
  /// Returns latitude and longitude with at most five decimals, as arguments are written: `46.04981,-4.90283`.
  package func argumentText() -> String {
    "\(decimalText(latitude, places: 5) ?? "?"),\(decimalText(longitude, places: 5) ?? "?")"
  }

  /// Returns the coordinate interpolated linearly in degrees towards another, across the antimeridian where that is
  /// shorter.
  /// - Parameter share: The fraction of the distance, 0...1.
  package func towards(_ other: Coordinate, _ share: Double) -> Coordinate {
    Coordinate(
      // Rounding may exceed the pole by one unit in the last place.
      latitude: max(-90, min(90, latitude + (other.latitude - latitude) * share)),
      longitude: normalizedLongitude(
        longitude + shortestLongitudeDifference(longitude, other.longitude) * share))
  }
}

/// Returns a longitude of −540...540 degrees normalised to −180...180.
package func normalizedLongitude(_ degrees: Double) -> Double {
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

/// The extent of a set of coordinates in degrees, which may cross the antimeridian.
package struct CoordinateExtent {
  /// The southernmost and northernmost latitude, in degrees.
  private var latitudes: (south: Double, north: Double)
  /// The offsets in longitude from the first coordinate, in degrees, −180...180.
  private var offsets = (west: 0.0, east: 0.0)
  private let first: Coordinate

  /// Creates the extent of a sequence of coordinates; nil when it is empty.
  /// - Complexity: O(*n*).
  package init?(_ places: some Sequence<Coordinate>) {
    var iterator = places.makeIterator()
    guard let first = iterator.next() else { return nil }
    self.first = first
    latitudes = (first.latitude, first.latitude)
    while let place = iterator.next() {
      let offset = shortestLongitudeDifference(first.longitude, place.longitude)
      offsets = (min(offsets.west, offset), max(offsets.east, offset))
      latitudes = (min(latitudes.south, place.latitude), max(latitudes.north, place.latitude))
    }
  }

  /// The difference between the northernmost and the southernmost latitude, in degrees.
  package var height: Double { latitudes.north - latitudes.south }

  /// The difference between the easternmost and the westernmost longitude, in degrees.
  package var width: Double { offsets.east - offsets.west }

  /// The midpoint of the extent in degrees, a valid coordinate.
  package var centre: Coordinate {
    Coordinate(
      latitude: (latitudes.south + latitudes.north) / 2,
      longitude: normalizedLongitude(first.longitude + (offsets.west + offsets.east) / 2))
  }
}
