import Foundation
import FuzzSupport
import SkiBase

@testable import SkiTerrain

@_cdecl("FuzzTIFF_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

/// The greatest count of samples of a tile that is decoded here; larger ones are valid but slow.
private let tileSamples = 1 << 18

/// The errors that opening a file and reading heights may throw.
private let openCodes: Set<SkiError.Code> = [
  .malformedData, .unsupportedFormat, .limitExceeded, .invalidArgument,
]
private let readCodes: Set<SkiError.Code> = [.malformedData, .limitExceeded]

/// Opens the bytes as a file and reads some windows.
private func examine(_ bytes: [UInt8]) {
  ScratchFolder.with { folder in
    let path = folder + "/input.tif"
    ScratchFolder.write(bytes, to: path)
    let file: GeoTIFF
    do {
      file = try GeoTIFF.open(path: path)
    } catch {
      return require(error, isOneOf: openCodes)
    }
    require(file.tileColumns > 0 && file.tileRows > 0, "tiles are \(file.tileColumns) × \(file.tileRows)")
    require(file.grid.stepX > 0 && file.grid.stepY > 0, "steps are \(file.grid.stepX), \(file.grid.stepY)")
    guard file.tileColumns * file.tileRows <= tileSamples else { return }
    let chosen = choice(from: bytes)
    for index in 0..<4 { read(file, chosen >> UInt64(index * 16)) }
  }
}

/// Reads a random window and each of its samples from its tile alone.
private func read(_ file: GeoTIFF, _ chosen: UInt64) {
  let grid = file.grid
  let window = RasterWindow(
    column: Int(chosen & 0xFF) * grid.columns / 250 - 3, row: Int(chosen >> 8 & 0xFF) * grid.rows / 250 - 3,
    columns: 24, rows: 24)
  var heights = [Float](repeating: 0, count: window.count)
  do {
    try heights.withUnsafeMutableBufferPointer { try file.raster().read(window, into: $0) }
  } catch {
    return require(error, isOneOf: readCodes)
  }
  for index in heights.indices {
    let height = heights[index]
    require(height.isNaN || plausibleElevationsMetres.contains(Double(height)), "a height is \(height) m")
    let (column, row) = (window.column + index % 24, window.row + index / 24)
    if !(0..<grid.columns).contains(column) || !(0..<grid.rows).contains(row) {
      require(height.isNaN, "a height stands beyond the raster")
    }
  }
  compare(file, window, heights)
}

private func compare(_ file: GeoTIFF, _ window: RasterWindow, _ heights: [Float]) {
  let (column, row) = (max(0, window.column) / file.tileColumns, max(0, window.row) / file.tileRows)
  guard file.tiles.hasTile(column: column, row: row) else { return }
  do {
    let tile = try file.tiles.decode(column: column, row: row)
    for index in heights.indices {
      let x = window.column + index % 24 - column * file.tileColumns
      let y = window.row + index / 24 - row * file.tileRows
      guard (0..<tile.columns).contains(x), (0..<tile.rows).contains(y) else { continue }
      let (alone, height) = (tile[x, y], heights[index])
      require(
        alone == height || alone.isNaN && height.isNaN, "a tile alone has \(alone) m, a window \(height) m")
    }
  } catch {
    // The window may lie beside the raster, so that its tile was not needed.
    require(error, isOneOf: readCodes)
  }
}
