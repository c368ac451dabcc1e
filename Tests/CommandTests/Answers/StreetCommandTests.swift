import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `build --streets`, and routes from a door in the sample's town.
struct StreetCommandTests {
  private let scratch = ScratchFolder()
  private static let streets = SampleFiles.folder.appending(path: "osm/streets.geojson").path
  /// Beside a street of the town, farther than 150 m from every run and lift.
  private static let door = "46.0458,-4.9275"

  private func build() throws -> String {
    let map = scratch.path + "/town.skimap"
    let outcome = try skiroute(
      ["build"] + SharedSample.sources
        + ["--streets", Self.streets, "-o", map, "--report", scratch.path + "/r.json"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.errorText.contains("streets: 25 read, 25 used"), "\(outcome)")
    return map
  }

  @Test func `a route from a door walks along named streets to the lift`() throws {
    let without = try skiroute(Self.door, "Crête")
    #expect(without.exitCode == 1 && without.text.contains("not near anything"), "\(without)")
    let map = try build()
    let outcome = try skiroute(Self.door, "Crête", "--max-difficulty", "red", "--map", map)
    #expect(outcome.exitCode == 0, "\(outcome)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count > 2 && lines[1].hasPrefix("1. → walk  Rue du Village, Rue de la Gare"), "\(outcome)")
    #expect(lines.count > 2 && lines[2].contains("gondola"), "\(outcome)")
    #expect(outcome.text.contains(" on foot\n"), "\(outcome)")
  }

  @Test func `each street of a walk is a step with its own id in the machine forms`() throws {
    let map = try build()
    for format in ["json", "geojson"] {
      let outcome = try skiroute(Self.door, "Crête", "--map", map, "--format", format)
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(
        outcome.text.contains("\"kind\":\"walk\",\"movement\":\"walked\",\"id\":\"way/9000002"), "\(outcome)")
    }
    let gpx = try skiroute(Self.door, "Crête", "--map", map, "--format", "gpx")
    #expect(gpx.text.contains("Rue de la Gare"), "\(gpx)")
  }

  @Test func `streets do not change a route between two lifts`() throws {
    let map = try build()
    for words in [["Montsoleil", "Crête", "--max-difficulty", "blue", "--ability", "beginner"]] {
      let with = try skiroute(words + ["--map", map])
      let without = try skiroute(words)
      #expect(with.text == without.text, "\(with)")
    }
  }

  @Test func `a street is found as a place by its name`() throws {
    let map = try build()
    let places = try skiroute("places", "Rue du Four", "--map", map)
    #expect(places.exitCode == 0 && places.text.contains("Rue du Four"), "\(places)")
    let route = try skiroute("Rue du Four", "Crête", "--map", map)
    #expect(route.exitCode == 0, "\(route)")
  }

  @Test func `a missing file of streets, and a map written over one, are refused`() throws {
    let missing = try skiroute(
      ["build"] + SharedSample.sources + ["--streets", "/no/streets", "-o", scratch.path + "/x.skimap"])
    expectError(missing, 66, "/no/streets")
    let copy = scratch.path + "/streets.geojson"
    try FileManager.default.copyItem(atPath: Self.streets, toPath: copy)
    let over = try skiroute(["build"] + SharedSample.sources + ["--streets", copy, "-o", copy])
    expectError(over, 64, "streets.geojson")
  }
}
