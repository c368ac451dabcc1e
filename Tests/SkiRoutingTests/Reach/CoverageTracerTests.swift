import SkiBase
import SkiTestSupport
import Testing

@testable import SkiRouting

struct CoverageTracerTests {
  private static func place(_ east: Double, _ north: Double) -> Coordinate {
    let scale = LocalScale(latitude: 46)
    return Coordinate(
      latitude: 46 + north / scale.metresPerDegreeLatitude,
      longitude: 7 + east / scale.metresPerDegreeLongitude)
  }

  /// A raster of many short lines, so narrow that cells touch at corners and rings lie in rings.
  private static func raster(_ random: inout SeededGenerator) throws -> CoverageRaster {
    let size = Double.random(in: 200...3000, using: &random)
    let lines = (0..<Int.random(in: 1...120, using: &random)).map { _ in
      let (east, north) = (
        Double.random(in: 0...size, using: &random), Double.random(in: 0...size, using: &random)
      )
      return (0..<Int.random(in: 1...4, using: &random)).map { _ in
        place(east + .random(in: -200...200, using: &random), north + .random(in: -200...200, using: &random))
      }
    }
    let reach = Double([8, 15, 30, 60].randomElement(using: &random) ?? 60)
    return try #require(CoverageRaster(lines, reachMetres: reach, sideMetres: 20))
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `rings and the polygons of holes equal those traced cell by cell`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var holes = 0
    for round in 0..<50 {
      let grid = try Self.raster(&random)
      var reference = CellOutline(grid)
      let expected = reference.rings()
      var tracer = CoverageTracer(grid)
      var found: [CoverageTracer.Ring] = []
      while let ring = tracer.next() { found.append(ring) }
      #expect(found.map(\.points) == expected.map(\.points), "seed \(seed), round \(round)")
      for (ring, known) in zip(found, expected) {
        var owner = ring.around
        while let next = owner.flatMap({ found[$0].around }) { owner = next }
        #expect(owner == known.outer, "seed \(seed), round \(round)")
        holes += owner == nil ? 0 : 1
      }
    }
    #expect(holes > 50, "seed \(seed): \(holes)")
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `cells are filled that lie within the reach of a half cell along a line`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed ^ 0xC0FE)
    for round in 0..<20 {
      let line = (0..<3).map { _ in
        Self.place(.random(in: 0...900, using: &random), .random(in: 0...900, using: &random))
      }
      let grid = try #require(CoverageRaster([line], reachMetres: 60, sideMetres: 20))
      for row in 1..<grid.rows - 1 {
        for column in 1..<grid.columns - 1 {
          let centre = grid.coordinate(Double(column), Double(row))
          let near = Self.metres(centre, line)
          guard abs(near - 60) > 1 else { continue }
          #expect((grid.bit(column, row) == 1) == (near < 60), "seed \(seed), round \(round): \(near) m")
        }
      }
    }
  }

  /// Returns the distance of a place from a line, in metres.
  private static func metres(_ place: Coordinate, _ line: [Coordinate]) -> Double {
    let scale = LocalScale(latitude: 46)
    func plane(_ other: Coordinate) -> SIMD2<Double> {
      SIMD2(
        (other.longitude - place.longitude) * scale.metresPerDegreeLongitude,
        (other.latitude - place.latitude) * scale.metresPerDegreeLatitude)
    }
    return zip(line, line.dropFirst()).reduce(.infinity) { least, side in
      let (a, b) = (plane(side.0), plane(side.1))
      let way = b - a
      let share = max(0, min(1, -(a * way).sum() / max(1e-9, (way * way).sum())))
      let away = a + way * share
      return min(least, (away * away).sum().squareRoot())
    }
  }
}
