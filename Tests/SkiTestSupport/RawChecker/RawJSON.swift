import Foundation

/// A JSON object as Foundation gives it.
typealias RawObject = [String: Any]

/// The reason why a file or a route can't be checked.
package struct RawCheckError: Error, CustomStringConvertible, Sendable {
  package let description: String
  init(_ description: String) { self.description = description }
}

/// Reads a text as one JSON object.
func rawObject(_ data: Data, subject: String) throws -> RawObject {
  guard let object = try JSONSerialization.jsonObject(with: data) as? RawObject else {
    throw RawCheckError("\(subject): not a JSON object")
  }
  return object
}

/// Returns the features of a FeatureCollection.
func rawFeatures(at url: URL) throws -> [RawObject] {
  let object = try rawObject(Data(contentsOf: url), subject: url.path)
  guard let features = object["features"] as? [Any] else {
    throw RawCheckError("\(url.path): no array of features")
  }
  return features.compactMap { $0 as? RawObject }
}

/// Returns a value as text: strings as they are, numbers in digits, anything else nil.
func rawText(_ value: Any?) -> String? {
  if let text = value as? String { return text }
  return (value as? NSNumber)?.stringValue
}

/// Returns a number as Foundation may give it, nil for anything else.
func rawNumber(_ value: Any?) -> Double? {
  if let number = value as? Double { return number }
  return (value as? NSNumber)?.doubleValue
}

/// Returns a position, or nil when it is not an array of two or more numbers.
func rawVertex(_ value: Any?) -> RawVertex? {
  guard let numbers = value as? [Any], numbers.count >= 2,
    let longitude = rawNumber(numbers[0]),
    let latitude = rawNumber(numbers[1])
  else { return nil }
  let elevation = numbers.count > 2 ? rawNumber(numbers[2]) : nil
  return RawVertex(longitude: longitude, latitude: latitude, elevation: elevation)
}

/// The shape of a feature, as lines, rings of polygons, or points.
struct RawShape {
  var lines: [[RawVertex]] = []
  /// Polygons, each an outer ring followed by its holes.
  var polygons: [[[RawVertex]]] = []
  var points: [RawVertex] = []

  init() {}

  init(geometry: Any?) {
    guard let geometry = geometry as? RawObject else { return }
    let coordinates = geometry["coordinates"]
    switch geometry["type"] as? String {
    case "Point": points = [rawVertex(coordinates)].compactMap(\.self)
    case "LineString": lines = [Self.path(coordinates)]
    case "MultiLineString": lines = Self.items(coordinates).map(Self.path)
    case "Polygon": polygons = [Self.items(coordinates).map(Self.path)]
    case "MultiPolygon": polygons = Self.items(coordinates).map { Self.items($0).map(Self.path) }
    case "GeometryCollection":
      for part in Self.items(geometry["geometries"]) { append(RawShape(geometry: part)) }
    default: break
    }
    lines.removeAll { $0.count < 2 }
  }

  private mutating func append(_ other: RawShape) {
    lines += other.lines
    polygons += other.polygons
    points += other.points
  }

  private static func items(_ value: Any?) -> [Any] { value as? [Any] ?? [] }

  private static func path(_ value: Any?) -> [RawVertex] {
    items(value).compactMap(rawVertex).filter(\.isOnEarth)
  }
}
