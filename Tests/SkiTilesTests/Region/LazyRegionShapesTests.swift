import SkiBase
import SkiGraph
import SkiTestSupport
import Synchronization
import Testing

@testable import SkiTiles

/// Tiles of regions whose shapes are made as tiles need them, against tiles of regions read as a whole.
struct LazyRegionShapesTests {
  private static let places: [Coordinate] = [
    Coordinate(latitude: 46.1, longitude: 7.9), Coordinate(latitude: 0, longitude: 0),
    Coordinate(latitude: 65, longitude: 180), Coordinate(latitude: 85.04, longitude: -3),
    Coordinate(latitude: -44.9, longitude: 168.7),
  ]

  private static func map(_ seed: UInt64) throws -> SkiMap {
    let place = places[Int(seed) % places.count]
    return try TileWorld.map([
      TileWorld(seed: seed, centre: place, degrees: seed % 2 == 0 ? 0.05 : 0.3),
      TileWorld(
        seed: seed + 1000, centre: Coordinate(latitude: place.latitude - 0.02, longitude: place.longitude)),
    ])
  }

  private static func options(_ seed: UInt64) -> VectorTileSource.Options {
    var options = VectorTileSource.Options()
    options.zooms = seed % 3 == 0 ? 0...12 : 5...14
    if seed % 4 == 1 { options.layers = [.runs, .labels, .runAreas, .stations] }
    if seed % 5 == 2 { options.leastPixels = Double(seed % 7) }
    if seed % 4 == 3 { options.tileLimitBytes = 700 }
    return options
  }

  /// The tiles of a source all of whose regions are read.
  private static func expected(
    _ map: SkiMap, _ options: VectorTileSource.Options
  ) throws -> [(address: TileAddress, tile: [UInt8]?)] {
    let source = try VectorTileSource(map, options: options)
    return try source.addresses().map { ($0, try source.tile($0)) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `tiles in any order equal those of regions read as a whole`(
    seed: UInt64
  ) throws {
    let (map, options) = (try Self.map(seed), Self.options(seed))
    var random = SeededGenerator(seed: seed)
    let lazy = try VectorTileSource(map, options: options)
    for (address, tile) in try Self.expected(map, options).shuffled(using: &random) {
      #expect(try lazy.tile(address) == tile, "seed \(seed), \(address)")
    }
  }

  @Test(arguments: 20..<28 as Range<UInt64>)
  func `the first tile of a source equals that of regions read as a whole`(
    seed: UInt64
  ) throws {
    let (map, options) = (try Self.map(seed), Self.options(seed))
    var random = SeededGenerator(seed: seed)
    for (address, tile) in try Self.expected(map, options).shuffled(using: &random).prefix(60) {
      #expect(try VectorTileSource(map, options: options).tile(address) == tile, "seed \(seed), \(address)")
    }
  }

  @Test func `tiles made by several threads at once equal those of regions read as a whole`() throws {
    let (map, options) = (try Self.map(30), Self.options(30))
    let expected = try Self.expected(map, options)
    let lazy = try VectorTileSource(map, options: options)
    let wrong = Atomic(0)
    WorkerThreads.run(4) { number in
      var random = SeededGenerator(seed: UInt64(number))
      for (address, tile) in expected.shuffled(using: &random) where (try? lazy.tile(address)) != tile {
        wrong.add(1, ordering: .relaxed)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `a tile makes the shapes in its window only`() throws {
    let map = try Self.map(0)
    let source = try VectorTileSource(map)
    let region = try #require(map.regions.first)
    let layers = VectorLayer.allCases.filter { !$0.isTerrain }
    let reader = RegionReader(
      try map.uncachedGraph(region), layers: layers, keys: nil, deepestZoom: 14, leastPixels: 4)
    let lazy = try #require(LazyRegionShapes(reader, layers: layers))
    let all = RegionShapes(reader, layers: layers)
    let runs = try #require(layers.firstIndex(of: .runs))
    let address = try #require(try source.addresses(zooms: 14...14).first)
    var found: [UInt32] = []
    let (set, _) = lazy.shapes(ofLayer: runs, in: TileWindow(address).box, zoom: 14, into: &found)
    #expect(set.records.count == found.count + 1 && found.count < all.sets[runs].count)
  }
}
