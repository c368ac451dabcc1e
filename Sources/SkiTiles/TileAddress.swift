import Glibc
public import SkiGeo

/// Which square of the world a map tile shows: zoom, column from the date line eastwards, row from the north southwards.
///
/// A value; `Sendable`. Zoom 0 is one tile of the whole world in Web Mercator; each further zoom has tiles half as wide.
/// Rows count from the north (XYZ), not from the south (TMS).
public struct TileAddress: Sendable, Hashable {
  /// The highest zoom there are tiles of.
  public static let zoomLimit = 24

  /// The zoom: 2^zoom tiles a side cover the Earth.
  public let zoom: Int
  /// From 180° W eastwards.
  public let column: Int
  /// From 85.05° N southwards.
  public let row: Int

  /// Names a tile; nil when there is none of that zoom, column and row.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...Self.zoomLimit).contains(zoom), (0..<(1 << zoom)).contains(column),
      (0..<(1 << zoom)).contains(row)
    else { return nil }
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// How many tiles lie beside each other at a zoom.
  /// - Precondition: the zoom is 0...``zoomLimit``.
  public static func tilesAcross(zoom: Int) -> Int {
    precondition((0...zoomLimit).contains(zoom), "zoom must be 0 to \(zoomLimit), got \(zoom)")
    return 1 << zoom
  }

  /// The part of the Earth the tile shows.
  public var bounds: BoundingBox {
    let side = Double(1 << zoom)
    return BoundingBox(
      south: Self.latitude(ofShare: Double(row + 1) / side), west: Double(column) / side * 360 - 180,
      north: Self.latitude(ofShare: Double(row) / side), east: Double(column + 1) / side * 360 - 180)
  }

  /// Degrees of latitude of a height on the square world: 0 is its northern edge, 1 its southern.
  static func latitude(ofShare y: Double) -> Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }

  /// Where a latitude lies on the square world, 0 at its northern edge and 1 at its southern, beyond them nearer the poles.
  static func share(ofLatitude degrees: Double) -> Double {
    (1 - asinh(tan(degrees * .pi / 180)) / .pi) / 2
  }

  /// Where a longitude lies on the square world, 0 at 180° W and 1 at 180° E.
  static func share(ofLongitude degrees: Double) -> Double { (degrees + 180) / 360 }
}
