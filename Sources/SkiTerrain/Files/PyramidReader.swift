import SkiBase

/// One zoom of a folder of elevation images, `root/z/x/y.png`.
struct PyramidReader: TileReader {
  let name: String
  let root: String
  let zoom: Int
  let encoding: TileEncoding
  /// The number of pixels along each side of a tile.
  let pixels: Int
  /// The existing tiles by ``ElevationLayer/key(column:row:)``.
  let tiles: Set<UInt64>

  /// The datum is not stated in images.
  var verticalDatum: VerticalDatum { .unstated }

  func hasTile(column: Int, row: Int) -> Bool {
    tiles.contains(ElevationLayer.key(column: column, row: row))
  }

  func decode(column: Int, row: Int) throws(SkiError) -> ElevationTile {
    let path = "\(root)/\(zoom)/\(column)/\(row).png"
    let bytes = try readFile(path, as: "an elevation tile", atMostBytes: PNGImage.fileLimitBytes)
    return try ElevationTile(png: bytes, encoding: encoding, columns: pixels, subject: path)
  }
}
