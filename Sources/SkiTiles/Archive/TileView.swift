import SkiBase

/// The bounds and the initial view of a tile set, as archives and documents state them.
///
/// Invalid bounds become those of the world; bounds beyond the Web Mercator square are clipped to it.
struct TileView {
  let bounds: BoundingBox
  let centre: Coordinate
  let centreZoom: Int

  /// The latitude of the northern edge of Web Mercator, in degrees.
  static let latitudeLimit = 85.051_128_779_806_6

  init(_ tileSet: TileSet, zooms: ClosedRange<Int>) {
    let given = tileSet.bounds
    let (west, east) = Self.ordered(given.west, given.east, limit: 180)
    let (south, north) = Self.ordered(given.south, given.north, limit: Self.latitudeLimit)
    bounds = BoundingBox(south: south, west: west, north: north, east: east)
    centre = bounds.centre
    centreZoom = min(zooms.upperBound, max(zooms.lowerBound, Self.zoomToShow(bounds)))
  }

  private static func ordered(_ low: Double, _ high: Double, limit: Double) -> (Double, Double) {
    guard low <= high else { return (-limit, limit) }
    return (min(limit, max(-limit, low)), min(limit, max(-limit, high)))
  }

  /// Returns the lowest zoom at which the bounds are wider or higher than one tile, at most ``TileAddress/zoomLimit``.
  private static func zoomToShow(_ bounds: BoundingBox) -> Int {
    let width = TileAddress.share(ofLongitude: bounds.east) - TileAddress.share(ofLongitude: bounds.west)
    let height = TileAddress.share(ofLatitude: bounds.south) - TileAddress.share(ofLatitude: bounds.north)
    var (zoom, side) = (0, 1.0)
    while zoom < TileAddress.zoomLimit, max(width, height) <= side {
      zoom += 1
      side /= 2
    }
    return zoom
  }
}
