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
