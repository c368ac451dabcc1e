import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// Interpolated elevations compared with `gdalwarp` on the same raster shifted by fractions of a sample.
///
/// Compared where all sixteen samples around a place have heights: beside voids GDAL uses fewer, SkiTerrain does not.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALSamplingComparisonTests {
  private static let methods: [(Sampling, String)] = [
    (.nearest, "near"), (.bilinear, "bilinear"), (.bicubic, "cubic"),
  ]

  /// Returns twice the greatest elevation change per unit of the reference system.
  ///
  /// A transformation to WGS 84 and back with a datum shift has an error of part of a millimetre, since both ends are
  /// at height 0, and on steep ground this changes elevations.
  private static func steepest(_ heights: ForeignRaster) -> Double {
    var largest = 0.0
    for row in 1..<heights.rows {
      for column in 1..<heights.columns {
        let (across, down) = (
          abs(heights[column, row] - heights[column - 1, row]) / heights.stepX,
          abs(heights[column, row] - heights[column, row - 1]) / heights.stepY
        )
        if across > largest { largest = across }
        if down > largest { largest = down }
      }
    }
    return 2 * largest
  }

  /// The error of GDAL's transformation to WGS 84 and back, in units of the reference system.
  private static func farthestAstray(
    _ places: [(x: Double, y: Double)], _ degrees: [(x: Double, y: Double)], _ reference: String
  ) throws -> Double {
    let back = try GDALTransform.transformed(degrees, from: "EPSG:4326", to: reference)
    return zip(places, back).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 0
  }

  private func compare(
    _ file: String, _ heights: ForeignRaster, _ reference: String, _ name: String, in folder: String
  )
    throws
  {
    let files = try ElevationFiles.open(paths: [file])
    let side = min(heights.columns, heights.rows, 200) - 4
    let steepest = Self.steepest(heights)
    for (sampling, method) in Self.methods {
      for (right, down) in [(0.37, 0.21), (0.04, 0.96)] {
        let shifted = folder + "/shifted.tif"
        let corner = (column: (heights.columns - side) / 2, row: (heights.rows - side) / 2)
        let target = ForeignRaster(
          columns: side, rows: side, west: heights.west + (Double(corner.column) + right) * heights.stepX,
          north: heights.north - (Double(corner.row) + down) * heights.stepY, stepX: heights.stepX,
          stepY: heights.stepY
        ) { _, _ in 0 }
        let east = target.west + Double(side) * heights.stepX
        let south = target.north - Double(side) * heights.stepY
        let box = [target.west, south, east, target.north].map { String($0) }
        try GDAL.run(
          "gdalwarp",
          ["-q", "-overwrite", "-te"] + box + ["-ts", "\(side)", "\(side)", "-r", method, "-et", "0"]
            + ["-ot", "Float64", "-wt", "Float64", "-dstnodata", "-9999", file, shifted])
        let theirs = try ForeignRaster(reading: shifted, in: folder)
        let degrees = try GDALTransform.transformed(target.places, from: reference, to: "EPSG:4326")
        let places = degrees.map { Coordinate(latitude: $0.y, longitude: $0.x) }
        let astray = try Self.farthestAstray(target.places, degrees, reference)
        let ours = try files.elevationsMetres(at: places, sampling: sampling).map { $0 ?? .nan }
        let found = PixelComparison(ours: ours, theirs: theirs, margin: 3) { column, row in
          (-1...2).allSatisfy { below in
            (-1...2).allSatisfy { !heights[corner.column + column + $0, corner.row + row + below].isNaN }
          }
        }
        print("\(name) \(sampling) shifted by \(right), \(down), places \(astray) astray: \(found)")
        #expect(found.count > 10_000 && found.oneSided == 0)
        #expect(
          found.largest <= 0.001 + steepest * astray, "\(name) \(sampling) \(right) \(down)")
      }
    }
  }

  @Test(arguments: ComparisonTerrain.present)
  func `interpolated elevations of a projected raster equal GDAL's within a millimetre`(
    terrain: ComparisonTerrain
  ) throws {
    let input = try GDALComparison(terrain)
    try compare(input.file, input.heights, terrain.reference, "\(terrain)", in: input.folder.path)
  }

  @Test func `interpolated elevations of a raster in degrees equal GDAL's within a millimetre`() throws {
    let input = try GDALComparison(.made, isInDegrees: true)
    try compare(input.file, input.heights, "EPSG:4326", "made, in degrees", in: input.folder.path)
  }

  @Test(.enabled(if: RealData.isNamed))
  func `interpolated elevations of an hgt file equal GDAL's within a millimetre`() throws {
    let folder = ScratchFolder()
    let file = try ComparisonTerrain.real("mayrhofen/dem/N47E011.hgt")
    let heights = try ForeignRaster(reading: file, in: folder.path)
    try compare(file, heights, "EPSG:4326", "Mayrhofen's hgt", in: folder.path)
  }
}
