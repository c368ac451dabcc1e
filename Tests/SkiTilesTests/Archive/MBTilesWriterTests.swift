import CLibraries
import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct MBTilesWriterTests {
  /// Returns the rows of a query, each column as text.
  private func ask(_ path: String, _ query: String) throws -> [[String]] {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(handle)
    }
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK)
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
    }
    return rows
  }

  private func write(
    _ tiles: [(TileAddress, [UInt8])], to path: String, _ tileSet: TileSet = DrawnArchive.tileSet
  ) throws {
    let writer = try MBTilesWriter(path: path)
    for (address, tile) in tiles { try writer.add(tile, at: address) }
    try writer.finish(tileSet)
  }

  @Test(arguments: [1, 40, 3000] as [UInt64])
  func `every tile is read back unchanged, and equal ones are stored once`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tiles = DrawnArchive.tiles(Int(seed), contents: max(1, Int(seed) / 3), using: &random)
    let folder = ScratchFolder()
    let path = folder.path + "/a.mbtiles"
    try write(tiles.shuffled(using: &random), to: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mbtiles"])
    let query = "SELECT zoom_level, tile_column, (1 << zoom_level) - 1 - tile_row, hex(tile_data) FROM tiles"
    let read = Set(try ask(path, query).map { $0.joined(separator: " ") })
    let given = Set(
      tiles.map { address, tile in
        let hex = tile.map { String(format: "%02X", $0) }.joined()
        return "\(address.zoom) \(address.column) \(address.row) \(hex)"
      })
    #expect(read == given, "seed \(seed)")
    #expect(try ask(path, "SELECT count(*) FROM images") == [["\(Set(tiles.map(\.1)).count)"]])
    #expect(try ask(path, "PRAGMA application_id") == [["\(0x4D50_4258)"]])
    #expect(try ask(path, "PRAGMA integrity_check") == [["ok"]])
    #expect(try ask(path, "PRAGMA journal_mode") == [["delete"]])
  }

  @Test func `the metadata table holds format, bounds, attribution, zooms and layers`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/a.mbtiles"
    let address = try #require(TileAddress(zoom: 12, column: 2176, row: 1434))
    try write([(address, [1])], to: path)
    let rows = try ask(path, "SELECT name, value FROM metadata ORDER BY name").map { $0[0] + "=" + $0[1] }
    #expect(
      rows == [
        "attribution=© &lt;Mappers&gt; &amp; others", "bounds=10,46.5,12,47.5", "center=11,47,12",
        "description=for tests", "format=pbf",
        #"json={"vector_layers":[{"id":"runs","description":"Runs","minzoom":12,"maxzoom":12,"fields":{"name":"String","length":"Number","lit":"Boolean"}}]}"#,
        "maxzoom=12", "minzoom=12", "name=Drawn", "type=overlay", "version=1.0.0",
      ])
  }

  @Test func `the same tiles in the same order give the same bytes`() throws {
    var random = SeededGenerator(seed: 5)
    let tiles = DrawnArchive.tiles(500, contents: 100, using: &random)
    let folder = ScratchFolder()
    try write(tiles, to: folder.path + "/a.mbtiles")
    try write(tiles, to: folder.path + "/b.mbtiles")
    #expect(
      try PMTilesWriterTests.read(folder.path + "/a.mbtiles")
        == PMTilesWriterTests.read(folder.path + "/b.mbtiles"))
  }

  @Test func `a discarded or empty archive leaves no file`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/a.mbtiles"
    do {
      let writer = try MBTilesWriter(path: path)
      try writer.add([1, 2], at: FullDisk.world)
      writer.discard()
    }
    do {
      let writer = try MBTilesWriter(path: path)
      try writer.add([], at: FullDisk.world)
      let error = #expect(throws: SkiError.self) { try writer.finish(DrawnArchive.tileSet) }
      #expect(error?.code == .emptyInput)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let error = #expect(throws: SkiError.self) { try MBTilesWriter(path: folder.path + "/no/a.mbtiles") }
    #expect(error?.code == .unwritableOutput)
  }

  @Test func `a full disk is an error that keeps the existing archive`() async {
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      let path = folder.write([7], to: "a.mbtiles")
      FullDisk.begin(afterBytes: 100_000)
      let writer = try MBTilesWriter(path: path)
      let error = #expect(throws: SkiError.self) {
        // SQLite caches pages in memory, so small writes do not fail.
        for column in 0..<64 {
          let address = try #require(TileAddress(zoom: 6, column: column, row: 0))
          try writer.add([UInt8](repeating: UInt8(column), count: 1_000_000), at: address)
        }
        try writer.finish(DrawnArchive.tileSet)
      }
      #expect(error?.code == .inputOutput)
      writer.discard()
      #expect(try PMTilesWriterTests.read(path) == [7])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mbtiles"])
    }
  }
}
