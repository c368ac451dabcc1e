import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiTiles

struct PMTilesWriterTests {
  static func read(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func archive(
    _ tiles: [(TileAddress, [UInt8])], _ tileSet: TileSet = DrawnArchive.tileSet
  ) throws -> [UInt8] {
    let folder = ScratchFolder()
    let path = folder.path + "/a.pmtiles"
    let writer = try PMTilesWriter(path: path)
    for (address, tile) in tiles { try writer.add(tile, at: address) }
    try writer.finish(tileSet)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pmtiles"])
    return try Self.read(path)
  }

  @Test(arguments: [1, 2, 3, 700, 9_000] as [UInt64])
  func `every tile is read back unchanged, and any order of tiles gives the same bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int(seed) * 2
    let tiles = DrawnArchive.tiles(count, contents: max(1, count / 3), using: &random)
    let bytes = try archive(tiles)
    #expect(try archive(tiles.shuffled(using: &random)) == bytes, "seed \(seed)")
    let plain = try ReferenceArchive(bytes)
    #expect(plain.faults(fileSize: bytes.count) == [], "seed \(seed)")
    #expect(plain.tiles.count == count)
    for (address, tile) in tiles where plain.tiles[address.id.number] != tile {
      Issue.record("tile \(address) differs, seed \(seed)")
    }
    #expect(plain.header.contentCount == Set(tiles.map(\.1)).count)
    #expect((plain.leafCount > 0) == (count > 10_000))
  }

  @Test func `equal tiles with successive numbers are one entry`() throws {
    let tiles = (0..<64).flatMap { row in
      (0..<64).compactMap { TileAddress(zoom: 6, column: $0, row: row) }
    }
    let bytes = try archive(tiles.map { ($0, [1, 2, 3]) })
    let plain = try ReferenceArchive(bytes)
    #expect(plain.entries.count == 1 && plain.header.tileCount == 4096 && plain.header.contentCount == 1)
    #expect(plain.header.tileData.count == 3)
  }

  @Test func `header and metadata hold format, zooms, bounds, attribution and layers`() throws {
    let address = try #require(TileAddress(zoom: 12, column: 2176, row: 1434))
    let plain = try ReferenceArchive(try archive([(address, [1])]))
    #expect(plain.header.tileKind == .vector && plain.header.tilesAreCompressed && plain.header.isClustered)
    #expect(plain.header.zooms == 12...12)
    #expect(plain.header.southWest == .init(longitude: 100_000_000, latitude: 465_000_000))
    #expect(plain.header.northEast == .init(longitude: 120_000_000, latitude: 475_000_000))
    #expect(plain.header.centre == .init(longitude: 110_000_000, latitude: 470_000_000))
    #expect(
      plain.metadata
        == #"{"name":"Drawn","description":"for tests","attribution":"© &lt;Mappers&gt; &amp; others","version":"1.0.0","type":"overlay","format":"pbf","tileSize":512,"vector_layers":[{"id":"runs","description":"Runs","minzoom":12,"maxzoom":12,"fields":{"name":"String","length":"Number","lit":"Boolean"}}]}"#
    )
    let picture = try ReferenceArchive(try archive([(address, [1])], DrawnArchive.picture))
    #expect(picture.header.tileKind == .png && !picture.header.tilesAreCompressed)
    #expect(
      picture.metadata.contains(#""encoding":"terrarium""#) && !picture.metadata.contains("vector_layers"))
  }

  @Test func `invalid bounds become those of the whole map`() throws {
    let address = try #require(TileAddress(zoom: 0, column: 0, row: 0))
    var tileSet = DrawnArchive.picture
    for bounds in [
      BoundingBox(south: .nan, west: .nan, north: 1, east: 1),
      BoundingBox(south: -1e300, west: -.infinity, north: .infinity, east: 1e300),
      BoundingBox(south: 5, west: 5, north: -5, east: -5),
    ] {
      tileSet.bounds = bounds
      let header = try ReferenceArchive(try archive([(address, [1])], tileSet)).header
      #expect(header.southWest == .init(longitude: -1_800_000_000, latitude: -850_511_288))
      #expect(header.northEast == .init(longitude: 1_800_000_000, latitude: 850_511_288))
    }
  }

  @Test func `an archive of elevation tiles is read as elevation`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/heights.pmtiles"
    let writer = try PMTilesWriter(path: path)
    for (column, row) in [(2176, 1434), (2177, 1434), (2176, 1435), (2177, 1435)] {
      let address = try #require(TileAddress(zoom: 12, column: column, row: row))
      let png = DrawnTiles.png(.terrarium, zoom: 12, column: column, row: row) {
        1000 + $0.latitude * 10 + $0.longitude
      }
      try writer.add(png, at: address)
    }
    try writer.finish(DrawnArchive.picture)
    let files = try ElevationFiles.open(paths: [path])
    let place = try #require(TileAddress(zoom: 12, column: 2176, row: 1434)).bounds.centre
    let height = try #require(try files.elevationMetres(at: place))
    #expect(abs(height - (1000 + place.latitude * 10 + place.longitude)) < 1.0 / 128)
  }

  @Test func `a discarded, abandoned or empty archive leaves no file`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/a.pmtiles"
    let address = try #require(TileAddress(zoom: 0, column: 0, row: 0))
    do {
      let writer = try PMTilesWriter(path: path)
      try writer.add([1, 2], at: address)
      writer.discard()
    }
    do {
      let writer = try PMTilesWriter(path: path)
      try writer.add([1, 2], at: address)
    }
    do {
      let writer = try PMTilesWriter(path: path)
      try writer.add([], at: address)
      let error = #expect(throws: SkiError.self) { try writer.finish(DrawnArchive.tileSet) }
      #expect(error?.code == .emptyInput)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let error = #expect(throws: SkiError.self) { try PMTilesWriter(path: folder.path + "/no/a.pmtiles") }
    #expect(error?.code == .unwritableOutput)
  }

  @Test func `a full disk is an error that keeps the existing archive`() async {
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      let path = folder.write([7], to: "a.pmtiles")
      FullDisk.begin(afterBytes: 100_000)
      let writer = try PMTilesWriter(path: path)
      let error = #expect(throws: SkiError.self) {
        try writer.add([UInt8](repeating: 1, count: 2_000_000), at: try FullDisk.world)
      }
      #expect(error?.code == .inputOutput)
      writer.discard()
      #expect(try Self.read(path) == [7])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pmtiles"])
    }
  }
}
