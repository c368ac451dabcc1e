import SkiBase

/// The smallest box around places near each other, possibly across the antimeridian.
///
/// Longitudes continue from those of the first place, so that the eastern edge may exceed 180° and the western one fall
/// below −180°, unlike in ``BoundingBox``.
struct UnwrappedBox: Sendable {
  private(set) var south: Double
  private(set) var west: Double
  private(set) var north: Double
  private(set) var east: Double

  /// Creates the box of places, or returns nil when there are none. Complexity: O(*n*).
  init?(_ places: some Sequence<Coordinate>) {
    var iterator = places.makeIterator()
    guard let first = iterator.next() else { return nil }
    (south, north) = (first.latitude, first.latitude)
    (west, east) = (first.longitude, first.longitude)
    var (last, longitude) = (first.longitude, first.longitude)
    while let next = iterator.next() {
      longitude += shortestLongitudeDifference(last, next.longitude)
      last = next.longitude
      (south, north) = (min(south, next.latitude), max(north, next.latitude))
      (west, east) = (min(west, longitude), max(east, longitude))
    }
  }

  /// Creates the box of one place.
  init(_ place: Coordinate) {
    (south, west, north, east) = (place.latitude, place.longitude, place.latitude, place.longitude)
  }

  /// Creates the box of all lines of a shape, or the box of 0° N 0° E when there are none.
  init(around lines: [Polyline]) {
    self =
      UnwrappedBox(lines.lazy.flatMap(\.coordinates)) ?? UnwrappedBox(Coordinate(latitude: 0, longitude: 0))
  }

  /// The height in degrees of latitude.
  var height: Double { north - south }
  /// The width in degrees of longitude.
  var width: Double { east - west }

  /// Returns the same box shifted in longitude.
  func turned(byDegrees degrees: Double) -> UnwrappedBox {
    var box = self
    box.west += degrees
    box.east += degrees
    return box
  }

  /// Grows the box until it holds another, shifted by whole turns to lie next to it.
  mutating func formUnion(_ other: UnwrappedBox) {
    let turns = ((west + east) / 2 - (other.west + other.east) / 2) / 360
    let near = other.turned(byDegrees: turns.rounded() * 360)
    (south, north) = (min(south, near.south), max(north, near.north))
    (west, east) = (min(west, near.west), max(east, near.east))
  }

  /// The centre, with a longitude of −180°..<180°.
  var centre: Coordinate {
    let longitude = (west + east) / 2
    return Coordinate(
      latitude: (south + north) / 2, longitude: longitude - ((longitude + 180) / 360).rounded(.down) * 360)
  }
}
