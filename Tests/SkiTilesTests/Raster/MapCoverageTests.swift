import SkiBase
import Testing

@testable import SkiTiles

struct MapCoverageTests {
  @Test func `a bounding box grows by a distance in metres`() throws {
    let box = BoundingBox(south: 46, west: 10, north: 47, east: 11)
    let grown = MapCoverage.grown(box, byMetres: 2000)
    #expect(grown.count == 1)
    let found = try #require(grown.first)
    #expect(abs(found.north - 47 - 2000 / 111_170) < 1e-4)
    #expect(abs(46 - found.south - 2000 / 111_170) < 1e-4)
    #expect(abs(10 - found.west - 2000 / 76_050) < 1e-4)
    #expect(MapCoverage.grown(box, byMetres: 0) == [box])
  }

  @Test func `a grown box at the antimeridian becomes two, and is limited at a pole`() {
    let box = BoundingBox(south: 65, west: 179.99, north: 65.1, east: 180)
    let grown = MapCoverage.grown(box, byMetres: 5000)
    #expect(grown.map(\.east).sorted() == [grown.map(\.east).min() ?? 0, 180])
    #expect(grown.count == 2)
    #expect(grown.contains { $0.west == -180 && $0.east < -179.8 })
    #expect(grown.contains { $0.east == 180 && $0.west < 179.99 && $0.west > 179.8 })
    let pole = MapCoverage.grown(BoundingBox(south: 89, west: -10, north: 90, east: 10), byMetres: 500_000)
    #expect(pole.map(\.north) == [90] && pole.map(\.west) == [-180] && pole.map(\.east) == [180])
  }

  @Test func `a region across the antimeridian has a box on each side of it`() {
    let circle = BoundingBox(south: 65, west: -180, north: 65.1, east: 180)
    let halves = MapCoverage.halves(of: circle, [179.9, -179.95, 179.8, -180])
    #expect(
      halves == [
        BoundingBox(south: 65, west: 179.8, north: 65.1, east: 180),
        BoundingBox(south: 65, west: -180, north: 65.1, east: -179.95),
      ])
    #expect(MapCoverage.halves(of: circle, []).isEmpty)
  }
}
