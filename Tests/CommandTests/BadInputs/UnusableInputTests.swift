import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Source files with few or no usable features.
struct UnusableInputTests {
  private let scratch = ScratchFolder()

  private static func line(_ number: Int, _ tags: String) -> String {
    let west = 7 + Double(number) / 1000
    return """
      {"type":"Feature","id":"way/\(number)","properties":{"@id":"way/\(number)",\(tags)},"geometry":{"type":"LineString",
      "coordinates":[[\(west),46.0],[\(west),46.005]]}}
      """
  }

  private func file(_ name: String, _ features: [String]) -> String {
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    return scratch.write(text, to: name)
  }

  private static let run = #""piste:type":"downhill","piste:difficulty":"easy""#
  private static let road = #""highway":"residential""#

  @Test(arguments: ["runs", "lifts"])
  func `a file of roads makes no map, and the cause is reported`(role: String) throws {
    let roads = file("roads.geojson", (1...3).map { Self.line($0, Self.road) })
    let runs = file("runs.geojson", [Self.line(9, Self.run)])
    let map = scratch.path + "/x.skimap"
    let files = role == "runs" ? ["--runs", roads] : ["--runs", runs, "--lifts", roads]
    let outcome = try skiroute(["build"] + files + ["-o", map])
    expectError(
      outcome, 65, "0 of 3 \(role) can be used (3 × notASkiFeature); check the \(role) files")
    #expect(!FileManager.default.fileExists(atPath: map))
  }

  @Test func `a file of lifts that holds only runs is refused`() throws {
    let lift = file("lifts.geojson", [Self.line(1, Self.run)])
    let outcome = try skiroute("build", "--lifts", lift, "-o", scratch.path + "/x.skimap")
    expectError(outcome, 65, "0 of 1 lifts can be used")
  }

  @Test(arguments: [(1, false), (2, true)])
  func `more than a tenth of unused features causes a warning`(roads: Int, isWarned: Bool) throws {
    let features =
      (1...(10 - roads + 1)).map { Self.line($0, Self.run) }
      + (0..<roads).map { Self.line(20 + $0, Self.road) }
    let outcome = try skiroute(
      "build", "--runs", file("runs.geojson", features), "-o", scratch.path + "/x.skimap")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let warning =
      "skiroute: warning: \(roads) of 11 runs are not used (\(roads) × notASkiFeature); check the files"
    #expect(outcome.errorText.contains(warning) == isWarned, "\(outcome)")
  }

  @Test func `a map without lifts fails check --require`() throws {
    let map = scratch.path + "/x.skimap"
    let built = try skiroute("build", "--runs", file("runs.geojson", [Self.line(1, Self.run)]), "-o", map)
    #expect(built.exitCode == 0, "\(built)")
    #expect(try skiroute("check", "--map", map).exitCode == 0)
    let outcome = try skiroute("check", "--map", map, "--require", "0.5")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText == "skiroute: below 0.5: the map has no operating lifts\n", "\(outcome)")
  }
}
