import SkiBase

/// The tiles of a TIFF; strips are combined into tiles of the full width.
///
/// Uncompressed data is read directly into its tile; libtiff decodes the rest, several tiles at a time. Samples are void
/// where a mask or an alpha band is zero.
final class TIFFTileReader: TileRowReader {
  let name: String
  let verticalDatum: VerticalDatum
  let layout: TIFFLayout
  let conversion: ElevationConversion
  /// The size of the tiles; those at the eastern and southern edge are padded with voids.
  let tileColumns: Int
  let tileRows: Int
  private let striles: TIFFStrileReader
  /// The bands whose zeros are voids.
  private let masks: [TIFFMask]
  private let voids = Locked<ElevationTile?>(nil)
  private let buffers = SampleBufferPool()

  /// The approximate number of samples of a tile made of strips.
  private static let samplesOfStrips = 1 << 19

  init(
    _ striles: TIFFStrileReader, masks: [TIFFMask], conversion: ElevationConversion, name: String,
    verticalDatum: VerticalDatum
  ) {
    self.striles = striles
    self.masks = masks
    self.conversion = conversion
    self.name = name
    self.verticalDatum = verticalDatum
    layout = striles.layout
    tileColumns = layout.storedColumns
    tileRows = Self.tileRows(of: layout)
  }

  /// Returns the number of rows of a tile: those stored, of several strips, or of a part of a large uncompressed strip.
  private static func tileRows(of layout: TIFFLayout) -> Int {
    if layout.isTiled { return layout.storedRows }
    let wanted = max(1, min(layout.rows, samplesOfStrips / layout.columns))
    if wanted < layout.storedRows { return layout.isPlain ? wanted : layout.storedRows }
    return wanted / layout.storedRows * layout.storedRows
  }

  /// Indicates whether heights are stored as 16-bit whole metres.
  private var isWholeMetres: Bool {
    if case .int16 = layout.type { conversion.isIdentity } else { false }
  }

  /// The memory of one decoded sample in bytes.
  var bytesPerSample: Int { isWholeMetres ? 2 : 4 }

  /// Indicates whether stored samples need no conversion but for voids.
  private var isDirect: Bool {
    guard layout.interleave == 1, conversion.isIdentity else { return false }
    switch layout.type {
    case .int16, .float32: return !(layout.isPlain && layout.isSwapped)
    default: return false
    }
  }

  func hasTile(column: Int, row: Int) -> Bool {
    guard (0..<layout.strilesAcross).contains(column), row >= 0, row < (layout.rows - 1) / tileRows + 1 else {
      return false
    }
    if layout.isTiled { return striles.isStored(row * layout.strilesAcross + column) }
    return strips(ofTileRow: row).contains { striles.isStored($0) }
  }

  /// Returns the strips that hold the rows of a tile.
  private func strips(ofTileRow row: Int) -> ClosedRange<Int> {
    let last = min(layout.rows, (row + 1) * tileRows) - 1
    return row * tileRows / layout.storedRows...last / layout.storedRows
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    guard hasTile(column: column, row: row) else { return voidTile() }
    return try decode(column: column, row: row, rows: 0..<tileRows)
  }

  /// Indicates whether rows of a tile can be read without the others.
  var readsRows: Bool { layout.isPlain }
  var tileBytes: Int { tileColumns * tileRows * bytesPerSample }

  func decode(column: Int, row: Int, rows: Range<Int>) throws -> ElevationTile {
    let part = TilePart(column: column, row: row, rows: rows)
    let pieces = try self.pieces(of: part)
    return try isWholeMetres ? tile(of: Int16.self, part, pieces) : tile(of: Float.self, part, pieces)
  }

  /// Rows of one tile.
  private struct TilePart {
    let column: Int
    let row: Int
    /// The range of rows: all, unless the data is uncompressed.
    let rows: Range<Int>
  }

  /// The rows of a tile within one stored tile or strip.
  private struct Piece {
    let strile: Int
    /// The location in the file, or nil when it is omitted (sparse).
    let place: TIFFStrileReader.Place?
    /// The stored rows above the first needed one, and the number of rows needed.
    let skippedRows: Int
    let rows: Int
    /// The row of the part at which it starts.
    let partRow: Int
  }

  private func pieces(of part: TilePart) throws -> [Piece] {
    if layout.isTiled {
      let strile = part.row * layout.strilesAcross + part.column
      return [
        Piece(
          strile: strile, place: try striles.place(strile), skippedRows: part.rows.lowerBound,
          rows: part.rows.count, partRow: 0)
      ]
    }
    let first = part.row * tileRows + part.rows.lowerBound
    let end = min(layout.rows, first + part.rows.count)
    guard first < end else { return [] }
    return try (first / layout.storedRows...(end - 1) / layout.storedRows).map { strip in
      let start = strip * layout.storedRows
      let from = max(first, start)
      return Piece(
        strile: strip, place: try striles.place(strip), skippedRows: from - start,
        rows: min(end, start + layout.storedRows) - from, partRow: from - first)
    }
  }

  private func tile<Height: TileElevation>(
    of _: Height.Type, _ part: TilePart, _ pieces: [Piece]
  ) throws -> ElevationTile {
    let isWhole = part.rows.count == tileRows
    let count = tileColumns * part.rows.count
    var heights: [Height] = isWhole ? buffers.take(count) : [Height](repeating: Height.void, count: count)
    try heights.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for piece in pieces {
        try fill(
          UnsafeMutableBufferPointer(
            start: base + piece.partRow * tileColumns, count: piece.rows * tileColumns), piece)
      }
      let window = RasterWindow(
        column: part.column * tileColumns, row: part.row * tileRows + part.rows.lowerBound,
        columns: tileColumns,
        rows: part.rows.count)
      for mask in masks { try mask.blank(buffer, window) }
      blank(buffer, part)
    }
    return ElevationTile(
      columns: tileColumns, rows: part.rows.count, samples: Height.samples(heights),
      buffers: isWhole ? buffers : nil)
  }

  /// Writes the rows of a tile that lie in one stored tile or strip.
  private func fill<Height: TileElevation>(_ target: UnsafeMutableBufferPointer<Height>, _ piece: Piece)
    throws
  {
    guard let place = piece.place else { return target.update(repeating: Height.void) }
    if isDirect {
      try striles.read(
        piece.strile, place, skippedRows: piece.skippedRows, into: UnsafeMutableRawBufferPointer(target))
      Height.clean(target, conversion)
    } else {
      try striles.withRows(piece.strile, place, skippedRows: piece.skippedRows, count: piece.rows) {
        Height.convert($0, layout, swapping: layout.isPlain && layout.isSwapped, conversion, into: target)
        if layout.alpha == .interleaved { blankTransparent($0, target) }
      }
    }
  }

  /// Sets the samples of a tile outside the raster to void.
  private func blank<Height: TileElevation>(_ heights: UnsafeMutableBufferPointer<Height>, _ part: TilePart) {
    guard let base = heights.baseAddress else { return }
    let inside = min(tileColumns, layout.columns - part.column * tileColumns)
    let first = part.row * tileRows + part.rows.lowerBound
    let rowsInside = max(0, min(part.rows.count, layout.rows - first))
    if inside < tileColumns {
      for line in 0..<rowsInside {
        (base + line * tileColumns + inside).update(repeating: Height.void, count: tileColumns - inside)
      }
    }
    (base + rowsInside * tileColumns).update(
      repeating: Height.void, count: (part.rows.count - rowsInside) * tileColumns)
  }

  /// Sets samples to void where the number behind each, its alpha, is zero.
  private func blankTransparent<Height: TileElevation>(
    _ stored: UnsafeRawPointer, _ heights: UnsafeMutableBufferPointer<Height>
  ) {
    let size = layout.type.byteCount
    for index in heights.indices where (stored + index * layout.placeBytes + size).isZero(size) {
      heights[index] = Height.void
    }
  }

  private func voidTile() -> ElevationTile {
    voids.withLock { kept in
      if let kept { return kept }
      let count = tileColumns * tileRows
      let samples =
        isWholeMetres
        ? Int16.samples([Int16](repeating: Int16.void, count: count))
        : Float.samples([Float](repeating: Float.void, count: count))
      let made = ElevationTile(columns: tileColumns, rows: tileRows, samples: samples)
      kept = made
      return made
    }
  }
}
