/// The stored tiles of one layer: files of a pyramid, `.hgt` files, the entries of an archive, the blocks of a raster.
///
/// `Sendable`; tiles may be decoded by several threads at once. Decoded tiles are kept by the layer, not here.
protocol TileReader: Sendable {
  /// What is read, for reports; without the folders above it.
  var name: String { get }
  /// What the heights count from.
  var verticalDatum: VerticalDatum { get }

  /// Whether there is a tile at a column and row of tiles.
  /// - Complexity: O(1), or O(log *n*) in the tiles of an archive; nothing is read that is not kept.
  func hasTile(column: Int, row: Int) -> Bool

  /// Decodes a tile that is there; it has the layer's size, and voids where a file has less.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput`.
  func decode(column: Int, row: Int) throws -> ElevationTile
}

/// Tiles whose rows may be had one by one, since they are stored as they are.
protocol TileRowReader: TileReader {
  /// Whether ``decode(column:row:rows:)`` may be asked for less than a tile.
  var readsRows: Bool { get }
  /// The memory a decoded tile takes, bytes.
  var tileBytes: Int { get }

  /// Reads some rows of a tile that is there, as a tile of so many rows.
  /// - Throws: ``SkiError`` as ``TileReader/decode(column:row:)`` does.
  /// - Complexity: O(*n*) in the samples of those rows.
  func decode(column: Int, row: Int, rows: Range<Int>) throws -> ElevationTile
}
