import SkiBase

extension LayerPlan {
  /// Returns the layers of `.hgt` files: one for each folder searched and resolution.
  static func layers(of files: [FileSearch.FoundFile<HGTFile>]) -> [LayerPlan] {
    var plans: [LayerPlan] = []
    for root in files.map(\.root).uniqued() {
      for (samples, arc) in [(3601, "1\u{2033}"), (1201, "3\u{2033}")] {
        let mine = files.filter { $0.root == root && $0.value.samples == samples }
        if mine.isEmpty { continue }
        let byKey = Dictionary(mine.map { ($0.value.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let reader = HGTReader(name: "\(lastPart(of: root)) (hgt, \(arc))", files: byKey)
        plans.append(
          LayerPlan(grid: .degrees(samples: samples), reader: reader) {
            TileBounds(byKey.keys, tilesAcross: 360)
          })
      }
    }
    return plans
  }

  /// Returns a path's last component, so that maps don't reveal the folders they were made in.
  static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the layers of a pyramid, one for each zoom; the encoding is detected from tiles of the highest zoom.
  /// - Throws: The errors of ``EncodingDetection`` and ``PNGImage``.
  static func layers(of pyramid: FileSearch.Pyramid, encoding: TileEncoding?) throws -> [LayerPlan] {
    let zooms = pyramid.tiles.keys.sorted(by: >)
    let grids = try zooms.map { zoom in
      let sample = try tile(pyramid, zoom, pyramid.tiles[zoom]?.min() ?? 0)
      return ElevationGrid.mercator(
        zoom: zoom, pixels: try PNGImage.size(ofHeader: sample.read(), subject: sample.subject))
    }
    guard let zoom = zooms.first, let grid = grids.first else { return [] }
    let keys = (pyramid.tiles[zoom] ?? []).sorted()
    let encoding =
      try encoding
      ?? EncodingDetection.encoding(
        ofTiles: { limit in try spread(keys, limit).map { try tile(pyramid, zoom, $0) } },
        metresPerPixel: grid.resolutionMetres(latitude: 0), root: pyramid.root)
    return zip(zooms, grids).map { zoom, grid in
      let reader = PyramidReader(
        name: name(pyramid.root, encoding, grid.tileColumns, zoom), root: pyramid.root, zoom: zoom,
        encoding: encoding, pixels: grid.tileColumns, tiles: pyramid.tiles[zoom] ?? [])
      return LayerPlan(grid: grid, reader: reader) {
        TileBounds(reader.tiles, tilesAcross: grid.tilesAcross)
      }
    }
  }

  private static func tile(
    _ pyramid: FileSearch.Pyramid, _ zoom: Int, _ key: UInt64
  ) throws(SkiError) -> EncodingDetection.Tile {
    let path = "\(pyramid.root)/\(zoom)/\(key >> 28)/\(key & 0xFFF_FFFF).png"
    return EncodingDetection.Tile(subject: path) {
      try readFile(path, as: "an elevation tile", atMostBytes: PNGImage.fileLimitBytes)
    }
  }

  /// Returns up to a number of keys, evenly spread.
  private static func spread(_ keys: [UInt64], _ limit: Int) -> [UInt64] {
    guard keys.count > limit else { return keys }
    return (0..<limit).map { keys[$0 * (keys.count - 1) / (limit - 1)] }
  }

  private static func name(_ root: String, _ encoding: TileEncoding, _ pixels: Int, _ zoom: Int) -> String {
    "\(lastPart(of: root)) (\(encoding.rawValue), \(pixels) px, zoom \(zoom))"
  }

  /// Returns the layers of an archive, one for each zoom with tiles; the encoding is detected from tiles of the highest
  /// zoom.
  /// - Throws: The errors of ``EncodingDetection``, ``PNGImage`` and ``PMTilesArchive``.
  static func layers(of archive: PMTilesArchive, encoding: TileEncoding?) throws -> [LayerPlan] {
    var encoding = encoding
    var plans: [LayerPlan] = []
    for zoom in archive.header.zooms.reversed() {
      guard let sample = try tile(archive, zoom, from: .first(zoom: zoom)) else { continue }
      let pixels = try PNGImage.size(ofHeader: sample.read(), subject: sample.subject)
      let grid = ElevationGrid.mercator(zoom: zoom, pixels: pixels)
      let known =
        try encoding
        ?? EncodingDetection.encoding(
          ofTiles: { try tiles(archive, zoom, atMost: $0) },
          metresPerPixel: grid.resolutionMetres(latitude: 0), root: archive.path)
      encoding = known
      let reader = PMTilesReader(
        name: name(archive.path, known, pixels, zoom), archive: archive, zoom: zoom, encoding: known,
        pixels: pixels)
      plans.append(LayerPlan(grid: grid, reader: reader) { try archive.tileBounds(zoom: zoom) })
    }
    return plans
  }

  /// Returns up to a number of tiles of a zoom, evenly spread along its Hilbert curve.
  private static func tiles(
    _ archive: PMTilesArchive, _ zoom: Int, atMost limit: Int
  ) throws -> [EncodingDetection.Tile] {
    guard let first = try archive.firstTile(from: .first(zoom: zoom))?.tile,
      let last = try archive.lastTile(before: .first(zoom: zoom + 1))
    else { return [] }
    var found: [EncodingDetection.Tile] = []
    var next = first
    let step = max(1, (last.number - first.number) / UInt64(limit))
    while found.count < limit, next <= last, let (tile, picture) = try archive.firstTile(from: next) {
      guard tile <= last else { break }
      found.append(EncodingDetection.Tile(subject: archive.subject(of: tile), read: picture))
      next = TileID(max(tile.number + 1, next.number + step))
    }
    return found
  }

  private static func tile(
    _ archive: PMTilesArchive, _ zoom: Int, from start: TileID
  ) throws -> EncodingDetection.Tile? {
    guard let (tile, picture) = try archive.firstTile(from: start), tile < .first(zoom: zoom + 1) else {
      return nil
    }
    return EncodingDetection.Tile(subject: archive.subject(of: tile), read: picture)
  }
}

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
