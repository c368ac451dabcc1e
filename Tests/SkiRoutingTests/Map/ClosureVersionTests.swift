import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Answers of a router whose closures change equal those of a router created with the same closures.
@Suite struct ClosureVersionTests {
  @Test(arguments: Array(stride(from: UInt64(1), to: 161, by: 20)))
  func `answers after random closures equal those of a router created with them`(first: UInt64) throws {
    var (asked, versions) = (0, 0)
    for seed in first..<first + 20 {
      var worlds = try (0..<2).map { try RandomWorld(seed: seed * 10 + $0) }
      let regions = worlds.enumerated().map { $1.builder.moved(eastDegrees: Double($0 * 2)) }
      let map = try MapContents(regions: regions).map()
      let graphs = try map.regions.map { try map.graph($0) }
      var random = SeededGenerator(seed: seed ^ 0xC105)
      let schedule = random.schedule(for: graphs[0])
      let router = MapRouter(map: map, schedule: schedule, closed: graphs[0].places(0...2, &random))
      for step in 0..<10 {
        try Self.change(router, graphs, &random)
        let fresh = MapRouter(map: map, schedule: schedule, closed: router.closed)
        let fixed = try router.at(router.closures)
        for _ in 0..<3 {
          let questions = Self.questions(&worlds, graphs, &random)
          let number = Int.random(in: 0..<ClosureQuestions.all.count, using: &random)
          let ask = ClosureQuestions.all[number]
          let expected = Self.text { try ask(questions, fresh) }
          let note: Comment = "seed \(seed), step \(step), question \(number)"
          #expect(Self.text { try ask(questions, router) } == expected, note)
          #expect(Self.text { try ask(questions, fixed) } == expected, note)
          asked += 1
        }
      }
      versions += router.closures.version
    }
    #expect(asked > 400 && versions > 100)
  }

  @Test(.enabled(if: RealData.isNamed), arguments: ["trois-vallees", "us/snowbird"])
  func `answers after random closures equal those of a router created with them, on a real area`(
    name: String
  ) async throws {
    let map = try await MapMaking.map(of: .named(name))
    let graph = try map.graph(at: 0)
    var random = SeededGenerator(seed: 0xC105)
    let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
    let schedule = Schedule(hours: hours)
    let router = MapRouter(map: map, schedule: schedule)
    // The questions that take less than a second each: all but tours, Pareto sets and relaxations.
    let numbers = ClosureQuestions.all.indices.filter { ![8, 9, 15].contains($0) }
    for step in 0..<60 {
      try Self.change(router, [graph], &random, most: 30)
      let fresh = MapRouter(map: map, schedule: schedule, closed: router.closed)
      for _ in 0..<3 {
        let ends = (0..<2).map { _ in
          RouteEndpoint.coordinate(
            graph.point(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))).coordinate)
        }
        let questions = ClosureQuestions(
          from: ends[0], to: ends[1], profile: .anyGrade, departure: DayTime(hour: 10),
          closing: graph.places(1...2, &random))
        let number = random.pick(numbers)
        let ask = ClosureQuestions.all[number]
        let (answer, expected) = (
          Self.text { try ask(questions, router) }, Self.text { try ask(questions, fresh) }
        )
        #expect(answer == expected, "step \(step), question \(number)")
      }
    }
  }

  /// Closes, reopens or replaces random places.
  private static func change(
    _ router: MapRouter, _ graphs: [RoutingGraph], _ random: inout SeededGenerator, most: Int = 4
  ) throws {
    let places = graphs.flatMap { $0.places(0...most, &random) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try router.setClosed(places)
    case 1: try router.reopen(places + router.closed.prefix(1))
    default: try router.close(places)
    }
  }

  /// Returns questions between random ends of the first world.
  private static func questions(
    _ worlds: inout [RandomWorld], _ graphs: [RoutingGraph], _ random: inout SeededGenerator
  ) -> ClosureQuestions {
    let ends = (0..<2).map { _ -> RouteEndpoint in
      // A node is no end on a map of several regions.
      let end = worlds[0].endpoint()
      guard case .node(let node) = end else { return end }
      return .coordinate(graphs[0].point(node).coordinate)
    }
    return ClosureQuestions(
      from: ends[0], to: ends[1], profile: worlds[0].profile(), departure: random.moment(),
      closing: graphs[0].places(1...2, &random))
  }

  /// Returns the answer to a question, or the error it throws.
  private static func text(_ ask: () throws -> String) -> String {
    do { return try ask() } catch { return "\(error)" }
  }
}
