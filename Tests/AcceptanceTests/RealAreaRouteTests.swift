import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Compares A* and Dijkstra with the reference on ten thousand random requests per real area, to the
/// millisecond; a check against the raw files finds no rule broken.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaRouteTests {
  /// The starts per area, and the destinations per start.
  private static let starts = TestScale.count(all: 100, sample: 30)
  private static let destinations = 100

  /// The skiers, and the ceiling each is checked by: their own, else that of their ability.
  private static let skiers: [(profile: SkierProfile, ceiling: String?)] = [
    (SkierProfile(ceilingWord: nil), nil), (SkierProfile(ceilingWord: "red"), "red"),
    (SkierProfile(ceilingWord: "blue"), "blue"), (SkierProfile(ceilingWord: "green"), "green"),
    (SkierProfile(ability: .beginner), "blue"), (SkierProfile(ability: .intermediate), "red"),
    (SkierProfile(ability: .advanced), "black"),
  ]

  /// Returns the uncertainty of the raw checker's elevations in metres: it reads only `.hgt`, the builder
  /// the finest source. In Mayrhofen these are two surveys that differ by 19 m at the 95th percentile.
  private static func uncertaintyMetres(_ name: String) -> Double { name == "mayrhofen" ? 20 : 5 }

  @Test(arguments: RealArea.names)
  func `routes cost the same as the reference and break no rule`(name: String) async throws {
    let area = try RealArea.named(name)
    let (graph, _) = try await MapMaking.graph(of: area)
    let raw = try area.rawArea(
      heights: try area.elevation.map {
        try RawHeightFiles(folder: $0).heights(uncertaintyMetres: Self.uncertaintyMetres(name))
      })
    var tally = RouteTally()
    var random = SeededGenerator(seed: 1)
    let session = RouteSession(Router(graph: graph))
    for number in 0..<Self.starts {
      let (profile, ceiling) = Self.skiers[number % Self.skiers.count]
      let start = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
      let reference = ReferenceRouting(graph: graph, profile: profile)
      let truth = reference.distances(from: start, arcs: reference.arcs())
      for _ in 0..<Self.destinations {
        let end = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
        let request = RouteRequest.fastest(from: .node(start), to: .node(end), profile: profile)
        let route = try tally.compare(session, request, truth: truth[end.position])
        if let route { tally.add(route, ceiling, by: raw) }
      }
    }
    print("\(name), seed 1: \(tally.summary)")
    #expect(tally.wrongCosts == 0)
    #expect(tally.violations.isEmpty, "\(tally.violations.prefix(5).joined(separator: "\n"))")
    #expect(tally.found > 100)
  }
}
