import Foundation
import SkiBuild
import SkiTestSupport

/// A hand-written mountain of a few features in metres around a point in Europe, and steps on it.
///
/// A run falls from (0, 1000) at 2000 m to (0, 0) at 1800 m with a bend at (60, 500); a chair goes up beside it
/// from (20, 0) to (20, 1000). Further features are added by each test.
struct TinyMountain {
  var runs: [[String: Any]] = []
  var lifts: [[String: Any]] = []
  var streets: [[String: Any]] = []
  var convention = "europe"
  var heights: RawHeights?

  static let home: [(Double, Double, Double)] = [(0, 1000, 2000), (60, 500, 1900), (0, 0, 1800)]
  static let chair: [(Double, Double, Double)] = [(20, 0, 1800), (20, 1000, 2000)]

  /// Returns the mountain with its run and chair, in OpenSkiMap's form.
  static func standard(
    run: [String: Any] = [:], lift: [String: Any] = [:], runLine: [(Double, Double, Double)] = home,
    liftLine: [(Double, Double, Double)] = chair
  ) -> TinyMountain {
    var mountain = TinyMountain()
    mountain.runs.append(
      feature(
        ["type": "run", "id": "home", "name": "Home", "uses": ["downhill"], "difficulty": "easy"].merging(run)
        { $1 },
        "LineString", line(runLine)))
    mountain.lifts.append(
      feature(
        ["type": "lift", "id": "chair", "name": "Chair", "liftType": "chair_lift", "status": "operating"]
          .merging(lift) { $1 }, "LineString", line(liftLine)))
    return mountain
  }

  static func vertex(_ x: Double, _ y: Double, _ z: Double? = nil) -> RawVertex {
    RawVertex(
      longitude: ((10 + x / 77_470) * 1e7).rounded() / 1e7,
      latitude: ((46 + y / 111_150) * 1e7).rounded() / 1e7,
      elevation: z)
  }

  static func line(_ points: [(Double, Double, Double)]) -> [[Double]] {
    points.map {
      let vertex = vertex($0.0, $0.1)
      return $0.2 < -5000 ? [vertex.longitude, vertex.latitude] : [vertex.longitude, vertex.latitude, $0.2]
    }
  }

  static func feature(_ properties: [String: Any], _ type: String, _ coordinates: Any) -> [String: Any] {
    ["type": "Feature", "properties": properties, "geometry": ["type": type, "coordinates": coordinates]]
  }

  /// Writes the files to a folder of their own, reads them with the raw checker and removes them.
  func area() throws -> RawArea {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tiny-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let urls = try [("runs", runs), ("lifts", lifts), ("streets", streets)].map { name, features in
      let url = folder.appendingPathComponent(name + ".geojson")
      let document: [String: Any] = ["type": "FeatureCollection", "features": features]
      try JSONSerialization.data(withJSONObject: document).write(to: url)
      return url
    }
    return try RawArea(
      runs: [urls[0]], lifts: [urls[1]], streets: [urls[2]], convention: convention, heights: heights)
  }

  static func step(
    _ kind: String, _ id: String?, _ points: [(Double, Double, Double?)], speed: Double = 4, wait: Double = 0,
    difficulty: String? = nil, estimated: Bool? = nil
  ) -> RawStep {
    let vertices = points.map { vertex($0.0, $0.1, $0.2) }
    var step = RawStep(kind: kind, id: id, seconds: 0, lengthMetres: 0, vertices: vertices)
    step.lengthMetres = step.horizontalMetres
    step.waitSeconds = wait
    step.seconds = ((step.horizontalMetres / speed + wait) * 1000).rounded() / 1000
    step.difficulty = difficulty
    step.difficultyEstimated = estimated
    return step
  }

  static func route(_ steps: [RawStep]) -> RawRoute {
    let total = steps.reduce(0) { $0 + Int(($1.seconds * 1000).rounded()) }
    return RawRoute(steps: steps, seconds: Double(total) / 1000)
  }

  static var ride: RawStep { step("lift", "chair", [(20, 0, 1800), (20, 1000, 2000)], wait: 180) }
  static var link: RawStep { step("connector", nil, [(20, 1000, 2000), (0, 1000, 2000)], speed: 1) }
  static var descent: RawStep {
    step("run", "home", [(0, 1000, 2000), (60, 500, 1900), (30, 250, 1850)], difficulty: "easy")
  }

  /// A route that breaks no rule: up the chair, across to the run and three quarters of it down.
  static var goodRoute: RawRoute { route([ride, link, descent]) }

  /// Returns the rules a route breaks on this mountain, each once, in order.
  func brokenRules(_ route: RawRoute, _ request: RawRequest = RawRequest()) throws -> [Violation.Rule] {
    var rules: [Violation.Rule] = []
    for violation in try area().check(route, for: request).violations
    where !rules.contains(violation.rule) {
      rules.append(violation.rule)
    }
    return rules
  }
}
