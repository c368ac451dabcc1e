import SkiGeo
import SkiProjection
import SkiTestSupport
import Testing

@testable import SkiTerrain

struct ContourPlacesTests {
  private let cone = DrawnRaster(
    (0..<9).map { row in (0..<9).map { column in Float(100 - 10 * max(abs(row - 4), abs(column - 4))) } })

  private func lines(_ raster: MemoryRaster, at metres: Double) throws -> [ContourLine] {
    try ContourTracing(raster: raster, levels: ContourLevels(atMetres: [metres])).lines()
  }

  @Test(arguments: [179.965, -180.035, 539.965])
  func `lines are cut at the antimeridian and stay within it`(west: Double) throws {
    let lines = try lines(cone.raster(west: west, north: 10), at: 75)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { !$0.isClosed })
    let longitudes = lines.flatMap { $0.points.map(\.longitude) }
    #expect(longitudes.allSatisfy { abs($0) <= 180 && abs($0) > 179.9 })
    let ends = lines.map { line in [line.points.first, line.points.last].map { $0?.longitude } }
    #expect(ends == [[180, 180], [-180, -180]] || ends == [[-180, -180], [180, 180]])
    let latitudes = lines.map { line in [line.points.first, line.points.last].compactMap { $0?.latitude } }
    #expect(latitudes[0] == latitudes[1].reversed())
    #expect(lines.map(\.points.count).reduce(0, +) == 20 + 4, "all points and two at each cut")
  }

  @Test func `a raster that ends at the antimeridian is not cut`() throws {
    let lines = try lines(cone.raster(west: 179.92, north: 10), at: 75)
    #expect(lines.map(\.isClosed) == [true])
    #expect(lines[0].points.map(\.longitude).max().map { $0 < 180 } == true)
  }

  @Test func `a line that only touches the antimeridian stays whole`() throws {
    let ring = [(179.5, 0.0), (180, 1), (179.5, 2), (179, 1), (179.5, 0)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    #expect(AntimeridianCut.cut(ring, isClosed: true) == nil)
    let beyond = ring.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + 1) }
    let parts = try #require(AntimeridianCut.cut(beyond, isClosed: true))
    #expect(parts.count == 1)
    #expect(parts[0].map(\.longitude) == [-179.5, -179, -179.5, -180, -179.5])
  }

  @Test func `Web Mercator is placed by its own formula`() throws {
    let projected = cone.raster(
      west: 1_168_854.653, north: 5_925_766.775, reference: .webMercator, step: 1000)
    let line = try #require(try lines(projected, at: 75).first)
    let point = try #require(line.points.first)
    #expect(point.longitude > 10.5 && point.longitude < 10.6)
    // The northernmost point lies 1.5 rows south of 46.9 degrees; a row is 1000 m cos φ on the ground.
    #expect(abs(point.latitude - (46.9 - 1.5 * 1000 * 0.6833 / 111_175)) < 1e-4)
  }
}
