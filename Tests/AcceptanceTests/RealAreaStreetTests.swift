import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Routes from doors on real streets to the lifts above them, checked against the raw files.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaStreetTests {
  /// Lifts with a village at their lower end.
  private static let villageLifts = [
    "TC8 Soldeu", "TC10 Tarter", "TC10 Els Pioners", "TC8 Canillo", "els Orriols",
  ]

  private static func rawArea(of area: RealArea) throws -> RawArea {
    let heights = try area.elevation.map { try RawHeightFiles(folder: $0).heights(uncertaintyMetres: 5) }
    return try area.rawArea(heights: heights, withStreets: true)
  }

  @Test func `routes from doors in five villages of Andorra walk to the lift and ride it`() async throws {
    let area = try RealArea.named("andorra")
    let (graph, report) = try await MapMaking.graph(of: area, withStreets: true)
    #expect((report.usedCounts["streets"] ?? 0) > 1000)
    let raw = try Self.rawArea(of: area)
    let router = Router(graph: graph)
    for name in Self.villageLifts {
      let lift = try #require(graph.lift(named: name), "\(name) is not on the map")
      let (door, street) = try #require(graph.door(near: lift.start.coordinate), "no street below \(name)")
      let top = try #require(lift.endNode)
      let request = RouteRequest.fastest(from: .coordinate(door), to: .node(top), profile: .anyGrade)
      guard case .answer(let route) = try router.route(request) else {
        Issue.record("no way from \(street) to the top of \(name)")
        continue
      }
      let words = RouteDocument(result: .answer(route), from: street, to: name, sources: []).text().string
      print(words)
      // Within the snap limit the network is reached in a straight line, beyond it along a street.
      #expect(
        route.steps.contains {
          $0.kind == .walk && ($0.feature != nil || $0.lengthMetres <= RouteRequest.defaultSnapLimitMetres)
        }, "\(words)")
      #expect(route.steps.contains { $0.kind == .lift }, "\(words)")
      #expect(route.lengthMetres(of: .walk) < 1500, "\(words)")
      let checked = raw.check(RawRoute(route), for: RawRequest())
      #expect(checked.violations.isEmpty, "\(checked.violations.map(\.description))")
    }
  }

  @Test(arguments: ["andorra", "crystal-mountain"])
  func `routes over streets cost the same as the reference and break no rule`(name: String) async throws {
    let area = try RealArea.named(name)
    let (graph, _) = try await MapMaking.graph(of: area, withStreets: true)
    let raw = try Self.rawArea(of: area)
    let session = RouteSession(Router(graph: graph))
    var tally = RouteTally()
    var random = SeededGenerator(seed: 11)
    var walked = 0
    for number in 0..<20 {
      let ceiling: String? = [nil, "red", "blue", "green"][number % 4]
      let profile = SkierProfile(ceilingWord: ceiling)
      let start = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
      let reference = ReferenceRouting(graph: graph, profile: profile)
      let truth = reference.distances(from: start, arcs: reference.arcs())
      for _ in 0..<100 {
        let end = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
        let request = RouteRequest.fastest(from: .node(start), to: .node(end), profile: profile)
        guard let route = try tally.compare(session, request, truth: truth[end.position]) else { continue }
        // Several short passages under snow are one answer of a session; a map asks again without any.
        guard route.snowCoveredMetres <= 300 else { continue }
        tally.add(route, ceiling, by: raw)
        walked += route.steps.contains { $0.kind == .walk && $0.feature != nil } ? 1 : 0
      }
    }
    print("\(name) with streets, seed 11: \(tally.summary), \(walked) walk along streets")
    #expect(tally.wrongCosts == 0)
    #expect(tally.violations.isEmpty, "\(tally.violations.prefix(5).joined(separator: "\n"))")
    #expect(walked > 20)
  }

  @Test(arguments: ["andorra", "crystal-mountain"])
  func `four fifths of the stations join streets, and streets do not change the lifts connected`(name: String)
    async throws
  {
    let area = try RealArea.named(name)
    let (with, report) = try await MapMaking.graph(of: area, withStreets: true)
    let (without, _) = try await MapMaking.graph(of: area)
    let joined = with.stationNodes().filter(with.isOnStreet)
    print(
      "\(name): \(report.readCounts["streets"] ?? 0) streets read, \(report.usedCounts["streets"] ?? 0) used, "
        + "\(joined.count) of \(with.stationNodes().count) stations joined")
    #expect(joined.count * 10 >= with.stationNodes().count * 8)
    let shares = [with, without].map { MapSurvey($0).areas.map(\.mutuallyReachableLiftCount) }
    #expect(shares[0] == shares[1])
  }
}

extension RoutingGraph {
  fileprivate func lift(named name: String) -> GraphFeature? {
    (0..<featureCount).lazy.map { feature(FeatureIndex($0)) }.first { $0.kind == .lift && $0.name == name }
  }

  /// Returns a place 8 m beside the middle of a named street, 150 to 400 m from another place.
  fileprivate func door(near place: Coordinate) -> (place: Coordinate, street: String)? {
    for index in 0..<linkCount {
      let link = link(LinkIndex(index))
      guard link.kind == .walk, let name = link.feature.flatMap({ feature($0).name }) else { continue }
      let middle = link.points[link.points.count / 2].coordinate
      guard (150...400).contains(middle.distanceMetres(to: place)) else { continue }
      return (Coordinate(latitude: middle.latitude + 0.00007, longitude: middle.longitude), name)
    }
    return nil
  }

  fileprivate func stationNodes() -> Set<NodeIndex> {
    var nodes: Set<NodeIndex> = []
    for index in 0..<linkCount where link(LinkIndex(index)).kind == .lift {
      nodes.formUnion([link(LinkIndex(index)).tail, link(LinkIndex(index)).head])
    }
    return nodes
  }

  /// Returns whether a street or a link to one begins at a node.
  fileprivate func isOnStreet(_ node: NodeIndex) -> Bool {
    edges(from: node).contains { link(link(of: EdgeIndex($0))).cause == .street }
  }
}
