import SkiGraph
import SkiTestSupport
import Testing

/// Invalid numbers, and numbers out of range.
struct HostileNumberTests {
  private typealias Text = HostileText
  static let spellings = [
    "NaN", "nan", "Infinity", "-Infinity", "inf", "1e999", "-1e999", "1e-400", "-0", "-0.0", "0x10", "\"12\"",
    "+1",
    "01", ".5", "5.", "1e", "null", "true", "[]", "{}", "1e+2", "-", "99999999999999999999999999", "1_000",
  ]

  @Test func `valid and invalid spellings of a longitude are answered as recorded`() throws {
    let cases = Self.spellings.map {
      (
        "longitude \($0)",
        Text.collection(Text.run(along: "[[\($0),45.0],[6.5,45.01],[6.51,45.02]]"), Text.good)
      )
    }
    try HostileBuild().expectGolden(cases, "hostile-longitudes")
  }

  @Test func `valid and invalid spellings of an elevation are answered as recorded`() throws {
    let cases = Self.spellings.map {
      (
        "elevation \($0)",
        Text.collection(
          Text.run(along: "[[6.5,45.01,2000],[6.505,45.01,\($0)],[6.51,45.01,1900]]"), Text.good)
      )
    }
    try HostileBuild().expectGolden(cases, "hostile-elevations")
  }

  @Test(arguments: ["duration", "capacity", "occupancy"])
  func `valid and invalid spellings of a lift's figures are answered as recorded`(name: String) throws {
    let scratch = ScratchFolder()
    let map = scratch.path + "/x.skimap"
    var table = HostileTable()
    for value in Self.spellings + ["1e300", "-5", "0", "9223372036854775808"] {
      let lift = Text.feature(
        properties:
          #"{"id":"l","type":"lift","liftType":"chair_lift","status":"operating","\#(name)":\#(value)}"#,
        geometry: Text.geometry("[[6.51,45,1900],[6.5,45,2000]]"))
      let lifts = scratch.write(Text.collection(lift), to: "lifts.geojson")
      let runs = scratch.write(Text.collection(Text.good), to: "runs.geojson")
      let built = try skiroute("build", "--runs", runs, "--lifts", lifts, "-o", map)
      table.add("\(name) \(value)", built, hiding: scratch.path)
      guard built.exitCode == 0, !built.errorText.contains("featureNoJSON") else { continue }
      let route = try skiroute("45,6.51", "45.0,6.5", "--map", map)
      #expect(route.exitCode == 0, "\(name) \(value): \(route)")
    }
    try expectGolden(table.text, "hostile-lift-\(name)")
  }
}
