public import SkiBase
import SkiSystem

/// The address of a Web Mercator map tile: zoom, column from 180° W eastwards, row from 85.05° N southwards.
///
/// A value; `Sendable`. Zoom 0 is one tile of the whole world; each further zoom halves the width of a tile. Rows count
/// from the north (XYZ), not from the south (TMS). **Source:** the tile matrix set `WebMercatorQuad`, OGC 17-083.
public struct TileAddress: Sendable, Hashable {
  /// The highest zoom of a tile.
  public static let zoomLimit = 24

  /// The zoom, 0...``zoomLimit``; 2^zoom tiles lie side by side around the Earth.
  public let zoom: Int
  /// The column from 180° W eastwards, 0..<2^zoom.
  public let column: Int
  /// The row from 85.05° N southwards, 0..<2^zoom.
  public let row: Int

  /// Creates the address of a tile, or returns nil when the zoom has no such column or row.
  /// - Parameters:
  ///   - zoom: The zoom, 0...``zoomLimit``.
  ///   - column: The column from 180° W eastwards, less than 2^zoom.
  ///   - row: The row from 85.05° N southwards, less than 2^zoom.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...Self.zoomLimit).contains(zoom), (0..<(1 << zoom)).contains(column),
      (0..<(1 << zoom)).contains(row)
    else { return nil }
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// Returns the number of tiles along each side of the world at a zoom, 2^zoom.
  /// - Parameter zoom: The zoom.
  /// - Precondition: `zoom` is within 0...``zoomLimit``.
  public static func tilesAcross(zoom: Int) -> Int {
    precondition((0...zoomLimit).contains(zoom), "zoom must be 0 to \(zoomLimit), got \(zoom)")
    return 1 << zoom
  }

  /// The extent of the tile in WGS 84 degrees.
  public var bounds: BoundingBox {
    let side = Double(1 << zoom)
    return BoundingBox(
      south: Self.latitude(ofShare: Double(row + 1) / side), west: Double(column) / side * 360 - 180,
      north: Self.latitude(ofShare: Double(row) / side), east: Double(column + 1) / side * 360 - 180)
  }

  /// Returns the latitude, in degrees, at a share of the map's height: 0 at the northern edge, 1 at the southern.
  static func latitude(ofShare y: Double) -> Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }

  /// Returns the share of the map's height at which a latitude lies: 0 at the northern edge, 1 at the southern; values
  /// beyond them nearer the poles.
  static func share(ofLatitude degrees: Double) -> Double {
    (1 - asinh(tan(degrees * .pi / 180)) / .pi) / 2
  }

  /// Returns the share of the map's width at which a longitude lies: 0 at 180° W, 1 at 180° E.
  static func share(ofLongitude degrees: Double) -> Double { (degrees + 180) / 360 }
}

/// The addresses of the tiles to make, or an estimate of their number when they exceed a limit.
package enum TilePlan: Sendable, Hashable {
  /// The greatest number of tiles in one archive; a build takes 60 bytes of memory for each.
  package static let greatestCount = 8_000_000

  /// The addresses of the tiles, no more than the limit, zoom by zoom.
  case addresses([TileAddress])
  /// An estimate of the number of tiles, above the limit: for vector tiles those found until then, a lower bound; for
  /// raster tiles as if elevations covered all below the tiles found, which may be too high.
  case tooMany(estimate: Int)

  /// Returns the addresses of the tiles.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are too many.
  package func addresses() throws -> [TileAddress] {
    switch self {
    case .addresses(let addresses): return addresses
    case .tooMany(let count):
      throw SkiError(
        .limitExceeded,
        "there are about \(count) tiles, an archive has \(Self.greatestCount) at most; choose lower zooms or a smaller part"
      )
    }
  }
}
