import FuzzSupport
import SkiBase

@testable import SkiTerrain

@_cdecl("FuzzHGT_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

/// Decodes the samples as a tile whose side is given by the first byte; with its highest bit set they are not repeated
/// to the count of the tile.
///
/// Real tiles have 1201 or 3601 samples a side; the decoder does not depend on these numbers, so small tiles are used. A
/// folder with a tile of real size is read for one input in 1024.
private func examine(_ bytes: [UInt8]) {
  checkName(bytes)
  guard let first = bytes.first else { return }
  let columns = 2 + Int(first & 0x1F)
  let chosen = choice(from: bytes)
  var samples = Array(bytes.dropFirst())
  if first & 0x80 == 0 { samples = repeated(samples, count: columns * columns * 2) }
  do {
    let tile = try ElevationTile(hgt: samples, columns: columns, subject: "input")
    require(samples.count == columns * columns * 2, "\(samples.count) bytes make \(columns)² samples")
    checkSamples(tile, samples)
    sample(tile, chosen)
  } catch {
    require(error, isOneOf: [.malformedData])
    require(samples.count != columns * columns * 2, "a tile of the right size is refused: \(error)")
  }
  if chosen & 0x3FF == 0 { readElevations(samples, chosen) }
}

/// Returns the bytes, repeated up to a count.
private func repeated(_ bytes: [UInt8], count: Int) -> [UInt8] {
  guard !bytes.isEmpty else { return [UInt8](repeating: 0, count: count) }
  var result: [UInt8] = []
  result.reserveCapacity(count)
  while result.count < count { result.append(contentsOf: bytes.prefix(count - result.count)) }
  return result
}

/// Compares each elevation with the value of its two bytes.
private func checkSamples(_ tile: ElevationTile, _ bytes: [UInt8]) {
  for index in 0..<tile.columns * tile.columns {
    let value = Int(Int8(bitPattern: bytes[2 * index])) * 256 + Int(bytes[2 * index + 1])
    let height = tile[index % tile.columns, index / tile.columns]
    require(
      plausibleElevationsMetres.contains(Double(value)) ? Double(height) == Double(value) : height.isNaN,
      "sample \(index) of \(value) m reads as \(height) m")
  }
}

/// A stub with the keys of the tiles; all of them are in the cache.
private struct StubReader: TileReader {
  let keys: [UInt64]
  var name: String { "input" }
  var verticalDatum: VerticalDatum { .egm96 }

  func hasTile(column: Int, row: Int) -> Bool { keys.contains(ElevationLayer.key(column: column, row: row)) }

  func decode(column: Int, row: Int) throws -> ElevationTile { fatalError("a cached tile is decoded again") }
}

/// Samples the tile as two neighbours of a layer, at a pole and at the antimeridian too.
private func sample(_ tile: ElevationTile, _ chosen: UInt64) {
  let (column, row) = [(186, 44), (359, 0), (0, 179), (359, 179)][Int(chosen >> 8 & 3)]
  let keys = [column, (column + 1) % 360].map { ElevationLayer.key(column: $0, row: row) }
  let cache = TileCache(limitBytes: 64 << 20)
  for key in keys { _ = try? cache.tile(key) { tile } }
  let reader = StubReader(keys: keys)
  let plan = LayerPlan(grid: .degrees(samples: tile.columns), reader: reader) { nil }
  let layer = ElevationLayer(index: 0, plan: plan, cache: cache)
  let heights = (0..<tile.columns * tile.columns).map { tile[$0 % tile.columns, $0 / tile.columns] }
    .filter { !$0.isNaN }.map(Double.init)
  let range = (heights.min() ?? 0) - 1e-6...(heights.max() ?? 0) + 1e-6
  let places = (0..<24).map { index in
    let (u, v) = (
      Double(chosen >> UInt64(index) & 0xFF) / 255, Double(chosen >> UInt64(40 - index) & 0xFF) / 255
    )
    let longitude = Double(column - 180) + u * 2.1 - 0.05
    return Coordinate(
      latitude: min(90, max(-90, Double(90 - row) - v * 1.1 + 0.05)),
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }
  checkHeights(of: layer, at: places, in: range)
  fill(layer, at: places[0], in: range)
}

private func fill(_ layer: ElevationLayer, at place: Coordinate, in range: ClosedRange<Double>) {
  let radius = 20_000.0
  guard let filled = try? layer.filledElevation(at: place, radiusMetres: radius) else { return }
  require(
    range.contains(filled.elevationMetres), "a void is filled by \(filled.elevationMetres) m, not \(range)")
  require((0...radius).contains(filled.reachMetres), "a void is filled from \(filled.reachMetres) m away")
}

/// Checks that the name of a file gives a corner on the Earth or none.
private func checkName(_ bytes: [UInt8]) {
  guard let corner = HGTFile.corner(of: String(decoding: bytes.prefix(16), as: UTF8.self)) else {
    return
  }
  require(
    (-90..<90).contains(corner.latitude) && (-180..<180).contains(corner.longitude), "a corner is \(corner)")
}

/// Reads elevations from a folder with one tile of 3″.
private func readElevations(_ samples: [UInt8], _ chosen: UInt64) {
  ScratchFolder.with { folder in
    let size = chosen >> 10 & 3 == 0 ? samples.count : 1201 * 1201 * 2
    ScratchFolder.write(repeated(samples, count: size), to: folder + "/N46E008.hgt")
    do {
      let source = try ElevationFiles.open(paths: [folder])
      let places = (0..<8).map {
        Coordinate(latitude: 46.01 + Double($0) / 9, longitude: 8.99 - Double($0) / 9)
      }
      checkHeights(of: source, at: places, in: plausibleElevationsMetres)
    } catch {
      require(error, isOneOf: [.malformedData, .emptyInput])
    }
  }
}
