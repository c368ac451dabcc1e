import Foundation
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Closures changed by one thread while others ask: every answer belongs to one version.
///
/// `SKIROUTE_CLOSURES` is the number of closures, and of questions.
@Suite struct ClosureThreadTests {
  private static let count = TestScale.count("SKIROUTE_CLOSURES", all: 10_000, sample: 5000)

  /// A mountain with two ways of two lifts each. One way is closed in even versions, the other in odd ones, so that a
  /// route over a lift of each has seen two versions.
  private struct Ways {
    let router: MapRouter
    let places: [[Place]]
    /// The answers to each question, in even and in odd versions.
    let answers: [[Answer<Route>]]
    private let ends: (RouteEndpoint, RouteEndpoint)

    init() throws {
      let world = try DrawnWorld(
        """
        P---M---R
        |...|...|
        H---Q.S-T
        """, heights: ["H": 1000, "P": 1500, "Q": 1500, "M": 1300, "R": 1800, "S": 1800, "T": 1600],
        [
          .lift("HP", .chairLift), .run("PM", .easy), .lift("HQ", .gondola), .run("QM", .intermediate),
          .lift("MR", .chairLift), .run("RT", .easy), .lift("MS", .gondola), .run("ST", .intermediate),
        ])
      let map = try world.map()
      let graph = try map.graph(at: 0)
      let ends = (RouteEndpoint.node(world.node("H")), RouteEndpoint.node(world.node("T")))
      let places = try [["HP", "MR"], ["HQ", "MS"]].map { way in
        try way.map { graph.place(try #require(world.feature($0))) }
      }
      answers = try (0..<Self.questionCount).map { number in
        try places.map { try Self.ask(number, MapRouter(map: map, closed: $0), ends) }
      }
      (self.places, self.ends) = (places, ends)
      router = MapRouter(map: map, closed: places[0])
    }

    static let questionCount = 4

    private static func ask(
      _ number: Int, _ router: MapRouter, _ ends: (RouteEndpoint, RouteEndpoint)
    ) throws -> Answer<Route> {
      let request = RouteRequest(
        from: ends.0, to: ends.1, profile: .anyGrade, objective: number % 2 == 0 ? .fastest : .skiing)
      return number < 2
        ? try router.route(request) : try router.route(request, departing: DayTime(hour: 10))
    }

    /// Asks a question, and returns the fault of its answer; nil when it belongs to one version that was present.
    func fault(_ number: Int) throws -> String? {
      let expected = answers[number]
      let before = router.closures.version
      let answer = try Self.ask(number, router, ends)
      let after = router.closures.version
      let isOfVersion = before == after ? answer == expected[before % 2] : expected.contains(answer)
      return isOfVersion ? nil : "question \(number), versions \(before) to \(after): \(answer)"
    }

    /// Asks two questions of one version, and returns the fault of the answers; nil when they belong to it.
    func faultAtOneVersion(_ number: Int) throws -> String? {
      let fixed = try router.at(router.closures)
      for question in [number, (number + 1) % Self.questionCount]
      where try Self.ask(question, fixed, ends) != answers[question][fixed.closures.version % 2] {
        return "question \(question) at version \(fixed.closures.version)"
      }
      return nil
    }
  }

  /// The numbers of closures and of questions so far, kept close to each other, and the faults.
  private struct Progress: Sendable {
    var closures = 0
    var questions = 0
    var faults: [String] = []
    static let lead = 8
  }

  @Test func `every answer belongs to one version of the closures`() throws {
    let ways = try Ways()
    for answers in ways.answers {
      #expect(answers[0].value != nil && answers[1].value != nil && answers[0] != answers[1])
    }
    let progress = Locked(Progress())
    let count = Self.count
    Self.onThreads(4) { thread in
      do {
        if thread == 0 {
          while progress.withLock({ $0.closures }) < count {
            guard progress.withLock({ $0.closures <= $0.questions + Progress.lead }) else {
              sched_yield()
              continue
            }
            let version = try ways.router.setClosed(ways.places[(ways.router.closures.version + 1) % 2])
            progress.withLock {
              $0.closures += 1
              if version != $0.closures { $0.faults.append("version \(version) of \($0.closures)") }
            }
          }
        } else {
          while true {
            let number = progress.withLock { progress -> Int? in
              guard progress.questions < count else { return nil }
              guard progress.questions <= progress.closures + Progress.lead else { return -1 }
              progress.questions += 1
              return progress.questions
            }
            guard let number else { return }
            if number < 0 {
              sched_yield()
              continue
            }
            let question = number % Ways.questionCount
            let fault = try number % 16 == 0 ? ways.faultAtOneVersion(question) : ways.fault(question)
            if let fault { progress.withLock { $0.faults.append(fault) } }
          }
        }
      } catch {
        progress.withLock { $0.faults.append("\(error)") }
      }
    }
    let done = progress.withLock { $0 }
    #expect(done.faults.isEmpty, "\(done.faults.prefix(3))")
    #expect(done.closures == count && done.questions == count && ways.router.closures.version == count)
  }

  @Test func `no change of several threads is lost`() throws {
    let ways = try Ways()
    let (router, rounds) = (ways.router, max(10, Self.count / 10))
    try router.setClosed([])
    let places = ways.places.flatMap(\.self)
    let errors = Locked<[String]>([])
    Self.onThreads(places.count) { thread in
      do {
        for _ in 0..<rounds {
          try router.close([places[thread]])
          try router.reopen([places[thread]])
        }
        try router.close([places[thread]])
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 }.isEmpty)
    #expect(router.closures.version == 1 + places.count * (2 * rounds + 1))
    #expect(Set(router.closed.map(\.feature)) == Set(places.map(\.feature)))
  }

  /// Calls a closure with the number of a thread on each of some threads, and waits for all.
  private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let done = DispatchSemaphore(value: 0)
    for number in 0..<count {
      Thread {
        body(number)
        done.signal()
      }.start()
    }
    for _ in 0..<count { done.wait() }
  }
}
