import Foundation
import SkiBase
import Testing

@testable import SkiTerrain

/// The position of the sun over the centre of a raster.
struct RasterGridSunTests {
  private let noon = UniversalTime(secondsSince1970: 1_769_943_600)
  private let place = Coordinate(latitude: 46.9, longitude: 10.5)

  private func grid(_ reference: ReferenceSystem, x: Double, y: Double, step: Double) -> RasterGrid {
    RasterGrid(
      columns: 3, rows: 5, reference: reference, originX: x - step, originY: y + 2 * step, stepX: step,
      stepY: step)
  }

  @Test func `the sun over a grid in degrees or Web Mercator is that of the centre's position`() throws {
    let sun = SunPosition.at(place, time: noon)
    let degrees = grid(.wgs84, x: 10.5, y: 46.9, step: 0.001)
    let turned = grid(.wgs84, x: 370.5, y: 46.9, step: 0.001)
    let mercator = grid(.webMercator, x: 1_168_854.653, y: 5_925_766.775, step: 20)
    for grid in [degrees, turned, mercator] {
      let found = try grid.sunDirection(at: noon)
      #expect(abs(found.azimuthDegrees - sun.azimuthDegrees) < 1e-4)
      #expect(abs(found.altitudeDegrees - sun.altitudeDegrees) < 1e-4)
    }
  }

  @Test func `the sun's azimuth over a projected grid counts from grid north`() throws {
    let sun = SunPosition.at(place, time: noon)
    let zone = try ReferenceSystem(definition: "EPSG:32632")
    let found = try grid(zone, x: 614_250.113, y: 5_195_143.672, step: 25).sunDirection(at: noon)
    // The convergence of transverse Mercator is about the longitude from its meridian times the sine of the latitude.
    let convergence = 1.5 * sin(46.9 * .pi / 180)
    #expect(abs(found.azimuthDegrees - (sun.azimuthDegrees - convergence)) < 0.002)
    #expect(abs(found.altitudeDegrees - sun.altitudeDegrees) < 1e-4)
  }

  @Test func `a grid with its centre off the Earth is an error`() throws {
    let zone = try ReferenceSystem(definition: "EPSG:32632")
    for grid in [grid(.wgs84, x: 10, y: 400, step: 1), grid(zone, x: 1e12, y: 1e12, step: 1)] {
      let error = #expect(throws: SkiError.self) { try grid.sunDirection(at: noon) }
      #expect(error?.code == .invalidArgument)
    }
  }
}
