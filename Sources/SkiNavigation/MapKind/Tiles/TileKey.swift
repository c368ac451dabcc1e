import SkiGeo

/// One tile of a world-wide net of about 2.5 km, the same whatever the map and whoever asks first.
struct TileKey: Hashable, Sendable {
  var row: Int32
  var column: Int32

  /// The height of a row, degrees; the equator lies between two rows.
  static let rowDegrees = 0.0225
  /// The widest a tile may be, metres.
  static let widestMetres = 2500.0
  /// Beyond this latitude there are no tiles, degrees.
  static let latitudeLimit = 89.0

  /// The tile that holds a place; nil at the poles, where no plane is flat enough.
  /// - Precondition: the place is on the Earth.
  init?(_ place: Coordinate) {
    guard abs(place.latitude) < Self.latitudeLimit else { return nil }
    row = Int32(((place.latitude + 90) / Self.rowDegrees).rounded(.down))
    let count = Self.columnCount(row)
    column = min(Int32(count) - 1, max(0, Int32(((place.longitude + 180) / 360 * count).rounded(.down))))
  }

  /// The middle of the tile.
  var centre: Coordinate {
    Coordinate(
      latitude: (Double(row) + 0.5) * Self.rowDegrees - 90,
      longitude: (Double(column) + 0.5) / Self.columnCount(row) * 360 - 180)
  }

  /// How many tiles a row has around the Earth.
  private static func columnCount(_ row: Int32) -> Double {
    let south = Double(row) * rowDegrees - 90
    let nearEquator = min(abs(south), abs(south + rowDegrees))
    return max(
      1, (360 * LocalScale(latitude: nearEquator).metresPerDegreeLongitude / widestMetres).rounded(.up))
  }
}
