/// The stored tiles of one layer: files of a pyramid, `.hgt` files, the entries of an archive, the blocks of a raster.
///
/// Several threads may decode tiles at once. Decoded tiles are cached by the layer, not by the reader.
protocol TileReader: Sendable {
  /// The name of the data for reports, without folders.
  var name: String { get }
  /// The vertical datum.
  var verticalDatum: VerticalDatum { get }

  /// Returns whether a tile exists at a column and row of tiles.
  /// - Complexity: O(1), or O(log *n*) in the tiles of an archive, whose directories may have to be read.
  func hasTile(column: Int, row: Int) -> Bool

  /// Decodes an existing tile; it has the layer's size, padded with voids.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput`.
  func decode(column: Int, row: Int) throws -> ElevationTile
}

/// A reader that can decode single rows of uncompressed tiles.
protocol TileRowReader: TileReader {
  /// Indicates whether ``decode(column:row:rows:)`` supports fewer rows than a tile.
  var readsRows: Bool { get }
  /// The memory of a decoded tile in bytes.
  var tileBytes: Int { get }

  /// Decodes some rows of an existing tile, as a tile of that number of rows.
  /// - Throws: The errors of ``TileReader/decode(column:row:)``.
  /// - Complexity: O(*n*) in the samples of those rows.
  func decode(column: Int, row: Int, rows: Range<Int>) throws -> ElevationTile
}
