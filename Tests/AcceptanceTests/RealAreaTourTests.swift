import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// A tour of three hours in every real area with a lift, checked by an independent simulation.
@Suite(.enabled(if: RealData.isNamed)) struct RealAreaTourTests {
  static let closing = DayTime(hour: 16, minute: 30)

  @Test(arguments: RealArea.names)
  func `a tour of three hours begins and ends at home and arrives in time`(_ name: String) async throws {
    let graph = try await MapMaking.graph(of: RealArea.named(name)).graph
    let schedule = Schedule(hours: OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: Self.closing))
    let session = DaySession(Router(graph: graph), timetable: Timetable(graph: graph, schedule: schedule))
    guard let home = RealAreaHomeTests.home(of: graph) else { return }
    for goal in [TourGoal.metres, .differentRuns] {
      var request = TourRequest(
        home: .node(home), from: DayTime(hour: 13, minute: 30), until: Self.closing, profile: .anyGrade,
        goal: goal)
      request.limits = TourLimits(maximumLabelCount: 100_000, tableCellCount: 500_000)
      guard case .answer(let tour) = try session.tour(request) else {
        Issue.record("\(name): no tour")
        continue
      }
      let route = try #require(tour.legs.first)
      try Descent(
        graph: graph, costs: CostModel(graph: graph, profile: .anyGrade), closing: Self.closing
      )
      .ride(route, from: request.from, name)
      #expect(tour.arrival <= request.until && tour.arrival == route.arrival)
      let ends = [
        route.steps.first?.edges.first.map(graph.tail), route.steps.last?.edges.last.map(graph.head),
      ]
      #expect(route.steps.isEmpty || ends == [home, home], "\(name)")
      #expect(tour.score >= 0 && tour.scoreUpperBound >= tour.score)
      print("\(name): \(tour.score) \(tour.measure), at most \(tour.scoreUpperBound)")
    }
  }
}
