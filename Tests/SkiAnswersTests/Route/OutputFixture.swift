import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport

/// A drawn mountain whose route has every kind of step, with names that need escaping.
enum OutputFixture {
  static let sources = [
    DataSource(name: "drawing", licence: "CC0-1.0", attribution: "Drawn by hand")
  ]

  static func world() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T--K--M
      |     |
      |     N
      |     |
      B--A--C
      """,
      heights: ["T": 1400, "K": 1360, "M": 1270, "N": 1220, "C": 1050, "A": 1049, "B": 1048],
      [
        .lift(
          "BT", .chairLift, name: "Sun & <Snow>",
          change: {
            $0.occupancy = 4
            $0.capacityPerHour = 2800
            $0.refs = ["7"]
          }),
        .run("TK", .easy, name: "Panorama"), .run("KM", .intermediate, name: "Panorama"),
        .connector("MN"), .run("NC", .advanced, flags: .difficultyEstimated), .walk("CA"), .connector("AB"),
      ])
  }

  /// The document of a route from the foot of the lift to the street.
  static func document(
    _ from: Character = "B", _ to: Character = "A", _ profile: SkierProfile = .anyGrade
  ) throws -> RouteDocument {
    let world = try world()
    return RouteDocument(
      result: try world.result(from, to, profile), from: "Valley \u{1B}[31m", to: "Café \"A\"",
      ceiling: profile == .anyGrade ? nil : profile.effectiveCeiling, sources: Self.sources)
  }

  /// A route that needs the lift, though a street is near.
  static func ride() throws -> RouteDocument {
    let world = try world()
    let start = RouteEndpoint.coordinate(world.place("B", "T", share: 0, northMetres: -30))
    let answer = try world.router.route(
      RouteRequest.fastest(from: start, to: .node(world.node("C")), profile: .anyGrade))
    return RouteDocument(result: answer, from: "Home", to: "Café \"A\"", sources: Self.sources)
  }
}
