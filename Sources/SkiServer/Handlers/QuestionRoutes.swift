import Foundation
import HTTPTypes
import Hummingbird
import SkiFormats
import SkiGeo
import SkiModel
import SkiService
import SkiSharing

/// The routes of the questions that the command answers, too.
///
/// Parameters are the keys of the question; the body of the answer is the document that the command prints as JSON.
struct QuestionRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    routes(RouteQuestion.self, "Returns a route.", lane: .quick, hasBody: true)
      + routes(HomeQuestion.self, "Returns the latest way home.", lane: .quick)
      + routes(ReachQuestion.self, "Returns what can be reached.", lane: .quick)
      + routes(ClosureQuestion.self, "Returns what closures cut off.", lane: .long)
      + routes(TourQuestion.self, "Returns a tour of a day.", lane: .long)
      + routes(LocateQuestion.self, "Returns the kind of map at a place.", lane: .quick)
      + routes(PlacesQuestion.self, "Returns the places of a name.", lane: .quick)
      + routes(MeetQuestion.self, "Returns where several skiers meet.", lane: .long, hasBody: true)
  }

  private enum Lane { case quick, long }

  private func routes<Question: MapQuestion>(
    _: Question.Type, _ summary: String, lane: Lane, hasBody: Bool = false
  ) -> [Route] {
    let path = PathTemplate(stringLiteral: "/v1/\(Question.name)")
    let result = Route.Result(
      200, "The answer, or the reason why there is none",
      .init(["application/json"], schema: Schema.anything, "The command's document"))
    let cost = lane == .quick ? 1.0 : 10.0
    let get = Route(
      Question.name, .get, path, summary, access: .open, cost: cost,
      parameters: Question.keys.map { key in
        .init(key.name, in: .query, isRequired: key.isRequired, key.documentation, schema: key.type.schema)
      }, results: [result], isCacheable: true
    ) { request in
      let question = try QuestionReader<Question>.question(query: request.query)
      return try await answer(question, lane, request)
    }
    guard hasBody else { return [get] }
    let post = Route(
      Question.name + "ByBody", .post, path, summary, access: .open, cost: cost,
      body: .init(["application/json"], schema: Self.schema(of: Question.self), "The keys of the question"),
      results: [result]
    ) { request in
      try request.requireNames(in: [])
      let members = try await request.members(core.limits)
      return try await answer(try QuestionReader<Question>.question(json: members), lane, request)
    }
    return [get, post]
  }

  private static func schema<Question: MapQuestion>(of _: Question.Type) -> JSONValue {
    .object([
      "type": .string("object"),
      "required": .array(Question.keys.filter(\.isRequired).map { .string($0.name) }),
      "properties": .object(Question.keys.map { .init($0.name, $0.type.schema) }),
      "additionalProperties": .bool(false),
    ])
  }

  private func answer<Question: MapQuestion>(
    _ question: Question, _ lane: Lane, _ request: ServerRequest
  ) async throws -> Response {
    let served = request.served
    let conditions = Self.conditions(served)
    let chosen = lane == .quick ? core.quick : core.long
    let timeout = lane == .quick ? core.limits.quickTimeout : core.limits.longTimeout
    let (bytes, notes) = try await chosen.run(timeout: timeout, isAbandoned: request.isAbandoned) {
      let answer = try QuestionAnswer(question, over: served.map.service, under: conditions)
      return (Array(answer.json.utf8), answer.notes)
    }
    let tag = "\(served.tag)-\(String(FNVHash(bytes).value, radix: 16))"
    var response = request.isReading ? Response.json(bytes).tagged(tag, for: request) : Response.json(bytes)
    for note in notes.prefix(8) {
      response.headers.append(HTTPField(name: HTTPField.Name("SkiRoute-Note")!, value: Self.encoded(note)))
    }
    return response
  }

  /// Returns the clock and states under which questions are answered.
  private static func conditions(_ served: ServedMap) -> DayConditions {
    let now = SharingClock.system.now()
    let local = try? UTCOffset(minutes: TimeZone.current.secondsFromGMT() / 60)
    return DayConditions(
      report: served.status?.report, now: now, stepSeconds: 60, localOffset: local ?? .zero)
  }

  /// Returns text for a header field: percent-encoded UTF-8 but for visible ASCII.
  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8.prefix(500) {
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return encoded
  }
}
