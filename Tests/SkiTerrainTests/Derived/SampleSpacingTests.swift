import SkiBase
import Testing

@testable import SkiTerrain

@Suite struct SampleSpacingTests {
  @Test(arguments: [-80.0, -45, 0, 0.5, 30, 46.5, 60, 75, 89])
  func `sample spacing of a geographic grid equals geodesic lengths`(latitude: Double) {
    let degrees = 1.0 / 3600
    let grid = RasterGrid(
      columns: 3, rows: 3, reference: .wgs84, originX: 11, originY: latitude + degrees, stepX: degrees,
      stepY: degrees)
    let step = SampleSpacing(grid).step(ofRow: 1)
    let east = geodesicDistanceMetres(
      Coordinate(latitude: latitude, longitude: 11), Coordinate(latitude: latitude, longitude: 11 + degrees))
    let south = geodesicDistanceMetres(
      Coordinate(latitude: latitude + degrees / 2, longitude: 11),
      Coordinate(latitude: latitude - degrees / 2, longitude: 11))
    #expect(abs(step.eastMetres / east - 1) < 1e-6)
    #expect(abs(step.southMetres / south - 1) < 1e-6)
  }

  @Test(arguments: [0.0, 46.5, -60, 80])
  func `sample spacing of a Web Mercator grid equals geodesic lengths`(latitude: Double) {
    let radius = 6_378_137.0
    let y = radius * asinhTangent(latitude)
    let grid = RasterGrid(
      columns: 3, rows: 3, reference: .webMercator, originX: 1_000_000, originY: y + 10, stepX: 10, stepY: 10)
    let step = SampleSpacing(grid).step(ofRow: 1)
    func place(_ x: Double, _ y: Double) -> Coordinate {
      Coordinate(latitude: latitudeDegrees(mercatorY: y / radius), longitude: x / radius * 180 / .pi)
    }
    let east = geodesicDistanceMetres(place(1_000_000, y), place(1_000_010, y))
    let south = geodesicDistanceMetres(place(1_000_000, y + 5), place(1_000_000, y - 5))
    #expect(abs(step.eastMetres / east - 1) < 1e-6)
    #expect(abs(step.southMetres / south - 1) < 1e-6)
  }

  @Test func `sample spacing of a grid in feet is in metres`() {
    let feet = ReferenceSystem(definition: "EPSG:2263", kind: .projected(metresPerUnit: 0.3048))
    let grid = RasterGrid(
      columns: 2, rows: 2, reference: feet, originX: 0, originY: 0, stepX: 100, stepY: 50)
    let step = SampleSpacing(grid).step(ofRow: 0)
    #expect(abs(step.eastMetres - 30.48) < 1e-12)
    #expect(abs(step.southMetres - 15.24) < 1e-12)
  }

  @Test func `sample spacing at and beyond a pole is positive`() {
    let grid = RasterGrid(
      columns: 4, rows: 4, reference: .wgs84, originX: 0, originY: 91, stepX: 90, stepY: 1)
    for row in 0..<4 { #expect(SampleSpacing(grid).step(ofRow: row).eastMetres > 0) }
  }
}
