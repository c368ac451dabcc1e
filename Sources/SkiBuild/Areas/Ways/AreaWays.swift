import Glibc

/// The way-finder of one area: its inside, its ground, and the points ways are searched on.
struct AreaWays: Sendable {
  let room: PolygonRoom
  let graph: WayGraph
  /// The smoothed ground; nil when nothing knows it.
  let surface: AreaSurface?
  /// The height of each point of the graph; nil as a whole when one is unknown.
  let heights: [Double]?

  /// The distance between points of the grid, metres: a quarter of the area's width within these limits.
  private static let spacingMetres = 5.0...20.0
  /// The most points there are for few entries; for many it is less, never below the second number.
  private static let pointLimits = (few: 3000.0, many: 800.0)
  /// The most points for all entries of an area together.
  private static let searchLimit = 300_000.0
  /// Corners of an edge that a straight piece misses by no more than this are passed over, metres.
  private static let cornerMetres = 0.5
  /// ... no more of them in a row than this.
  private static let cornerLimit = 16

  /// Prepares an area.
  /// - Parameters:
  ///   - edges: Its edges: those ways keep to and those they may not cross.
  ///   - squareMetres: Its size.
  ///   - read: Heights of places, metres; nil when one of them is unknown.
  /// - Complexity: O(*v* + *n*) in vertices and points, *n* bounded.
  init(
    _ edges: AreaEdges, squareMetres: Double, entries: [PlanePoint], resolutionMetres: Double,
    stop: OrderedWork.StopSignal, read: ([PlanePoint]) throws -> [Double]?
  ) throws {
    let room = PolygonRoom(rings: edges.walls)
    let edgeMetres = edges.rings.reduce(0) { $0 + lengthMetres($1) }
    let spacing = Self.spacing(squareMetres, edgeMetres, entries: entries.count)
    let lattice = PlaneLattice(room.box, spacingMetres: Self.bounded(spacing, room.box))
    let inside = (0..<lattice.count).map { room.contains(lattice.point($0)) }
    let dense = edges.rings.map { Self.dense($0, spacingMetres: lattice.spacingMetres) }
    let graph = try WayGraph(room, lattice, inside: inside, rings: dense, entries: entries, stop: stop)
    let surface = try AreaSurface(
      lattice, needed: Self.needed(lattice, inside, dense.flatMap { $0 } + entries),
      resolutionMetres: resolutionMetres, read: read)
    heights = surface.flatMap { surface in
      let known = graph.points.compactMap(surface.height)
      return known.count == graph.points.count ? known : nil
    }
    self.room = room
    self.graph = graph
    self.surface = surface
  }

  /// A quarter of the width, wide enough that there are not too many points.
  private static func spacing(_ squareMetres: Double, _ edgeMetres: Double, entries: Int) -> Double {
    let width = 2 * squareMetres / max(1, edgeMetres)
    let limit = max(pointLimits.many, min(pointLimits.few, searchLimit / Double(max(1, entries))))
    var spacing = max(spacingMetres.lowerBound, min(spacingMetres.upperBound, width / 2))
    while squareMetres / (spacing * spacing) + edgeMetres / spacing > limit { spacing *= 1.25 }
    return spacing
  }

  /// A spacing with which a grid over a box has no more than about 40,000 points, inside or not.
  private static func bounded(_ spacing: Double, _ box: PlaneBox) -> Double {
    max(spacing, ((box.maxX - box.minX) * (box.maxY - box.minY) / 40_000).squareRoot())
  }

  /// Points along a closed edge: its corners, but for those that hardly are any, and more between far ones.
  private static func dense(_ ring: [PlanePoint], spacingMetres: Double) -> [PlanePoint] {
    guard var last = ring.first else { return [] }
    var points = [last]
    var passed: ArraySlice<PlanePoint> = []
    for (index, next) in ring.enumerated().dropFirst() {
      passed.append(next)
      let metres = last.distanceMetres(to: next)
      if index < ring.count - 1, metres < spacingMetres, passed.count < cornerLimit,
        areStraight(passed, from: last, to: ring[index + 1])
      {
        continue
      }
      let pieces = max(1, (metres / spacingMetres).rounded(.up))
      for piece in stride(from: 1, through: pieces, by: 1) {
        points.append(last.towards(next, piece / pieces))
      }
      last = next
      passed = []
    }
    return points
  }

  private static func areStraight(
    _ corners: ArraySlice<PlanePoint>, from a: PlanePoint, to b: PlanePoint
  ) -> Bool {
    corners.allSatisfy { corner in
      a.towards(b, corner.nearestFraction(from: a, to: b)).distanceMetres(to: corner) < cornerMetres
    }
  }

  /// The corners of the grid around all that lies inside or on the edge.
  private static func needed(
    _ lattice: PlaneLattice, _ inside: [Bool], _ others: [PlanePoint]
  ) -> [Bool] {
    var needed = [Bool](repeating: false, count: inside.count)
    func mark(_ number: Int, _ reach: ClosedRange<Int>) {
      let (column, row) = (number % lattice.columns, number / lattice.columns)
      for y in reach where row + y >= 0 && row + y < lattice.rows {
        for x in reach where column + x >= 0 && column + x < lattice.columns {
          needed[(row + y) * lattice.columns + column + x] = true
        }
      }
    }
    for number in inside.indices where inside[number] { mark(number, -1...1) }
    for point in others { mark(lattice.cell(of: point), -1...2) }
    return needed
  }

  /// Finds the quickest ways from an entry to all points. Complexity: O(*n* log *n*) in points.
  func ways(
    fromEntry entry: Int, climbPriceFactor: Double = 1, stop: OrderedWork.StopSignal
  ) throws -> QuickestWays {
    try graph.ways(
      from: graph.firstEntry + entry, heights: heights, climbPriceFactor: climbPriceFactor, stop: stop)
  }
}

/// Metres along a line on the flat map.
package func lengthMetres(_ points: [PlanePoint]) -> Double {
  zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
}
