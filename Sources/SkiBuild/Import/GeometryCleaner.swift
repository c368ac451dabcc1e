import SkiBase
import SkiGraph

/// The reason for which a feature is left out, as a stable code with details.
struct FeatureRejection: Error {
  var code: String
  var detail: String
  init(_ code: String, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }
}

/// A valid geometry in the model's types.
enum CleanGeometry {
  case point(Coordinate, elevationMetres: Double?)
  case lines([Polyline])
  case areas([PolygonRings])
}

/// The conversion of raw positions into lines and rings, with notes on repairs.
///
/// Elevations outside −500...9000 m, or that are no numbers, are dropped. An invalid vertex is dropped from a line that
/// keeps two valid ones; a ring with one is rejected with its feature. Repeated vertices are dropped and open rings
/// closed. A feature of more than ``positionLimit`` positions is left out, which bounds the time between checks for
/// cancellation.
struct GeometryCleaner {
  /// The notes on repairs and findings, each code once a feature.
  private(set) var notes: [FeatureNote] = []

  /// The maximum number of positions of a feature; the largest in the measured areas has 1,430.
  static let positionLimit = 50_000

  /// Returns the cleaned geometry.
  /// - Throws: ``FeatureRejection`` with the reason when it is not usable.
  /// - Complexity: O(*n*) in the positions.
  mutating func clean(_ raw: RawGeometry?) throws(FeatureRejection) -> CleanGeometry {
    guard let raw else { throw FeatureRejection("geometryMissing") }
    let type = raw.type ?? "none"
    guard let height = Self.height(of: type) else {
      throw FeatureRejection("geometryUnsupported", "type \(type.prefix(40))")
    }
    guard let found = raw.height, !raw.positions.isEmpty else {
      throw FeatureRejection("geometryMissing", "\(type) without coordinates")
    }
    guard raw.positions.count <= Self.positionLimit else {
      throw FeatureRejection("geometryTooDetailed", "\(raw.positions.count) positions")
    }
    guard found == height && !raw.isIrregular else {
      throw FeatureRejection("coordinateInvalid", "coordinates are not nested as in a \(type)")
    }
    switch type {
    case "Point": return try point(raw)
    case "Polygon", "MultiPolygon": return .areas(try polygons(raw))
    default: return .lines(try lines(raw))
    }
  }

  /// Returns the nesting depth of a geometry type's positions; nil for unsupported types.
  private static func height(of type: String) -> Int? {
    switch type {
    case "Point": 0
    case "LineString": 1
    case "MultiLineString", "Polygon": 2
    case "MultiPolygon": 3
    default: nil
    }
  }

  private mutating func point(_ raw: RawGeometry) throws(FeatureRejection) -> CleanGeometry {
    guard let position = raw.positions.first, let place = coordinate(position) else {
      throw FeatureRejection("coordinateInvalid", describe(raw.positions.first))
    }
    let metres = elevation(position)
    return .point(place, elevationMetres: metres.isNaN ? nil : metres)
  }

  private mutating func lines(_ raw: RawGeometry) throws(FeatureRejection) -> [Polyline] {
    var lines: [Polyline] = []
    var fault: FeatureRejection?
    for index in raw.lineEnds.indices {
      do throws(FeatureRejection) {
        lines.append(try line(raw.line(index)))
      } catch {
        fault = fault ?? error
      }
    }
    guard !lines.isEmpty else { throw fault ?? FeatureRejection("lineTooShort") }
    if let fault { note("partDropped", .mended, "\(fault.code) \(fault.detail)") }
    return lines
  }

  private mutating func line(_ positions: ArraySlice<GeoJSONPosition>) throws(FeatureRejection)
    -> Polyline
  {
    var vertices = Vertices(capacity: positions.count)
    var bad: GeoJSONPosition?
    for position in positions { if !append(position, to: &vertices) { bad = bad ?? position } }
    guard vertices.hasTwoDistinct else {
      if let bad { throw FeatureRejection("coordinateInvalid", describe(bad)) }
      throw FeatureRejection("lineTooShort", "fewer than 2 different vertices")
    }
    if let bad { note("coordinateInvalid", .mended, describe(bad)) }
    return vertices.polyline
  }

  private mutating func polygons(_ raw: RawGeometry) throws(FeatureRejection) -> [PolygonRings] {
    let isSingle = raw.type == "Polygon"
    var polygons: [PolygonRings] = []
    var fault: FeatureRejection?
    for index in isSingle ? 0..<1 : raw.polygonEnds.indices {
      let rings = isSingle ? 0..<raw.lineEnds.count : raw.rings(ofPolygon: index)
      do throws(FeatureRejection) {
        polygons.append(try polygon(raw, rings))
      } catch {
        guard error.code == "ringDegenerate" else { throw error }
        fault = fault ?? error
      }
    }
    guard !polygons.isEmpty else { throw fault ?? FeatureRejection("ringDegenerate") }
    if let fault { note("partDropped", .mended, fault.code) }
    return polygons
  }

  private mutating func polygon(_ raw: RawGeometry, _ rings: Range<Int>) throws(FeatureRejection)
    -> PolygonRings
  {
    guard let first = rings.first else { throw FeatureRejection("ringDegenerate", "no ring") }
    var polygon = PolygonRings(outer: try ring(raw.line(first)))
    for index in rings.dropFirst() {
      do throws(FeatureRejection) {
        polygon.holes.append(try ring(raw.line(index)))
      } catch {
        guard error.code == "ringDegenerate" else { throw error }
        note("partDropped", .mended, "a hole without area")
      }
    }
    return polygon
  }

  private mutating func ring(_ positions: ArraySlice<GeoJSONPosition>) throws(FeatureRejection)
    -> Polyline
  {
    // An open ring is closed.
    var vertices = Vertices(capacity: positions.count + 1)
    for position in positions where !append(position, to: &vertices) {
      throw FeatureRejection("coordinateInvalid", describe(position))
    }
    if let first = vertices.coordinates.first, vertices.coordinates.last != first {
      vertices.append(first, vertices.elevations[0])
      note("ringUnclosed", .mended)
    }
    guard vertices.coordinates.count >= 4, vertices.hasThreeDistinct else {
      throw FeatureRejection("ringDegenerate", "fewer than 3 different vertices")
    }
    return vertices.polyline
  }

  private mutating func append(_ position: GeoJSONPosition, to vertices: inout Vertices) -> Bool {
    guard let place = coordinate(position) else { return false }
    if !vertices.append(place, Float(elevation(position))) { note("vertexRepeated", .mended) }
    return true
  }

  private func coordinate(_ position: GeoJSONPosition) -> Coordinate? {
    let place = Coordinate(latitude: position.latitude, longitude: position.longitude)
    return place.isValid ? place : nil
  }

  /// Returns a plausible elevation; NaN without one.
  private mutating func elevation(_ position: GeoJSONPosition) -> Double {
    if position.elevation >= -500 && position.elevation <= 9000 { return position.elevation }
    if position.hasBadElevation || !position.elevation.isNaN {
      note("elevationImplausible", .mended, "\(position.elevation)")
    }
    return .nan
  }

  private func describe(_ position: GeoJSONPosition?) -> String {
    position.map { "longitude \($0.longitude), latitude \($0.latitude)" } ?? ""
  }

  private mutating func note(_ code: String, _ outcome: ImportReport.Outcome, _ detail: String = "") {
    guard !notes.contains(where: { $0.code == code && $0.outcome == outcome }) else { return }
    notes.append(FeatureNote(code: code, outcome: outcome, detail: detail))
  }
}

/// A note to be counted for a feature.
struct FeatureNote: Hashable {
  var code: String
  var outcome: ImportReport.Outcome
  var detail: String
}

/// The vertices of a line under construction, without consecutive duplicates.
private struct Vertices {
  private(set) var coordinates: [Coordinate] = []
  /// The elevations in metres, NaN where unknown.
  private(set) var elevations: [Float] = []
  private var hasElevation = false

  /// Creates no vertices, with memory for so many.
  init(capacity: Int) {
    coordinates.reserveCapacity(capacity)
    elevations.reserveCapacity(capacity)
  }

  /// Appends a vertex; returns false when it repeats the last one, whose elevation it may complete.
  @discardableResult
  mutating func append(_ place: Coordinate, _ elevation: Float) -> Bool {
    hasElevation = hasElevation || !elevation.isNaN
    if let last = coordinates.last, last == place {
      let end = elevations.count - 1
      if elevations[end].isNaN { elevations[end] = elevation }
      return false
    }
    coordinates.append(place)
    elevations.append(elevation)
    return true
  }

  /// Indicates whether there are two distinct vertices, given that consecutive duplicates are dropped.
  var hasTwoDistinct: Bool { coordinates.count >= 2 }

  /// Indicates whether there are three distinct vertices.
  /// - Complexity: O(*n*), in rings without repeated vertices O(1).
  var hasThreeDistinct: Bool {
    guard let first = coordinates.first, let second = coordinates.first(where: { $0 != first }) else {
      return false
    }
    return coordinates.contains { $0 != first && $0 != second }
  }

  var polyline: Polyline {
    hasElevation ? Polyline(coordinates, storedElevations: elevations) : Polyline(coordinates)
  }
}
