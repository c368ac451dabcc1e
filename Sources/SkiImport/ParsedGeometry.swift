import SkiGeo

/// A geometry as it was read: cleaned vertices, and what was mended on the way.
struct ParsedGeometry {
  enum Shape {
    case point(Coordinate, elevationMetres: Double?)
    case lines([Polyline])
    case areas([PolygonRings])
  }

  /// What is wrong with a geometry that can't be used.
  struct Defect: Error {
    var code: String
    var detail: String
  }

  /// The usable shape, or why there is none.
  var shape: Result<Shape, Defect>
  /// Positions off the Earth or without two numbers, left out.
  var invalidPositions = 0
  /// Elevations that no place on Earth has, dropped.
  var implausibleElevations = 0
  /// Rings whose ends didn't meet, closed.
  var closedRings = 0

  init(_ shape: Result<Shape, Defect>) { self.shape = shape }

  init(defect code: String, _ detail: String) {
    shape = .failure(Defect(code: code, detail: detail))
  }

  /// A place that stands for the whole shape: the point, or the middle of its box.
  var centre: Coordinate? {
    guard case .success(let shape) = shape else { return nil }
    switch shape {
    case .point(let place, _): return place
    case .lines(let lines): return BoundingBox(lines.lazy.flatMap(\.coordinates))?.centre
    case .areas(let areas): return BoundingBox(areas.lazy.flatMap(\.outer.coordinates))?.centre
    }
  }
}

/// The positions of one line or ring while it is read.
struct PositionList {
  var coordinates: [Coordinate] = []
  var elevations: [Double?] = []
  var hasElevations = false

  /// Adds a vertex unless it repeats the one before it; a repeat may bring the elevation that one lacked.
  mutating func append(_ place: Coordinate, _ elevation: Double?) {
    if let last = coordinates.last, last == place {
      if let elevation, elevations[elevations.count - 1] == nil {
        elevations[elevations.count - 1] = elevation
        hasElevations = true
      }
      return
    }
    coordinates.append(place)
    elevations.append(elevation)
    if elevation != nil { hasElevations = true }
  }

  /// Whether two of the vertices differ; consecutive ones always do.
  var isLine: Bool { coordinates.count >= 2 }

  /// Whether it encloses something: three different vertices and the first again.
  var isRing: Bool { coordinates.count >= 4 && coordinates.first == coordinates.last }

  /// Adds the first vertex at the end; false where it is there already or nothing could be closed.
  mutating func close() -> Bool {
    guard coordinates.count >= 3, let first = coordinates.first, first != coordinates.last else {
      return false
    }
    append(first, elevations.first ?? nil)
    return true
  }

  /// The vertices as a line of the model.
  var polyline: Polyline {
    hasElevations ? Polyline(coordinates, elevations: elevations) : Polyline(coordinates)
  }
}

extension Polyline {
  /// Whether it ends where it starts and encloses something.
  var isClosedRing: Bool { count >= 4 && coordinates.first == coordinates.last }

  /// Whether two lines are the same in every vertex and elevation; unknown elevations are the same.
  func isSame(as other: Polyline) -> Bool {
    guard coordinates == other.coordinates else { return false }
    return coordinates.indices.allSatisfy { elevationMetres(at: $0) == other.elevationMetres(at: $0) }
  }
}
