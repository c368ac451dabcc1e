import SkiBase

/// The centre of geometries that are not kept.
enum GeometryBox {
  /// Returns the centre of a geometry's valid positions; nil without any.
  static func centre(of raw: RawGeometry) -> Coordinate? {
    var box: BoundingBox?
    for position in raw.positions {
      let place = Coordinate(latitude: position.latitude, longitude: position.longitude)
      guard place.isValid else { continue }
      if box?.formUnion(place) == nil { box = BoundingBox(place) }
    }
    guard let box else { return nil }
    guard box.east - box.west > 180 else { return box.centre }
    let places = raw.positions.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    return centre(of: places.filter(\.isValid))
  }

  /// Returns the centre of the box around coordinates, which crosses the antimeridian if it is smaller then; nil without
  /// any.
  static func centre(of coordinates: [Coordinate]) -> Coordinate? {
    guard let box = BoundingBox(coordinates) else { return nil }
    return box.east - box.west > 180 ? CoordinateExtent(coordinates)?.centre : box.centre
  }
}
