import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// PMTiles archives compared with the folder of the same tiles.
struct PMTilesTests {
  /// The tiles of two zooms, with a gap and a run of equal tiles.
  static func tiles(_ encoding: TileEncoding = .terrarium) -> [PMTilesWriter.Tile] {
    let flat = DrawnTiles.png(encoding, zoom: 12, column: 0, row: 0, size: 64) { _ in 700 }
    var tiles: [PMTilesWriter.Tile] = []
    for column in 2120...2125 {
      for row in 1466...1471 where (column, row) != (2123, 1469) {
        let bytes =
          column < 2122
          ? flat
          : DrawnTiles.png(
            encoding, zoom: 12, column: column, row: row, size: 64, height: PyramidTests.plane)
        tiles.append(.init(zoom: 12, column: column, row: row, bytes: bytes))
      }
    }
    for column in 1060...1062 {
      for row in 733...735 {
        let bytes = DrawnTiles.png(encoding, zoom: 11, column: column, row: row, size: 64) {
          PyramidTests.plane($0) + 10
        }
        tiles.append(.init(zoom: 11, column: column, row: row, bytes: bytes))
      }
    }
    return tiles
  }

  private static func writer(
    gzip: Bool = true, tiles: Bool = false, leaf: Int? = nil, levels: Int = 1, clustered: Bool = true
  ) -> PMTilesWriter {
    var writer = PMTilesWriter()
    writer.packsDirectories = gzip
    writer.packsTiles = tiles
    writer.leafSize = leaf
    writer.leafLevels = levels
    writer.isClustered = clustered
    return writer
  }

  @Test(
    arguments: [
      writer(), writer(gzip: false), writer(tiles: true), writer(leaf: 4), writer(leaf: 1, clustered: false),
      writer(gzip: false, leaf: 3, levels: 3), writer(clustered: false),
    ])
  func `an archive answers like the folder of its tiles`(writer: PMTilesWriter) throws {
    let folder = ScratchFolder()
    for tile in Self.tiles() {
      folder.write(tile.bytes, to: "folder/\(tile.zoom)/\(tile.column)/\(tile.row).png")
    }
    let path = folder.write(writer.archive(Self.tiles()), to: "archive.pmtiles")
    let tiles = try ElevationFiles.open(paths: [folder.path + "/folder"])
    let archive = try ElevationFiles.open(paths: [path])
    #expect(
      archive.names == [
        "archive.pmtiles (terrarium, 64 px, zoom 12)", "archive.pmtiles (terrarium, 64 px, zoom 11)",
      ])
    print("seed 71")
    var random = SeededGenerator(seed: 71)
    let places = (0..<2000).map { _ in
      PyramidTests.place(
        .random(in: 2119...2127, using: &random), .random(in: 1465...1473, using: &random))
    }
    let heights = try archive.elevationsMetres(along: places)
    #expect(heights == (try tiles.elevationsMetres(along: places)))
    #expect(heights.contains(nil) && heights.contains { $0 != nil })
  }

  @Test func `tile numbers follow the Hilbert curve of the specification`() {
    for (zoom, column, row, number) in [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (3, 5, 6, 60),
      (12, 2123, 1469, 19_843_825),
    ] {
      #expect(TileID(zoom: zoom, column: column, row: row).number == UInt64(number))
    }
    for zoom in 0...6 {
      var before: (column: Int, row: Int)?
      for number in TileID.first(zoom: zoom).number..<TileID.first(zoom: zoom + 1).number {
        let place = TileID(number).place(zoom: zoom)
        #expect(TileID(zoom: zoom, column: place.column, row: place.row).number == number)
        #expect(PMTilesWriter.number(zoom: zoom, column: place.column, row: place.row) == number)
        if let before {
          #expect(abs(before.column - place.column) + abs(before.row - place.row) == 1)
        }
        before = place
      }
    }
  }

  @Test func `an archive is found in a folder, and without an extension by its first bytes`()
    throws
  {
    let folder = ScratchFolder()
    folder.write(PMTilesWriter().archive(Self.tiles(.terrainRGB)), to: "a/heights.PMTiles")
    let place = PyramidTests.place(2124.5, 1469.5)
    #expect(try ElevationFiles.open(paths: [folder.path]).elevationMetres(at: place) != nil)
    let bare = folder.write(PMTilesWriter().archive(Self.tiles()), to: "bare")
    #expect(try ElevationFiles.open(paths: [bare]).elevationMetres(at: place) != nil)
  }
}
