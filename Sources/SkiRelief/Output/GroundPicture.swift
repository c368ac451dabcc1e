import Glibc
package import SkiGeo
import SkiProjection
package import SkiTerrain

/// Makes the ground below pictures: light slopes, shadows in a cold blue, both so faint that runs and names stand out.
package enum GroundPicture {
  /// The most pixels a ground may have.
  package static let pixelLimit = 16_000_000

  /// Shades a piece of the Earth.
  /// - Parameters:
  ///   - elevation: Where heights come from.
  ///   - box: What to show.
  ///   - columns: Pixels across.
  ///   - rows: Pixels down.
  /// - Returns: A PNG file, transparent where the ground is level and where there are no heights; nil when all of it is.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a ground without extent, `.limitExceeded` above
  ///   ``pixelLimit``; as reading elevation does.
  /// - Complexity: O(pixels), those of every second column and row: heights hold no more than that.
  package static func png(of elevation: ElevationFiles, in box: BoundingBox, columns: Int, rows: Int) throws
    -> [UInt8]?
  {
    guard box.north > box.south, box.east > box.west, columns > 0, rows > 0 else {
      throw SkiError(.invalidArgument, "ground must have an extent, got \(box); show more of it")
    }
    guard columns <= pixelLimit, rows <= pixelLimit, columns * rows <= pixelLimit else {
      throw SkiError(
        .limitExceeded,
        "ground of \(columns) × \(rows) pixels is larger than \(pixelLimit); make it smaller")
    }
    let grid = grid(of: box, columns: max(1, columns / 2), rows: max(1, rows / 2))
    let heights = try heights(of: elevation, on: grid)
    guard heights.contains(where: { !$0.isNaN }) else { return nil }
    let raster = MemoryRaster(grid: grid, heightsMetres: heights)
    let light = try TerrainProduction(raster: raster, product: .hillshade(Hillshade())).bytes(of: grid.window)
    return try PNGPicture.palette(light.flatMap(paint), columns: grid.columns, rows: grid.rows)?.png(
      LendingPool { try Deflater(level: 9) })
  }

  /// Samples in the middle of pixels two by two.
  private static func grid(of box: BoundingBox, columns: Int, rows: Int) -> RasterGrid {
    let (stepX, stepY) = ((box.east - box.west) / Double(columns), (box.north - box.south) / Double(rows))
    return RasterGrid(
      columns: columns, rows: rows, reference: .wgs84, originX: box.west + stepX / 2,
      originY: box.north - stepY / 2, stepX: stepX, stepY: stepY)
  }

  private static func heights(of elevation: ElevationFiles, on grid: RasterGrid) throws -> [Float] {
    var heights: [Float] = []
    heights.reserveCapacity(grid.columns * grid.rows)
    for row in 0..<grid.rows {
      let latitude = grid.y(ofRow: Double(row))
      let places = (0..<grid.columns).map {
        Coordinate(latitude: latitude, longitude: grid.x(ofColumn: Double($0)))
      }
      heights += try elevation.elevationsMetres(at: places, sampling: .bicubic).map { Float($0 ?? .nan) }
    }
    return heights
  }

  /// Red, green, blue and alpha of each light: clear where it is that of level ground.
  private static let paints: [[UInt8]] = (0..<256).map { light in
    // As many steps as the eye tells apart here; fewer make smaller files.
    let light = Double(light / 4 * 4)
    let level = 1 + 254 * sin(Hillshade().sun.altitudeDegrees * .pi / 180)
    guard light > 0 else { return [0, 0, 0, 0] }
    guard light < level else { return [255, 255, 255, UInt8(min(1, (light - level) / (255 - level)) * 150)] }
    return [52, 78, 118, UInt8((level - light) / level * 120)]
  }

  private static func paint(_ light: UInt8) -> [UInt8] { paints[Int(light)] }
}
