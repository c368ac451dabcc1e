package import SkiGeo

/// The constructors of GeoJSON objects (RFC 7946).
package enum GeoJSON {
  /// Returns a position, with its elevation in metres when that is known.
  /// - Parameter places: The number of decimals of degrees; an elevation has two.
  package static func position(
    _ place: Coordinate, elevationMetres: Double? = nil, places: Int = 7
  ) -> JSONValue {
    let flat: [JSONValue] = [
      .decimal(place.longitude, places: places), .decimal(place.latitude, places: places),
    ]
    return .array(flat + (elevationMetres.map { [.decimal($0, places: 2)] } ?? []))
  }

  /// Returns a point geometry.
  package static func point(_ position: JSONValue) -> JSONValue { geometry("Point", position) }

  /// Returns a line string geometry.
  package static func line(_ positions: [JSONValue]) -> JSONValue {
    geometry("LineString", .array(positions))
  }

  /// Returns a polygon geometry, the outer ring first.
  /// - Complexity: O(*n*) in the rings.
  package static func polygon(_ rings: [[JSONValue]]) -> JSONValue {
    geometry("Polygon", .array(rings.map(JSONValue.array)))
  }

  private static func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
    .object(["type": .string(type), "coordinates": coordinates])
  }

  /// Returns a feature.
  package static func feature(_ geometry: JSONValue, _ properties: [JSONValue.Member]) -> JSONValue {
    .object(["type": .string("Feature"), "geometry": geometry, "properties": .object(properties)])
  }

  /// Returns a feature collection.
  /// - Parameters:
  ///   - features: The features.
  ///   - head: The members before `features`.
  ///   - tail: The members after `features`.
  package static func collection(
    _ features: [JSONValue], head: [JSONValue.Member] = [], tail: [JSONValue.Member] = []
  ) -> JSONValue {
    .object(
      [.init("type", .string("FeatureCollection"))] + head + [.init("features", .array(features))] + tail)
  }
}
