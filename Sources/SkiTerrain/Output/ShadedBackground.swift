package import SkiBase
import SkiSystem

/// The shaded background of pictures: light slopes and cold blue shadows, faint enough for runs and names in front.
package enum ShadedBackground {
  /// The greatest number of pixels of a background.
  package static let pixelLimit = 16_000_000

  /// Returns the shaded background of a box.
  /// - Parameters:
  ///   - elevation: The elevation files.
  ///   - box: The extent.
  ///   - columns: The number of pixels across.
  ///   - rows: The number of pixels down.
  /// - Returns: A PNG file, transparent on level ground and in voids; nil when there are no elevations or nothing is
  ///   visible.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty extent, `.limitExceeded` above ``pixelLimit``, or
  ///   the errors of reading elevation.
  /// - Complexity: O(pixels), at half the resolution in each direction, which is that of the elevations.
  package static func png(of elevation: ElevationFiles, in box: BoundingBox, columns: Int, rows: Int) throws
    -> [UInt8]?
  {
    try SkiError.require(
      box.north > box.south && box.east > box.west && columns > 0 && rows > 0,
      "ground must have an extent, got \(box); show more of it")
    guard columns <= pixelLimit, rows <= pixelLimit, columns * rows <= pixelLimit else {
      throw SkiError(
        .limitExceeded,
        "ground of \(columns) × \(rows) pixels is larger than \(pixelLimit); make it smaller")
    }
    let grid = grid(of: box, columns: max(1, columns / 2), rows: max(1, rows / 2))
    let heights = try elevations(of: elevation, on: grid)
    guard heights.contains(where: { !$0.isNaN }) else { return nil }
    let raster = MemoryRaster(grid: grid, elevationsMetres: heights)
    let light = try TerrainProduction(raster: raster, product: .hillshade(Hillshade())).bytes(of: grid.window)
    return try PNGPicture.palette(light.flatMap(pixel), columns: grid.columns, rows: grid.rows)?.png(
      ObjectPool { try Deflater(level: 9) })
  }

  /// Returns a grid of WGS 84 samples in the centres of pixels.
  private static func grid(of box: BoundingBox, columns: Int, rows: Int) -> RasterGrid {
    let (stepX, stepY) = ((box.east - box.west) / Double(columns), (box.north - box.south) / Double(rows))
    return RasterGrid(
      columns: columns, rows: rows, reference: .wgs84, originX: box.west + stepX / 2,
      originY: box.north - stepY / 2, stepX: stepX, stepY: stepY)
  }

  private static func elevations(of elevation: ElevationFiles, on grid: RasterGrid) throws -> [Float] {
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

  /// The red, green, blue and alpha of each grey level; transparent at that of level ground.
  private static let pixels: [[UInt8]] = (0..<256).map { light in
    // Quantises to the steps the eye distinguishes, which makes smaller files.
    let light = Double(light / 4 * 4)
    let level = 1 + 254 * sin(Hillshade().sun.altitudeDegrees * .pi / 180)
    guard light > 0 else { return [0, 0, 0, 0] }
    guard light < level else { return [255, 255, 255, UInt8(min(1, (light - level) / (255 - level)) * 150)] }
    return [52, 78, 118, UInt8((level - light) / level * 120)]
  }

  private static func pixel(_ light: UInt8) -> [UInt8] { pixels[Int(light)] }
}

/// A raster held in memory, for small areas, tests and heights from elsewhere.
package struct MemoryRaster: ElevationRaster {
  package let grid: RasterGrid
  package let verticalDatum: VerticalDatum
  package let names: [String]
  /// The heights in metres, NaN for a void; rows from the north, `count == grid.columns * grid.rows`.
  package let elevationsMetres: [Float]

  /// Creates a raster from heights in metres.
  /// - Precondition: There is one height for each sample of the grid.
  package init(
    grid: RasterGrid, elevationsMetres: [Float], verticalDatum: VerticalDatum = .unstated,
    name: String = "memory"
  ) {
    precondition(
      elevationsMetres.count == grid.columns * grid.rows,
      "elevations must fill the grid, got \(elevationsMetres.count) for \(grid.columns) × \(grid.rows)")
    self.grid = grid
    self.elevationsMetres = elevationsMetres
    self.verticalDatum = verticalDatum
    names = [name]
  }

  package var blockColumns: Int { grid.columns }
  package var blockRows: Int { max(1, min(grid.rows, 1 << 16 / grid.columns)) }

  package func read(_ window: RasterWindow, into target: UnsafeMutableBufferPointer<Float>) throws(SkiError) {
    precondition(
      target.count == window.count, "memory must fit the window, got \(target.count) for \(window.count)")
    let inside = grid.overlap(with: window)
    elevationsMetres.withUnsafeBufferPointer { heights in
      for row in 0..<window.rows {
        let line = UnsafeMutableBufferPointer(
          rebasing: target[row * window.columns..<(row + 1) * window.columns])
        let from = window.row + row
        guard inside.rows.contains(from) else {
          line.update(repeating: .nan)
          continue
        }
        let columns = inside.columns.lowerBound - window.column..<inside.columns.upperBound - window.column
        let start = from * grid.columns + inside.columns.lowerBound
        line[..<columns.lowerBound].update(repeating: .nan)
        _ = line[columns].update(fromContentsOf: heights[start..<start + columns.count])
        line[columns.upperBound...].update(repeating: .nan)
      }
    }
  }
}
