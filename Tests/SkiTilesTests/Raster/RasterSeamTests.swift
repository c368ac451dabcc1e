import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTerrain
@testable import SkiTiles

/// Raster tiles compared with one large picture of the same ground.
struct RasterSeamTests {
  /// The tiles of a source joined to one picture of grey levels; 0 where there is no tile.
  static func grey(
    _ source: RasterTileSource, zoom: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>
  ) throws -> [UInt8] {
    let side = source.tileSet.tileSide
    let width = columns.count * side
    var picture = [UInt8](repeating: 0, count: width * rows.count * side)
    for row in rows {
      for column in columns {
        guard let pixels = try RasterTileTests.pixels(source, zoom, column, row) else { continue }
        for y in 0..<side {
          let start = ((row - rows.lowerBound) * side + y) * width + (column - columns.lowerBound) * side
          for x in 0..<side where pixels[4 * (y * side + x) + 3] > 0 {
            picture[start + x] = pixels[4 * (y * side + x)]
          }
        }
      }
    }
    return picture
  }

  /// The same picture made at once from the elevations.
  static func whole(
    _ files: ElevationFiles, zoom: Int, side: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
    latitude: Double
  ) throws -> [UInt8] {
    let raster = MercatorRaster(files, zoom: zoom, tileSide: side, latitude: latitude)
    let window = RasterWindow(
      column: columns.lowerBound * side, row: rows.lowerBound * side, columns: columns.count * side,
      rows: rows.count * side)
    return try TerrainProduction(raster: raster, product: .hillshade(Hillshade())).bytes(of: window)
  }

  /// The mean difference of neighbouring grey levels from west to east: across the edges of tiles, and within them.
  static func steps(_ picture: [UInt8], width: Int, side: Int) -> (across: Double, within: Double) {
    var (across, within) = ((sum: 0, count: 0), (sum: 0, count: 0))
    for at in 1..<picture.count where at % width > 0 && picture[at] > 0 && picture[at - 1] > 0 {
      let step = abs(Int(picture[at]) - Int(picture[at - 1]))
      if at % width % side == 0 {
        across = (across.sum + step, across.count + 1)
      } else {
        within = (within.sum + step, within.count + 1)
      }
    }
    return (
      Double(across.sum) / Double(max(1, across.count)), Double(within.sum) / Double(max(1, within.count))
    )
  }

  /// Two pyramids, the finer with voids, at zooms from many samples a pixel to many pixels a sample.
  @Test(arguments: [8, 9, 10, 11, 12, 13, 14, 15], [256, 512])
  func `hillshade tiles equal the parts of one large picture`(zoom: Int, side: Int) throws {
    let ground = try DrawnGround(zooms: [10, 12]) { place in
      let isHole = sin(place.longitude * 900) > 0.97 && sin(place.latitude * 700) > 0.9
      return isHole ? nil : DrawnGround.hills(place)
    }
    let shift = zoom - 12
    let first = (
      shift < 0 ? 2176 >> -shift : (2176 << shift) + (1 << shift) - 1,
      shift < 0 ? 1434 >> -shift : (1434 << shift) + (1 << shift) - 1
    )
    let (columns, rows) = (first.0...first.0 + 1, first.1...first.1 + 1)
    let source = try ground.source(.hillshade(Hillshade()), zooms: zoom...zoom, side: side)
    let latitude = TileView(source.tileSet, zooms: zoom...zoom).centre.latitude
    let tiles = try Self.grey(source, zoom: zoom, columns: columns, rows: rows)
    let whole = try Self.whole(
      ground.files, zoom: zoom, side: side, columns: columns, rows: rows, latitude: latitude)
    #expect(tiles == whole)
    #expect(whole.contains { $0 > 0 })
  }

  @Test func `hillshade tiles across the antimeridian equal one picture within one grey level`() throws {
    let folder = ScratchFolder()
    let height: (Coordinate) -> Double? = { place in
      let east = place.longitude < 0 ? place.longitude + 360 : place.longitude
      return DrawnGround.hills(Coordinate(latitude: place.latitude, longitude: east - 170))
    }
    for column in [4094, 4095, 0, 1] {
      let png = DrawnTiles.png(.terrarium, zoom: 12, column: column, row: 1434, height: height)
      folder.write(png, to: "12/\(column)/1434.png")
    }
    let files = try ElevationFiles.open(paths: [folder.path])
    var tileSet = DrawnArchive.picture
    (tileSet.zooms, tileSet.tileSide) = (12...12, 256)
    tileSet.bounds = BoundingBox(south: 46, west: -180, north: 48, east: 180)
    let source = RasterTileSource(elevation: files, layer: .hillshade(Hillshade()), tileSet: tileSet)
    let west = try Self.grey(source, zoom: 12, columns: 4095...4095, rows: 1434...1434)
    let east = try Self.grey(source, zoom: 12, columns: 0...0, rows: 1434...1434)
    let step = 2 * Double.pi * 6_378_137 / Double(256 << 12)
    let (columns, rows) = (4095 * 256 - 1..<4097 * 256 + 1, 1434 * 256..<1435 * 256)
    let places = rows.flatMap { y in
      columns.map { DrawnTiles.pixelCentre(zoom: 12, x: $0 % (4096 * 256), y: y, size: 256) }
    }
    let heights = try files.elevationsMetres(at: places).map { $0.map { Float($0) } ?? .nan }
    let grid = RasterGrid(
      columns: columns.count, rows: rows.count, reference: .webMercator, originX: 0,
      originY: .pi * 6_378_137 - (Double(rows.lowerBound) + 0.5) * step, stepX: step, stepY: step)
    let whole = try TerrainProduction(
      raster: MemoryRaster(grid: grid, elevationsMetres: heights), product: .hillshade(Hillshade())
    )
    .bytes(of: RasterWindow(column: 1, row: 1, columns: 512, rows: 254))
    var worst = 0
    for y in 0..<254 {
      for x in 0..<512 {
        let tile = x < 256 ? west[(y + 1) * 256 + x] : east[(y + 1) * 256 + x - 256]
        worst = max(worst, abs(Int(tile) - Int(whole[y * 512 + x])))
      }
    }
    #expect(worst <= 1)
  }

  @Test func `areas on both sides of the antimeridian have no tiles between them`() throws {
    let folder = ScratchFolder()
    folder.write(DrawnTiles.png(.terrarium, zoom: 0, column: 0, row: 0) { _ in 100 }, to: "0/0/0.png")
    let files = try ElevationFiles.open(paths: [folder.path])
    let circle = BoundingBox(south: 65, west: -180, north: 65.1, east: 180)
    let areas = MapCoverage.halves(of: circle, [179.9, -179.95])
    var tileSet = DrawnArchive.picture
    (tileSet.zooms, tileSet.bounds) = (0...10, circle)
    let source = RasterTileSource(elevation: files, layer: .slope, tileSet: tileSet, areas: areas)
    let columns = Set(try source.addresses().filter { $0.zoom == 10 }.map(\.column))
    #expect(columns == [0, 1023])
    #expect(try source.addresses().count < 60)
  }
}
