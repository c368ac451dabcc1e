import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Heights where tiles of whole degrees become narrower: two layers of one row step and of different columns.
struct LayerSeamTests {
  private static let step = 1 / 120.0

  /// Two layers that meet at 50° N as Copernicus's tiles do: the northern ends a step before the southern begins.
  private func source(
    wide: Double, _ height: @escaping @Sendable (Coordinate) -> Double
  ) throws -> ElevationFiles {
    var readers: [DrawnReader] = []
    for (name, north, stepX) in [("north", 51.0, Self.step * wide), ("south", 50.0, Self.step)] {
      let samples = RasterGrid(
        columns: Int((1 / stepX).rounded()), rows: 120, reference: .wgs84, originX: 10, originY: north,
        stepX: stepX, stepY: Self.step)
      let grid = try ElevationGrid.raster(samples, tileColumns: 32, tileRows: 24)
      readers.append(
        DrawnReader(name: name, grid: grid) { column, row in
          Float(
            height(
              Coordinate(
                latitude: samples.y(ofRow: Double(row)), longitude: samples.x(ofColumn: Double(column)))))
        })
    }
    return files(readers)
  }

  @Test(arguments: [1.5, 2, 3])
  func `a plane across the seam is a plane`(wide: Double) throws {
    let plane: @Sendable (Coordinate) -> Double = {
      900 * ($0.latitude - 50) + 400 * ($0.longitude - 10) + 500
    }
    let source = try source(wide: wide, plane)
    print("seed 23")
    var random = SeededGenerator(seed: 23)
    let places = (0..<2000).map { _ in
      Coordinate(
        latitude: .random(in: 49.98...50.03, using: &random),
        longitude: .random(in: 10...10.95, using: &random))
    }
    for sampling in [Sampling.bilinear, .bicubic] {
      let heights = try source.elevationsMetres(at: places, sampling: sampling)
      for (place, height) in zip(places, heights) {
        #expect(abs((height ?? .nan) - plane(place)) < 0.01, "\(place)")
      }
      #expect(heights == (try places.map { try source.elevationMetres(at: $0, sampling: sampling) }))
    }
    #expect(try source.elevationsMetres(at: places, sampling: .nearest).allSatisfy { $0 != nil })
  }

  @Test func `heights are continuous across the seam, and no void lies in it`() throws {
    let rough: @Sendable (Coordinate) -> Double = {
      noise(Int(($0.longitude * 1e6).rounded()), Int(($0.latitude * 1e6).rounded()), seed: 8) * 300
    }
    let source = try source(wide: 1.5, rough)
    for longitude in stride(from: 10.001, through: 10.98, by: 0.013) {
      let line = stride(from: 49.98, through: 50.03, by: 1e-5).map {
        Coordinate(latitude: $0, longitude: longitude)
      }
      let heights = try source.elevationsMetres(along: line)
      #expect(!heights.contains(nil))
      let steps = zip(heights, heights.dropFirst()).map { abs(($0 ?? 0) - ($1 ?? 0)) }
      // Samples differ by 300 m at most over a step.
      #expect((steps.max() ?? .infinity) <= 300 * 1e-5 / Self.step + 1e-3)
    }
  }

  @Test func `the ground is known across a seam, as the models have it`() throws {
    let source = try source(wide: 1.5) { 1000 + 2000 * ($0.latitude - 50) }
    let line = stride(from: 49.98, through: 50.03, by: 1e-4).map {
      Coordinate(latitude: $0, longitude: 10.437)
    }
    let ground = try source.groundElevations(at: line)
    #expect(!ground.metres.contains(nil) && !ground.isBridged.contains(true))
    for (place, metres) in zip(line, ground.metres) {
      try #expect(abs((metres ?? .nan) - (source.elevationMetres(at: place) ?? .nan)) < 0.5)
    }
  }

  @Test func `crossings and rasters have the same heights at the seam`() throws {
    let rough: @Sendable (Coordinate) -> Double = {
      noise(Int(($0.longitude * 1e6).rounded()), Int(($0.latitude * 1e6).rounded()), seed: 9) * 300
    }
    let source = try source(wide: 1.5, rough)
    let crossings = Crossings(
      latitudes: stride(from: 50.03, through: 49.98, by: -0.0011).map { $0 },
      longitudes: stride(from: 10.0, through: 10.9, by: 0.0021).map { $0 })
    for sampling in [Sampling.bilinear, .bicubic] {
      var metres = [Double](repeating: 0, count: crossings.count)
      try metres.withUnsafeMutableBufferPointer { try source.sample(crossings, sampling, into: $0) }
      let places = crossings.latitudes.indices.flatMap {
        crossings.places(row: $0, columns: crossings.longitudes.indices)
      }
      let single = try source.elevationsMetres(at: places, sampling: sampling)
      #expect(zip(metres, single).allSatisfy { abs($0 - ($1 ?? .nan)) < 1e-6 })
    }
    for box in [
      BoundingBox(south: 49.9, west: 10.1, north: 50.2, east: 10.8),
      BoundingBox(south: 49.9, west: 10.1, north: 50.02, east: 10.8),
    ] {
      let raster = try source.raster(covering: box)
      let heights = try raster.heights(raster.grid.window)
      #expect(raster.grid.rows > 10 && heights.allSatisfy { !$0.isNaN })
    }
  }

  @Test func `beyond the ends of all layers, and beside a void, there is no height`() throws {
    let source = try source(wide: 2) { _ in 700 }
    for (latitude, longitude) in [(51.0001, 10.5), (50.004, 9.999), (50.004, 11.2), (48.99, 10.5)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      #expect(try source.elevationMetres(at: place) == nil, "\(place)")
    }
    let holed = try self.source(wide: 2) { $0.latitude < 50.001 && $0.longitude < 10.5 ? .nan : 700 }
    #expect(try holed.elevationMetres(at: Coordinate(latitude: 50.004, longitude: 10.3)) == nil)
    let whole = try holed.elevationMetres(at: Coordinate(latitude: 50.004, longitude: 10.7))
    #expect(abs((whole ?? .nan) - 700) < 1e-9)
  }
}
