import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// The height grid in a map.
struct StoredHeightGridTests {
  private static func contents(_ grid: HeightGrid?) -> MapContents {
    var contents = RandomMap(seed: 7).contents
    contents.regions[0].heightGrid = grid
    return contents
  }

  @Test(arguments: UInt64(0)..<24, [UInt32(100), 1000])
  func `a map holds the elevations of its builder to half a step, and its voids`(
    seed: UInt64, step: UInt32
  ) throws {
    let (grid, metres) = DrawnHeights.grid(seed: seed * 4, tiles: 4, step: step)
    let map = try Self.contents(grid).map()
    try map.verify()
    let stored = try #require(map.graph(at: 0).heightGrid)
    #expect(stored.lattice == grid.lattice && stored.stepMillimetres == step && stored.datumEPSG == 5773)
    #expect(stored.attributions == ["© a surveyor", "© another"])
    #expect(stored.tileCount == 4 && stored.byteCount == grid.byteCount)
    for (position, wanted) in metres.enumerated() {
      #expect(stored.position(of: stored.address(position)) == position)
      let found = try stored.metres(ofTile: position)
      let areSame = zip(found, wanted).allSatisfy { found, wanted in
        wanted.isNaN ? found.isNaN : abs(found - wanted) <= Float(step) / 2000 + 0.001
      }
      #expect(areSame, "seed \(seed), tile \(position)")
    }
    #expect(stored.position(of: HeightTileAddress(row: 0, column: 0)) == nil)
    #expect(stored.position(of: HeightTileAddress(row: .max, column: .max)) == nil)
  }

  @Test func `elevations are rounded to the nearest step, and those of no map are voids`() throws {
    var grid = DrawnHeights.grid(seed: 0, tiles: 0).grid
    var metres = [Float](repeating: 2000, count: HeightTileCode.count)
    metres.replaceSubrange(
      0..<6, with: [1234.56, -999.96, .infinity, 10_001, -1001, 9999.94])
    grid.append(HeightTileAddress(row: 1, column: 1), metres: metres)
    let stored = try #require(Self.contents(grid).map().graph(at: 0).heightGrid)
    let found = try stored.metres(ofTile: 0)
    #expect(found[0] == 1234.6 && found[1] == -1000 && found[5] == 9999.9 && found[6] == 2000)
    #expect(found[2].isNaN && found[3].isNaN && found[4].isNaN)
  }

  @Test func `a map written before height grids existed opens without one`() throws {
    let with = try Self.contents(DrawnHeights.grid(seed: 0).grid).encoded()
    var forged = ForgedMap(bytes: with)
    for section in SectionID.ofHeights {
      forged.setField(section, 0, 4, ForgedMap.unknownSection + UInt64(section.rawValue))
    }
    MapForgery.seal(&forged.bytes)
    let map = try SkiMap(bytes: forged.bytes)
    try map.verify()
    exercise(map)
    #expect(try map.graph(at: 0).heightGrid == nil)
    #expect(try SkiMap(bytes: with).graph(at: 0).heightGrid != nil)
  }

  @Test func `a map without a height grid takes no byte for one`() throws {
    let without = try SectionTableCount.entries(of: Self.contents(nil).encoded())
    let with = try SectionTableCount.entries(of: Self.contents(DrawnHeights.grid(seed: 0).grid).encoded())
    #expect(with == without + SectionID.ofHeights.count)
    #expect(
      try Self.contents(nil).encoded().count + 3 * 64
        < Self.contents(DrawnHeights.grid(seed: 0).grid).encoded().count)
  }

  @Test func `a region with an altered tile is used, and the tile refused when it is read`() throws {
    let bytes = try Self.contents(DrawnHeights.grid(seed: 0).grid).encoded()
    var forged = ForgedMap(bytes: bytes)
    forged.set(.heightBytes, 0, 0x3F)
    MapForgery.seal(&forged.bytes)
    let map = try SkiMap(bytes: forged.bytes)
    let grid = try #require(map.graph(at: 0).heightGrid)
    let error = #expect(throws: SkiError.self) { try grid.metres(ofTile: 0) }
    #expect(error?.code == .malformedData)
    #expect(error?.message == "map breaks rule height-code at heightTile[0] of its region 0; build it again")
    #expect(try grid.metres(ofTile: 1).count == HeightTileCode.count)
    #expect(throws: SkiError.self) { try map.verify() }
  }

  @Test(arguments: [
    HeightLattice(
      .degrees, originX: -180, originY: 90, stepX: 1.0 / 3600, stepY: 1.0 / 3600, columns: 1_296_000,
      rows: 648_001),
    HeightLattice(
      .degrees, originX: 6.99, originY: 47.01, stepX: 0.000_25, stepY: 0.000_25, columns: 4100, rows: 4100),
    HeightLattice(
      .webMercator, originX: -20_037_498.9, originY: 20_037_498.9, stepX: 19.109_257, stepY: 19.109_257,
      columns: 2_097_152,
      rows: 2_097_152),
  ])
  func `the lattices of elevation models are valid`(lattice: HeightLattice) {
    #expect(lattice.isValid)
    #expect(lattice.tilesAcross * 64 >= lattice.columns && (lattice.tilesAcross - 1) * 64 < lattice.columns)
  }
}

/// The number of sections of the first region of a map.
private enum SectionTableCount {
  static func entries(of bytes: [UInt8]) throws -> Int {
    let part = try #require(MapForgery.parts(of: bytes).first)
    return Int(bytes[part.range.lowerBound])
  }
}
