/// A line on the Earth in source order, with an elevation at each vertex where one is known.
///
/// Coordinates and elevations are flat arrays; `elevations` is empty or as long as `coordinates`.
public struct Polyline: Hashable, Sendable {
  /// The vertices in order.
  public private(set) var coordinates: [Coordinate]
  /// Metres above mean sea level, NaN where a vertex has none; empty when no vertex has one.
  private var storedElevations: [Float]

  /// Makes a line without elevations.
  public init(_ coordinates: [Coordinate]) {
    self.coordinates = coordinates
    storedElevations = []
  }

  /// Makes a line with elevations in metres; nil where unknown.
  /// - Precondition: both arrays have the same length.
  public init(_ coordinates: [Coordinate], elevations: [Double?]) {
    precondition(
      coordinates.count == elevations.count,
      "elevations must match coordinates, got \(elevations.count) for \(coordinates.count)")
    self.coordinates = coordinates
    storedElevations =
      elevations.contains { $0 != nil } ? elevations.map { $0.map(Float.init) ?? .nan } : []
  }

  /// How many vertices there are.
  public var count: Int { coordinates.count }

  /// The elevation of a vertex in metres above mean sea level, or nil when unknown.
  public func elevationMetres(at index: Int) -> Double? {
    guard !storedElevations.isEmpty else { return nil }
    let value = storedElevations[index]
    return value.isNaN ? nil : Double(value)
  }

  /// Whether every vertex carries an elevation. Complexity: O(*n*).
  public func hasAllElevations() -> Bool {
    !storedElevations.isEmpty && !storedElevations.contains { $0.isNaN }
  }

  /// Whether two lines have the same vertices and the same elevations; unknown ones are equal to each other.
  public static func == (one: Polyline, other: Polyline) -> Bool {
    one.coordinates == other.coordinates
      && one.storedElevations.elementsEqual(other.storedElevations) { $0 == $1 || $0.isNaN && $1.isNaN }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(coordinates)
    hasher.combine(storedElevations.count)
    for elevation in storedElevations { hasher.combine(elevation.isNaN ? nil : elevation) }
  }

  /// The same line from its end to its start.
  public func reversed() -> Polyline {
    var copy = self
    copy.coordinates.reverse()
    copy.storedElevations.reverse()
    return copy
  }
}

/// A polygon: one outer ring and any number of holes; rings are closed (last vertex equals first).
public struct PolygonRings: Hashable, Sendable {
  /// The outer ring.
  public var outer: Polyline
  /// The holes.
  public var holes: [Polyline]

  /// Makes a polygon from its rings.
  public init(outer: Polyline, holes: [Polyline] = []) {
    self.outer = outer
    self.holes = holes
  }
}
