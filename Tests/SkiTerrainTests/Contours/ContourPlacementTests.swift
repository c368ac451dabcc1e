import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

struct ContourPlacementTests {
  private let cone = DrawnRaster(
    (0..<9).map { row in (0..<9).map { column in Float(100 - 10 * max(abs(row - 4), abs(column - 4))) } })

  private func lines(_ raster: MemoryRaster, at metres: Double) throws -> [ContourLine] {
    try ContourTracing(raster: raster, levels: ContourLevels(atMetres: [metres])).lines()
  }

  @Test(arguments: [179.965, -180.035, 539.965])
  func `contours are split at the antimeridian and stay within ±180°`(west: Double) throws {
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

  @Test func `contours of a raster that ends before the antimeridian are not split`() throws {
    let lines = try lines(cone.raster(west: 179.92, north: 10), at: 75)
    #expect(lines.map(\.isClosed) == [true])
    #expect(lines[0].points.map(\.longitude).max().map { $0 < 180 } == true)
  }

  @Test func `a line that only touches the antimeridian is not split`() throws {
    let ring = [(179.5, 0.0), (180, 1), (179.5, 2), (179, 1), (179.5, 0)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    #expect(AntimeridianCut.cut(ring, isClosed: true) == nil)
    let beyond = ring.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + 1) }
    let parts = try #require(AntimeridianCut.cut(beyond, isClosed: true))
    #expect(parts.count == 1)
    #expect(parts[0].map(\.longitude) == [-179.5, -179, -179.5, -180, -179.5])
  }

  @Test func `contours of a Web Mercator raster lie at the inverse of its projection`() throws {
    let projected = cone.raster(
      west: 1_168_854.653, north: 5_925_766.775, reference: .webMercator, step: 1000)
    let line = try #require(try lines(projected, at: 75).first)
    let point = try #require(line.points.first)
    #expect(point.longitude > 10.5 && point.longitude < 10.6)
    // The northernmost point lies 1.5 rows south of 46.9 degrees; a row is 1000 m cos φ on the ground.
    #expect(abs(point.latitude - (46.9 - 1.5 * 1000 * 0.6833 / 111_175)) < 1e-4)
  }

  @Test func `contours of a projected raster are transformed by PROJ`() throws {
    let utm = ReferenceSystem(definition: "EPSG:32632", kind: .projected(metresPerUnit: 1))
    let raster = cone.raster(west: 614_250.113, north: 5_195_143.672, reference: utm, step: 10)
    let line = try #require(try lines(raster, at: 75).first)
    #expect(line.isClosed && line.points.count == 21)
    // The cone's top is 40 m east and south of 46.9° N, 10.5° E, and the line 25 m from it.
    for point in line.points {
      #expect(abs(point.latitude - (46.9 - 40 / 111_200)) < 27 / 111_200)
      #expect(abs(point.longitude - (10.5 + 40 / 76_200)) < 27 / 76_200)
    }
  }

  @Test func `contours of a projected raster are split at the antimeridian`() throws {
    let utm = ReferenceSystem(definition: "EPSG:32601", kind: .projected(metresPerUnit: 1))
    // Zone 1 is centred on 177° W; at the equator 180° is 166,021 m east.
    let lines = try lines(cone.raster(west: 165_980, north: 40, reference: utm, step: 10), at: 75)
    #expect(lines.count == 2 && lines.allSatisfy { !$0.isClosed })
    #expect(lines.flatMap(\.points).allSatisfy { abs($0.longitude) <= 180 && abs($0.longitude) > 179.99 })
  }

  @Test func `a raster beyond the Earth is an error`() throws {
    #expect(throws: SkiError.self) { try lines(cone.raster(west: 0, north: 400), at: 75) }
    let utm = ReferenceSystem(definition: "EPSG:32632", kind: .projected(metresPerUnit: 1))
    #expect(throws: SkiError.self) { try lines(cone.raster(west: 1e9, north: 1e9, reference: utm), at: 75) }
  }
}
