/// How far some places reach from the first of them, the antimeridian between them or not.
package struct PlaceExtent {
  /// Degrees of latitude.
  private var latitudes: (south: Double, north: Double)
  /// Degrees of longitude from the first place, the short way round.
  private var offsets = (west: 0.0, east: 0.0)
  private let first: Coordinate

  /// Takes places; nil when there are none. Complexity: O(*n*).
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

  /// Degrees of latitude from the southernmost place to the northernmost.
  package var height: Double { latitudes.north - latitudes.south }

  /// Degrees of longitude from the westernmost place to the easternmost.
  package var width: Double { offsets.east - offsets.west }

  /// The middle, a place on the Earth.
  package var centre: Coordinate {
    Coordinate(
      latitude: (latitudes.south + latitudes.north) / 2,
      longitude: turnedLongitude(first.longitude + (offsets.west + offsets.east) / 2))
  }
}
