import SkiFormats

/// One zoom of a folder of elevation pictures, `root/z/x/y.png`.
struct PyramidReader: TileReader {
  let name: String
  let root: String
  let zoom: Int
  let encoding: TileEncoding
  /// Pixels along each side of a tile.
  let pixels: Int
  /// The tiles there are, by ``ElevationLayer/key(column:row:)``.
  let tiles: Set<UInt64>

  /// Pictures don't state what their heights count from.
  var verticalDatum: VerticalDatum { .unstated }

  func hasTile(column: Int, row: Int) -> Bool {
    tiles.contains(ElevationLayer.key(column: column, row: row))
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let path = "\(root)/\(zoom)/\(column)/\(row).png"
    let bytes = try readFile(path, atMostBytes: PNGImage.fileLimitBytes)
    return try ElevationTile(png: bytes, encoding: encoding, columns: pixels, subject: path)
  }
}
