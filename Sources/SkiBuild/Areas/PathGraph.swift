import SkiGraph
import SkiSystem

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
  /// The distance to each of them in metres.
  private(set) var lengths: [Double] = []

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
    for (a, b) in ringPairs where room.isClear(from: points[a], to: points[b]) {
      pairs.append(NearPair(a: a, b: b, metres: points[a].distanceMetres(to: points[b])))
    }
    link(pairs)
  }

  /// Two points near each other, and the distance between them.
  private struct NearPair {
    var a: Int
    var b: Int
    var metres: Double
  }

  /// Returns the pairs of points near each other with a clear segment between them.
  private func visiblePairs(
    _ room: PolygonInterior, _ lattice: PlaneLattice, _ latticeCount: Int,
    _ stop: OrderedWork.CancellationSignal
  ) throws -> [NearPair] {
    let spacing = lattice.spacingMetres
    let reach = Self.reachCells * spacing
    let farSquare = reach * reach * (1 + 1e-12)
    let cells = points.map(lattice.cell)
    let inCell = CellPoints(cells, cellCount: lattice.count)
    var pairs: [NearPair] = []
    for (number, point) in points.enumerated() {
      if number & 0xFF == 0 { try stop.check() }
      for row in -3...3 {
        let middle = cells[number] + row * lattice.columns
        for index in inCell.range(from: middle - 3, through: middle + 3) {
          let other = Int(inCell.points[index])
          guard other > number, point.squareMetres(to: points[other]) <= farSquare else { continue }
          let metres = point.distanceMetres(to: points[other])
          guard metres <= reach else { continue }
          // The grid point between two that are two cells apart makes their edge redundant.
          if number < latticeCount, other < latticeCount, metres > 1.9 * spacing, metres < 2.1 * spacing {
            continue
          }
          if room.isClear(from: point, to: points[other]) {
            pairs.append(NearPair(a: number, b: other, metres: metres))
          }
        }
      }
    }
    return pairs
  }

  private mutating func link(_ pairs: [NearPair]) {
    var degree = [Int32](repeating: 0, count: points.count + 1)
    for pair in pairs {
      degree[pair.a + 1] += 1
      degree[pair.b + 1] += 1
    }
    for point in points.indices { degree[point + 1] += degree[point] }
    first = degree
    heads = Array(repeating: 0, count: pairs.count * 2)
    lengths = Array(repeating: 0, count: pairs.count * 2)
    var next = degree
    for pair in pairs {
      for (tail, head) in [(pair.a, pair.b), (pair.b, pair.a)] {
        heads[Int(next[tail])] = Int32(truncatingIfNeeded: head)
        lengths[Int(next[tail])] = pair.metres
        next[tail] += 1
      }
    }
  }
}

/// The tree of quickest paths from one point to all entries, final for entries and for points on the paths to them.
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

/// The points in each cell of a grid, in flat arrays.
private struct CellPoints {
  /// The start of each cell's points: those of cell *c* are `points[first[c]..<first[c + 1]]`.
  private let first: [Int32]
  /// The points of all cells, ascending in each.
  let points: [Int32]

  /// Groups points by the cells they lie in. Complexity: O(*n* + *c*) in points and cells.
  init(_ cells: [Int], cellCount: Int) {
    var first = [Int32](repeating: 0, count: cellCount + 1)
    for cell in cells { first[cell + 1] += 1 }
    for cell in 0..<cellCount { first[cell + 1] += first[cell] }
    var next = first
    var points = [Int32](repeating: 0, count: cells.count)
    for (number, cell) in cells.enumerated() {
      points[Int(next[cell])] = Int32(truncatingIfNeeded: number)
      next[cell] += 1
    }
    (self.first, self.points) = (first, points)
  }

  /// Returns the indices of the points in consecutive cells; cells beyond the grid have none.
  func range(from low: Int, through high: Int) -> Range<Int> {
    let count = first.count - 1
    return Int(first[max(0, min(count, low))])..<Int(first[max(0, min(count, high + 1))])
  }
}

extension PathGraph {
  /// Returns the seconds to each neighbour, in the order of ``heads``.
  /// - Complexity: O(*m*) in pairs of neighbours.
  func seconds(heights: [Double]?, climbCostFactor: Double) -> [Double] {
    var seconds: [Double] = []
    seconds.reserveCapacity(heads.count)
    for point in points.indices {
      for index in Int(first[point])..<Int(first[point + 1]) {
        seconds.append(
          CrossingCost.seconds(
            metres: lengths[index], from: heights?[point], to: heights?[Int(heads[index])],
            climbCostFactor: climbCostFactor))
      }
    }
    return seconds
  }

  /// Returns the quickest paths from a point to all entries, and to the points on them.
  /// - Parameter costs: The seconds to each neighbour, in the order of ``heads``.
  /// - Complexity: O(*m* log *n*) in pairs of neighbours and points.
  ///
  /// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
  func paths(
    from start: Int, costs: [Double], stop: OrderedWork.CancellationSignal
  ) throws -> QuickestPaths {
    var tree = QuickestPaths(
      seconds: [],
      metres: Array(repeating: .infinity, count: points.count),
      before: Array(repeating: -1, count: points.count))
    tree.metres[start] = 0
    var search = DistanceSearch([Double](repeating: .infinity, count: points.count))
    search.relax(start, at: 0)
    var steps = 0
    var unsettled = points.count - firstEntry
    while unsettled > 0, let (at, cost) = search.settle() {
      steps += 1
      if at >= firstEntry { unsettled -= 1 }
      if steps & 0x3FF == 0 { try stop.check() }
      for index in Int(first[at])..<Int(first[at + 1]) {
        let next = Int(heads[index])
        guard search.relax(next, at: cost + costs[index]) else { continue }
        tree.metres[next] = tree.metres[at] + lengths[index]
        tree.before[next] = Int32(truncatingIfNeeded: at)
      }
    }
    tree.seconds = search.costs
    return tree
  }
}

/// The time per metre across an area by gradient, as the cost of paths.
///
/// **Units:** gradients are rise over run, so negative downhill; costs are in seconds per metre on the map.
/// **Source:** the medians of 4,164 field readings on pistes, with speeds times 0.4 for stops (3.6 m/s between 8 % and
/// 40 %), poling at 1.2 m/s on the level; an estimate for slopes steeper than 40 %, where skiers turn and stop more.
/// Climbing costs five times Naismith's rule (1892: an hour for 600 m), since skiers avoid climbs where they can.
enum CrossingCost {
  /// The seconds per metre by gradient, linear in between; constant below the first, with the cost of climbing above
  /// the last.
  private static let slowness: [(gradient: Double, seconds: Double)] = [
    (-1.00, 0.70), (-0.80, 0.56), (-0.60, 0.40), (-0.50, 0.33), (-0.40, 0.28), (-0.08, 0.28), (-0.05, 0.46),
    (0, 0.83),
  ]
  /// The additional seconds per metre of climb.
  static let climbingSecondsPerMetre = 30.0
  /// The least seconds per metre, the lower bound of the cost of a path.
  static let leastSecondsPerMetre = 0.28

  /// Returns the seconds per metre on the map at a gradient.
  static func secondsPerMetre(gradient: Double) -> Double {
    if gradient >= 0 { return slowness[slowness.count - 1].seconds + gradient * climbingSecondsPerMetre }
    guard var low = slowness.first, gradient > low.gradient else { return slowness[0].seconds }
    for high in slowness {
      if gradient <= high.gradient {
        let span = high.gradient - low.gradient
        return span > 0
          ? low.seconds + (high.seconds - low.seconds) * (gradient - low.gradient) / span : high.seconds
      }
      low = high
    }
    return low.seconds
  }

  /// Returns the seconds along a straight segment; those of its length alone where an elevation is unknown.
  /// - Parameter climbPriceFactor: The factor of the cost of climbing.
  static func seconds(
    metres: Double, from: Double?, to: Double?, climbCostFactor: Double = 1
  ) -> Double {
    guard metres > 0 else { return 0 }
    guard let from, let to else { return metres * leastSecondsPerMetre }
    let rise = to - from
    let extra = rise > 0 ? rise * climbingSecondsPerMetre * (climbCostFactor - 1) : 0
    return metres * secondsPerMetre(gradient: rise / metres) + extra
  }
}
