import FuzzSupport
import SkiBase

@testable import SkiTerrain

@_cdecl("FuzzPNG_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

/// The errors that reading a tile may throw.
private let tileCodes: Set<SkiError.Code> = [.malformedData, .unsupportedFormat]

/// Decodes the bytes of one PNG in both encodings and reads elevations in and around it.
private func examine(_ bytes: [UInt8]) {
  let chosen = choice(from: bytes)
  if chosen & 0x3F == 0 { readElevations(bytes) }
  guard let image = decoded(bytes) else { return }
  require(PNGImage.sizes.contains(image.size), "an image is \(image.size) pixels wide")
  require(image.pixels.count == 4 * image.size * image.size, "an image has \(image.pixels.count) bytes")
  for encoding in TileEncoding.allCases {
    do {
      let tile = try ElevationTile(png: bytes, encoding: encoding, columns: image.size, subject: "input")
      sample(tile, encoding, chosen)
    } catch {
      fatalError("broken promise: an image that decodes makes no tile: \(error)")
    }
  }
  let other = image.size == 256 ? 512 : 256
  require(
    (try? ElevationTile(png: bytes, encoding: .terrarium, columns: other, subject: "input")) == nil,
    "a tile of \(image.size) pixels is taken as one of \(other)")
}

/// Returns the image; nil after a documented error.
private func decoded(_ bytes: [UInt8]) -> PNGImage? {
  do {
    return try PNGImage(decoding: bytes, subject: "input")
  } catch {
    require(error, isOneOf: tileCodes)
    return nil
  }
}

/// Samples the tile as one of two neighbours of a layer: inside, on the common edge and beyond the outer one.
private func sample(_ tile: ElevationTile, _ encoding: TileEncoding, _ chosen: UInt64) {
  let zoom = 3
  let (column, row) = [(4, 3), (7, 0), (0, 7), (7, 7)][Int(chosen >> 8 & 3)]
  let east = ElevationLayer.key(column: (column + 1) % 8, row: row)
  let here = ElevationLayer.key(column: column, row: row)
  let cache = TileCache(limitBytes: 64 << 20)
  for key in [here, east] { _ = try? cache.tile(key) { tile } }
  let grid = ElevationGrid.mercator(zoom: zoom, pixels: tile.columns)
  let reader = PyramidReader(
    name: "input", root: "", zoom: zoom, encoding: encoding, pixels: tile.columns, tiles: [here, east])
  let plan = LayerPlan(grid: grid, reader: reader) { nil }
  let layer = ElevationLayer(index: 0, plan: plan, cache: cache)
  let side = Double(tile.columns)
  let places = (0..<24).compactMap { index in
    let (u, v) = (
      Double(chosen >> UInt64(index) & 0xFF) / 255, Double(chosen >> UInt64(40 - index) & 0xFF) / 255
    )
    return try? grid.place(
      x: (Double(column) + u * 2.1 - 0.05) * side, y: (Double(row) + v * 1.1 - 0.05) * side)
  }
  checkHeights(of: layer, at: places.map { wrapped($0) }, in: plausibleElevationsMetres)
}

/// Returns the place with its longitude in −180…180.
private func wrapped(_ place: Coordinate) -> Coordinate {
  var place = place
  if place.longitude > 180 { place.longitude -= 360 }
  if place.longitude < -180 { place.longitude += 360 }
  return place
}

/// Reads elevations from a folder of one tile whose encoding is detected.
private func readElevations(_ bytes: [UInt8]) {
  ScratchFolder.with { folder in
    ScratchFolder.write(bytes, to: folder + "/9/267/180.png")
    do {
      let source = try ElevationFiles.open(paths: [folder])
      let place = Coordinate(latitude: 46.9, longitude: 8.2)
      let height = try source.elevationMetres(at: place)
      require(height.map { plausibleElevationsMetres.contains($0) } ?? true, "a height is \(height ?? 0) m")
    } catch {
      require(error, isOneOf: tileCodes.union([.invalidArgument, .emptyInput]))
    }
  }
}
