package import Foundation

/// SRTM `.hgt` files, read without any code of the product.
///
/// All files are held in memory. A value; `Sendable`.
package struct RawHeightFiles: Sendable {
  private struct Tile: Sendable {
    var side: Int
    var bytes: Data
  }
  private var tiles: [String: Tile] = [:]

  /// Reads every `.hgt` file directly in a folder.
  ///
  /// - Throws: `RawCheckError` for a file that is neither 1″ nor 3″, and Foundation's errors.
  package init(folder: URL) throws {
    for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where url.pathExtension.lowercased() == "hgt" {
      let bytes = try Data(contentsOf: url)
      guard let side = [1201, 3601].first(where: { $0 * $0 * 2 == bytes.count }) else {
        throw RawCheckError("\(url.lastPathComponent): \(bytes.count) bytes are neither 1″ nor 3″")
      }
      tiles[url.deletingPathExtension().lastPathComponent.uppercased()] = Tile(side: side, bytes: bytes)
    }
  }

  /// The number of files.
  package var count: Int { tiles.count }

  /// Returns heights with an uncertainty in metres, for a builder that used another source.
  package func heights(uncertaintyMetres: Double) -> RawHeights {
    RawHeights(uncertaintyMetres: uncertaintyMetres) { metres(latitude: $0, longitude: $1) }
  }

  /// Returns the bilinear height at a place; nil outside the files or beside a void.
  package func metres(latitude: Double, longitude: Double) -> Double? {
    guard abs(latitude) < 90, abs(longitude) < 180 else { return nil }
    let (south, west) = (latitude.rounded(.down), longitude.rounded(.down))
    guard let tile = tiles[Self.name(south: Int(south), west: Int(west))] else { return nil }
    let row = (1 - (latitude - south)) * Double(tile.side - 1)
    let column = (longitude - west) * Double(tile.side - 1)
    let (top, left) = (min(Int(row), tile.side - 2), min(Int(column), tile.side - 2))
    guard let a = post(tile, top, left), let b = post(tile, top, left + 1), let c = post(tile, top + 1, left),
      let d = post(tile, top + 1, left + 1)
    else { return nil }
    let (down, right) = (row - Double(top), column - Double(left))
    return (a * (1 - right) + b * right) * (1 - down) + (c * (1 - right) + d * right) * down
  }

  private static func name(south: Int, west: Int) -> String {
    let latitude = String(abs(south))
    let longitude = String(abs(west))
    return (south < 0 ? "S" : "N") + String(repeating: "0", count: max(0, 2 - latitude.count)) + latitude
      + (west < 0 ? "W" : "E") + String(repeating: "0", count: max(0, 3 - longitude.count)) + longitude
  }

  private func post(_ tile: Tile, _ row: Int, _ column: Int) -> Double? {
    let index = tile.bytes.startIndex + 2 * (row * tile.side + column)
    let value = Int16(bitPattern: UInt16(tile.bytes[index]) << 8 | UInt16(tile.bytes[index + 1]))
    return value == -32768 ? nil : Double(value)
  }
}
