package import Foundation

/// One step of a route, with the properties of its GeoJSON only.
package struct RawStep: Sendable, Hashable {
  package var kind: String
  package var id: String?
  package var name: String?
  package var difficulty: String?
  package var difficultyEstimated: Bool?
  package var liftType: String?
  package var seconds: Double
  package var waitSeconds: Double
  package var lengthMetres: Double
  /// Nil when heights are unknown.
  package var ascentMetres: Double?
  package var descentMetres: Double?
  package var maxGradient: Double?
  /// `skied`, `climbed` and so on; nil if the document doesn't state it.
  package var movement: String?
  package var vertices: [RawVertex]
  /// Indicates whether it is a further section of the lift of the step before.
  package var staysOn = false
  /// Indicates whether it follows nothing that is mapped.
  package var isUnmapped = false

  /// Creates a step; everything but its kind, time, length and line may be missing.
  package init(
    kind: String, id: String? = nil, name: String? = nil, difficulty: String? = nil,
    difficultyEstimated: Bool? = nil, liftType: String? = nil, seconds: Double, waitSeconds: Double = 0,
    lengthMetres: Double, ascentMetres: Double? = nil, descentMetres: Double? = nil,
    maxGradient: Double? = nil, vertices: [RawVertex]
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.difficulty = difficulty
    self.difficultyEstimated = difficultyEstimated
    self.liftType = liftType
    self.seconds = seconds
    self.waitSeconds = waitSeconds
    self.lengthMetres = lengthMetres
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.maxGradient = maxGradient
    self.vertices = vertices
  }

  /// Indicates whether it follows no mapped feature; a walk along a street has the street's id.
  var isLink: Bool { kind == "connector" || kind == "walk" && id == nil }

  /// Indicates whether it is a connector that is walked: without a grade, and neither slid down nor pushed along.
  var isOnFoot: Bool { kind == "connector" && difficulty == nil && movement.map { $0 != "skied" } ?? false }

  /// Metres on the ellipsoid along the step's line.
  package var horizontalMetres: Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { $0 + rawDistanceMetres($1.0, $1.1) }
  }
}

/// A route with the properties of its GeoJSON only, small enough to check ten thousand of them in seconds.
package struct RawRoute: Sendable, Hashable {
  package var steps: [RawStep]
  /// `route.seconds`; nil when the document has none.
  package var seconds: Double?
  /// `route.reason`, present without a route.
  package var reason: String?

  /// Creates a route from its steps and total.
  package init(steps: [RawStep], seconds: Double?, reason: String? = nil) {
    self.steps = steps
    self.seconds = seconds
    self.reason = reason
  }

  /// Reads the text of `skiroute --format geojson`.
  ///
  /// - Throws: `RawCheckError` when it isn't a FeatureCollection of LineStrings, or an error of Foundation
  ///   when it isn't JSON at all.
  package init(geojson: Data) throws {
    let object = try rawObject(geojson, subject: "route")
    guard object["type"] as? String == "FeatureCollection", let features = object["features"] as? [Any]
    else { throw RawCheckError("route: not a FeatureCollection") }
    let totals = object["route"] as? RawObject
    seconds = rawNumber(totals?["seconds"])
    reason = totals?["reason"] as? String
    steps = try features.enumerated().map { try Self.step($0.element, index: $0.offset) }
  }

  private static func step(_ value: Any, index: Int) throws -> RawStep {
    guard let feature = value as? RawObject, let properties = feature["properties"] as? RawObject,
      let geometry = feature["geometry"] as? RawObject, geometry["type"] as? String == "LineString",
      let coordinates = geometry["coordinates"] as? [Any]
    else { throw RawCheckError("route: step \(index) is not a LineString feature") }
    let vertices = coordinates.compactMap(rawVertex)
    guard vertices.count == coordinates.count else {
      throw RawCheckError("route: step \(index) has a position that isn't one")
    }
    guard let kind = properties["kind"] as? String, let seconds = rawNumber(properties["seconds"]),
      let length = rawNumber(properties["lengthMetres"])
    else { throw RawCheckError("route: step \(index) lacks kind, seconds or lengthMetres") }
    var step = RawStep(
      kind: kind, id: rawText(properties["id"]), name: properties["name"] as? String,
      difficulty: properties["difficulty"] as? String,
      difficultyEstimated: properties["difficultyEstimated"] as? Bool,
      liftType: properties["liftType"] as? String, seconds: seconds,
      waitSeconds: rawNumber(properties["waitSeconds"]) ?? 0, lengthMetres: length,
      ascentMetres: rawNumber(properties["ascentMetres"]),
      descentMetres: rawNumber(properties["descentMetres"]),
      maxGradient: rawNumber(properties["maxGradient"]), vertices: vertices)
    step.isUnmapped = properties["unmapped"] as? Bool ?? false
    step.staysOn = properties["stayOn"] as? Bool ?? false
    step.movement = rawText(properties["movement"])
    return step
  }
}
