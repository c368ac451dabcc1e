import SkiGeo

/// Makes the pixels of blocks, with memory of its own that is used for all of them.
///
/// A class that belongs to one worker: not `Sendable`.
final class BlockMaker {
  /// What is read and derived at a time, so that heights stay in the cache of a core.
  private static let pieceColumns = 512
  private static let pieceRows = 128
  /// Kernels may read so many samples beyond the last.
  private static let slack = 64

  private let raster: any ElevationRaster
  private let kernel: RowKernel
  private let scale: GroundScale
  /// The steps of the rows of the last block, which its neighbours share.
  private var steps: (rows: Range<Int>, steps: [GroundScale.Step]) = (0..<0, [])
  private let pixelBytes: Int
  private let heights: UnsafeMutableBufferPointer<Float>
  private let pixels: UnsafeMutableRawBufferPointer

  /// Makes room for blocks up to a size.
  init(_ raster: any ElevationRaster, _ kernel: RowKernel, largest: RasterWindow) {
    self.raster = raster
    self.kernel = kernel
    scale = GroundScale(raster.grid)
    pixelBytes = kernel.product.pixel.byteCount
    let piece = RasterWindow(
      column: 0, row: 0, columns: min(Self.pieceColumns, largest.columns),
      rows: min(Self.pieceRows, largest.rows))
    heights = .allocate(capacity: piece.grown(by: 1).count + Self.slack)
    heights.initialize(repeating: 0)
    pixels = .allocate(byteCount: largest.count * pixelBytes, alignment: 64)
  }

  deinit {
    heights.deallocate()
    pixels.deallocate()
  }

  /// Returns the pixels of a block; valid until the next is made.
  func make(_ block: RasterWindow) throws -> UnsafeRawBufferPointer {
    let rows = block.row..<block.row + block.rows
    if steps.rows != rows { steps = (rows, rows.map(scale.step(ofRow:))) }
    for row in stride(from: 0, to: block.rows, by: Self.pieceRows) {
      for column in stride(from: 0, to: block.columns, by: Self.pieceColumns) {
        let piece = RasterWindow(
          column: block.column + column, row: block.row + row,
          columns: min(Self.pieceColumns, block.columns - column), rows: min(Self.pieceRows, block.rows - row)
        )
        try make(piece, of: block)
      }
    }
    return UnsafeRawBufferPointer(rebasing: pixels[..<(block.count * pixelBytes)])
  }

  private func make(_ piece: RasterWindow, of block: RasterWindow) throws {
    let window = piece.grown(by: 1)
    let target = UnsafeMutableBufferPointer(rebasing: heights[..<window.count])
    try raster.read(window, into: target)
    guard let base = target.baseAddress, let out = pixels.baseAddress else { return }
    if kernel.edges == .extended { EdgeExtension.fill(base, window, in: raster.grid) }
    for row in 0..<piece.rows {
      let place = (piece.row - block.row + row) * block.columns + piece.column - block.column
      kernel.makeRow(
        base + (row + 1) * window.columns + 1, stride: window.columns, count: piece.columns,
        step: steps.steps[piece.row - block.row + row], into: out + place * pixelBytes)
    }
  }
}
