import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// One router used by many tasks: costs and memory kept between requests never show in an answer.
struct SharedRouterTests {
  private struct Question: Sendable {
    var request: RouteRequest
    var answer: Answer<Route>
    var timed: Answer<Route>
  }

  private static let departure = DayTime(hour: 10)

  @Test(arguments: UInt64(1)...30)
  func `answers of one router to many tasks equal those of a router for each request`(seed: UInt64)
    async throws
  {
    var world = try RandomWorld(seed: seed)
    let map = try MapContents(regions: [world.builder]).map()
    let questions = try (0..<24).map { number -> Question in
      // Objectives and skiers alternate, so that a session seldom meets the one it prepared last.
      let request = RouteRequest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile(),
        objective: number % 3 == 0 ? .fastest : .skiing)
      return Question(
        request: request, answer: try MapRouter(map: map).route(request),
        timed: try MapRouter(map: map).route(request, departing: Self.departure))
    }
    let shared = MapRouter(map: map)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<2 * questions.count {
            let question = questions[(round * (task + 1) + task) % questions.count]
            #expect(try shared.route(question.request) == question.answer, "seed \(seed)")
            let timed = try shared.route(question.request, departing: Self.departure)
            #expect(timed == question.timed, "seed \(seed)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
