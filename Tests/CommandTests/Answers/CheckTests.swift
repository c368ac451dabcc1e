import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute check`: formats and required shares.
struct CheckTests {
  private let scratch = ScratchFolder()

  /// A map of two lifts that nothing joins, and a run from the top of one to its bottom.
  private func apart() throws -> String {
    func feature(_ id: String, _ properties: String, _ line: String) -> String {
      """
      {"type":"Feature","properties":{"id":"\(id)","status":"operating",\(properties)},\
      "geometry":{"type":"LineString","coordinates":[\(line)]}}
      """
    }
    let lifts = [
      feature(
        "a", "\"type\":\"lift\",\"liftType\":\"chair_lift\",\"name\":\"Near\"", "[7,46,1500],[7,46.01,1900]"),
      feature(
        "b", "\"type\":\"lift\",\"liftType\":\"chair_lift\",\"name\":\"Cut\"",
        "[7.00155,46.01,1800],[7.00155,46.02,2200]"),
    ]
    let run = feature(
      "c", "\"type\":\"run\",\"uses\":[\"downhill\"],\"name\":\"Down\"",
      "[7,46.01,1900],[7.001,46.005,1700],[7,46,1500]")
    func collection(_ features: [String]) -> String {
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }
    let map = scratch.path + "/apart.skimap"
    let files = [
      scratch.write(collection([run]), to: "runs.geojson"),
      scratch.write(collection(lifts), to: "lifts.geojson"),
    ]
    let outcome = try skiroute("build", "--runs", files[0], "--lifts", files[1], "-o", map)
    guard outcome.exitCode == 0 else { throw Unready("\(outcome)") }
    return map
  }

  @Test func `check --require decides the exit code and leaves the answer unchanged`() throws {
    let map = try apart()
    for format in ["text", "json", "geojson"] {
      let free = try skiroute("check", "--map", map, "--format", format)
      #expect(free.exitCode == 0 && free.standardError.isEmpty, "\(free)")
      let short = try skiroute("check", "--map", map, "--format", format, "--require", "0.98")
      #expect(short.exitCode == 1 && short.text == free.text, "\(short)")
      #expect(short.errorText == "skiroute: below 0.98: unnamed area, 50 % of 2 lifts\n")
    }
    #expect(try skiroute("check", "--map", map, "--require", "0.5").exitCode == 0)
    #expect(try skiroute("check", "--require", "1").exitCode == 0)
    for bad in ["1.1", "-0.1", "nan", "inf"] {
      expectError(try skiroute("check", "--require", bad), 64, "required share must be 0...1")
    }
  }

  @Test func `check lists an unreachable lift with its nearest miss and the reason`() throws {
    let map = try apart()
    let text = try skiroute("check", "--map", map).text
    #expect(text.contains("    not Cut [b]: no route to it, no route from it; nearest: "), "\(text)")
    let outcome = try skiroute("check", "--map", map, "--format", "geojson")
    let document = try jsonObject(outcome.standardOutput)
    #expect(document["type"] as? String == "FeatureCollection")
    let features = try #require(document["features"] as? [[String: Any]])
    let properties = features.compactMap { $0["properties"] as? [String: Any] }
    #expect(
      properties.compactMap { $0["problem"] as? String }.sorted() == ["liftWithoutWayIn", "nearestMiss"])
    let miss = try #require(properties.first { $0["problem"] as? String == "nearestMiss" })
    #expect(miss["id"] as? String == "b" && miss["reason"] as? String == "tooHigh", "\(miss)")
    let distance = try #require(miss["distanceMetres"] as? Double)
    #expect(abs(distance - 117) < 6)
  }

  @Test func `check JSON has histograms that add up and all stations mutually reachable`() throws {
    let document = try jsonObject(try skiroute("check", "--format", "json").standardOutput)
    let areas = try #require(document["areas"] as? [[String: Any]])
    let area = try #require(areas.first)
    let connectors = try #require(area["connectors"] as? [[String: Any]])
    for group in connectors {
      let classes = try #require(group["histogram"] as? [[String: Any]])
      #expect(classes.compactMap { $0["count"] as? Int }.reduce(0, +) == group["count"] as? Int)
    }
    #expect(area["stations"] as? Int == area["mutuallyReachableStations"] as? Int)
    #expect(try skiroute("check", "--format", "geojson").exitCode == 0)
  }
}
