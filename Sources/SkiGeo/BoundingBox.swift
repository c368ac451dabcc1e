/// A box of latitudes and longitudes in WGS 84 degrees; it never spans the antimeridian.
public struct BoundingBox: Hashable, Sendable {
  /// Southern edge, degrees.
  public var south: Double
  /// Western edge, degrees.
  public var west: Double
  /// Northern edge, degrees.
  public var north: Double
  /// Eastern edge, degrees.
  public var east: Double

  /// Makes a box from its four edges in degrees.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Makes the smallest box around some places, or nil when there are none.
  /// - Complexity: O(*n*) in the number of places.
  public init?(_ coordinates: some Sequence<Coordinate>) {
    var iterator = coordinates.makeIterator()
    guard let first = iterator.next() else { return nil }
    self.init(
      south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
    while let next = iterator.next() { formUnion(next) }
  }

  /// Grows the box until it holds a place.
  public mutating func formUnion(_ place: Coordinate) {
    south = min(south, place.latitude)
    north = max(north, place.latitude)
    west = min(west, place.longitude)
    east = max(east, place.longitude)
  }

  /// Grows the box until it holds another box.
  public mutating func formUnion(_ other: BoundingBox) {
    south = min(south, other.south)
    north = max(north, other.north)
    west = min(west, other.west)
    east = max(east, other.east)
  }

  /// Whether a place lies inside or on the edge.
  public func contains(_ place: Coordinate) -> Bool {
    place.latitude >= south && place.latitude <= north && place.longitude >= west
      && place.longitude <= east
  }

  /// The middle of the box.
  public var centre: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
