import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Runs at the antimeridian, the poles and the equator.
struct ExtremeCoordinateTests {
  private typealias Text = HostileText

  @Test func `a run at the antimeridian or a pole is used or left out with its reason`() throws {
    let ring = "[[[179.99,-44],[-179.99,-44],[-179.99,-44.01],[179.99,-44.01],[179.99,-44]]]"
    let area = Text.feature(
      properties: "{\(Text.properties)}", geometry: Text.geometry(ring, type: "Polygon"))
    try HostileBuild().expectGolden(
      [
        (
          "a run across 180°",
          Text.collection(Text.run(along: "[[179.99,-44,2000],[-179.99,-44.01,1500]]"), Text.good)
        ),
        ("an area across 180°", Text.collection(area, Text.good)),
        (
          "a run up to 180°",
          Text.collection(Text.run(along: "[[179.99,-44,2000],[180,-44.01,1500]]"), Text.good)
        ),
        (
          "a run from −180°",
          Text.collection(Text.run(along: "[[-180,-44,2000],[-179.99,-44.01,1500]]"), Text.good)
        ),
        (
          "a run beyond 180°",
          Text.collection(Text.run(along: "[[180.01,-44,2000],[180.02,-44.01,1500]]"), Text.good)
        ),
        ("a run from the pole", Text.collection(Text.run(along: "[[0,90,2000],[0,89.99,1500]]"), Text.good)),
        (
          "a run around the pole",
          Text.collection(Text.run(along: "[[0,-89.9999,2000],[180,-89.9999,1500]]"), Text.good)
        ),
        (
          "a run over the pole",
          Text.collection(Text.run(along: "[[0,89.99,2000],[180,89.99,1500]]"), Text.good)
        ),
        (
          "a run around the world",
          Text.collection(Text.run(along: "[[-170,-80,2000],[170,80,1000]]"), Text.good)
        ),
        (
          "a run on the equator",
          Text.collection(Text.run(along: "[[-0.01,0,2000],[0.01,0,1500]]"), Text.good)
        ),
      ], "hostile-edges")
  }

  @Test func `routes follow runs that end at 180° and at the pole`() throws {
    let build = HostileBuild()
    for (line, from, to) in [
      ("[[179.99,-44,2000],[180,-44.01,1500]]", "-44,179.99", "-44.01,180"),
      ("[[-180,-44,2000],[-179.99,-44.01,1500]]", "-44,-180", "-44.01,-179.99"),
      ("[[0,90,2000],[0,89.99,1500]]", "90,0", "89.99,0"),
      ("[[-0.01,0,2000],[0.01,0,1500]]", "0,-0.01", "0,0.01"),
    ] {
      let built = try build.build(Array(Text.collection(Text.run(along: line)).utf8))
      #expect(built.exitCode == 0, "\(line): \(built)")
      for format in ["text", "json", "geojson", "gpx"] {
        let route = try skiroute(from, to, "--format", format, "--map", build.map)
        #expect(route.exitCode == 0, "\(line): \(route)")
      }
    }
  }
}
