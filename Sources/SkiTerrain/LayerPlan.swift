import SkiFiles
import SkiGeo

/// What one layer will be made of.
struct LayerPlan {
  let grid: ElevationGrid
  let reader: any TileReader

  /// The layers of a pyramid, one a zoom; the encoding is told from tiles of the highest zoom.
  /// - Throws: as ``EncodingDetection`` and ``PNGImage``.
  static func layers(of pyramid: FolderSearch.Pyramid, encoding: TileEncoding?) throws -> [LayerPlan] {
    let zooms = pyramid.tiles.keys.sorted(by: >)
    let grids = try zooms.map { zoom in
      let sample = paths(in: pyramid, zoom: zoom, atMost: 1).first ?? ""
      let header = try readFile(sample, atMostBytes: PNGImage.fileLimitBytes)
      return ElevationGrid.mercator(zoom: zoom, pixels: try PNGImage.size(ofHeader: header, subject: sample))
    }
    guard let zoom = zooms.first, let grid = grids.first else { return [] }
    let encoding =
      try encoding
      ?? EncodingDetection.encoding(
        ofTiles: paths(in: pyramid, zoom: zoom, atMost: .max),
        metresPerPixel: grid.resolutionMetres(latitude: 0), root: pyramid.root)
    return zip(zooms, grids).map { zoom, grid in
      let name = "\(lastPart(of: pyramid.root)) (\(encoding.rawValue), \(grid.tileColumns) px, zoom \(zoom))"
      let reader = PyramidReader(
        name: name, root: pyramid.root, zoom: zoom, encoding: encoding, pixels: grid.tileColumns,
        tiles: pyramid.tiles[zoom] ?? [])
      return LayerPlan(grid: grid, reader: reader)
    }
  }

  /// The layers of `.hgt` files: one for each folder searched and distance between samples.
  static func layers(of files: [FolderSearch.HeightFile], roots: [String]) -> [LayerPlan] {
    var plans: [LayerPlan] = []
    for root in roots {
      for (samples, arc) in [(3601, "1\u{2033}"), (1201, "3\u{2033}")] {
        let mine = files.filter { $0.root == root && $0.samples == samples }
        if mine.isEmpty { continue }
        let paths = Dictionary(mine.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
        let name = "\(lastPart(of: root)) (hgt, \(arc))"
        plans.append(
          LayerPlan(
            grid: .degrees(samples: samples),
            reader: HeightFileReader(name: name, samples: samples, paths: paths)))
      }
    }
    return plans
  }

  /// The paths of the tiles of a zoom, in order of column and row.
  private static func paths(in pyramid: FolderSearch.Pyramid, zoom: Int, atMost limit: Int) -> [String] {
    let tiles = pyramid.tiles[zoom] ?? []
    let keys = limit == 1 ? tiles.min().map { [$0] } ?? [] : tiles.sorted()
    return keys.map { "\(pyramid.root)/\(zoom)/\($0 >> 28)/\($0 & 0xFFF_FFFF).png" }
  }

  /// The name of a folder without the folders above it, so that maps don't tell where they were made.
  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
