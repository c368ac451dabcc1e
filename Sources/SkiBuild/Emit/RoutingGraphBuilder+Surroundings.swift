import SkiBase
import SkiGraph

extension RoutingGraphBuilder {
  /// The size of the cells in which the places of a network are gathered, in 1e-7 degrees: about a kilometre.
  private static let cellE7: Int32 = 100_000

  /// Returns the extent of the network as boxes: those of its ski areas, and small ones around all places beside.
  ///
  /// Boxes are those of ``BoundingBox``, which never cross the antimeridian; an area across it is covered by its places.
  /// - Complexity: O(*n*) in nodes, points, features and corners.
  func surroundings() -> [BoundingBox] {
    var boxes = areas.map(\.bounds).filter { $0.east - $0.west < 180 }
    var cells: [CellNumber: BoundingBox] = [:]
    func add(_ position: FixedCoordinate) {
      let place = position.coordinate
      let cell = CellNumber(position, size: Self.cellE7)
      cells[cell, default: BoundingBox(place)].formUnion(place)
    }
    for node in nodes { add(node.position) }
    for link in links { for point in link.points { add(point.position) } }
    for feature in features {
      add(feature.facts.start.position)
      add(feature.facts.end.position)
    }
    for ring in outlines.values.joined() { for place in ring.places { add(place) } }
    boxes += cells.sorted { $0.key < $1.key }.map(\.value)
    return boxes
  }
}

/// The number of a cell of the Earth, ordered from the south and the west.
private struct CellNumber: Hashable, Comparable {
  private let row: Int32
  private let column: Int32

  init(_ place: FixedCoordinate, size: Int32) {
    (row, column) = (place.latitudeE7 / size, place.longitudeE7 / size)
  }

  static func < (a: CellNumber, b: CellNumber) -> Bool { (a.row, a.column) < (b.row, b.column) }
}
