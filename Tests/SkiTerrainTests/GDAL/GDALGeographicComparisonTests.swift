import Foundation
import SkiTerrain
import SkiTestSupport
import Testing

/// Rasters in degrees, for which `gdaldem` has no metres: compared with GDAL on the same ground in a projected system.
///
/// A smooth surface is known exactly on both grids, so nothing is resampled. The projection is azimuthal equidistant
/// around the middle, true to scale there and to 0.01 % at the edges.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALGeographicComparisonTests {
  private static func flatMap(latitude: Double) -> String {
    "+proj=aeqd +lat_0=\(latitude) +lon_0=11 +datum=WGS84 +units=m +no_defs"
  }

  private static let size = 240

  /// Creates a grid of one second of arc with elevations by the projected places of its samples.
  private func geographic(_ latitude: Double, _ shape: SyntheticSurface.Mountains) throws -> ForeignRaster {
    let step = 1 / 3600.0
    let half = Double(Self.size) / 2 * step
    var raster = ForeignRaster(
      columns: Self.size, rows: Self.size, west: 11 - half, north: latitude + half, stepX: step, stepY: step
    ) { _, _ in 0 }
    raster.values = try GDALTransform.transformed(
      raster.places, from: "EPSG:4326", to: Self.flatMap(latitude: latitude)
    ).map { shape.metres(x: $0.x, y: $0.y) }
    return raster
  }

  /// Returns the analytic slope and aspect at the samples, in degrees.
  private func exact(_ raster: ForeignRaster, _ latitude: Double, _ shape: SyntheticSurface.Mountains) throws
    -> (slope: ForeignRaster, aspect: ForeignRaster)
  {
    let places = raster.places
    let flat = try GDALTransform.transformed(places, from: "EPSG:4326", to: Self.flatMap(latitude: latitude))
    var (slope, aspect) = (raster, raster)
    for (index, place) in flat.enumerated() {
      let gradient = shape.gradient(x: place.x, y: place.y)
      slope.values[index] = atan(hypot(gradient.east, gradient.north)) * 180 / .pi
      let degrees = atan2(-gradient.east, -gradient.north) * 180 / .pi
      // Grid north of the projection differs from true north by the convergence of meridians.
      let turn: Double = (places[index].x - 11) * sin(latitude * .pi / 180)
      let turned: Double = degrees + turn + 720
      aspect.values[index] = turned.truncatingRemainder(dividingBy: 360)
    }
    return (slope, aspect)
  }

  /// Long waves only, so that the discretisation error (differences over two samples) is small against the limit.
  @Test(arguments: [0.0, 28, 47, 60, 70, 78, -44])
  func `slopes and aspects of rasters in degrees equal the analytic ones at any latitude`(latitude: Double)
    throws
  {
    print("seed 12")
    let shape = SyntheticSurface.Mountains(seed: 12, octaves: 2, longestMetres: 9000)
    let raster = try geographic(latitude, shape)
    let memory = raster.memory(.wgs84)
    let truth = try exact(raster, latitude, shape)
    for method in SlopeMethod.allCases {
      let slope = try TerrainProduction(raster: memory, product: .slope(method, .degrees)).values(
        of: memory.grid.window)
      let aspect = try TerrainProduction(raster: memory, product: .aspect(method)).values(
        of: memory.grid.window)
      let slopes = PixelComparison(ours: slope.map(Double.init), theirs: truth.slope)
      let aspects = PixelComparison(ours: aspect.map(Double.init), theirs: truth.aspect, period: 360) {
        truth.slope[$0, $1] > 5
      }
      print("\(latitude)° slope \(method) and truth: \(slopes)")
      print("\(latitude)° aspect \(method) and truth: \(aspects)")
      #expect(slopes.count > 50_000 && slopes.ninetyNinth < 0.02 && slopes.largest < 0.05)
      #expect(aspects.count > 30_000 && aspects.ninetyNinth < 0.04)
    }
  }

  /// The same surface on a metric grid, evaluated by GDAL.
  @Test(arguments: [47.0, 70])
  func `slopes of a raster in degrees equal GDAL's on a metric grid`(latitude: Double) throws {
    print("seed 13")
    let folder = ScratchFolder()
    let shape = SyntheticSurface.Mountains(seed: 13, octaves: 3, longestMetres: 9000)
    let raster = try geographic(latitude, shape)
    // A metric grid over the middle, of samples 10 m apart; each is compared with the slope at its place.
    let metric = ForeignRaster(columns: 160, rows: 300, west: -800, north: 1500, stepX: 10, stepY: 10) {
      shape.metres(x: $0, y: $1)
    }
    let file = try metric.write("metric.tif", reference: Self.flatMap(latitude: latitude), in: folder.path)
    let foreign = folder.path + "/slope.tif"
    try GDAL.run("gdaldem", ["slope", file, foreign, "-q"])
    let theirs = try ForeignRaster(reading: foreign, in: folder.path)
    let degrees = try GDALTransform.transformed(
      metric.places, from: Self.flatMap(latitude: latitude), to: "EPSG:4326")
    var ours = raster
    ours.values = try slopes(of: raster)
    let sampled = degrees.map { place in
      let at = ours.position(place)
      return ours.bilinear(at.column, at.row)
    }
    let found = PixelComparison(ours: sampled, theirs: theirs)
    print("\(latitude)° slope on one second and GDAL's on 10 m: \(found)")
    #expect(found.count > 40_000 && found.median < 0.02 && found.ninetyNinth < 0.1)
  }

  private func slopes(of raster: ForeignRaster) throws -> [Double] {
    let memory = raster.memory(.wgs84)
    let production = TerrainProduction(raster: memory, product: .slope(.horn, .degrees))
    return try production.values(of: memory.grid.window).map(Double.init)
  }
}
