import SkiBase

/// A sink that writes a derived raster as a PNG picture in bounded memory.
///
/// In grey pictures 0 is transparent; colours keep their alpha. Bands of whole rows are filtered and compressed by the
/// threads that bring them, and written in order; a band that comes early is held in memory, compressed. The bytes
/// don't depend on the number of threads.
package final class PNGSink: RasterFileSink {
  private struct State {
    let file: ReplacementFile
    let companions: [ReplacementFile]
    var nextBand = 0
    var early: [Int: PNGBand] = [:]
    var adler: UInt32 = 1
  }

  package let pixel: RasterPixel
  package let blockColumns: Int
  package let blockRows: Int
  package var needsOrder: Bool { false }
  private let grid: RasterGrid
  private let level: Int
  private let state: Locked<State>

  /// The greatest number of rows of a PNG.
  private static let sideLimit = Int(Int32.max)
  /// The greatest number of bytes in a row, since a part of the compressed stream holds at least one row.
  private static let rowLimitBytes = 1 << 30
  /// The number of bytes compressed as one part, unless a row has more.
  private static let bandBytes = 1 << 19

  /// Creates a temporary file beside the path of the picture.
  ///
  /// - Parameters:
  ///   - path: The path of the picture.
  ///   - grid: The grid of the raster.
  ///   - pixel: The type of the pixels, grey or colour.
  ///   - label: The descriptive metadata, written as text chunks.
  ///   - hasWorldFile: `true` if sidecar files georeference the picture; see ``PictureGeoreference``.
  ///   - level: The compression level, 1 (fast) to 9 (small).
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the file can't be made, `.inputOutput`, `.limitExceeded`
  ///   for a raster larger than a PNG can be.
  /// - Precondition: The pixels are no floats; `1...9` contains the level.
  package init(
    path: String, grid: RasterGrid, pixel: RasterPixel, label: RasterMetadata, hasWorldFile: Bool = false,
    level: Int = 3
  ) throws {
    precondition(pixel != .float, "a PNG holds no floats; paint them")
    precondition((1...9).contains(level), "level must be 1...9, got \(level)")
    guard grid.columns <= Self.rowLimitBytes / pixel.byteCount, grid.rows <= Self.sideLimit else {
      throw SkiError(
        .limitExceeded, "raster of \(grid.columns) × \(grid.rows) is larger than a PNG can be; write a .tif",
        subject: path)
    }
    self.grid = grid
    self.pixel = pixel
    self.level = level
    blockColumns = grid.columns
    let rows = Self.bandBytes / (grid.columns * pixel.byteCount)
    blockRows = max(1, min(rows, grid.rows))
    let file = try ReplacementFile(path, what: "picture", allowsDevices: true)
    try file.append(PNGHeader.bytes(grid: grid, pixel: pixel, label: label))
    let companions = try (hasWorldFile ? PictureGeoreference(grid).files(beside: path) : []).map {
      path, text in
      let companion = try ReplacementFile(path, what: "world file")
      try companion.append(text)
      return companion
    }
    state = Locked(State(file: file, companions: companions))
  }

  package func write(_ block: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws {
    precondition(
      block.column == 0 && block.columns == grid.columns && block.row % blockRows == 0,
      "a picture takes whole bands, got \(block)")
    let band = try PNGBand(bytes, rows: block.rows, pixelBytes: pixel.byteCount, level: level)
    try state.withLock { state in
      state.early[block.row / blockRows] = band
      while let next = state.early.removeValue(forKey: state.nextBand) {
        try state.file.append(PNGChunk.bytes("IDAT", next.compressed))
        state.adler = PNGBand.adler(of: state.adler, followedBy: next)
        state.nextBand += 1
      }
    }
  }

  package func commit() throws {
    let bandCount = (grid.rows + blockRows - 1) / blockRows
    try state.withLock { state in
      guard state.nextBand == bandCount else {
        throw SkiError(
          .internalInconsistency, "picture has \(state.nextBand) of \(bandCount) bands; report this")
      }
      try state.file.append(PNGChunk.bytes("IDAT", PNGBand.streamEnd(adler: state.adler)))
      try state.file.append(PNGChunk.bytes("IEND", []))
      for companion in state.companions { try companion.flush() }
      try state.file.commit()
      for companion in state.companions { try companion.commit(evenWhenCancelled: true) }
    }
  }

  package func discard() {
    state.withLock { state in
      state.file.discard()
      for companion in state.companions { companion.discard() }
    }
  }
}
