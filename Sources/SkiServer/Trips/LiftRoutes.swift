import HTTPTypes
import Hummingbird
import SkiFeeds
import SkiFormats
import SkiGeo
import SkiModel
import SkiSharing
import SkiTrips

/// The routes of the state of one lift: of feeds, of the map, and the word of a host whose trip takes place.
struct LiftRoutes: Sendable {
  let core: ServerCore

  private static let names = ["trip", "state", "waitMinutes", "holdsMinutes"]
  private static let trip = Route.Parameter(
    "trip", in: .query, isRequired: true, "A trip that takes place now, hosted by the user.",
    schema: Schema.text)

  var routes: [Route] {
    [
      .trips(
        "liftState", .get, "/v1/lifts/{lift}/status", "Returns the state of a lift and who said it.", core,
        "lift, state, waitMinutes, source: feed, host or map, and when it was observed", act: state),
      .trips(
        "sayLiftState", .put, "/v1/lifts/{lift}/status",
        "Notes a host's word on a lift, which holds for half an hour or as long as stated.", cost: 2, core,
        body: Self.names, status: 204, "The word is noted", act: say),
      .trips(
        "withdrawLiftState", .delete, "/v1/lifts/{lift}/status", "Withdraws what hosts said of a lift.",
        cost: 2, core, query: [Self.trip], status: 204, "The word is withdrawn", act: withdraw),
    ]
  }

  private func state(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let found = try call.services.lifts.currentState(of: lift)
    let minutes = found.waitMilliseconds.map { Double($0) / 60_000 }
    return .json(
      .object([
        "lift": .string(lift.rawValue), "state": .string(found.state.rawValue),
        "waitMinutes": minutes.map { .decimal($0, places: 1) } ?? .null,
        "source": .string(found.source.rawValue), "observed": .time(found.observed),
      ]))
  }

  private func say(_ call: TripsCall) async throws -> Response {
    let lift = SourceID(call.text("lift"))
    let document = try await call.body("state of the lift", Self.names)
    let trip = try document.require("trip", document.id("trip", TripID.self))
    let state = try document.require("state", document.word("state", OperatingState.allCases))
    let longest = Double(LiftWord.greatestWaitMilliseconds) / 60_000
    let wait = try Self.minutes("waitMinutes", document, within: 0...longest)
    let holding = LiftWord.holdingSeconds
    let holds = try Self.minutes(
      "holdsMinutes", document, within: holding.lowerBound / 60...holding.upperBound / 60)
    let user = try call.user
    try await call.services.trips.requireHostNow(of: trip, as: user)
    try await call.services.lifts.say(
      state, waitMilliseconds: wait.map { Int(($0 * 60_000).rounded()) }, of: lift, by: user,
      holdsSeconds: (holds ?? 30) * 60)
    return .empty()
  }

  private func withdraw(_ call: TripsCall) async throws -> Response {
    guard let trip = try call.queried("trip", TripID.self) else {
      throw SkiError(.invalidArgument, "trip is missing; name one that takes place now and that you host")
    }
    try await call.services.trips.requireHostNow(of: trip, as: call.user)
    try await call.services.lifts.withdrawWord(on: SourceID(call.text("lift")))
    return .empty()
  }

  /// Returns a number of minutes within bounds; nil when it is absent.
  private static func minutes(
    _ name: String, _ document: DocumentReader, within range: ClosedRange<Double>
  ) throws -> Double? {
    guard let minutes = try document.number(name) else { return nil }
    try SkiError.require(
      range.contains(minutes),
      "\(name) of \(document.noun) is \(minutes); give \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    return minutes
  }
}
