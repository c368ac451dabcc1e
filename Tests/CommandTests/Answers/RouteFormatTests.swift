import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// The machine-readable forms, against Data/Formats/route.md and the raw files.
struct RouteFormatTests {
  /// The ids of all features in the sample's files.
  private func rawIDs() throws -> Set<String> {
    let ids = try ["runs", "lifts"].flatMap { role in
      let document = try jsonObject(Data(contentsOf: URL(filePath: SharedSample.path(role))))
      let features = try #require(document["features"] as? [[String: Any]])
      return features.compactMap { ($0["properties"] as? [String: Any])?["id"] as? String }
    }
    return Set(ids)
  }

  private func sum(_ steps: [[String: Any]], _ member: String) throws -> Int {
    try steps.reduce(0) { try $0 + Int((#require($1[member] as? Double) * 1000).rounded()) }
  }

  private func check(_ steps: [[String: Any]], _ route: [String: Any], ids: Set<String>) throws {
    #expect(try Set(route.keys) == DocumentedMembers.route())
    for member in ["seconds", "waitSeconds"] {
      let whole = try #require(route[member] as? Double)
      #expect(try sum(steps, member) == Int((whole * 1000).rounded()), "\(member)")
    }
    for step in steps {
      let kind = try #require(step["kind"] as? String)
      #expect(["run", "lift", "walk", "connector"].contains(kind))
      if let id = step["id"] as? String { #expect(ids.contains(id), "\(id)") }
      #expect((kind == "lift") == (step["liftType"] is String))
      if kind == "run" || kind == "lift" { #expect(step["id"] is String) }
    }
  }

  @Test func `GeoJSON has the documented members, sums that add up and ids of the raw files`() throws {
    let ids = try rawIDs()
    for request in try SampleRoute.all() where request.exists {
      let outcome = try skiroute(request.arguments + ["--format", "geojson"])
      #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
      let document = try jsonObject(outcome.standardOutput)
      #expect(Set(document.keys) == ["type", "features", "route"])
      let features = try #require(document["features"] as? [[String: Any]])
      let steps = try features.map { try #require($0["properties"] as? [String: Any]) }
      for (feature, step) in zip(features, steps) {
        #expect(Set(feature.keys) == ["type", "geometry", "properties"])
        #expect(try Set(step.keys) == DocumentedMembers.step())
      }
      try check(steps, #require(document["route"] as? [String: Any]), ids: ids)
      try checkChain(features.map { try #require($0["geometry"] as? [String: Any]) })
    }
  }

  @Test func `a route by the clock names the zone and the offset of its clock besides`() throws {
    let outcome = try skiroute([
      "Montsoleil", "Aurore", "--depart", "10:00", "--date", "2026-02-14", "--format", "geojson",
    ])
    let route = try #require(try jsonObject(outcome.standardOutput)["route"] as? [String: Any])
    #expect(try Set(route.keys) == DocumentedMembers.route().union(["zone", "utcOffset"]))
    #expect(route["utcOffset"] as? String == "+01:00")
  }

  private func checkChain(_ geometries: [[String: Any]]) throws {
    var end: [Double]?
    for geometry in geometries {
      #expect(geometry["type"] as? String == "LineString")
      let line = try #require(geometry["coordinates"] as? [[Double]])
      #expect(line.count >= 2 && line.allSatisfy { $0.count == 2 || $0.count == 3 })
      if let end { #expect(line[0].prefix(2) == end.prefix(2)) }
      end = line.last
    }
  }

  @Test func `JSON has the same route and steps as GeoJSON`() throws {
    let request = ["Montsoleil", "Crête", "--max-difficulty", "red", "--format"]
    let plain = try jsonObject(skiroute(request + ["json"]).standardOutput)
    let geo = try jsonObject(skiroute(request + ["geojson"]).standardOutput)
    #expect(Set(plain.keys) == ["version", "route", "steps"])
    let steps = try #require(plain["steps"] as? [[String: Any]])
    let features = try #require(geo["features"] as? [[String: Any]])
    #expect(steps.count == features.count)
    #expect(plain["route"] as? NSDictionary == geo["route"] as? NSDictionary)
    for (step, feature) in zip(steps, features) {
      #expect(try Set(step.keys) == DocumentedMembers.step().union(["coordinates"]))
      let geometry = try #require(feature["geometry"] as? [String: Any])
      #expect(step["coordinates"] as? NSArray == geometry["coordinates"] as? NSArray)
      #expect(step["seconds"] as? Double == (feature["properties"] as? [String: Any])?["seconds"] as? Double)
    }
  }

  @Test(arguments: [
    (["Chalet du Vallon Perdu", "Montsoleil", "--max-difficulty", "blue"], "overCeiling"),
    (["Montsoleil", "Avenir"], "placeNotInNetwork"), (["46.0,6.0", "Crête"], "notNearAnything"),
    (["Montsoleil", "Crête", "--closed", "Montsoleil", "--closed", "Funiculaire du Village"], "closed"),
  ])
  func `without a route JSON and GeoJSON have no steps, a reason and exit code 1`(
    arguments: [String], reason: String
  ) throws {
    for format in ["geojson", "json"] {
      let outcome = try skiroute(arguments + ["--format", format])
      #expect(outcome.exitCode == 1 && outcome.standardError.isEmpty, "\(outcome)")
      let document = try jsonObject(outcome.standardOutput)
      #expect((document[format == "json" ? "steps" : "features"] as? [Any])?.isEmpty == true)
      let route = try #require(document["route"] as? [String: Any])
      #expect(route["reason"] as? String == reason, "\(outcome)")
      #expect(try Set(route.keys) == DocumentedMembers.noRoute())
      if reason == "placeNotInNetwork" {
        #expect(route["placeStatus"] as? String == "construction")
        #expect((route["nearby"] as? [Any])?.isEmpty == false)
      }
    }
  }

  @Test func `GPX parses, with a waypoint and a segment for each step`() throws {
    for request in try SampleRoute.all() {
      let outcome = try skiroute(request.arguments + ["--format", "gpx"])
      #expect(outcome.exitCode == (request.exists ? 0 : 1))
      let counted = try GPXCount(outcome.standardOutput)
      let route = try jsonObject(skiroute(request.arguments + ["--format", "json"]).standardOutput)
      let steps = try #require(route["steps"] as? [[String: Any]])
      #expect(counted["gpx"] == 1 && counted["metadata"] == 1 && counted["trk"] == (request.exists ? 1 : 0))
      #expect(counted["wpt"] == steps.count && counted["trkseg"] == steps.count)
      let points = steps.reduce(0) { $0 + (($1["coordinates"] as? [Any])?.count ?? 0) }
      #expect(counted["trkpt"] == points)
    }
  }
}
