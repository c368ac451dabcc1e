import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiRouting

/// Warnings of walks along paths and tracks that may lie under snow.
@Suite struct TrailWarningTests {
  private func route(_ kind: StreetKind?, cellMetres: Double = 100) throws -> Route {
    let world = try DrawnWorld(
      "A--B--C", cellMetres: cellMetres, heights: ["A": 1300, "B": 1290, "C": 1200],
      [.walk("AB", name: "Wildflower") { $0.streetKind = kind }, .run("BC", .easy, name: "Down")])
    guard case .answer(let route) = try world.result("A", "C") else {
      Issue.record("no route")
      return Route(steps: [])
    }
    return route
  }

  private func text(_ route: Route) -> String {
    RouteDocument(result: .answer(route), from: "A", to: "C", sources: []).text().string
  }

  @Test(arguments: [StreetKind.path, .track, .bridleway])
  func `a walk of 300 m along a path, track or bridleway has a warning`(kind: StreetKind) throws {
    let route = try route(kind)
    #expect(route.steps.first?.streetKind == kind && abs(route.trailMetres() - 300) < 2)
    #expect(
      text(route).contains(
        "WARNING: 300 m on foot along paths and tracks that may lie under snow: Wildflower\n"),
      "\(text(route))")
  }

  @Test func `streets and short trails have no warning`() throws {
    for kind in [StreetKind.residential, .footway, .steps, .service, nil] {
      let route = try route(kind)
      #expect(route.trailMetres() == 0 && !text(route).contains("snow"), "\(text(route))")
    }
    let short = try route(.path, cellMetres: 50)
    #expect(short.trailMetres() > 100 && !text(short).contains("snow"))
  }
}
