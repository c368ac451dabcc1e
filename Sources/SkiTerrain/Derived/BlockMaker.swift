/// A maker of the pixels of blocks, which reuses its memory.
///
/// A class that belongs to one worker: not `Sendable`.
final class BlockMaker {
  /// The size of the piece read and derived at a time, so that its elevations stay in a core's cache.
  private static let pieceColumns = 512
  private static let pieceRows = 128
  /// The number of samples that kernels may read beyond the last.
  private static let slack = 64

  private let raster: any ElevationRaster
  private let kernel: RowKernel
  private let partRows: Int
  private let scale: SampleSpacing
  /// The sample spacing of the rows of the last block, which blocks beside it share.
  private var steps: (rows: Range<Int>, steps: [SampleSpacing.Step]) = (0..<0, [])
  private let pixelBytes: Int
  private let elevations: UnsafeMutableBufferPointer<Float>
  private let pixels: UnsafeMutableRawBufferPointer

  /// Creates a maker of blocks up to a size, `partRows` rows at a time.
  init(_ raster: any ElevationRaster, _ kernel: RowKernel, largest: RasterWindow, partRows: Int) {
    self.raster = raster
    self.kernel = kernel
    self.partRows = min(partRows, largest.rows)
    scale = SampleSpacing(raster.grid)
    pixelBytes = kernel.product.pixel.byteCount
    let piece = RasterWindow(
      column: 0, row: 0, columns: min(Self.pieceColumns, largest.columns),
      rows: min(Self.pieceRows, self.partRows))
    elevations = .allocate(capacity: piece.grown(by: 1).count + Self.slack)
    elevations.initialize(repeating: 0)
    pixels = .allocate(byteCount: largest.columns * self.partRows * pixelBytes, alignment: 64)
  }

  deinit {
    elevations.deallocate()
    pixels.deallocate()
  }

  /// Makes the pixels of a block, part by part from the north; the bytes of each are only valid during the call.
  func make(_ block: RasterWindow, _ take: (RasterWindow, UnsafeRawBufferPointer) throws -> Void) throws {
    let rows = block.row..<block.row + block.rows
    if steps.rows != rows { steps = (rows, rows.map(scale.step(ofRow:))) }
    for row in stride(from: 0, to: block.rows, by: partRows) {
      let part = RasterWindow(
        column: block.column, row: block.row + row, columns: block.columns,
        rows: min(partRows, block.rows - row))
      try make(part)
      try take(part, UnsafeRawBufferPointer(rebasing: pixels[..<(part.count * pixelBytes)]))
    }
  }

  private func make(_ part: RasterWindow) throws {
    for row in stride(from: 0, to: part.rows, by: Self.pieceRows) {
      for column in stride(from: 0, to: part.columns, by: Self.pieceColumns) {
        let piece = RasterWindow(
          column: part.column + column, row: part.row + row,
          columns: min(Self.pieceColumns, part.columns - column), rows: min(Self.pieceRows, part.rows - row))
        try make(piece, of: part)
      }
    }
  }

  private func make(_ piece: RasterWindow, of part: RasterWindow) throws {
    let window = piece.grown(by: 1)
    let target = UnsafeMutableBufferPointer(rebasing: elevations[..<window.count])
    try raster.read(window, into: target)
    guard let base = target.baseAddress, let out = pixels.baseAddress else { return }
    if kernel.edges == .extended { EdgeExtrapolation.fill(base, window, in: raster.grid) }
    for row in 0..<piece.rows {
      let place = (piece.row - part.row + row) * part.columns + piece.column - part.column
      kernel.makeRow(
        base + (row + 1) * window.columns + 1, stride: window.columns, count: piece.columns,
        step: steps.steps[piece.row - steps.rows.lowerBound + row], into: out + place * pixelBytes)
    }
  }
}

/// The linear extrapolation of elevations beyond the outer edge of a raster, from the two outermost samples.
enum EdgeExtrapolation {
  /// Fills the samples one beyond the grid in a window, first along rows, then along columns.
  ///
  /// Columns that wrap around the Earth keep their elevations. A sample stays NaN where one of the two outermost
  /// samples is a void, and where the grid has only one row or column.
  /// - Complexity: O(*rows* + *columns*) of the window.
  /// - Precondition: The window reaches at most one sample beyond the grid.
  static func fill(_ heights: UnsafeMutablePointer<Float>, _ window: RasterWindow, in grid: RasterGrid) {
    let stride = window.columns
    let rows = max(0, -window.row)..<min(window.rows, grid.rows - window.row)
    if window.columns > 2, grid.columns > 1 {
      for row in rows {
        let line = heights + row * stride
        if window.column < 0, line[0].isNaN { line[0] = 2 * line[1] - line[2] }
        if window.column + window.columns > grid.columns, line[stride - 1].isNaN {
          line[stride - 1] = 2 * line[stride - 2] - line[stride - 3]
        }
      }
    }
    guard window.rows > 2, grid.rows > 1 else { return }
    let last = heights + (window.rows - 1) * stride
    for column in 0..<stride {
      if window.row < 0 { heights[column] = 2 * heights[stride + column] - heights[2 * stride + column] }
      if window.row + window.rows > grid.rows {
        last[column] = 2 * last[column - stride] - last[column - 2 * stride]
      }
    }
  }
}
