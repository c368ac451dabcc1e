import SkiBase
import SkiGraph
import SkiSystem

/// An index of the mapped ski areas by ID and by place.
struct SkiAreaIndex: Sendable {
  private let areas: [SkiArea]
  private var byID: [SourceID: Int] = [:]
  /// The areas with outlines, by the cells that their boxes intersect.
  private var byCell: [Cell: [Int]] = [:]
  /// The areas whose boxes intersect too many cells.
  private var wide: [Int] = []

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  private static let cellDegrees = 0.25
  private static let cellLimit = 64

  /// Creates the index. Complexity: O(*n* + *v*) in areas and vertices.
  init(_ areas: [SkiArea]) {
    self.areas = areas
    for (number, area) in areas.enumerated() {
      if byID[area.id] == nil { byID[area.id] = number }
      guard let box = BoundingBox(area.outlines.lazy.flatMap(\.outer.coordinates)) else { continue }
      let rows = Self.cell(box.south)...Self.cell(box.north)
      let columns = Self.cell(box.west)...Self.cell(box.east)
      guard rows.count * columns.count <= Self.cellLimit else {
        wide.append(number)
        continue
      }
      for row in rows {
        for column in columns { byCell[Cell(row: row, column: column), default: []].append(number) }
      }
    }
  }

  /// Returns the cell of a coordinate in degrees; 0 for invalid ones.
  private static func cell(_ degrees: Double) -> Int {
    guard abs(degrees) <= 360 else { return 0 }
    return Int((degrees / cellDegrees).rounded(.down))
  }

  /// Returns the first area with an ID.
  func area(_ id: SourceID) -> SkiArea? { byID[id].map { areas[$0] } }

  /// Returns the IDs of the areas whose outlines contain a place, in file order.
  /// - Complexity: O(*k* · *v*) for *k* areas in the same cell.
  func ids(around place: Coordinate?) -> [SourceID] {
    guard let place, place.isValid else { return [] }
    let cell = Cell(row: Self.cell(place.latitude), column: Self.cell(place.longitude))
    let near = (wide + (byCell[cell] ?? [])).sorted()
    return near.filter { areas[$0].contains(place) }.map { areas[$0].id }
  }
}

extension SkiArea {
  /// Returns whether a place lies inside one of the outlines. Complexity: O(*v*).
  ///
  /// **Source:** crossing count, Shimrat 1962, "Algorithm 112: Position of point relative to polygon".
  fileprivate func contains(_ place: Coordinate) -> Bool {
    outlines.contains { rings in
      rings.outer.surrounds(place) && !rings.holes.contains { $0.surrounds(place) }
    }
  }
}

extension Polyline {
  /// The greatest width in degrees of a ring that is taken to cross the antimeridian.
  private static let widestTurnedDegrees = 10.0

  fileprivate func surrounds(_ place: Coordinate) -> Bool {
    guard let first = coordinates.first, var last = coordinates.last else { return false }
    let isNarrow = (UnwrappedBox(coordinates)?.width ?? 0) <= Self.widestTurnedDegrees
    func degreesEast(_ from: Coordinate, _ to: Coordinate) -> Double {
      isNarrow
        ? shortestLongitudeDifference(from.longitude, to.longitude) : to.longitude - from.longitude
    }
    // The longitudes are relative to the first corner.
    let across = degreesEast(first, place)
    var x = degreesEast(first, last)
    var isInside = false
    for corner in coordinates {
      let next = x + degreesEast(last, corner)
      if (last.latitude > place.latitude) != (corner.latitude > place.latitude) {
        let fraction = (place.latitude - last.latitude) / (corner.latitude - last.latitude)
        if across < x + fraction * (next - x) { isInside.toggle() }
      }
      (x, last) = (next, corner)
    }
    return isInside
  }
}
