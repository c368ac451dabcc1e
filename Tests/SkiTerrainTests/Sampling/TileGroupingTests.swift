import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Compares sampling tile by tile with sampling in the order of the coordinates.
struct TileGroupingTests {
  /// Coordinates within a degree of a grid's first ones: scattered, or along walks, in turns.
  private func places(_ count: Int, _ random: inout SeededGenerator) -> [Coordinate] {
    var places: [Coordinate] = []
    while places.count < count {
      var place = Coordinate(
        latitude: .random(in: 44.9...47.1, using: &random), longitude: .random(in: 9.9...12.6, using: &random)
      )
      let isWalk = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1...300, using: &random) where places.count < count {
        places.append(place)
        if isWalk {
          place.latitude += .random(in: -0.003...0.003, using: &random)
          place.longitude += .random(in: -0.003...0.003, using: &random)
        } else {
          place.latitude = .random(in: 44.9...47.1, using: &random)
          place.longitude = .random(in: 9.9...12.6, using: &random)
        }
      }
      // Some are on a row or a column, some nowhere.
      if let last = places.indices.last, last % 3 == 0 {
        places[last].latitude = (places[last].latitude * 64).rounded() / 64
        places[last].longitude = (places[last].longitude * 64).rounded() / 64
      }
      if places.count % 17 == 0 { places[places.count - 1].latitude = .nan }
    }
    return places
  }

  private func reader(_ seed: UInt64, tile: (Int, Int)) -> DrawnReader {
    let grid = degreeGrid(north: 47, west: 10, step: 1.0 / 64, columns: 160, rows: 130, tile: tile)
    var reader = DrawnReader(name: "drawn", grid: grid) { column, row in
      noise(column, row, seed: seed) < 0.004 ? .nan : Float(noise(row, column, seed: seed) * 3000)
    }
    reader.missing = [ElevationLayer.key(column: 2, row: 1)]
    return reader
  }

  private func layer(_ plan: LayerPlan, cacheBytes: Int = 1 << 30) -> ElevationLayer {
    ElevationLayer(index: 0, plan: plan, cache: TileCache(limitBytes: cacheBytes))
  }

  private func sample(
    _ layer: ElevationLayer, _ places: [Coordinate], _ sampling: Sampling, inOrder: Bool
  ) throws -> [UInt64] {
    var metres = [Double](repeating: 1e9, count: places.count)
    var cursor = ElevationLayer.Cursor()
    try places.withUnsafeBufferPointer { places in
      try metres.withUnsafeMutableBufferPointer { metres in
        guard inOrder, let base = metres.baseAddress else {
          return try layer.sample(places, sampling, into: metres, &cursor)
        }
        try layer.sampleInOrder(places, sampling, into: base, &cursor)
      }
    }
    return metres.map { $0.isNaN ? .max : $0.bitPattern }
  }

  @Test(arguments: [255, 256, 1000, 6000], UInt64(1)...6)
  func `heights tile by tile equal those in order, each bit`(count: Int, seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let layer = layer(reader(seed, tile: seed % 2 == 0 ? (16, 12) : (64, 48)).plan)
    let places = places(count, &random)
    for sampling in Sampling.allCases {
      let heights = try sample(layer, places, sampling, inOrder: false)
      #expect(heights == (try sample(layer, places, sampling, inOrder: true)), "\(sampling)")
      #expect(heights.contains(.max) && heights.contains { $0 != .max })
    }
  }

  @Test(arguments: [256, 3000], UInt64(11)...16)
  func `heights of tiles that do not fit the cache, or of whole metres, equal those in order`(
    count: Int, seed: UInt64
  ) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let drawn = reader(seed, tile: seed % 2 == 0 ? (16, 12) : (64, 48))
    let places = places(count, &random)
    let tileBytes = drawn.grid.tileColumns * drawn.grid.tileRows * 4
    for (plan, cacheBytes) in [(drawn.plan, 3 * tileBytes), (WholeReader(drawn: drawn).plan, 1 << 30)] {
      let layer = layer(plan, cacheBytes: cacheBytes)
      for sampling in Sampling.allCases {
        let heights = try sample(layer, places, sampling, inOrder: false)
        #expect(heights == (try sample(layer, places, sampling, inOrder: true)), "\(sampling)")
        #expect(heights.contains { $0 != .max })
      }
    }
  }

  @Test func `heights at more coordinates than are sorted at once equal those in order`() throws {
    var random = SeededGenerator(seed: 7)
    let layer = layer(reader(7, tile: (32, 32)).plan)
    let places = places(TileGrouping.greatestCount + 9000, &random)
    #expect(
      try sample(layer, places, .bilinear, inOrder: false)
        == sample(layer, places, .bilinear, inOrder: true))
  }

  @Test(arguments: UInt64(1)...20)
  func `the error is that of the first coordinate whose tile can't be read`(seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var broken = BrokenReader(drawn: reader(seed, tile: (16, 12)))
    for _ in 0..<3 {
      broken.tiles.insert(
        ElevationLayer.key(
          column: Int.random(in: 0..<10, using: &random), row: Int.random(in: 0..<10, using: &random)))
    }
    let places = places(2000, &random)
    let (layer, other) = (layer(broken.plan), layer(broken.plan))
    let expected = #expect(throws: SkiError.self) {
      try sample(other, places, .bilinear, inOrder: true)
    }
    let error = #expect(throws: SkiError.self) { try sample(layer, places, .bilinear, inOrder: false) }
    #expect(error?.message == expected?.message)
  }
}

/// A reader of tiles of whole metres, some of which are stored as fractions.
private struct WholeReader: TileReader {
  let drawn: DrawnReader

  var name: String { drawn.name }
  var verticalDatum: VerticalDatum { drawn.verticalDatum }

  func hasTile(column: Int, row: Int) -> Bool { drawn.hasTile(column: column, row: row) }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let tile = try drawn.decode(column: column, row: row)
    guard case .metres(let heights) = tile.samples, (column, row) != (1, 1) else { return tile }
    let whole = heights.map { $0.isNaN ? Int16.min : Int16($0) }
    return ElevationTile(columns: tile.columns, rows: tile.rows, samples: .wholeMetres(whole))
  }

  var plan: LayerPlan {
    let bounds = drawn.plan.bounds
    return LayerPlan(grid: drawn.grid, reader: self, bounds: bounds)
  }
}

/// A reader some of whose tiles cannot be read.
private struct BrokenReader: TileReader {
  let drawn: DrawnReader
  var tiles: Set<UInt64> = []

  var name: String { drawn.name }
  var verticalDatum: VerticalDatum { drawn.verticalDatum }

  func hasTile(column: Int, row: Int) -> Bool { drawn.hasTile(column: column, row: row) }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    guard tiles.contains(ElevationLayer.key(column: column, row: row)) else {
      return try drawn.decode(column: column, row: row)
    }
    throw SkiError(.malformedData, "tile \(column), \(row) is broken")
  }

  var plan: LayerPlan {
    let grid = drawn.grid
    return LayerPlan(grid: grid, reader: self) {
      TileBounds(columns: 0...grid.tilesAcross - 1, rows: 0...grid.tilesDown - 1)
    }
  }
}
