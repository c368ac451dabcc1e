import SkiSystem

/// The path search in one area: interior, terrain, and search graph.
struct AreaPathFinder: Sendable {
  let interior: PolygonInterior
  let graph: PathGraph
  /// The smoothed terrain; nil when unknown.
  let surface: AreaSurface?
  /// The elevation of each point of the graph in metres; nil when one is unknown.
  private let elevations: [Double]?
  /// The seconds to each neighbour of the points of the graph, with the ordinary cost of climbing.
  private let costs: [Double]

  /// The range of the grid spacing in metres; within it, a quarter of the area's width.
  private static let spacingMetres = 5.0...20.0
  /// The greatest number of points for few entries, and its lower bound for many.
  private static let pointLimits = (few: 3000.0, many: 800.0)
  /// The greatest number of points times entries of an area.
  private static let searchLimit = 300_000.0
  /// The distance in metres within which corners of a boundary are skipped.
  private static let cornerMetres = 0.5
  /// The greatest number of consecutive corners skipped.
  private static let cornerLimit = 16

  /// Creates the search in an area.
  /// - Parameters:
  ///   - edges: The boundaries that paths may follow, and those they must not cross.
  ///   - squareMetres: The size of the area, in square metres.
  ///   - entries: The entries of the area.
  ///   - resolutionMetres: The resolution of the elevations in metres.
  ///   - stop: The cancellation signal.
  ///   - read: A closure that returns the elevations of points in metres; nil when one of them is unknown.
  /// - Complexity: O(*v* + *n*) in vertices and points, *n* bounded.
  init(
    _ edges: AreaEdges, squareMetres: Double, entries: [PlanePoint], resolutionMetres: Double,
    stop: OrderedWork.CancellationSignal, read: ([PlanePoint]) throws -> [Double]?
  ) throws {
    let interior = PolygonInterior(rings: edges.barriers)
    let edgeMetres = edges.rings.reduce(0) { $0 + mapLengthMetres($1) }
    let spacing = Self.spacing(squareMetres, edgeMetres, entries: entries.count)
    let lattice = PlaneLattice(interior.box, spacingMetres: Self.bounded(spacing, interior.box))
    let inside = (0..<lattice.count).map { interior.contains(lattice.point($0)) }
    let dense = edges.rings.map { Self.dense($0, spacingMetres: lattice.spacingMetres) }
    let graph = try PathGraph(interior, lattice, inside: inside, rings: dense, entries: entries, stop: stop)
    let surface = try AreaSurface(
      lattice, needed: Self.needed(lattice, inside, dense.flatMap { $0 } + entries),
      resolutionMetres: resolutionMetres, read: read)
    elevations = surface.flatMap { surface in
      let known = graph.points.compactMap(surface.elevation)
      return known.count == graph.points.count ? known : nil
    }
    costs = graph.seconds(heights: elevations, climbCostFactor: 1)
    self.interior = interior
    self.graph = graph
    self.surface = surface
  }

  /// Returns a quarter of the width, enlarged to limit the number of points.
  private static func spacing(_ squareMetres: Double, _ edgeMetres: Double, entries: Int) -> Double {
    let width = 2 * squareMetres / max(1, edgeMetres)
    let limit = max(pointLimits.many, min(pointLimits.few, searchLimit / Double(max(1, entries))))
    var spacing = max(spacingMetres.lowerBound, min(spacingMetres.upperBound, width / 2))
    while squareMetres / (spacing * spacing) + edgeMetres / spacing > limit { spacing *= 1.25 }
    return spacing
  }

  /// Returns a spacing at which a grid over a box has at most about 40,000 points.
  private static func bounded(_ spacing: Double, _ box: PlaneBox) -> Double {
    max(spacing, ((box.maxX - box.minX) * (box.maxY - box.minY) / 40_000).squareRoot())
  }

  /// Returns points along a closed boundary: its corners without nearly straight ones, and more between distant ones.
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

  /// Returns the grid points around all points inside or on the boundary.
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

  /// Returns the quickest paths from an entry to all others. Complexity: O(*n* log *n*) in points.
  func paths(
    fromEntry entry: Int, climbCostFactor: Double = 1, stop: OrderedWork.CancellationSignal
  ) throws -> QuickestPaths {
    let costs =
      climbCostFactor == 1 ? costs : graph.seconds(heights: elevations, climbCostFactor: climbCostFactor)
    return try graph.paths(from: graph.firstEntry + entry, costs: costs, stop: stop)
  }
}

/// Returns the length of a projected line, in metres.
package func mapLengthMetres(_ points: [PlanePoint]) -> Double {
  zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
}

extension AreaPathFinder {
  /// The tolerance in time of a straight segment over the points it replaces, since few bends are preferred.
  private static let slack = (factor: 1.05, seconds: 1.0)
  /// The greatest number of passes over the bends.
  private static let rounds = 3
  /// The spacing of elevations along a straight segment, in metres.
  private static let sampleMetres = 10.0

  /// Returns a path of graph points with as few bends as boundaries and terrain allow.
  ///
  /// Points are removed where a straight segment is clear and takes hardly longer; then bends are moved towards the
  /// segment between their neighbours.
  /// - Complexity: O(*n* · *s*) expected in points and samples along the path.
  func straightened(_ way: [Int], _ tree: QuickestPaths, climbCostFactor: Double = 1) -> [PlanePoint] {
    guard way.count > 2 else { return way.map { graph.points[$0] } }
    var kept = [0]
    straighten(way, tree, 0, way.count - 1, climbCostFactor, &kept)
    var line = kept.map { graph.points[way[$0]] }
    for _ in 0..<Self.rounds {
      let before = line
      drawIn(&line, climbCostFactor)
      if line == before { break }
    }
    return line
  }

  /// Appends the end of a section, after the bends it needs.
  private func straighten(
    _ way: [Int], _ tree: QuickestPaths, _ from: Int, _ to: Int, _ climb: Double, _ kept: inout [Int]
  ) {
    let known = tree.seconds[way[to]] - tree.seconds[way[from]]
    if to - from < 2 || isGood(graph.points[way[from]], graph.points[way[to]], known, climb) {
      return kept.append(to)
    }
    let middle = farthest(way, from, to)
    straighten(way, tree, from, middle, climb, &kept)
    straighten(way, tree, middle, to, climb, &kept)
  }

  /// Returns the point of a section farthest from the segment between its ends; the middle one when all lie on it.
  private func farthest(_ way: [Int], _ from: Int, _ to: Int) -> Int {
    let (a, b) = (graph.points[way[from]], graph.points[way[to]])
    var best = (number: (from + to) / 2, metres: 1e-6)
    for number in from + 1..<to {
      let point = graph.points[way[number]]
      let metres = point.distanceMetres(to: a.towards(b, point.nearestFraction(from: a, to: b)))
      if metres > best.metres { best = (number, metres) }
    }
    return best.number
  }

  private func isGood(_ a: PlanePoint, _ b: PlanePoint, _ known: Double, _ climb: Double) -> Bool {
    interior.isClear(from: a, to: b)
      && seconds(from: a, to: b, climb) <= known * Self.slack.factor + Self.slack.seconds
  }

  /// Moves each bend towards the segment between its neighbours, or removes it.
  private func drawIn(_ line: inout [PlanePoint], _ climb: Double) {
    var index = 1
    while index < line.count - 1 {
      let (a, bend, b) = (line[index - 1], line[index], line[index + 1])
      let known = seconds(from: a, to: bend, climb) + seconds(from: bend, to: b, climb)
      if isGood(a, b, known, climb) {
        line.remove(at: index)
        continue
      }
      let aim = a.towards(b, bend.nearestFraction(from: a, to: b))
      for share in [0.75, 0.5, 0.25] {
        let moved = bend.towards(aim, share)
        guard interior.isClear(from: a, to: moved), interior.isClear(from: moved, to: b),
          seconds(from: a, to: moved, climb) + seconds(from: moved, to: b, climb) <= known
        else { continue }
        line[index] = moved
        break
      }
      index += 1
    }
  }

  /// Returns the time in seconds along a straight segment over the smoothed terrain.
  func seconds(from a: PlanePoint, to b: PlanePoint, _ climb: Double = 1) -> Double {
    let metres = a.distanceMetres(to: b)
    guard let surface else {
      return CrossingCost.seconds(metres: metres, from: nil, to: nil, climbCostFactor: climb)
    }
    let pieces = max(1, (metres / Self.sampleMetres).rounded(.up))
    var total = 0.0
    var last = surface.elevation(at: a)
    for piece in stride(from: 1, through: pieces, by: 1) {
      let next = surface.elevation(at: a.towards(b, piece / pieces))
      total += CrossingCost.seconds(metres: metres / pieces, from: last, to: next, climbCostFactor: climb)
      last = next
    }
    return total
  }
}
