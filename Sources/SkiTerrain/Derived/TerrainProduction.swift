import SkiBase
import SkiSystem

/// The derivation of a product from a raster of any size, in bounded memory, on all cores.
///
/// A value; `Sendable`. Each worker holds the pixels of a part of a block, as the sink requires, and the elevations of
/// a piece of 512 × 128 samples; other memory is the raster's.
package struct TerrainProduction: Sendable {
  private let raster: any ElevationRaster
  private let kernel: RowKernel
  private let workerCount: Int

  /// Creates a production and its colour tables; nothing is read yet.
  /// - Parameters:
  ///   - raster: The elevations.
  ///   - product: The product to derive.
  ///   - edges: The treatment of samples that lack neighbours.
  ///   - workerCount: The number of threads, including the calling one; nil for one per core.
  /// - Complexity: O(1), besides the colour table of a relief or of slope classes.
  /// - Precondition: `workerCount` is positive.
  package init(
    raster: any ElevationRaster, product: TerrainProduct, edges: EdgeRule = .extended, workerCount: Int? = nil
  ) {
    precondition(workerCount ?? 1 > 0, "there must be a worker, got \(workerCount ?? 0)")
    self.raster = raster
    kernel = RowKernel(product, edges: edges)
    self.workerCount = workerCount ?? WorkerThreads.available
  }

  /// Derives the product of the whole raster, block by block as the sink requires.
  ///
  /// Blocks the calling thread until all blocks are written. An error of any worker ends the run; when the calling task
  /// is cancelled the run ends after the blocks in progress. The owner of the sink discards it then.
  /// - Parameters:
  ///   - sink: The receiver of the pixels.
  ///   - progress: A closure called with the share done, 0 to 1: one call at a time, at most a hundred, by any worker.
  /// - Throws: ``SkiError`` as the raster's `read` and the sink's `write` do; `.cancelled` when the task was.
  /// - Complexity: O(*n*) in the samples; memory of the workers and the raster only.
  /// - Precondition: The sink's pixels are the product's.
  package func run(
    into sink: any RasterSink, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws {
    try run(raster.grid.window, into: sink, progress)
  }

  /// Returns the product of a window as numbers, one for each sample, rows from the north; NaN for no data.
  /// - Parameter window: The samples whose product is derived.
  /// - Throws: The errors of `ElevationRaster.read(_:into:)`; ``SkiError`` with code `.cancelled`, `.timedOut` or
  ///   `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n*) in the samples of the window.
  /// - Precondition: The window lies within the raster, and the product's pixels are no colours.
  package func values(of window: RasterWindow) throws -> [Float] { try sink(of: window).values() }

  /// Returns the product of a window as bytes, rows from the north: grey levels, floats, or red, green, blue and alpha.
  ///
  /// Each sample has `RasterPixel.byteCount` bytes; floats are in the byte order of the machine.
  /// - Parameter window: The samples whose product is derived.
  /// - Throws: The errors of ``values(of:)``.
  /// - Complexity: O(*n*) in the samples of the window.
  /// - Precondition: The window lies within the raster.
  package func bytes(of window: RasterWindow) throws -> [UInt8] { try sink(of: window).bytes() }

  private func sink(of window: RasterWindow) throws -> MemorySink {
    let grid = raster.grid
    precondition(
      window.column >= 0 && window.row >= 0 && window.column + window.columns <= grid.columns
        && window.row + window.rows <= grid.rows,
      "window must lie within \(grid.columns) × \(grid.rows) samples, got \(window)")
    let sink = MemorySink(window: window, pixel: kernel.product.pixel)
    try run(window, into: sink) { _ in }
    return sink
  }

  private func run(
    _ area: RasterWindow, into sink: any RasterSink, _ progress: @escaping @Sendable (Double) -> Void
  ) throws {
    precondition(
      sink.pixel == kernel.product.pixel,
      "the sink must take \(kernel.product.pixel) pixels, got \(sink.pixel)")
    let plan = BlockPlan(area, columns: sink.blockColumns, rows: sink.blockRows)
    guard plan.count > 0 else { return }
    let workers = min(workerCount, plan.count)
    let queue = BlockQueue(
      count: plan.count, sharers: sink.needsOrder ? nil : workers, longestRun: plan.across,
      progress: progress)
    let kernel = kernel
    let raster = raster.forBlocks(columns: sink.blockColumns, rows: sink.blockRows, taskCount: workers)
    WorkerThreads.run(workers) { number in
      let maker = BlockMaker(raster, kernel, largest: plan.largest, partRows: sink.partRows)
      while let run = queue.takeRun() {
        for index in run where queue.continues {
          do {
            // Only the calling thread runs in the task that may be cancelled.
            if number == 0 { try WorkLimit.check("making \(plan.count) blocks of terrain") }
            let block = plan.window(of: index)
            try maker.make(block) { part, pixels in
              guard !sink.needsOrder || queue.waitForTurn(index) else { return }
              try sink.write(part, pixels)
            }
            guard queue.continues else { return }
            queue.finish(index)
          } catch {
            queue.fail(error)
          }
        }
      }
    }
    try queue.check()
  }
}

/// A sink of derived pixels in memory.
///
/// A class that may be shared. `@unchecked Sendable`: threads write to disjoint parts of its memory, since
/// ``RasterSink`` gets each block once; the content is read only after the run.
package final class MemorySink: RasterSink, @unchecked Sendable {
  /// The window of the raster that is stored.
  package let window: RasterWindow
  package let pixel: RasterPixel
  package let blockColumns: Int
  package let blockRows: Int
  package let needsOrder = false
  private let memory: UnsafeMutableRawBufferPointer

  /// Creates a sink for a window of a raster; pixels that are never written are zero.
  package init(window: RasterWindow, pixel: RasterPixel) {
    self.window = window
    self.pixel = pixel
    blockColumns = max(1, window.columns)
    blockRows = max(1, min(window.rows, 1 << 18 / blockColumns))
    // Uses zero pages of the system, so that each thread touches only the memory it writes.
    let byteCount = window.count * pixel.byteCount
    let start = calloc(max(1, byteCount), 1)
    precondition(start != nil, "there is no memory for \(byteCount) bytes")
    memory = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  /// Creates a sink for a whole raster.
  package convenience init(grid: RasterGrid, pixel: RasterPixel) {
    self.init(window: grid.window, pixel: pixel)
  }

  deinit { free(memory.baseAddress) }

  /// Stores a block.
  /// - Precondition: The block lies within the window and the bytes fill it.
  package func write(_ block: RasterWindow, _ bytes: UnsafeRawBufferPointer) {
    let (column, row) = (block.column - window.column, block.row - window.row)
    precondition(
      column >= 0 && row >= 0 && column + block.columns <= window.columns && row + block.rows <= window.rows,
      "block must lie within \(window), got \(block)")
    let size = pixel.byteCount
    precondition(
      bytes.count == block.count * size, "block must be filled, got \(bytes.count) bytes for \(block)")
    let line = block.columns * size
    for index in 0..<block.rows {
      let start = ((row + index) * window.columns + column) * size
      UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + line])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[index * line..<(index + 1) * line]))
    }
  }

  /// Returns the pixels as bytes, rows from the north: grey levels, floats, or red, green, blue and alpha.
  ///
  /// Must not be called while blocks are written.
  /// - Complexity: O(*n*) in the pixels, which are copied.
  package func bytes() -> [UInt8] { [UInt8](memory) }

  /// Returns the pixels as numbers, rows from the north; NaN for no data.
  ///
  /// Must not be called while blocks are written.
  /// - Complexity: O(*n*) in the pixels.
  /// - Precondition: The pixels are grey levels or floats.
  package func values() -> [Float] {
    switch pixel {
    case .grey: return memory.map { $0 == 0 ? .nan : Float($0) }
    case .float:
      return memory.bindMemory(to: Float.self).map { $0 == TerrainProduct.noData ? .nan : $0 }
    case .colour: preconditionFailure("colours are no numbers, got a sink of colours; ask for its bytes")
    }
  }
}

/// The blocks that cover a window, numbered by rows from the north-west.
struct BlockPlan: Sendable {
  /// The greatest size of a block.
  let largest: RasterWindow
  /// The number of blocks.
  let count: Int
  private let area: RasterWindow
  /// The number of blocks side by side.
  let across: Int

  /// Creates the blocks of a size in a window.
  /// - Precondition: The size is positive.
  init(_ area: RasterWindow, columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "blocks must have a size, got \(columns) × \(rows)")
    self.area = area
    largest = RasterWindow(column: 0, row: 0, columns: min(columns, area.columns), rows: min(rows, area.rows))
    across = (area.columns + columns - 1) / columns
    count = across * ((area.rows + rows - 1) / rows)
  }

  /// Returns the window of a block; those at the eastern and southern edge are smaller.
  func window(of index: Int) -> RasterWindow {
    let column = index % across * largest.columns
    let row = index / across * largest.rows
    return RasterWindow(
      column: area.column + column, row: area.row + row, columns: min(largest.columns, area.columns - column),
      rows: min(largest.rows, area.rows - row))
  }
}
