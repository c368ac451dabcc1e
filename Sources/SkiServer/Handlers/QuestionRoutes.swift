import HTTPTypes
import Hummingbird
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiPeople

/// The routes of questions over the map.
///
/// Parameters are the keys of the question; the body of the answer is the document that the command prints as JSON, but for
/// ``NearbyQuestion``, which the command does not have.
struct QuestionRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    routes(RouteQuestion.self, "Returns a route.", lane: .quick, hasBody: true)
      + routes(HomeQuestion.self, "Returns the latest way home.", lane: .quick)
      + routes(ReachQuestion.self, "Returns what can be reached.", lane: .quick)
      + routes(ClosureQuestion.self, "Returns what closures cut off.", lane: .long)
      + routes(TourQuestion.self, "Returns a tour of a day.", lane: .long)
      + routes(LocateQuestion.self, "Returns the kind of map at a place.", lane: .quick)
      + routes(NearbyQuestion.self, "Returns lifts, runs and huts near a place.", lane: .quick)
      + routes(PlacesQuestion.self, "Returns the places of a name.", lane: .quick)
      + routes(MeetQuestion.self, "Returns where several skiers meet.", lane: .long, hasBody: true)
  }

  private enum Lane { case quick, long }

  private func routes<Question: MapQuestion>(
    _: Question.Type, _ summary: String, lane: Lane, hasBody: Bool = false
  ) -> [HTTPRoute] {
    let path = PathTemplate(stringLiteral: "/v1/\(Question.name)")
    let result = HTTPRoute.Result(
      200, "The answer, or the reason why there is none", .json(Question.answer, .reply, title: ""))
    let cost = lane == .quick ? 1.0 : 10.0
    let keys = Question.descriptions
    let get = HTTPRoute(
      Question.name, .get, path, summary, access: .personal, cost: cost,
      parameters: keys.map { key in
        .init(
          key.name, in: .query, isRequired: key.isRequired, key.documentation, schema: key.parameterSchema)
      }, results: [result], isCacheable: true
    ) { request in
      try await answer(try Question(query: request.query), lane, request)
    }
    guard hasBody else { return [get] }
    let post = HTTPRoute(
      Question.name + "ByBody", .post, path, summary, access: .personal, cost: cost,
      body: .json(.document(Question.self), .request, title: ""),
      results: [result]
    ) { request in
      try request.requireNames(in: [])
      let members = try await request.members(core.limits, core.bodies)
      return try await answer(try Question(json: members), lane, request)
    }
    return [get, post]
  }

  private func answer<Question: MapQuestion>(
    _ question: Question, _ lane: Lane, _ request: ServerRequest
  ) async throws -> Response {
    let served = request.served
    let conditions = conditions(served)
    let chosen = lane == .quick ? core.quick : core.long
    let timeout = lane == .quick ? core.limits.quickTimeout : ServerLimits.longTimeout
    let (bytes, tag, notes) = try await chosen.run(timeout: timeout, isAbandoned: request.isAbandoned) {
      let answer = try QuestionAnswer(question, over: served.map.service, under: conditions)
      return (answer.bytes, Self.tag(of: answer.bytes, under: served), answer.notes)
    }
    let response =
      request.isReading ? try Response.json(bytes).tagged(tag, for: request) : Response.json(bytes)
    return response.noting(notes).heeding(served)
  }

  /// Returns the entity tag of an answer: of the map, the states and the bytes.
  private static func tag(of bytes: [UInt8], under served: ServedMap) -> String {
    var hash = FoldedHash()
    hash.add(bytes)
    return "\(served.tag)-\(String(hash.value, radix: 16))"
  }

  /// Returns the clock and states under which questions are answered.
  private func conditions(_ served: ServedMap) -> DayConditions {
    let now = TimeSource.system.now()
    return DayConditions(
      report: served.status?.report, now: now, stepSeconds: 60)
  }
}
