import SkiBase
import SkiGraph
import SkiSystem
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiTiles

/// Elevation tiles have an elevation at every pixel; voids of the ground are filled.
struct VoidFillingTests {
  /// Ground with voids of many sizes, and none west of a line.
  private static func hollow(_ place: Coordinate) -> Double? {
    let edge = TileAddress(zoom: 12, column: 2176, row: 1434)?.bounds
    let isWest = edge.map { place.longitude < $0.west + 0.3 * ($0.east - $0.west) } ?? false
    let isHole = sin(place.longitude * 900) > 0.8 && sin(place.latitude * 700) > 0.6
    let isSpot = sin(place.longitude * 21_000) > 0.9 && sin(place.latitude * 17_000) > 0.9
    return isWest || isHole || isSpot ? nil : DrawnGround.hills(place)
  }

  /// The range of `DrawnGround.hills` in metres on its tiles, between 47.27° and 47.40° north.
  private static let drawnHeights = 1850.0...3090.0

  /// The elevations that a client reads from a tile, without regard to opacity.
  private static func read(
    _ source: RasterTileSource, _ encoding: TileEncoding, zoom: Int, column: Int, row: Int
  ) throws -> [Double]? {
    guard let pixels = try RasterTileTests.pixels(source, zoom, column, row) else { return nil }
    #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 })
    return stride(from: 0, to: pixels.count, by: 4).map { at in
      let number = pixels[at..<at + 3].reduce(0.0) { $0 * 256 + Double($1) }
      return encoding == .terrarium ? number / 256 - 32_768 : number / 10 - 10_000
    }
  }

  @Test(
    arguments: [TileEncoding.terrarium, .terrainRGB], [(9, 256), (11, 256), (12, 256), (12, 512), (14, 256)])
  func `voids are filled within the elevation range of the ground, and known elevations stay`(
    encoding: TileEncoding, size: (zoom: Int, side: Int)
  ) throws {
    let (zoom, side) = size
    let ground = try DrawnGround(height: Self.hollow)
    let source = try ground.source(.heights(encoding), zooms: zoom...zoom, side: side)
    let latitude = TileView(source.tileSet, zooms: zoom...zoom).centre.latitude
    let raster = MercatorRaster(ground.files, zoom: zoom, tileSide: side, latitude: latitude)
    var (filledCount, knownCount) = (0, 0)
    for address in try source.addresses() {
      let window = RasterWindow(
        column: address.column * side, row: address.row * side, columns: side, rows: side)
      var known = [Float](repeating: .nan, count: window.count)
      try known.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
      let heights = try Self.read(source, encoding, zoom: zoom, column: address.column, row: address.row)
      guard let heights else {
        #expect(known.allSatisfy { $0.isNaN })
        continue
      }
      for (height, known) in zip(heights, known) {
        if known.isNaN {
          filledCount += 1
          guard Self.drawnHeights.contains(height) else {
            Issue.record("\(address): filled with \(height) m")
            return
          }
        } else {
          knownCount += 1
          guard abs(height - Double(known)) < 0.051 else {
            Issue.record("\(address): \(height) m for \(known) m")
            return
          }
        }
      }
    }
    #expect(filledCount > 1000 && knownCount > 1000, "\(filledCount) filled, \(knownCount) known")
  }

  @Test(arguments: [(10, 256), (12, 256), (9, 512)])
  func `a filled elevation equals that of one filling over all tiles`(size: (zoom: Int, side: Int)) throws {
    let (zoom, side) = size
    let ground = try DrawnGround(height: Self.hollow)
    let latitude = 46.9
    let raster = MercatorRaster(ground.files, zoom: zoom, tileSide: side, latitude: latitude)
    let whole = try WholeFilling(
      raster: raster, side: side,
      around: try ground.source(
        .heights(.terrarium), zooms: zoom...zoom, side: side
      ).addresses())
    for address in whole.addresses {
      let window = RasterWindow(
        column: address.column * side, row: address.row * side, columns: side, rows: side)
      let heights = try VoidFilling(raster: raster, side: side).elevations(of: window)
      let expected = whole.heights(of: window)
      #expect((heights == nil) == (expected == nil), "\(address)")
      guard let heights, let expected else { continue }
      let wrong = zip(heights, expected).filter { abs($0 - $1) > 0.01 }
      #expect(wrong.isEmpty, "\(address): \(wrong.count) differ, first \(String(describing: wrong.first))")
    }
  }

  @Test func `elevations filled in voids have no step at the edges of tiles`() throws {
    let ground = try DrawnGround(height: Self.hollow)
    let source = try ground.source(.heights(.terrarium), zooms: 12...12)
    var heights: [Int: [Double]] = [:]
    for column in 2176...2177 {
      heights[column] = try Self.read(source, .terrarium, zoom: 12, column: column, row: 1434)
    }
    let (west, east) = (try #require(heights[2176]), try #require(heights[2177]))
    let steps = { (pairs: [(Double, Double)]) in pairs.map { abs($0 - $1) }.reduce(0, +) / Double(pairs.count)
    }
    let across = steps((0..<256).map { (west[$0 * 256 + 255], east[$0 * 256]) })
    let within = steps(
      (0..<256 * 254).map { (west[$0 / 254 * 256 + $0 % 254], west[$0 / 254 * 256 + $0 % 254 + 1]) })
    #expect(across < 2 * within + 1, "\(across) m across, \(within) m within")
  }
}

/// A reference for the filling of voids: one pyramid over all tiles at once.
private struct WholeFilling {
  let addresses: [TileAddress]
  private let origin: (column: Int, row: Int)
  private let side: Int
  private let width: Int
  private let height: Int
  private let known: [Float]
  private let filled: [Float]

  init(raster: MercatorRaster, side: Int, around addresses: [TileAddress]) throws {
    self.addresses = addresses
    self.side = side
    let columns = addresses.map(\.column)
    let rows = addresses.map(\.row)
    let first = (column: (columns.min() ?? 0) - 1, row: (rows.min() ?? 0) - 1)
    width = ((columns.max() ?? 0) - first.column + 2) * side
    height = ((rows.max() ?? 0) - first.row + 2) * side
    origin = (first.column * side, first.row * side)
    var heights = [Float](repeating: .nan, count: width * height)
    let window = RasterWindow(column: origin.column, row: origin.row, columns: width, rows: height)
    try heights.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
    known = heights
    filled = Self.filled(heights, width, height, levels: side.trailingZeroBitCount)
  }

  /// Averages the known values of each 2 × 2 pixels for all levels, then interpolates back down.
  private static func filled(_ heights: [Float], _ width: Int, _ height: Int, levels: Int) -> [Float] {
    guard levels > 0 else { return heights }
    let (half, halfHeight) = (width / 2, height / 2)
    let means = (0..<half * halfHeight).map { index -> Float in
      let (x, y) = (index % half * 2, index / half * 2)
      let all = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map { heights[$0.1 * width + $0.0] }
      let found = all.filter { !$0.isNaN }
      return found.isEmpty ? .nan : found.reduce(0, +) / Float(found.count)
    }
    let above = filled(means, half, halfHeight, levels: levels - 1)
    return heights.indices.map { index in
      guard heights[index].isNaN else { return heights[index] }
      // The pixel centre in the coordinates of the next level, whose pixel centres are at halves.
      let (x, y) = (Double(index % width) / 2 - 0.25, Double(index / width) / 2 - 0.25)
      var (sum, weights) = (0.0, 0.0)
      for row in [Int(y.rounded(.down)), Int(y.rounded(.down)) + 1] {
        for column in [Int(x.rounded(.down)), Int(x.rounded(.down)) + 1] {
          guard (0..<half).contains(column), (0..<halfHeight).contains(row) else { continue }
          let value = above[row * half + column]
          let weight = (1 - abs(x - Double(column))) * (1 - abs(y - Double(row)))
          if !value.isNaN { (sum, weights) = (sum + weight * Double(value), weights + weight) }
        }
      }
      return weights > 0 ? Float(sum / weights) : .nan
    }
  }

  /// Returns the elevations of a tile; nil if all are voids before filling.
  func heights(of window: RasterWindow) -> [Float]? {
    let indices = (0..<window.count).map { index in
      (window.row - origin.row + index / window.columns) * width + window.column - origin.column
        + index % window.columns
    }
    return indices.allSatisfy { known[$0].isNaN } ? nil : indices.map { filled[$0] }
  }
}
