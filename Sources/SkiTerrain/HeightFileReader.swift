import SkiFiles

/// The `.hgt` files of one sample distance in one folder.
struct HeightFileReader: TileReader {
  let name: String
  /// Samples along each side of a tile.
  let samples: Int
  /// The files there are, by ``ElevationLayer/key(column:row:)``.
  let paths: [UInt64: String]

  /// SRTM counts from the geoid of 1996.
  var verticalDatum: VerticalDatum { .egm96 }

  func hasTile(column: Int, row: Int) -> Bool {
    paths[ElevationLayer.key(column: column, row: row)] != nil
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let path = paths[ElevationLayer.key(column: column, row: row)] ?? ""
    let bytes = try readFile(path, atMostBytes: samples * samples * 2)
    return try ElevationTile(hgt: bytes, columns: samples, subject: path)
  }
}
