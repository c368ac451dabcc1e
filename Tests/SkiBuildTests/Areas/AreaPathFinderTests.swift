import SkiBase
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Crossings of areas of random shape compared with a slow search on a fine grid.
struct AreaPathFinderTests {
  /// The distance by which a crossing may leave its area, in metres, with a margin for rounding.
  private static let edgeMetres = AreaCrosser.edgeToleranceMetres + 0.05

  private static func finder(
    _ area: RandomArea, _ entries: [PlanePoint]
  ) throws -> AreaPathFinder {
    let geos = try GEOSContext()
    let shape = try geos.polygon(outer: area.outer, holes: area.hole.map { [$0] } ?? [])
    return try AreaPathFinder(
      AreaEdges(shape), squareMetres: shape.areaSquareMetres(), entries: entries, resolutionMetres: 1,
      stop: OrderedWork.CancellationSignal()
    ) { $0.map(area.ground) }
  }

  @Test(arguments: 1...TestScale.count(all: 40, sample: 20))
  func `a crossing stays inside and takes about as long as the fastest on a fine grid`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let area = RandomArea(&random)
    let entries = (0..<4).map { _ in area.edgePlace(&random) }
    let finder = try Self.finder(area, entries)
    let grid = FineGrid(area, spacingMetres: 5)
    for tail in entries.indices {
      let tree = try finder.paths(fromEntry: tail, stop: OrderedWork.CancellationSignal())
      let start = grid.nearest(to: entries[tail])
      let gridCosts = grid.costs(from: start) { a, b in
        CrossingCost.seconds(metres: a.distanceMetres(to: b), from: area.ground(a), to: area.ground(b))
      }
      for head in entries.indices where head != tail {
        let goal = finder.graph.firstEntry + head
        try #require(tree.seconds[goal].isFinite, "seed \(seed): no way from \(tail) to \(head)")
        let line = finder.straightened(tree.path(to: goal), tree)
        #expect(line.first == entries[tail] && line.last == entries[head])
        expectInside(area, line, seed)
        let end = grid.nearest(to: entries[head])
        guard gridCosts[end].isFinite else { continue }  // a corner too narrow for the fine grid
        let (quick, own) = (gridCosts[end], area.seconds(line))
        let apart =
          2
          * (entries[tail].distanceMetres(to: grid.points[start])
            + entries[head].distanceMetres(to: grid.points[end]))
        #expect(
          own <= 1.2 * quick + apart + 3, "seed \(seed), \(tail) to \(head): \(own) s, grid \(quick) s")
        #expect(
          own >= 0.85 * quick - apart - 5, "seed \(seed), \(tail) to \(head): \(own) s, grid \(quick) s")
      }
    }
  }

  private func expectInside(_ area: RandomArea, _ line: [PlanePoint], _ seed: Int) {
    for (a, b) in zip(line, line.dropFirst()) {
      let pieces = max(1, Int(a.distanceMetres(to: b) / 2))
      for piece in 0...pieces {
        let point = a.towards(b, Double(piece) / Double(pieces))
        #expect(
          area.contains(point) || area.edgeDistance(point) <= Self.edgeMetres,
          "seed \(seed): \(point) is \(area.edgeDistance(point)) m outside")
      }
    }
  }

  @Test func `a crossing of an even slope without obstacles is straight`() throws {
    var random = SeededGenerator(seed: 7)
    var area = RandomArea(&random)
    area.outer = [(-100, -200), (100, -200), (100, 200), (-100, 200), (-100, -200)].map {
      PlanePoint(x: $0.0, y: $0.1)
    }
    area.hole = nil
    area.ground = { 2000 + 0.2 * $0.y }
    let entries = [PlanePoint(x: -60, y: 200), PlanePoint(x: 70, y: -200)]
    let finder = try Self.finder(area, entries)
    let tree = try finder.paths(fromEntry: 0, stop: OrderedWork.CancellationSignal())
    #expect(finder.straightened(tree.path(to: finder.graph.firstEntry + 1), tree) == entries)
  }

  @Test func `a crossing goes around a hump rather than over it`() throws {
    var random = SeededGenerator(seed: 7)
    var area = RandomArea(&random)
    area.outer = [(-200, -200), (200, -200), (200, 200), (-200, 200), (-200, -200)].map {
      PlanePoint(x: $0.0, y: $0.1)
    }
    area.hole = nil
    // Ground that falls gently to the south, with a hump of 20 m in the middle.
    area.ground = { point in
      2000 + 0.1 * point.y + 20 * max(0, 1 - (point.x * point.x + point.y * point.y) / 6400)
    }
    let entries = [PlanePoint(x: 0, y: 200), PlanePoint(x: 0, y: -200)]
    let finder = try Self.finder(area, entries)
    let tree = try finder.paths(fromEntry: 0, stop: OrderedWork.CancellationSignal())
    let line = finder.straightened(tree.path(to: finder.graph.firstEntry + 1), tree)
    let heights = zip(line, line.dropFirst()).flatMap { a, b in
      (0...20).map { area.ground(a.towards(b, Double($0) / 20)) }
    }
    let climb = zip(heights, heights.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0) }
    #expect(climb < 2, "climbs \(climb) m along \(line)")
    #expect(mapLengthMetres(line) < 520)
  }
}
