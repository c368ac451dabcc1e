package import SkiGeo

/// Features and their collections as GeoJSON (RFC 7946) has them.
package enum GeoJSON {
  /// Returns a position, with its height where that is known.
  /// - Parameter places: The decimals of degrees; a height has two.
  package static func position(
    _ place: Coordinate, elevationMetres: Double? = nil, places: Int = 7
  ) -> JSONValue {
    let flat: [JSONValue] = [
      .decimal(place.longitude, places: places), .decimal(place.latitude, places: places),
    ]
    return .array(flat + (elevationMetres.map { [.decimal($0, places: 2)] } ?? []))
  }

  /// Returns a point, as geometry.
  package static func point(_ position: JSONValue) -> JSONValue { geometry("Point", position) }

  /// Returns a line, as geometry. Complexity: O(1).
  package static func line(_ positions: [JSONValue]) -> JSONValue {
    geometry("LineString", .array(positions))
  }

  /// Returns a polygon, its outer ring first, as geometry. Complexity: O(rings).
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

  /// Returns a collection.
  /// - Parameters:
  ///   - features: What is in it.
  ///   - head: Members before the features.
  ///   - tail: Members after them.
  package static func collection(
    _ features: [JSONValue], head: [JSONValue.Member] = [], tail: [JSONValue.Member] = []
  ) -> JSONValue {
    .object(
      [.init("type", .string("FeatureCollection"))] + head + [.init("features", .array(features))] + tail)
  }
}
