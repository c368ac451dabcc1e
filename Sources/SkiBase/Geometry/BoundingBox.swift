/// A latitude–longitude extent in WGS 84 degrees; it never crosses the antimeridian.
public struct BoundingBox: Hashable, Sendable {
  /// The southern edge, in degrees.
  public var south: Double
  /// The western edge, in degrees.
  public var west: Double
  /// The northern edge, in degrees.
  public var north: Double
  /// The eastern edge, in degrees.
  public var east: Double

  /// Creates a box from its four edges in degrees, without validation: south ≤ north, west ≤ east.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Creates the box that holds one coordinate.
  package init(_ place: Coordinate) {
    self.init(
      south: place.latitude, west: place.longitude, north: place.latitude, east: place.longitude)
  }

  /// Creates the smallest box around a sequence of coordinates, or nil when there are none.
  /// - Complexity: O(*n*) in the number of coordinates.
  public init?(_ coordinates: some Sequence<Coordinate>) {
    var iterator = coordinates.makeIterator()
    guard let first = iterator.next() else { return nil }
    self.init(first)
    while let next = iterator.next() { formUnion(next) }
  }

  /// Extends the box to include a coordinate.
  public mutating func formUnion(_ place: Coordinate) {
    south = min(south, place.latitude)
    north = max(north, place.latitude)
    west = min(west, place.longitude)
    east = max(east, place.longitude)
  }

  /// Extends the box to include another box.
  public mutating func formUnion(_ other: BoundingBox) {
    south = min(south, other.south)
    north = max(north, other.north)
    west = min(west, other.west)
    east = max(east, other.east)
  }

  /// Returns whether a coordinate lies inside or on the edge.
  public func contains(_ place: Coordinate) -> Bool {
    place.latitude >= south && place.latitude <= north && place.longitude >= west
      && place.longitude <= east
  }

  /// The midpoint of the box in degrees.
  public var centre: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }

  /// Returns whether two boxes intersect, edges included.
  package func touches(_ other: BoundingBox) -> Bool {
    south <= other.north && other.south <= north && west <= other.east && other.west <= east
  }

  /// Returns the box buffered on all sides, split at the antimeridian into one to three boxes and clipped at the poles.
  /// - Parameters:
  ///   - north: The buffer to the north and to the south, in degrees of latitude.
  ///   - east: The buffer to the east and to the west, in degrees of longitude.
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
