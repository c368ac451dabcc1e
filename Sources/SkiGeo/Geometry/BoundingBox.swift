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

  /// Makes the box that holds one place.
  package init(_ place: Coordinate) {
    self.init(
      south: place.latitude, west: place.longitude, north: place.latitude, east: place.longitude)
  }

  /// Makes the smallest box around some places, or nil when there are none.
  /// - Complexity: O(*n*) in the number of places.
  public init?(_ coordinates: some Sequence<Coordinate>) {
    var iterator = coordinates.makeIterator()
    guard let first = iterator.next() else { return nil }
    self.init(first)
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

  /// Whether two boxes have a place in common, the edges included.
  package func touches(_ other: BoundingBox) -> Bool {
    south <= other.north && other.south <= north && west <= other.east && other.west <= east
  }

  /// Returns the box grown on all sides: one, or two or three where it then reaches over the antimeridian; never over a pole.
  /// - Parameters:
  ///   - north: Degrees of latitude to the north and to the south.
  ///   - east: Degrees of longitude to the east and to the west.
  package func grown(north: Double, east: Double) -> [BoundingBox] {
    let (south, north) = (max(-90, self.south - north), min(90, self.north + north))
    let (low, high) = (west - east, self.east + east)
    guard high - low < 360 else { return [BoundingBox(south: south, west: -180, north: north, east: 180)] }
    return [0.0, 360, -360].compactMap { turn in
      let (west, east) = (max(-180, low + turn), min(180, high + turn))
      return west <= east ? BoundingBox(south: south, west: west, north: north, east: east) : nil
    }
  }
}
