package import Foundation

/// A ski area read from its raw GeoJSON files by independent code, to check routes with.
///
/// It shares nothing with the importer, the graph builder or the search: its imports are Foundation's alone,
/// and its rules are its own. A value; `Sendable`.
package struct RawArea: Sendable {
  let plane: RawPlane
  var features: [RawFeature] = []
  var runsByID: [String: [Int]] = [:]
  var liftsByID: [String: [Int]] = [:]
  var streetsByID: [String: [Int]] = [:]
  /// The boarding places between the ends of lifts, with the lift's id where the file states it.
  var stations: [(point: SIMD2<Double>, lift: String?)] = []
  var grid = RawSegmentGrid()
  /// The convention of runs that don't state their own.
  let convention: String
  let heights: RawHeights?

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - runs: GeoJSON files of runs, in either form.
  ///   - lifts: GeoJSON files of lifts; points in them are stations.
  ///   - spots: Files whose points of lift stations are boarding places.
  ///   - streets: Files of raw OSM highways to walk on.
  ///   - convention: `europe`, `north_america` or `japan`, for runs that don't state it.
  ///   - heights: Elevation for features whose vertices have none; nil when the builder had none.
  /// - Throws: `RawCheckError`, or Foundation's errors for missing files and broken JSON.
  /// - Complexity: O(*n*) time and memory in the vertices.
  package init(
    runs: [URL], lifts: [URL], spots: [URL] = [], streets: [URL] = [], convention: String = "europe",
    heights: RawHeights? = nil
  ) throws {
    let runObjects = try runs.flatMap(rawFeatures)
    let liftObjects = try lifts.flatMap(rawFeatures)
    let shapes = (runObjects + liftObjects).map { RawShape(geometry: $0["geometry"]) }
    plane = RawPlane(around: Self.middle(of: shapes))
    self.convention = convention
    self.heights = heights
    for (index, object) in (runObjects + liftObjects).enumerated() {
      add(object, shape: shapes[index], isRun: index < runObjects.count)
    }
    for spot in try spots.flatMap(rawFeatures) { addStations(spot) }
    for street in try streets.flatMap(rawFeatures) { addStreet(street) }
    for index in features.indices { addToGrid(index) }
    for index in runsByID.values.joined() { orientRun(index) }
    for index in liftsByID.values.joined() { orientLift(index) }
  }

  private static func middle(of shapes: [RawShape]) -> RawVertex {
    let all = shapes.flatMap { Array($0.lines.joined()) + Array($0.polygons.joined().joined()) }
    guard !all.isEmpty else { return RawVertex(longitude: 0, latitude: 0) }
    let latitudes = all.map(\.latitude).sorted()
    let longitudes = all.map(\.longitude).sorted()
    return RawVertex(longitude: longitudes[all.count / 2], latitude: latitudes[all.count / 2])
  }

  private mutating func add(_ object: RawObject, shape: RawShape, isRun: Bool) {
    if !isRun || Self.isStationNode(object) { addStations(object) }
    guard let tags = RawTags(feature: object), !(shape.lines.isEmpty && shape.polygons.isEmpty) else {
      return
    }
    if isRun {
      runsByID[tags.id, default: []].append(features.count)
    } else {
      liftsByID[tags.id, default: []].append(features.count)
    }
    features.append(RawFeature(tags: tags, shape: shape, plane: plane))
  }

  /// Adds points of stations and huts: features of their own, and those inside a lift's `stations`.
  private mutating func addStations(_ object: RawObject) {
    let properties = object["properties"] as? RawObject ?? [:]
    let isPylon = properties["aerialway"] as? String == "pylon" && properties["aerialway:access"] == nil
    let isClosed = properties["aerialway:access"] as? String == "no"
    let spot = properties["spotType"] as? String
    if !isPylon, !isClosed, spot == nil || spot == "lift_station" || spot == "hut" {
      for vertex in RawShape(geometry: object["geometry"]).points {
        stations.append((plane.point(vertex), rawText(properties["liftId"])))
      }
    }
    let id = RawTags(feature: object)?.id
    for vertex in Self.points(in: properties["stations"]) { stations.append((plane.point(vertex), id)) }
  }

  /// Returns whether a feature is tagged as a place for boarding or alighting, in any file.
  private static func isStationNode(_ object: RawObject) -> Bool {
    let properties = object["properties"] as? RawObject ?? [:]
    return properties["aerialway"] as? String == "station" || properties["aerialway:access"] != nil
  }

  private static func points(in value: Any?) -> [RawVertex] {
    if let items = value as? [Any] { return items.flatMap { points(in: $0) } }
    guard let object = value as? RawObject else { return [] }
    if object["type"] as? String == "Point" { return RawShape(geometry: object).points }
    return points(in: object["geometry"])
  }

  /// Adds a street that may be walked.
  private mutating func addStreet(_ object: RawObject) {
    let properties = object["properties"] as? RawObject ?? [:]
    let shape = RawShape(geometry: object["geometry"])
    guard rawMayWalk(properties), let tags = RawTags(feature: object), !shape.lines.isEmpty else { return }
    streetsByID[tags.id, default: []].append(features.count)
    features.append(RawFeature(tags: tags, shape: shape, plane: plane))
  }

  private mutating func addToGrid(_ index: Int) {
    for (lineIndex, line) in features[index].lines.enumerated() where line.points.count > 1 {
      for segment in 1..<line.points.count {
        let name = RawSegment(feature: Int32(index), line: Int32(lineIndex), segment: Int32(segment - 1))
        grid.insert(name, from: line.points[segment - 1], to: line.points[segment])
      }
    }
  }
}
