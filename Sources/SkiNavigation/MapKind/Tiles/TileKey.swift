import SkiBase

/// The key of a tile in a global grid of about 2.5 km.
struct TileKey: Hashable, Sendable {
  var row: Int32
  var column: Int32

  /// The height of a row in degrees; the equator is between two rows.
  static let rowDegrees = 0.0225
  /// The greatest width of a tile, in metres.
  static let widestMetres = 2500.0
  /// The latitude in degrees beyond which there are no tiles.
  static let latitudeLimit = 89.0

  /// Creates the key of the tile that contains a place; nil near the poles, where the plane is too distorted.
  /// - Precondition: The coordinate is valid.
  init?(_ place: Coordinate) {
    guard abs(place.latitude) < Self.latitudeLimit else { return nil }
    row = Int32(((place.latitude + 90) / Self.rowDegrees).rounded(.down))
    let count = Self.columnCount(row)
    column = min(Int32(count) - 1, max(0, Int32(((place.longitude + 180) / 360 * count).rounded(.down))))
  }

  /// The centre of the tile.
  var centre: Coordinate {
    Coordinate(
      latitude: (Double(row) + 0.5) * Self.rowDegrees - 90,
      longitude: (Double(column) + 0.5) / Self.columnCount(row) * 360 - 180)
  }

  /// Returns the number of tiles in a row.
  private static func columnCount(_ row: Int32) -> Double {
    let south = Double(row) * rowDegrees - 90
    let nearEquator = min(abs(south), abs(south + rowDegrees))
    return max(
      1, (360 * LocalScale(latitude: nearEquator).metresPerDegreeLongitude / widestMetres).rounded(.up))
  }
}
