import Glibc
import SkiGraph

/// The search graph of paths inside an area.
///
/// The nodes are a square grid, points along all boundaries, and the entries. Neighbours lie within 2.3 cells of each
/// other with a clear segment between them; consecutive points of a boundary too, so that narrow parts stay connected.
struct PathGraph: Sendable {
  private(set) var points: [PlanePoint] = []
  /// The number of the first entry; entries are the last points, in order.
  let firstEntry: Int
  /// The start of each point's neighbours: those of point *p* are `heads[first[p]..<first[p + 1]]`.
  private(set) var first: [Int32] = []
  /// The neighbours of all points.
  private(set) var heads: [Int32] = []

  /// The greatest distance of neighbours in cells, which includes knight's moves.
  private static let reachCells = 2.3

  /// Creates the graph.
  /// - Parameters:
  ///   - room: The interior of the area.
  ///   - lattice: The grid.
  ///   - inside: A flag for each point of the grid, `true` for points inside.
  ///   - rings: Closed lists of points along each boundary.
  ///   - entries: The entries of the area.
  ///   - stop: The cancellation signal.
  /// - Complexity: O(*n*) in points, expected.
  init(
    _ room: PolygonInterior, _ lattice: PlaneLattice, inside: [Bool], rings: [[PlanePoint]],
    entries: [PlanePoint], stop: OrderedWork.CancellationSignal
  ) throws {
    points = inside.indices.filter { inside[$0] }.map(lattice.point)
    let latticeCount = points.count
    var ringPairs: [(Int, Int)] = []
    for ring in rings {
      let start = points.count
      points.append(contentsOf: ring.dropLast())
      let count = points.count - start
      guard count > 1 else { continue }
      for step in 0..<count { ringPairs.append((start + step, start + (step + 1) % count)) }
    }
    firstEntry = points.count
    points.append(contentsOf: entries)
    var pairs = try visiblePairs(room, lattice, latticeCount, stop)
    pairs.append(contentsOf: ringPairs.filter { room.isClear(from: points[$0.0], to: points[$0.1]) })
    link(pairs)
  }

  /// Returns the pairs of points near each other with a clear segment between them.
  private func visiblePairs(
    _ room: PolygonInterior, _ lattice: PlaneLattice, _ latticeCount: Int,
    _ stop: OrderedWork.CancellationSignal
  ) throws -> [(Int, Int)] {
    let spacing = lattice.spacingMetres
    let reach = Self.reachCells * spacing
    var inCell: [Int: [Int]] = [:]
    for (number, point) in points.enumerated() { inCell[lattice.cell(of: point), default: []].append(number) }
    var pairs: [(Int, Int)] = []
    for (number, point) in points.enumerated() {
      if number & 0xFF == 0 { try stop.check() }
      let cell = lattice.cell(of: point)
      for row in -3...3 {
        for column in -3...3 {
          for other in inCell[cell + row * lattice.columns + column] ?? [] where other > number {
            let metres = point.distanceMetres(to: points[other])
            guard metres <= reach else { continue }
            // The grid point between two that are two cells apart makes their edge redundant.
            if number < latticeCount, other < latticeCount, metres > 1.9 * spacing, metres < 2.1 * spacing {
              continue
            }
            if room.isClear(from: point, to: points[other]) { pairs.append((number, other)) }
          }
        }
      }
    }
    return pairs
  }

  private mutating func link(_ pairs: [(Int, Int)]) {
    var degree = [Int32](repeating: 0, count: points.count + 1)
    for (a, b) in pairs {
      degree[a + 1] += 1
      degree[b + 1] += 1
    }
    for point in points.indices { degree[point + 1] += degree[point] }
    first = degree
    heads = Array(repeating: 0, count: pairs.count * 2)
    var next = degree
    for (a, b) in pairs {
      heads[Int(next[a])] = Int32(truncatingIfNeeded: b)
      heads[Int(next[b])] = Int32(truncatingIfNeeded: a)
      next[a] += 1
      next[b] += 1
    }
  }
}

/// The tree of quickest paths from one point to all others.
struct QuickestPaths: Sendable {
  /// The seconds to each point; infinite where there is no path.
  var seconds: [Double]
  /// The metres on the map to each point; infinite where there is no path.
  var metres: [Double]
  /// The predecessor of each point on its path; −1 at the start and without a path.
  var before: [Int32]

  /// Returns the points of the path to a point, start first.
  func path(to point: Int) -> [Int] {
    var path = [point]
    while let last = path.last, before[last] >= 0, path.count <= before.count {
      path.append(Int(before[last]))
    }
    return path.reversed()
  }
}

extension PathGraph {
  /// Returns the quickest paths from a point. Complexity: O(*m* log *n*) in pairs of neighbours and points.
  ///
  /// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
  func paths(
    from start: Int, heights: [Double]?, climbCostFactor: Double = 1, stop: OrderedWork.CancellationSignal
  ) throws -> QuickestPaths {
    var tree = QuickestPaths(
      seconds: [],
      metres: Array(repeating: .infinity, count: points.count),
      before: Array(repeating: -1, count: points.count))
    tree.metres[start] = 0
    var search = DistanceSearch([Double](repeating: .infinity, count: points.count))
    search.relax(start, at: 0)
    var steps = 0
    while let (at, cost) = search.settle() {
      steps += 1
      if steps & 0x3FF == 0 { try stop.check() }
      for index in Int(first[at])..<Int(first[at + 1]) {
        let next = Int(heads[index])
        let metres = points[at].distanceMetres(to: points[next])
        let seconds =
          cost
          + CrossingCost.seconds(
            metres: metres, from: heights?[at], to: heights?[next], climbCostFactor: climbCostFactor)
        guard search.relax(next, at: seconds) else { continue }
        tree.metres[next] = tree.metres[at] + metres
        tree.before[next] = Int32(truncatingIfNeeded: at)
      }
    }
    tree.seconds = search.costs
    return tree
  }
}
