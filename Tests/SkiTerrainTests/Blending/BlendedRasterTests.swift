import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Sources read as rasters: the grid of the finest layer, the elevations of all.
struct BlendedRasterTests {
  private func heights(_ raster: any ElevationRaster, _ window: RasterWindow? = nil) throws -> [Float] {
    let window = window ?? raster.grid.window
    return try [Float](unsafeUninitializedCapacity: window.count) { buffer, filled in
      buffer.initialize(repeating: 0)
      try raster.read(window, into: UnsafeMutableBufferPointer(rebasing: buffer[..<window.count]))
      filled = window.count
    }
  }

  @Test func `a folder of two hgt tiles is one raster that shares their edge`() throws {
    let folder = ScratchFolder()
    for west in [7, 8] {
      folder.write(
        DrawnTiles.hgt(south: 46, west: west, samples: 1201) { ($0.longitude - 7) * 1200 },
        to: "N46E00\(west).hgt")
    }
    let raster = try ElevationFiles.open(paths: [folder.path]).raster()
    #expect(raster.grid.columns == 2401 && raster.grid.rows == 1201)
    #expect(abs(raster.grid.originX - 7) < 1e-9 && abs(raster.grid.originY - 47) < 1e-9)
    #expect(raster.verticalDatum == .egm96)
    let row = try heights(raster, RasterWindow(column: 1190, row: 600, columns: 20, rows: 1))
    #expect(row == (1190..<1210).map { Float($0) })
    let box = BoundingBox(south: 46.5, west: 7.9, north: 46.6, east: 8.1)
    let part = try ElevationFiles.open(paths: [folder.path]).raster(covering: box)
    #expect((241...243).contains(part.grid.columns) && (121...123).contains(part.grid.rows))
    #expect(try heights(part, RasterWindow(column: -1, row: 0, columns: 1, rows: 1))[0].isNaN)
  }

  @Test(arguments: [false, true])
  func `a pyramid or an archive is one raster over the extent of its tiles`(packed: Bool) throws {
    let folder = ScratchFolder()
    let tiles = PMTilesTests.tiles().filter { $0.zoom == 12 }
    if packed {
      folder.write(PMTilesWriter().archive(tiles), to: "a.pmtiles")
    } else {
      for tile in tiles { folder.write(tile.bytes, to: "t/\(tile.zoom)/\(tile.column)/\(tile.row).png") }
    }
    let source = try ElevationFiles.open(paths: [folder.path])
    let raster = try source.raster()
    #expect(raster.grid.columns == 6 * 64 && raster.grid.rows == 6 * 64)
    let all = try heights(raster)
    let gap = 3 * 64 * 384 + 3 * 64
    #expect(all[gap].isNaN && !all[gap - 1].isNaN)
    let corner = DrawnTiles.pixelCentre(zoom: 12, x: 2124 * 64, y: 1468 * 64, size: 64)
    let (x, y) = (4 * 64, 2 * 64)
    #expect(abs(Double(all[y * 384 + x]) - PyramidTests.plane(corner)) < 0.01)
    #expect(throws: SkiError.self) {
      try source.raster(covering: BoundingBox(south: 1, west: 1, north: 2, east: 2))
    }
  }

  @Test func `tiles on both sides of the antimeridian make a narrow raster`() throws {
    let folder = ScratchFolder()
    for column in [0, 1, 255] {
      PyramidTests.draw(in: folder, .terrarium, zoom: 8, columns: column...column, rows: 140...140, size: 64)
      {
        _ in 800
      }
    }
    let raster = try ElevationFiles.open(paths: [folder.path]).raster()
    #expect(raster.grid.columns == 3 * 64 && raster.grid.rows == 64)
    #expect(try heights(raster).allSatisfy { $0 == 800 })
  }

  @Test func `a raster of several layers has the elevations of its places, whole and in a window`() throws {
    let fine = degreeGrid(north: 46.8, west: 10.2, step: 0.002, columns: 150, rows: 100, tile: (64, 64))
    let coarse = degreeGrid(north: 47, west: 10, step: 0.01, columns: 100, rows: 90)
    let source = files([
      DrawnReader(name: "coarse", grid: coarse) { Float(noise($0, $1, seed: 2) * 100) },
      DrawnReader(name: "fine", grid: fine) { column, row in
        (70..<75).contains(column) && (40..<48).contains(row)
          ? .nan : Float(noise(column, row, seed: 3) * 100)
      },
    ])
    let box = BoundingBox(south: 46.55, west: 10.1, north: 46.9, east: 10.4)
    let raster = try source.raster(covering: box)
    #expect(raster.names == ["fine", "coarse"])
    let all = try heights(raster)
    var differences = 0
    for index in stride(from: 0, to: all.count, by: 7) {
      let place = Coordinate(
        latitude: raster.grid.y(ofRow: Double(index / raster.grid.columns)),
        longitude: raster.grid.x(ofColumn: Double(index % raster.grid.columns)))
      let height = try source.elevationMetres(at: place)
      if (height == nil) != all[index].isNaN
        || abs((height ?? 0) - Double(all[index].isNaN ? 0 : all[index])) > 1e-3
      {
        differences += 1
      }
    }
    #expect(differences == 0)
    let window = RasterWindow(column: 33, row: 21, columns: 40, rows: 30)
    let part = try heights(raster, window)
    for row in 0..<30 {
      let start = (21 + row) * raster.grid.columns + 33
      #expect(
        zip(part[row * 40..<row * 40 + 40], all[start..<start + 40]).allSatisfy {
          $0 == $1 || $0.isNaN && $1.isNaN
        })
    }
  }

  @Test func `invalid bounding boxes are refused`() throws {
    let source = files([
      DrawnReader(
        name: "a", grid: degreeGrid(north: 47, west: 10, step: 0.01, columns: 100, rows: 90)
      ) { _, _ in 1 }
    ])
    for box in [
      BoundingBox(south: 2, west: 1, north: 1, east: 2), BoundingBox(south: 1, west: 2, north: 2, east: 2),
      BoundingBox(south: .nan, west: 1, north: 2, east: 2),
      BoundingBox(south: -91, west: 1, north: 2, east: 2),
    ] {
      let error = #expect(throws: SkiError.self) { try source.raster(covering: box) }
      #expect(error?.code == .invalidArgument)
    }
  }
}
