import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTerrain

@Suite struct TerrainProductionTests {
  @Test(arguments: everyProduct)
  func `blocks of any size and any number of workers give the same pixels`(product: TerrainProduct) throws {
    let raster = randomTerrain(columns: 67, rows: 41, seed: 3)
    let whole = try TerrainProduction(raster: raster, product: product, workerCount: 1).bytes(
      of: raster.grid.window)
    for (columns, rows, parts, workers, order) in [
      (16, 16, 16, 1, false), (10, 41, 7, 3, false), (67, 4, 4, 2, true), (5, 3, 2, 4, true),
      (67, 41, 1, 2, false),
    ] {
      let sink = BlockSink(raster.grid, product.pixel, columns, rows, partRows: parts, needsOrder: order)
      try TerrainProduction(raster: raster, product: product, workerCount: workers).run(into: sink)
      #expect(sink.memory.bytes() == whole)
      let seen = sink.blocks.withLock { $0 }
      #expect(seen.allSatisfy { $0.rows <= parts && $0.row % rows % parts == 0 })
      let inOrder = seen.sorted { ($0.row / rows, $0.column, $0.row) < ($1.row / rows, $1.column, $1.row) }
      if order { #expect(seen == inOrder) }
    }
  }

  @Test func `a window has the same values as in the whole raster`() throws {
    let raster = randomTerrain(columns: 30, rows: 20, seed: 4)
    let production = TerrainProduction(raster: raster, product: .slope(.horn, .degrees))
    let whole = try production.values(of: raster.grid.window)
    let part = try production.values(of: RasterWindow(column: 7, row: 5, columns: 9, rows: 11))
    for row in 0..<11 {
      for column in 0..<9 {
        let (a, b) = (part[row * 9 + column], whole[(row + 5) * 30 + column + 7])
        #expect(a == b || a.isNaN && b.isNaN)
      }
    }
  }

  @Test func `large blocks equal small ones, without seams`() throws {
    let raster = randomTerrain(columns: 1100, rows: 300, seed: 5)
    for product in [TerrainProduct.hillshade(Hillshade()), .slope(.horn, .degrees)] {
      let production = TerrainProduction(raster: raster, product: product, workerCount: 2)
      let sink = BlockSink(raster.grid, product.pixel, 1100, 300)
      try production.run(into: sink)
      let small = BlockSink(raster.grid, product.pixel, 77, 31)
      try production.run(into: small)
      #expect(sink.memory.bytes() == small.memory.bytes())
    }
  }

  @Test(arguments: [false, true])
  func `an error of the sink ends the run and is thrown`(needsOrder: Bool) {
    let raster = randomTerrain(columns: 64, rows: 64, seed: 6)
    let sink = BlockSink(raster.grid, .grey, 8, 8, needsOrder: needsOrder)
    sink.failsAt = 20
    #expect {
      try TerrainProduction(raster: raster, product: .hillshade(Hillshade()), workerCount: 3).run(into: sink)
    } throws: { error in
      (error as? SkiError)?.message == "disk is full"
    }
    #expect(sink.blocks.withLock { $0.count } < 64)
  }

  @Test func `a cancelled task ends the run`() async {
    let raster = randomTerrain(columns: 64, rows: 64, seed: 6)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      let sink = MemorySink(grid: raster.grid, pixel: .grey)
      try TerrainProduction(raster: raster, product: .hillshade(Hillshade()), workerCount: 1).run(into: sink)
    }
    task.cancel()
    let result = await task.result
    #expect { try result.get() } throws: { ($0 as? SkiError)?.code == .cancelled }
  }

  @Test func `progress rises to one in at most 100 calls`() throws {
    let raster = randomTerrain(columns: 300, rows: 200, seed: 7)
    let shares = Locked<[Double]>([])
    let sink = BlockSink(raster.grid, .grey, 10, 10)
    try TerrainProduction(raster: raster, product: .hillshade(Hillshade()), workerCount: 3).run(into: sink) {
      share in shares.withLock { $0.append(share) }
    }
    let seen = shares.withLock { $0 }
    #expect(seen.last == 1)
    #expect(seen.count <= 100)
    #expect(seen == seen.sorted())
  }

  @Test func `voids have no data, and their neighbours only with the edge rule noData`() throws {
    let grid = randomTerrain(columns: 5, rows: 5, seed: 8).grid
    var heights = [Float](repeating: 1000, count: 25)
    heights[12] = .nan
    let raster = MemoryRaster(grid: grid, elevationsMetres: heights)
    let slope = TerrainProduct.slope(.horn, .degrees)
    let extended = try TerrainProduction(raster: raster, product: slope).values(of: grid.window)
    #expect(extended.indices.filter { extended[$0].isNaN } == [12])
    let bare = try TerrainProduction(raster: raster, product: slope, edges: .noData).values(of: grid.window)
    #expect(bare.allSatisfy { $0.isNaN })
  }

  @Test func `a raster of one sample is level`() throws {
    let grid = randomTerrain(columns: 1, rows: 1, seed: 1).grid
    let raster = MemoryRaster(grid: grid, elevationsMetres: [700])
    let slope = try TerrainProduction(raster: raster, product: .slope(.horn, .degrees)).values(
      of: grid.window)
    #expect(slope == [0])
    let aspect = try TerrainProduction(raster: raster, product: .aspect(.horn)).values(of: grid.window)
    #expect(aspect[0].isNaN)
  }
}

/// Stores blocks of a size, records their order, and fails at the block `failsAt`.
final class BlockSink: RasterSink, @unchecked Sendable {
  // `failsAt` is set before the run only; the rest is locked or safe by itself.
  let memory: MemorySink
  let pixel: RasterPixel
  let blockColumns: Int
  let blockRows: Int
  let partRows: Int
  let needsOrder: Bool
  let blocks = Locked<[RasterWindow]>([])
  var failsAt = Int.max

  init(
    _ grid: RasterGrid, _ pixel: RasterPixel, _ columns: Int, _ rows: Int, partRows: Int? = nil,
    needsOrder: Bool = false
  ) {
    memory = MemorySink(grid: grid, pixel: pixel)
    self.pixel = pixel
    blockColumns = columns
    blockRows = rows
    self.partRows = partRows ?? rows
    self.needsOrder = needsOrder
  }

  func write(_ block: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws {
    let count = blocks.withLock {
      $0.append(block)
      return $0.count
    }
    guard count < failsAt else { throw SkiError(.inputOutput, "disk is full") }
    memory.write(block, bytes)
  }
}
