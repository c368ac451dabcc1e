import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TourRequestTests {
  @Test func `tour requests with invalid times, limits, goals or lunch are refused`() throws {
    let tourCase = try TourOracleTests.TourCase(seed: 3)
    var requests: [TourRequest] = []
    let add = { (change: (inout TourRequest) -> Void) in
      var request = tourCase.request
      request.lunch = nil
      change(&request)
      requests.append(request)
    }
    add { $0.until = $0.from.advanced(byMilliseconds: -1) }
    add { $0.from = DayTime(milliseconds: -5) }
    add { $0.limits.maximumLabelCount = 0 }
    add { $0.limits.tableCellCount = -1 }
    add { $0.goal = .runs([]) }
    add { $0.goal = .runs([FeatureIndex(1_000_000)]) }
    add { $0.snapLimitMetres = .nan }
    add {
      $0.lunch = TourLunch(
        place: $0.home, earliest: DayTime(hour: 2), latest: DayTime(hour: 1), milliseconds: 1)
    }
    add {
      $0.lunch = TourLunch(
        place: $0.home, earliest: DayTime(hour: 1), latest: DayTime(hour: 2), milliseconds: -1)
    }
    for request in requests {
      #expect {
        try tourCase.session.tour(request)
      } throws: {
        ($0 as? SkiError)?.code == .invalidArgument
      }
    }
  }

  @Test func `repeated requests give the same tour`() throws {
    for seed in UInt64(1)...40 {
      let tourCase = try TourOracleTests.TourCase(seed: seed)
      for goal in [TourGoal.metres, .distance, .differentRuns] {
        var request = tourCase.request
        request.goal = goal
        guard case .answer(let first) = try tourCase.session.tour(request),
          case .answer(let again) = try tourCase.session.tour(request)
        else { continue }
        #expect(first.legs == again.legs && first.score == again.score, "seed \(seed), \(goal)")
      }
    }
  }

  @Test func `a tour from a coordinate on a run starts and ends at the same place`() throws {
    var skied = 0
    for seed in UInt64(1)...2000 {
      var world = try RandomWorld(seed: seed)
      let home = world.endpoint()
      guard case .coordinate = home else { continue }
      let session = DaySession(
        Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
      var request = TourRequest(home: home, from: DayTime(hour: 1), until: DayTime(hour: 3))
      request.limits.tableCellCount = 30_000
      guard case .answer(let tour) = try session.tour(request) else { continue }
      let points = tour.legs.flatMap { $0.steps.flatMap(\.points) }.map(\.coordinate)
      #expect(tour.arrival <= request.until && tour.arrival == tour.legs.last?.arrival, "seed \(seed)")
      #expect(tour.isProvenBest, "seed \(seed)")
      // A coordinate beside two runs may start on one and end on the other.
      if let first = points.first, let last = points.last {
        #expect(first.distanceMetres(to: last) < 30, "seed \(seed)")
      }
      if tour.score > 0 { skied += 1 }
    }
    #expect(skied > 20)
  }
}
